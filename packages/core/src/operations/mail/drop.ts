import * as z from 'zod'
import { TrackerError } from '../../kernel/errors.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { findDead, isIdle, requireMessages } from '../../mail/find.js'
import { namedObject } from '../../call/define/outputs.js'

export const dropMail = defineWrite({
  name: 'mail.drop',
  summary: 'Delete messages',
  description:
    'Deletes messages: pending ones are not sent, sent and failed ones are no longer listed. Messages that are ' +
    'being sent stay. All or nothing.\n\n' +
    'The response names the deleted messages.\n\n' +
    'Fails with `auth_failure` for users who are not administrators; `params_required` without either.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist'],
  examples: [{ title: 'Forget all that was given up', code: 'await admin.mail.drop({ all_dead: true })' }],
  access: 'required',
  right: { group: 'admin', action: 'delete email' },
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of messages, from mail.list.' }),
    all_dead: z.boolean().default(false).meta({ description: 'All failed messages.' }),
  }),
  output: z.object({ messages: z.array(namedObject).meta({ description: 'Deleted messages.' }) }),
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
