import { z } from 'zod'
import { groupBy } from '../../kernel/collections.js'
import { id, list } from '../../define/inputs.js'
import { defineWrite } from '../../define/operation.js'
import { isIdle, requireMessages } from '../../mail/find.js'
import { stateOfFresh } from '../../call/mail-outbox.js'

/**
 * Tries mail again at once, as if for the first time: what was given up, what waits for its next attempt, and also what was sent
 * already, which then arrives twice, the second time with what its reader may see by now. What is being sent right now is left
 * alone. All of it or nothing.
 *
 * `ids`: which ones, as mail.list tells them. The answer names what will be tried.
 *
 * @throws auth_failure (304) for others than administrators, object_does_not_exist (51)
 * @example
 * const { messages } = await admin.mail.list({ state: 'dead' })
 * await admin.mail.resend({ ids: messages.map((message) => message.id) })
 */
export const resendMail = defineWrite({
  name: 'mail.resend',
  summary: 'Try mail again',
  access: 'required',
  right: { group: 'admin', action: 'resend mail' },
  input: z.strictObject({ ids: list(id).min(1) }),
  output: z.object({ messages: z.array(z.object({ id: z.int() })) }),
  async run(tx, input, call) {
    const idle = (await requireMessages(tx, input.ids)).filter((row) => isIdle(row, call.now))
    for (const [state, alike] of groupBy(idle, ({ kind }) => stateOfFresh(kind))) {
      const ids = alike.map((row) => row.id)
      const fresh = { state, attempts: 0, next_attempt: call.now, last_error: null, sent_time: null }
      await tx.update('mail_outbox', { col: 'id', in: ids }, { ...fresh, claimed_by: null, claimed_until: null })
    }
    call.mail.wakeDispatcher()
    return { messages: idle.map((row) => ({ id: row.id })) }
  },
})
