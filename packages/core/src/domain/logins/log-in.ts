// A person whom a provider has proven becomes a session, or what is missing for one.
import type { Flow } from '../../auth/login-flow.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { systemCaller, type Call, type User } from '../../call/context.js'
import type { Login, ProviderPerson } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Writer } from '../../schema/index.js'
import { beginSession } from './begin-session.js'
import { openAccount } from './first-sight.js'
import { takeFlow } from './flow-rows.js'
import { followProvider } from './follow.js'
import { findIdentity } from './identities.js'
import type { LoginOutcome } from './outcome.js'

export interface ProvenPerson {
  readonly flow: Flow
  readonly login: Login
  readonly person: ProviderPerson
}

/** @throws login_flow_not_valid, login_refused, account_disabled, too_busy */
export async function finishLogin(tx: Writer, call: Call, proven: ProvenPerson): Promise<LoginOutcome> {
  const { flow, login, person } = proven
  // There is no caller yet: the provider decides groups, and the system creates accounts.
  const own: Call = { ...call, who: systemCaller(call.catalogue, null), sessionIds: [] }
  const identity = await findIdentity(tx, login.provider.issuer, person.subject)
  const seen =
    identity && identity.kind !== 'claim'
      ? ({ outcome: 'linked', user_id: identity.user_id } as const)
      : await openAccount(tx, own, login, person, identity)
  const { user_id } = seen
  if (seen.outcome === 'password') {
    await takeFlow(tx, flow, { stage: 'password', user_id, person }, call.now)
    return { outcome: 'password', login: seen.login }
  }
  const user = await requireEnabled(tx, user_id)
  await followProvider(tx, own, login, person, user)
  const isTwofold = login.secondFactor === 'here' && (await findSecondFactor(tx, user_id)) !== undefined
  await takeFlow(tx, flow, { stage: isTwofold ? 'second_factor' : 'used', user_id }, call.now)
  if (isTwofold) return { outcome: 'second_factor' }
  return doneAs(tx, call, login, user_id, false)
}

export async function doneAs(
  tx: Writer,
  call: Call,
  login: Login,
  userId: number,
  isTwofold: boolean,
): Promise<LoginOutcome> {
  const token = await beginSession(tx, call, login, userId, isTwofold)
  return { outcome: 'done', id: userId, token, session_hours: login.sessionHours }
}

/** @throws account_disabled, which is only for people whom the provider has proven */
export async function requireEnabled(tx: Reader, userId: number): Promise<User> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: userId } })
  if (!user) throw new TrackerError('login_flow_not_valid')
  if (user.login_denied_text !== '') throw new TrackerError('account_disabled', { reason: user.login_denied_text })
  return user
}
