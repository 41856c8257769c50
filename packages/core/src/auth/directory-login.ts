// Passwords that a directory checks, such as one of LDAP.
import type { User } from '../call/context.js'
import type { Preparation } from '../call/define/operation.js'
import { LoginProviderError, type Login, type PasswordSource, type ProviderPerson } from '../call/login-provider.js'
import { retrying } from '../call/retry.js'
import { TrackerError } from '../kernel/errors.js'
import type { Reader } from '../schema/index.js'
import { requireKnownSchema } from '../schema/known-migrations.js'
import { fold } from '../store/index.js'
import { findLinks, provesTwo } from './links.js'
import { noteRight, readAttempts, requireUnlocked } from './login-attempts.js'
import { refusePassword } from './login-failure.js'
import { proveSecondFactor } from './prove-second-factor.js'
import { isSubject, storablePerson } from './provider-person.js'
import { failureOf, requestFrom } from './provider-request.js'
import { refuseDisabled } from './refuse-disabled.js'
import { findSecondFactor } from './second-factor.js'
import { createWorkQueue } from './work-queue.js'

const timeout = 5000
const maxLogin = 255
const maxPassword = 1024
const ours = { ours: true } as const

/** Apart from `passwordWork`: a slow directory must not delay passwords of the tracker. */
export const directoryWork = createWorkQueue({ atOnce: 8, waiting: 32, ofGroup: 8, kept: 8 })

/** The input of a login. */
export interface LoginGiven {
  readonly login: string
  /** The person of the directory, if the account is known. */
  readonly subject?: string | undefined
  readonly password: string
  readonly otp?: string | undefined
  /** No one-time password is asked for: the caller has proven the second factor. */
  readonly isSecondProven?: boolean
}

/** The user with the password that was verified. */
export type ProvenUser = Pick<User, 'id' | 'password_hash'>

/** A person of the directory without an account. */
export interface ProvenStranger {
  readonly id?: undefined
  readonly person: ProviderPerson
  readonly hasSecondFactor: false
}

/** Returns true if the directory checks the password: for accounts without one, and for logins that no account has. */
export async function isOfDirectory({ store, environment }: Preparation, folded: string): Promise<boolean> {
  const where = {
    and: [{ col: 'login_folded', eq: folded } as const, { not: { col: 'password_hash', eq: null } } as const],
  }
  return retrying(environment, () => store.read(async (tx) => (await tx.count('users', where)) === 0, ours))
}

/** Returns true for a person whom the rules of the directory or provider permit to log in. */
export function isMember(
  { requireGroup }: Pick<Login, 'requireGroup'>,
  { groups = [] }: Pick<ProviderPerson, 'groups'>,
): boolean {
  return requireGroup === undefined || groups.includes(requireGroup)
}

/**
 * Proves a login by the directory, within `directoryWork`. Wrong passwords count and lock like those of the tracker, for unknown
 * logins too.
 * @throws invalid_login_or_password, account_locked, account_disabled, second_factor_required, second_factor_wrong,
 *   login_provider_unavailable
 */
export async function attemptAtDirectory(
  preparation: Preparation,
  passwords: Login<PasswordSource>,
  { login, subject, password, otp, isSecondProven = false }: LoginGiven,
): Promise<(ProvenUser & { readonly person: ProviderPerson; readonly hasSecondFactor: boolean }) | ProvenStranger> {
  const { store, environment, address } = preparation
  const now = environment.clock()
  const folded = fold(login.trim())
  const { userId, attempts } = await retrying(environment, () =>
    store.read(async (tx) => {
      await requireKnownSchema(tx)
      const where = { col: 'login_folded', eq: folded } as const
      const [user] = await tx.select({ from: 'users', where, columns: ['id'] })
      return { userId: user?.id, attempts: await readAttempts(tx, folded, address, now) }
    }, ours),
  )
  requireUnlocked(attempts)
  const { person, wrong } = await askDirectory(preparation, passwords, { login: login.trim(), subject, password })
  if (!person) {
    const findUser =
      wrong !== undefined && (async (tx: Reader) => (await findAccount(tx, passwords, { subject: wrong }))?.id)
    return refusePassword(preparation, { userId, login: folded, findUser }, attempts, now)
  }
  const known = await retrying(environment, () => store.read((tx) => findAccount(tx, passwords, person), ours))
  const provesBoth = known !== undefined && provesTwo(passwords, known.links, known)
  const isAsked = known?.isTwofold === true && !provesBoth && !isSecondProven
  if (isAsked) await proveSecondFactor(preparation, { id: known.id, login: folded, otp }, attempts, now)
  await noteRight(preparation, attempts, now)
  if (!known) return { person, hasSecondFactor: false }
  refuseDisabled(known)
  const { id, password_hash } = known
  return { id, password_hash, person, hasSecondFactor: isAsked || provesBoth }
}

/** `wrong`: the subject with the wrong password. @throws login_provider_unavailable */
async function askDirectory(
  preparation: Preparation,
  { provider }: Login<PasswordSource>,
  { login, subject, password }: Pick<LoginGiven, 'login' | 'subject' | 'password'>,
): Promise<{ readonly person?: ProviderPerson; readonly wrong?: string | undefined }> {
  // Directories take a login without a password for an anonymous one, which succeeds.
  const canBe = login !== '' && login.length <= maxLogin && password !== '' && password.length <= maxPassword
  if (!canBe) return {}
  const send = async (signal: AbortSignal) => {
    const found = await provider.verify({ login, subject, password, signal })
    if (typeof found === 'string') throw new LoginProviderError('said no', found)
    if ('wrong' in found) throw new LoginProviderError('said no', 'wrong', { subject: found.wrong })
    const person = storablePerson(found)
    if (!person) throw new LoginProviderError('not valid', 'no ID of the person')
    return person
  }
  try {
    return { person: await requestFrom(preparation, provider, { step: 'finish', timeout, send }) }
  } catch (error) {
    const { reason, subject: wrong } = failureOf(error)
    if (reason === 'unavailable') throw new TrackerError('login_provider_unavailable')
    return isSubject(wrong) ? { wrong } : {}
  }
}

/** The account that is linked to the person. */
async function findAccount(
  tx: Reader,
  { provider }: Login<PasswordSource>,
  { subject }: Pick<ProviderPerson, 'subject'>,
) {
  const [identity] = await tx.select({
    from: 'external_accounts',
    where: {
      and: [
        { col: 'issuer', eq: provider.issuer },
        { col: 'subject', eq: subject },
        { not: { col: 'kind', eq: 'claim' } },
      ],
    },
  })
  if (!identity) return undefined
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: identity.user_id } })
  const isTwofold = (await findSecondFactor(tx, identity.user_id)) !== undefined
  return user && { ...user, isTwofold, links: await findLinks(tx, user.id) }
}
