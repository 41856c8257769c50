// A passkey that has been proven begins a session, or confirms one. It counts as two factors.
import { logSignIn } from '../../auth/sign-in-log.js'
import { issueToken } from '../../auth/tokens.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { takeFlow } from '../logins/flow-rows.js'
import { requireEnabled } from '../logins/log-in.js'
import type { LoginOutcome } from '../logins/outcome.js'
import { byPasskey } from './options.js'
import { notValid, type ProvenPasskey } from './prove.js'

/** @throws login_flow_not_valid, passkey_not_valid, account_disabled, login_required */
export async function finishByPasskey(tx: Writer, call: Call, proven: ProvenPasskey): Promise<LoginOutcome> {
  const { flow, passkey, state } = proven
  const { user_id: id } = passkey
  await takeFlow(tx, flow, { stage: 'used', user_id: id }, call.now)
  // It may have been removed since, or used by another call.
  const same = { and: [{ col: 'id', eq: passkey.id } as const, { col: 'counter', eq: passkey.counter } as const] }
  if ((await tx.update('passkeys', same, { ...state, last_used: call.now })) === 0) throw notValid()
  if (flow.purpose === 'confirm') {
    if (requireUser(call.who).id !== id) throw notValid()
    await tx.update('tokens', { col: 'id', eq: flow.session_id ?? 0 }, { confirmed_time: call.now })
    return { outcome: 'done', id }
  }
  await requireEnabled(tx, id)
  await logSignIn(tx, { event: 'login', userId: id, by: id, address: call.address, provider: byPasskey }, call.now)
  const { token } = await issueToken(tx, call, id, { login_by: byPasskey, has_second_factor: true })
  return { outcome: 'done', id, token }
}
