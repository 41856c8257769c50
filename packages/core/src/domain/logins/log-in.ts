// A person whom a provider has proven becomes a session, or what is missing for one.
import type { Flow } from '../../auth/login-flow.js'
import { findLinks, provesTwo } from '../../auth/links.js'
import { refuseDisabled } from '../../auth/refuse-disabled.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { systemCaller, type Call, type User } from '../../call/context.js'
import type { Login, LoginProvider, ProviderPerson } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Writer } from '../../schema/index.js'
import { beginSession } from './begin-session.js'
import { openAccount, type FirstSight } from './first-sight.js'
import { takeFlow } from './flow-rows.js'
import { followProvider } from './follow.js'
import { findIdentity } from './identities.js'
import type { LoginOutcome } from './outcome.js'

export interface ProvenPerson {
  readonly flow: Flow
  readonly login: Login<LoginProvider>
  readonly person: ProviderPerson
}

/** @throws login_flow_not_valid, login_refused, account_disabled, too_busy */
export async function finishLogin(tx: Writer, call: Call, proven: ProvenPerson): Promise<LoginOutcome> {
  const { flow, login, person } = proven
  const own = ofSystem(call)
  const seen = await accountOf(tx, own, login, person)
  const { user_id } = seen
  const waiting = { issuer: login.provider.issuer, person }
  if (seen.outcome === 'password') {
    await takeFlow(tx, flow, { stage: 'password', user_id, waiting }, call.now)
    return { outcome: 'password', login: seen.login }
  }
  const user = await requireEnabled(tx, user_id)
  const isTwofold = provesTwo(login, await findLinks(tx, user_id), user)
  if (!isTwofold && (await findSecondFactor(tx, user_id))) {
    // Until then, nothing changes for the owner: someone may have got the account of the provider only.
    await takeFlow(tx, flow, { stage: 'second_factor', user_id, waiting }, call.now)
    return { outcome: 'second_factor' }
  }
  await followProvider(tx, own, login, person, user)
  await takeFlow(tx, flow, { stage: 'used', user_id }, call.now)
  return doneAs(tx, call, login, { id: user_id, isTwofold, shownAs: person.shown_as })
}

interface ProvenByDirectory {
  readonly login: Login
  readonly person: ProviderPerson
  /** The account, if there was one when the password was proven. */
  readonly id?: number | undefined
  readonly hasSecondFactor: boolean
  readonly isRestricted: boolean
}

/** Begins the session of a person whose password a directory has proven. @throws as finishLogin, invalid_login_or_password */
export async function logInByDirectory(tx: Writer, call: Call, proven: ProvenByDirectory) {
  const { login, person, hasSecondFactor, isRestricted } = proven
  const own = ofSystem(call)
  const seen = await accountOf(tx, own, login, person)
  if (seen.outcome === 'password') throw new TrackerError('login_refused', { reason: 'account_exists' })
  const { user_id: id } = seen
  // The second factor that was proven is that of the account then.
  if (proven.id !== undefined && proven.id !== id) throw new TrackerError('invalid_login_or_password')
  const user = await requireEnabled(tx, id)
  await followProvider(tx, own, login, person, user)
  const isTwofold = hasSecondFactor || provesTwo(login, await findLinks(tx, id), user)
  if (!isTwofold && (await findSecondFactor(tx, id))) throw new TrackerError('second_factor_required')
  return { id, token: await beginSession(tx, call, login, id, { isTwofold, isRestricted, shownAs: person.shown_as }) }
}

/** There is no caller yet: the provider decides groups, and the system creates accounts. */
function ofSystem(call: Call): Call {
  return { ...call, who: systemCaller(call.catalogue, null), sessionIds: [] }
}

async function accountOf(tx: Writer, call: Call, login: Login, person: ProviderPerson): Promise<FirstSight> {
  const identity = await findIdentity(tx, login.provider.issuer, person.subject)
  if (identity && identity.kind !== 'claim') return { outcome: 'linked', user_id: identity.user_id }
  return openAccount(tx, call, login, person, identity)
}

export async function doneAs(
  tx: Writer,
  call: Call,
  login: Login,
  { id, isTwofold, shownAs }: { readonly id: number; readonly isTwofold: boolean; readonly shownAs: string },
): Promise<LoginOutcome> {
  const token = await beginSession(tx, call, login, id, { isTwofold, shownAs })
  return { outcome: 'done', id, token, session_hours: login.sessionHours }
}

/** @throws account_disabled, which is only for people whom the provider has proven */
export async function requireEnabled(tx: Reader, userId: number): Promise<User> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: userId } })
  if (!user) throw new TrackerError('login_flow_not_valid')
  refuseDisabled(user)
  return user
}
