import { z } from 'zod'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { isIdle, requireMessages } from '../../mail/find.js'
import { namedObject } from '../../call/define/outputs.js'

export const resendMail = defineWrite({
  name: 'mail.resend',
  summary: 'Try mail again',
  description:
    'Tries mail again at once, as if for the first time: what was given up, what waits for its next attempt, and ' +
    'also what was sent already, which then arrives twice, the second time with what its reader may see by now. ' +
    'What is being sent right now is left alone. All of it or nothing.\n\n' +
    'The answer names what will be tried.\n\n' +
    'Fails with `auth_failure` for others than administrators.',
  errors: ['auth_failure', 'object_does_not_exist'],
  examples: [
    {
      title: 'Try again what was given up',
      code:
        "const { messages } = await admin.mail.list({ state: 'dead' })\n" +
        'await admin.mail.resend({ ids: messages.map((message) => message.id) })',
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'resend mail' },
  input: z.strictObject({ ids: list(id).min(1).meta({ description: 'Which ones, as mail.list tells them.' }) }),
  output: z.object({ messages: z.array(namedObject).meta({ description: 'What will be tried.' }) }),
  async run(tx, input, call) {
    const idle = (await requireMessages(tx, input.ids)).filter((row) => isIdle(row, call.now))
    const ids = idle.map((row) => row.id)
    const fresh = { state: 'waiting', attempts: 0, next_attempt: call.now, last_error: null, sent_time: null }
    await tx.update('mail_outbox', { col: 'id', in: ids }, { ...fresh, claimed_by: null, claimed_until: null })
    call.mail.wakeDispatcher()
    return { messages: ids.map((one) => ({ id: one })) }
  },
})
