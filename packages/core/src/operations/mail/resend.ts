import * as z from 'zod'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { isIdle, requireMessages } from '../../mail/find.js'
import { namedObject } from '../../call/define/outputs.js'

export const resendMail = defineWrite({
  name: 'mail.resend',
  summary: 'Send messages again',
  description:
    'Sends messages again immediately: failed ones, pending ones, and also sent ones, which then arrive twice, ' +
    'the second time with the content that the recipient can see now. Messages that are being sent stay. All or ' +
    'nothing.\n\n' +
    'The response names the messages.\n\n' +
    'Fails with `auth_failure` for users who are not administrators.',
  errors: ['auth_failure', 'object_does_not_exist'],
  examples: [
    {
      title: 'Resend failed messages',
      code:
        "const { messages } = await admin.mail.list({ state: 'dead' })\n" +
        'await admin.mail.resend({ ids: messages.map((message) => message.id) })',
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'resend email' },
  input: z.strictObject({ ids: list(id).min(1).meta({ description: 'IDs of messages, from mail.list.' }) }),
  output: z.object({ messages: z.array(namedObject).meta({ description: 'Messages to send again.' }) }),
  async run(tx, input, call) {
    const idle = (await requireMessages(tx, input.ids)).filter((row) => isIdle(row, call.now))
    const ids = idle.map((row) => row.id)
    const fresh = { state: 'waiting', attempts: 0, next_attempt: call.now, last_error: null, sent_time: null }
    await tx.update('mail_outbox', { col: 'id', in: ids }, { ...fresh, claimed_by: null, claimed_until: null })
    call.mail.wakeDispatcher()
    return { messages: ids.map((one) => ({ id: one })) }
  },
})
