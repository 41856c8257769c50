// Deliveries of hosts in the log of what comes in.
import { z } from 'zod'
import { defineWrite } from '../../call/define/operation.js'

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
  summary: 'Note the outcome of a delivery',
  description: 'Writes a delivery into the log of what comes in, or counts a repeated one.',
  access: 'required',
  input: z.custom<CodeDelivery>(),
  output: z.object({}),
  async run(tx, { hook, key_hash, bug_ids, size }, call) {
    const where = { and: [{ col: 'way', eq: 'code' } as const, { col: 'key_hash', eq: key_hash } as const] }
    const [before] = await tx.select({ from: 'inbound', where, columns: ['id', 'attempts'] })
    const outcome = bug_ids.length > 0 ? 'done' : 'nothing'
    const said = { outcome, bug_ids: [...bug_ids], time: call.now }
    if (before) await tx.update('inbound', { col: 'id', eq: before.id }, { ...said, attempts: before.attempts + 1 })
    else {
      const about = { way: 'code', source: hook.name, key_hash, user_id: hook.user_id, size, attempts: 1 }
      await tx.insert('inbound', [
        {
          ...about,
          ...said,
          reason: '',
          sender: '',
          subject: '',
          intake_id: null,
          address_hash: '',
          arrival_time: null,
        },
      ])
    }
    await tx.update('code_hooks', { col: 'id', eq: hook.id }, { last_time: call.now })
    return {}
  },
})
