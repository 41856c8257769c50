import * as z from 'zod'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireUser } from '../../call/context.js'
import { schedulePayload } from '../../call/mail-fact.js'
import { outgoing, type MailKind } from '../../call/mail-outbox.js'
import { requireSchedule, requireSchedulingRight } from '../../domain/schedules/inputs.js'
import { scheduleMessage } from '../../domain/schedules/message.js'
import { readRecipients } from '../../domain/schedules/recipients.js'
import { getsMail } from '../../mail/recipients/recipients.js'
import type { Reader, Row } from '../../schema/index.js'

export const runSchedule = defineWrite({
  name: 'schedules.run',
  summary: 'Send a digest or a scheduled search now, to yourself',
  description:
    'Sends the email of a schedule of the caller now, to the caller only, also while it is disabled. Its times stay, ' +
    'and email that waits since an earlier call is not sent twice.\n\n' +
    'Fails with `object_does_not_exist` for other IDs; `schedule_denied` without the group that it requires.',
  errors: ['login_required', 'object_does_not_exist', 'schedule_denied'],
  examples: [
    {
      title: 'Test a schedule',
      code:
        'const { schedules } = await alice.schedules.get()\n' +
        'for (const { id } of schedules.slice(0, 1)) await alice.schedules.run({ id })',
    },
  ],
  access: 'required',
  input: z.strictObject({ id: id.meta({ description: 'The ID of the schedule.' }) }),
  output: z.object({
    is_queued: z.boolean().meta({
      description: 'Whether email is sent: false if the tracker, or the caller by their settings, sends or gets none.',
    }),
  }),
  async run(tx, { id: scheduleId }, call) {
    const schedule = await requireSchedule(tx, call, scheduleId)
    requireSchedulingRight(call, { kind: schedule.kind, to: readRecipients(schedule) })
    if (!call.mail.isKept || !getsMail(requireUser(call.who))) return { is_queued: false }
    const message = scheduleMessage(schedule, { to: schedule.user_id })
    if (!(await isPending(tx, schedule))) await tx.insert('mail_outbox', [outgoing(call.now, message)])
    call.mail.wakeDispatcher()
    return { is_queued: true }
  },
})

/** The caller has asked for this before, and the email waits. */
async function isPending(tx: Reader, { id: scheduleId, kind, user_id }: Row<'schedules'>): Promise<boolean> {
  const where = {
    and: [
      { col: 'state', eq: 'waiting' } as const,
      { col: 'kind', eq: kind as MailKind } as const,
      { col: 'user_id', eq: user_id } as const,
    ],
  }
  const rows = await tx.select({ from: 'mail_outbox', where, columns: ['id', 'payload'] })
  return rows.some(({ payload }) => {
    const waiting = schedulePayload.safeParse(payload).data
    return waiting?.schedule_id === scheduleId && waiting.is_trial
  })
}
