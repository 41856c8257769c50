// Links the account of a provider to the account of a session.
import { mayUsePassword } from '../../auth/password-policy.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { callerOf, inGroupNamed, loadMemberships, requireUser, type Call, type User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Writer } from '../../schema/index.js'
import { takeFlow } from './flow-rows.js'
import { linkIdentity } from './identities.js'
import type { ProvenPerson } from './log-in.js'
import type { LoginOutcome } from './outcome.js'

/**
 * Members of second_factor_group set up a second factor before they link an account: otherwise a stolen session could link
 * one at a provider that asks for it, and would lack none.
 * @throws login_required, second_factor_not_set_up
 */
export async function requireFactorToLink(tx: Reader, call: Call): Promise<void> {
  if (needsTwo(call) && !(await hasProvenTwo(tx, call))) throw new TrackerError('second_factor_not_set_up')
}

function needsTwo({ who, catalogue }: Call): boolean {
  requireUser(who)
  return inGroupNamed(who, catalogue, catalogue.parameters.second_factor_group)
}

/** Returns true for a session that began with two factors, or was confirmed with them: that of an account with a second factor. */
async function hasProvenTwo(tx: Reader, { who, sessionIds = [] }: Call): Promise<boolean> {
  if (await findSecondFactor(tx, requireUser(who).id)) return true
  const proven = { and: [{ col: 'id', in: [...sessionIds] } as const, { col: 'has_second_factor', eq: true } as const] }
  return (await tx.count('tokens', proven)) > 0
}

/**
 * The same for a user who has just proven the password, and the second factor if there is one. A user whose password does not
 * log in has no other session in which to set one up: there, the session that follows proves one factor.
 * @throws second_factor_not_set_up
 */
export async function requireFactorOf(
  tx: Reader,
  { catalogue }: Call,
  user: User,
  hasSecondFactor: boolean,
): Promise<void> {
  const caller = callerOf(catalogue, user, await loadMemberships(tx, user.id))
  const isMissing = !hasSecondFactor && inGroupNamed(caller, catalogue, catalogue.parameters.second_factor_group)
  if (isMissing && (await mayUsePassword(tx, catalogue, user))) throw new TrackerError('second_factor_not_set_up')
}

/** @throws login_required, second_factor_not_set_up, login_flow_not_valid, login_refused */
export async function linkTo(tx: Writer, call: Call, { flow, login, person }: ProvenPerson): Promise<LoginOutcome> {
  const { id } = requireUser(call.who)
  const isTwofold = await hasProvenTwo(tx, call)
  if (!isTwofold && needsTwo(call)) throw new TrackerError('second_factor_not_set_up')
  await takeFlow(tx, flow, { stage: 'used', user_id: id }, call.now)
  await linkIdentity(tx, call, login, person, { id, with: isTwofold ? 'two_factors' : 'one_factor' })
  return { outcome: 'done', id }
}
