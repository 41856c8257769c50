// Links the account of a provider to the account of a session.
import { requireUser, type Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { takeFlow } from './flow-rows.js'
import { linkIdentity } from './identities.js'
import type { ProvenPerson } from './log-in.js'
import type { LoginOutcome } from './outcome.js'

/** @throws login_required, login_flow_not_valid, login_refused */
export async function linkTo(tx: Writer, call: Call, { flow, login, person }: ProvenPerson): Promise<LoginOutcome> {
  const { id } = requireUser(call.who)
  await takeFlow(tx, flow, { stage: 'used', user_id: id }, call.now)
  await linkIdentity(tx, call, login, person, { id })
  return { outcome: 'done', id }
}
