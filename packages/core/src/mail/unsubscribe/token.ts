// Links that end email without a login. A token proves that the tracker mailed it; it can only reduce email.
import { createHmac } from 'node:crypto'
import { mailKey, type MailKeys } from '../../call/mail-key.js'
import { isSameSecret } from '../../kernel/same-secret.js'
import { dayOf } from '../../kernel/times.js'

const kinds = { bug: 1, product: 2, component: 3, schedule: 4 } as const

/** The cause of a message, which its recipient can end. */
export interface Subscription {
  readonly kind: keyof typeof kinds
  readonly id: number
}

/** The claims of a genuine token. */
export interface Unsubscription extends Subscription {
  readonly user_id: number
}

const daysValid = 180
const signatureBytes = 16
const claimBytes = 13

export function unsubscribeToken(keys: MailKeys, { kind, id, user_id }: Unsubscription, now: Date): string {
  const claims = Buffer.alloc(claimBytes)
  claims.writeUInt8(kinds[kind], 0)
  claims.writeUInt32BE(id, 1)
  claims.writeUInt32BE(user_id, 5)
  claims.writeUInt32BE(dayOf(now), 9)
  return Buffer.concat([claims, signatureOf(keys, claims)]).toString('base64url')
}

/** Returns undefined for tokens that this tracker did not mail, and for expired ones. */
export function readUnsubscribeToken(keys: MailKeys, token: string, now: Date): Unsubscription | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // One spelling for each token.
  if (keys.secret === '' || bytes.length !== claimBytes + signatureBytes || bytes.toString('base64url') !== token)
    return undefined
  const claims = bytes.subarray(0, claimBytes)
  const signature = bytes.subarray(claimBytes).toString('hex')
  if (!isSameSecret(signatureOf(keys, claims).toString('hex'), signature)) return undefined
  const kind = (Object.keys(kinds) as Subscription['kind'][]).find((one) => kinds[one] === claims.readUInt8(0))
  const age = dayOf(now) - claims.readUInt32BE(9)
  if (!kind || age < 0 || age > daysValid) return undefined
  return { kind, id: claims.readUInt32BE(1), user_id: claims.readUInt32BE(5) }
}

function signatureOf(keys: MailKeys, claims: Buffer): Buffer {
  return createHmac('sha256', mailKey(keys, 'unsubscribe')).update(claims).digest().subarray(0, signatureBytes)
}
