// Deliveries of hosts in the log of what comes in.
import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { notReported, ofKey } from '../inbound/find.js'

/** Why a delivery was refused, or that parts of it were left out; otherwise empty. */
export type CodeReason = '' | 'limit' | 'payload_invalid' | 'timeout'

export interface CodeDelivery {
  readonly hook: { readonly id: number; readonly name: string; readonly user_id: number }
  /** The same for a repeated delivery. */
  readonly key_hash: string
  readonly outcome: 'done' | 'nothing' | 'refused'
  readonly reason: CodeReason
  readonly bug_ids: readonly number[]
  readonly size: number
}

/** No public operation: deliveries of hosts end with it. */
export const noteDelivery = defineWrite({
  name: 'codeHooks.noteDelivery',
  summary: 'Record the outcome of a delivery',
  description: 'Writes a delivery into the log of what comes in, or counts a repeated one.',
  access: 'required',
  input: z.custom<CodeDelivery>(),
  output: z.object({}),
  async run(tx, { hook, key_hash, outcome, reason, bug_ids, size }, call) {
    const where = ofKey('code', key_hash)
    const [before] = await tx.select({ from: 'inbound', where, columns: ['id', 'attempts', 'outcome'] })
    const said = { outcome, reason, bug_ids: [...bug_ids], time: call.now }
    // A repeated delivery that is refused takes back nothing.
    const isKept = outcome === 'refused' && before?.outcome === 'done'
    if (before)
      await tx.update('inbound', { col: 'id', eq: before.id }, { ...(!isKept && said), attempts: before.attempts + 1 })
    else {
      const about = { way: 'code', source: hook.name, key_hash, user_id: hook.user_id, size, attempts: 1 }
      const none = { sender: '', subject: '', intake_id: null, ...notReported }
      await tx.insert('inbound', [{ ...about, ...said, ...none }])
    }
    await tx.update('code_hooks', { col: 'id', eq: hook.id }, { last_time: call.now })
    return {}
  },
})
