// Uses of passwords, where they are for emergencies, are reported to the maintainer: in single requests once a day for each address.
import type { Call, User } from '../call/context.js'
import { writeFactsNow } from '../call/mail-outbox.js'
import type { Reader, Writer } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'
import { fold } from '../store/index.js'
import { isWorthNoting, noteSuccess, readAttempts } from './login-attempts.js'
import { isPasswordRestricted } from './password-policy.js'
import type { Origin } from './tokens.js'

/** Reports a login with a password, or the proof of one in a session. */
export function reportPassword(
  { catalogue, address = '', mail }: Pick<Call, 'catalogue' | 'address' | 'mail'>,
  { login }: Pick<User, 'login'>,
): void {
  const { maintainer } = catalogue.parameters
  if (!isPasswordRestricted(catalogue) || maintainer === '') return
  mail.record({ to: { address: maintainer }, details: { what: 'password_used', login, address } })
}

/** A use that the maintainer does not know of. */
export interface PasswordUse {
  readonly entity: 'users'
  readonly login: string
  readonly address: string | undefined
  readonly maintainer: string
}

export async function findPasswordUse(
  tx: Reader,
  catalogue: Catalogue,
  user: User | null,
  { now, address }: Origin,
): Promise<PasswordUse | undefined> {
  const { maintainer } = catalogue.parameters
  if (!user || !isPasswordRestricted(catalogue) || maintainer === '') return undefined
  const uses = await readAttempts(tx, fold(user.login), address, now, 'single request')
  return isWorthNoting(uses, now) ? { entity: 'users', login: user.login, address, maintainer } : undefined
}

/** Several calls may have found the same use: one of them reports it. */
export async function notePasswordUse(
  tx: Writer,
  { login, address, maintainer }: PasswordUse,
  now: Date,
): Promise<void> {
  const uses = await readAttempts(tx, fold(login), address, now, 'single request')
  if (!isWorthNoting(uses, now)) return
  await noteSuccess(tx, uses, now)
  const details = { what: 'password_used', login, address: address ?? '' } as const
  await writeFactsNow(tx, now, [{ to: { address: maintainer }, details }])
}
