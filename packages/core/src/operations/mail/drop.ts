import { z } from 'zod'
import { TrackerError } from '../../kernel/errors.js'
import { id, list } from '../../define/inputs.js'
import { defineWrite } from '../../define/operation.js'
import { findDead, isIdle, requireMessages } from '../../mail/find.js'

/**
 * Forgets mail: what waits is not sent, what was sent or given up is not listed any more. What is being sent right now is left
 * alone. All of it or nothing.
 *
 * `ids`: which ones, as mail.list tells them. `all_dead`: all that was given up. The answer names what was dropped.
 *
 * @throws auth_failure (304) for others than administrators, params_required (50) without either, object_does_not_exist (51)
 * @example await admin.mail.drop({ all_dead: true })
 */
export const dropMail = defineWrite({
  name: 'mail.drop',
  summary: 'Forget mail',
  access: 'required',
  right: { group: 'admin', action: 'drop mail' },
  input: z.strictObject({ ids: list(id).default([]), all_dead: z.boolean().default(false) }),
  output: z.object({ messages: z.array(z.object({ id: z.int() })) }),
  async run(tx, input, call) {
    if (input.ids.length === 0 && !input.all_dead)
      throw new TrackerError('params_required', { fields: ['ids', 'all_dead'] })
    const named = await requireMessages(tx, input.ids)
    const found = [...named, ...(input.all_dead ? await findDead(tx) : [])]
    const dropped = [...new Set(found.filter((row) => isIdle(row, call.now)).map((row) => row.id))]
    await tx.delete('mail_outbox', { col: 'id', in: dropped })
    return { messages: dropped.map((one) => ({ id: one })) }
  },
})
