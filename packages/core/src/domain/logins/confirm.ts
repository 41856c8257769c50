// Confirms a session by a provider that has asked the person again.
import { findLinks, provesTwo, type Link } from '../../auth/links.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { requireUser, type Call, type User } from '../../call/context.js'
import type { Login, LoginProvider } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Writer } from '../../schema/index.js'
import { takeFlow } from './flow-rows.js'
import { findIdentity } from './identities.js'
import type { ProvenPerson } from './log-in.js'
import type { LoginOutcome } from './outcome.js'

/** The longest time since the login at the provider, and the most that its clock may be ahead. */
const longestAgo = 60_000

/**
 * Returns true for a provider that can confirm a session of this user. One that is a single factor cannot replace the
 * second factor of an account.
 */
export function mayConfirm(
  login: Login<LoginProvider>,
  { user, links, isTwofold }: { readonly user: User; readonly links: readonly Link[]; readonly isTwofold: boolean },
): boolean {
  return login.provider.mayConfirm && (!isTwofold || provesTwo(login, links, user))
}

/** @throws login_required, login_flow_not_valid for another person, a login that is not new, or too few factors */
export async function confirmBy(tx: Writer, call: Call, { flow, login, person }: ProvenPerson): Promise<LoginOutcome> {
  const user = requireUser(call.who)
  const { id } = user
  const identity = await findIdentity(tx, login.provider.issuer, person.subject)
  const { auth_time } = person
  const isNew = auth_time !== undefined && Math.abs(call.now.getTime() - auth_time.getTime()) <= longestAgo
  const links = await findLinks(tx, id)
  const isTwofold = (await findSecondFactor(tx, id)) !== undefined
  const isOwn = identity?.user_id === id && identity.kind !== 'claim'
  if (!isOwn || !isNew || !mayConfirm(login, { user, links, isTwofold })) throw new TrackerError('login_flow_not_valid')
  await takeFlow(tx, flow, { stage: 'used', user_id: id }, call.now)
  await tx.update('tokens', { col: 'id', eq: flow.session_id ?? 0 }, { confirmed_time: call.now })
  return { outcome: 'done', id }
}
