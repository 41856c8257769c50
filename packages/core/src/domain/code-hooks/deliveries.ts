// Deliveries of hosts in the log of what comes in.
import { z } from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { notReported, ofKey } from '../inbound/find.js'

export interface CodeDelivery {
  readonly hook: { readonly id: number; readonly name: string; readonly user_id: number }
  /** The same for a repeated delivery. */
  readonly key_hash: string
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
  async run(tx, { hook, key_hash, bug_ids, size }, call) {
    const where = ofKey('code', key_hash)
    const [before] = await tx.select({ from: 'inbound', where, columns: ['id', 'attempts'] })
    const outcome = bug_ids.length > 0 ? 'done' : 'nothing'
    const said = { outcome, bug_ids: [...bug_ids], time: call.now }
    if (before) await tx.update('inbound', { col: 'id', eq: before.id }, { ...said, attempts: before.attempts + 1 })
    else {
      const about = { way: 'code', source: hook.name, key_hash, user_id: hook.user_id, size, attempts: 1 }
      const none = { reason: '', sender: '', subject: '', intake_id: null, ...notReported }
      await tx.insert('inbound', [{ ...about, ...said, ...none }])
    }
    await tx.update('code_hooks', { col: 'id', eq: hook.id }, { last_time: call.now })
    return {}
  },
})
