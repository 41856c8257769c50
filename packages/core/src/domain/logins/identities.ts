// The identities by which people log in: found, added and removed.
import type { Call } from '../../call/context.js'
import type { Login } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import { audit } from '../audit/write.js'

export type Identity = Row<'external_accounts'>

export async function findIdentity(tx: Reader, issuer: string, subject: string): Promise<Identity | undefined> {
  const where = { and: [{ col: 'issuer', eq: issuer } as const, { col: 'subject', eq: subject } as const] }
  return (await tx.select({ from: 'external_accounts', where }))[0]
}

/** The identities of an account. */
export async function identitiesOf(tx: Reader, userId: number): Promise<Identity[]> {
  return tx.select({ from: 'external_accounts', where: { col: 'user_id', eq: userId } })
}

interface Linked {
  readonly subject: string
  readonly shown_as: string
}

/** @throws login_refused if the identity has an account, or the account an identity of the issuer */
export async function linkIdentity(
  tx: Writer,
  call: Call,
  { provider, follows }: Login,
  { subject, shown_as }: Linked,
  { id: userId, isNew = false }: { readonly id: number; readonly isNew?: boolean },
): Promise<void> {
  const { issuer, title } = provider
  const own = await identitiesOf(tx, userId)
  const isTaken = own.some((one) => one.issuer === issuer) || (await findIdentity(tx, issuer, subject)) !== undefined
  if (isTaken) throw new TrackerError('login_refused', { reason: 'account_exists' })
  const times = { creation_time: call.now, last_login: call.now }
  const kind = follows ? 'managed' : 'linked'
  await tx.insert('external_accounts', [{ issuer, subject, user_id: userId, digest: '', kind, shown_as, ...times }])
  await audit(tx, call, 'users', userId, [{ field: 'linked_account', removed: '', added: issuer }])
  if (!isNew) call.mail.record({ to: { user_id: userId }, details: { what: 'login_linked', title, is_linked: true } })
}
