// Finds or creates the account of a person who logs in here for the first time.
import { isLoginName } from '../../auth/login-name.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { callerOf, loadMemberships, type Call, type User } from '../../call/context.js'
import type { Login, ProviderPerson } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Writer } from '../../schema/index.js'
import { mayRegister, requireRegistrationRate } from '../accounts/registration.js'
import { insertAccount } from '../users/insert-account.js'
import { findHolder, provenAddress, type ProvenAddress } from './address.js'
import { linkIdentity } from './identities.js'

/** `password`: whoever has the password of the account may link it. */
export type FirstSight =
  | { readonly outcome: 'linked'; readonly user_id: number }
  | { readonly outcome: 'password'; readonly user_id: number; readonly login: string }

/** An address is not enough to get an account with one of these rights. */
const powerful = ['admin', 'editusers', 'creategroups', 'tweakparams', 'bz_sudoers']

/** @throws login_refused, account_disabled, too_busy */
export async function openAccount(tx: Writer, call: Call, login: Login, person: ProviderPerson): Promise<FirstSight> {
  const address = provenAddress(call, login, person)
  // The same, whether an account has the address or not.
  if (!address) throw new TrackerError('login_refused', { reason: 'email_not_verified' })
  const holder = await findHolder(tx, address.login)
  const user_id = holder
    ? await adopted(tx, call, login, holder.user, holder.isSame ? address.proof : undefined)
    : await newAccount(tx, call, login, person, address)
  if (user_id !== undefined) {
    await linkIdentity(tx, call, login, person, { id: user_id, isNew: !holder })
    return { outcome: 'linked', user_id }
  }
  if (!holder?.isSame || holder.user.password_hash === null)
    throw new TrackerError('login_refused', { reason: 'account_exists' })
  return { outcome: 'password', user_id: holder.user.id, login: holder.user.login }
}

/** The ID of an existing account for which the address is enough. */
async function adopted(
  tx: Reader,
  call: Call,
  { adopt }: Login,
  user: User,
  proof: ProvenAddress['proof'] | undefined,
): Promise<number | undefined> {
  if (!adopt || proof !== 'now' || (await isGuarded(tx, call, user))) return undefined
  if (user.login_denied_text !== '') throw new TrackerError('account_disabled', { reason: user.login_denied_text })
  return user.id
}

async function isGuarded(tx: Reader, { catalogue }: Call, user: User): Promise<boolean> {
  const { groupIds } = callerOf(catalogue, user, await loadMemberships(tx, user.id))
  const isPowerful = powerful.some((name) => groupIds.has(catalogue.groups.named(name)?.id ?? -1))
  return isPowerful || (await findSecondFactor(tx, user.id)) !== undefined
}

async function newAccount(
  tx: Writer,
  call: Call,
  { accounts }: Login,
  { full_name = '' }: ProviderPerson,
  { login, proof }: ProvenAddress,
): Promise<number> {
  // Patterns of addresses admit and grant groups: now, and whenever one changes.
  if (proof !== 'now') throw new TrackerError('login_refused', { reason: 'email_not_verified' })
  if (accounts === 'none') throw new TrackerError('login_refused', { reason: 'no_account' })
  if (accounts === 'pattern' && !mayRegister(call.catalogue, login))
    throw new TrackerError('login_refused', { reason: 'login_not_allowed' })
  if (!isLoginName(call.catalogue, login)) throw new TrackerError('login_refused', { reason: 'login_not_allowed' })
  await requireRegistrationRate(tx, call)
  return insertAccount(tx, call, { login, full_name, password_hash: null })
}
