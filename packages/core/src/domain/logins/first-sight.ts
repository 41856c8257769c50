// Finds or creates the account of a person who logs in here for the first time.
import type { LinkedWith } from '../../auth/links.js'
import { isLoginName } from '../../auth/login-name.js'
import { refuseDisabled } from '../../auth/refuse-disabled.js'
import type { Call, User } from '../../call/context.js'
import type { Login, ProviderPerson } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Writer } from '../../schema/index.js'
import { mayRegister, requireRegistrationRate } from '../accounts/registration.js'
import { insertAccount } from '../users/insert-account.js'
import { findHolder, provenAddress, type ProvenAddress } from './address.js'
import { enableClaimed, isGuarded, mayClaim } from '../users/claim.js'
import { linkIdentity, type Identity } from './identities.js'

/** `password`: whoever has the password of the account may link it. */
export type FirstSight =
  | { readonly outcome: 'linked'; readonly user_id: number }
  | { readonly outcome: 'password'; readonly user_id: number; readonly login: string }

/** @throws login_refused, account_disabled, too_busy */
export async function openAccount(
  tx: Writer,
  call: Call,
  login: Login,
  person: ProviderPerson,
  claim: Identity | undefined,
): Promise<FirstSight> {
  const address = provenAddress(call, login, person)
  // The same, whether an account has the address or not.
  if (!address) throw new TrackerError('login_refused', { reason: 'email_not_verified' })
  const holder = await findHolder(tx, address.login)
  const unclaimed = await findUnclaimed(tx, call, holder, claim)
  const user_id = unclaimed
    ? await claimAccount(tx, call, login, person, address, unclaimed)
    : holder
      ? await adopted(tx, call, login, holder.user, holder.isSame ? address.proof : undefined)
      : await newAccount(tx, call, login, person, address)
  if (user_id !== undefined) {
    const isNew = !holder || unclaimed !== undefined
    await linkIdentity(tx, call, login, person, { id: user_id, isNew, with: proofOf(login, isNew) })
    return { outcome: 'linked', user_id }
  }
  if (!holder?.isSame || holder.user.password_hash === null)
    throw new TrackerError('login_refused', { reason: 'account_exists' })
  return { outcome: 'password', user_id: holder.user.id, login: holder.user.login }
}

/** A new account had no owner to protect. For an existing one, the provider must have asked for the second factor. */
function proofOf({ secondFactor }: Login, isNew: boolean): LinkedWith {
  return isNew || secondFactor === 'provider' ? 'provider' : 'one_factor'
}

/** The ID of an existing account for which the address is enough. */
async function adopted(
  tx: Reader,
  call: Call,
  { adopt }: Login,
  user: User,
  proof: ProvenAddress['proof'] | undefined,
): Promise<number | undefined> {
  if (!adopt || proof !== 'now' || (await isGuarded(tx, call.catalogue, user))) return undefined
  refuseDisabled(user)
  return user.id
}

/** An account of an import that belongs to the person: by the identity that the import has noted, or by the address. */
async function findUnclaimed(
  tx: Reader,
  { catalogue }: Call,
  holder: Awaited<ReturnType<typeof findHolder>>,
  claim: Identity | undefined,
): Promise<User | undefined> {
  if (holder) return holder.isSame && (await mayClaim(tx, catalogue, holder.user)) ? holder.user : undefined
  const [user] = claim ? await tx.select({ from: 'users', where: { col: 'id', eq: claim.user_id } }) : []
  return user && (await mayClaim(tx, catalogue, user)) ? user : undefined
}

/** Enables it. The rules of new accounts hold. */
async function claimAccount(
  tx: Writer,
  call: Call,
  { accounts }: Login,
  { full_name }: ProviderPerson,
  { login, proof }: ProvenAddress,
  user: User,
): Promise<number> {
  await requireNewAccount(tx, call, accounts, { login, proof })
  await enableClaimed(tx, call, user, { email: login, ...(full_name !== undefined && { full_name }) })
  return user.id
}

async function newAccount(
  tx: Writer,
  call: Call,
  { accounts }: Login,
  { full_name = '' }: ProviderPerson,
  address: ProvenAddress,
): Promise<number> {
  await requireNewAccount(tx, call, accounts, address)
  return insertAccount(tx, call, { login: address.login, full_name, password_hash: null })
}

/** @throws login_refused, too_busy */
async function requireNewAccount(
  tx: Reader,
  call: Call,
  accounts: Login['accounts'],
  { login, proof }: ProvenAddress,
): Promise<void> {
  // Patterns of addresses admit and grant groups: now, and whenever one changes.
  if (proof !== 'now') throw new TrackerError('login_refused', { reason: 'email_not_verified' })
  if (accounts === 'none') throw new TrackerError('login_refused', { reason: 'no_account' })
  if (accounts === 'pattern' && !mayRegister(call.catalogue, login))
    throw new TrackerError('login_refused', { reason: 'login_not_allowed' })
  if (!isLoginName(call.catalogue, login)) throw new TrackerError('login_refused', { reason: 'login_not_allowed' })
  await requireRegistrationRate(tx, call)
}
