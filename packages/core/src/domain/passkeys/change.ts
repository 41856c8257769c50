// Side effects of adding and removing passkeys.
import { endActing, endTokens } from '../../auth/acting.js'
import { findSecondFactor, forgetSecondFactor, isOfPasskeys, makeRecoveryCodes } from '../../auth/second-factor.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where, Writer } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { withOrigin } from '../audit/origin.js'
import { audit } from '../audit/write.js'
import { byPasskey, passkeysOf } from './options.js'

/** @throws object_does_not_exist for one that is not of the user */
export async function requirePasskey(tx: Reader, userId: number, id: number): Promise<Row<'passkeys'>> {
  const where = { and: [{ col: 'user_id', eq: userId } as const, { col: 'id', eq: id } as const] }
  const [row] = await tx.select({ from: 'passkeys', where })
  if (!row) throw new TrackerError('object_does_not_exist', { kind: 'passkey', field: 'id', value: id })
  return row
}

const most = 20

/** @throws passkey_not_valid if a user has as many as they can have */
export function requireRoom(count: number): void {
  if (count >= most) throw new TrackerError('passkey_not_valid', { reason: 'too_many' })
}

interface Change {
  readonly name: string
  readonly is_added: boolean
  /** Logging in with the password takes more than the password from now on, or does not any more. */
  readonly changesFactor: boolean
}

/** Logs that a passkey was added or removed, and notifies its user by email. */
export async function notifyOfPasskey(tx: Writer, call: Call, userId: number, change: Change): Promise<void> {
  const { name, is_added, changesFactor } = change
  const ends = (text: string) => ({ removed: is_added ? '' : text, added: is_added ? text : '' })
  const factor = changesFactor ? [{ field: 'second_factor', ...ends('passkey') }] : []
  await audit(tx, call, 'users', userId, [{ field: 'passkey', ...ends(withOrigin(name, call)) }, ...factor])
  const details = { what: 'passkey_changed', name, is_added, changes_factor: changesFactor } as const
  call.mail.record({ to: { user_id: userId }, details })
  await bumpIdentityVersion(tx)
}

/** From now on, a password is not enough. Returns the recovery codes. Other sessions began without a second factor. */
export async function turnFactorOn(tx: Writer, call: Call, userId: number): Promise<string[]> {
  await forgetSecondFactor(tx, userId)
  const times = { creation_time: call.now, confirmed_time: call.now, last_failure: null }
  await tx.insert('second_factors', [{ user_id: userId, secret: '', last_step: 0, failures: 0, ...times }])
  const others: Where<'tokens'> = { not: { col: 'id', in: call.sessionIds ?? [] } }
  await endTokens(tx, { and: [{ col: 'user_id', eq: userId }, others] }, call.now)
  await endActing(tx, userId, call.now)
  return makeRecoveryCodes(tx, call.environment, userId)
}

/** Ends the sessions that passkeys of a user began. Users who remove their own keep the current session. */
export async function endPasskeySessions(tx: Writer, call: Call, userId: number): Promise<void> {
  const isOwn = !call.who.isSystem && call.who.user?.id === userId
  const kept: Where<'tokens'> = { col: 'id', in: isOwn ? (call.sessionIds ?? []) : [] }
  const begun = [{ col: 'user_id', eq: userId } as const, { col: 'login_by', eq: byPasskey } as const]
  await endTokens(tx, { and: [...begun, { not: kept }] }, call.now)
  await endActing(tx, userId, call.now)
}

/** For a user who may have lost the devices that keep them. */
export async function forgetPasskeys(tx: Writer, call: Call, userId: number): Promise<void> {
  const passkeys = await passkeysOf(tx, userId)
  if (passkeys.length === 0) return
  await tx.delete('passkeys', { col: 'user_id', eq: userId })
  await endPasskeySessions(tx, call, userId)
  for (const { name } of passkeys)
    await notifyOfPasskey(tx, call, userId, { name, is_added: false, changesFactor: false })
}

/** Returns whether the second factor stays or goes without this passkey; `none` if it does not consist of passkeys. */
export async function factorWithout(tx: Reader, { id, user_id }: Row<'passkeys'>): Promise<'none' | 'stays' | 'goes'> {
  const factor = await findSecondFactor(tx, user_id)
  if (!factor || !isOfPasskeys(factor)) return 'none'
  const others = { and: [{ col: 'user_id', eq: user_id } as const, { not: { col: 'id', eq: id } } as const] }
  return (await tx.count('passkeys', others)) === 0 ? 'goes' : 'stays'
}
