import { z } from 'zod'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { outgoing } from '../../call/mail-outbox.js'
import { requireSchedule, requireSchedulingRight } from '../../domain/schedules/inputs.js'
import { scheduleMessage } from '../../domain/schedules/message.js'

export const runSchedule = defineWrite({
  name: 'schedules.run',
  summary: 'Send a digest or a scheduled search now, to yourself',
  description:
    'Sends the email of a schedule of the caller now, to the caller only, also while it is disabled. Its times stay, ' +
    'and a pending email of this kind is not sent twice.\n\n' +
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
    is_queued: z.boolean().meta({ description: 'Whether email is sent: false if the tracker sends none.' }),
  }),
  async run(tx, { id: scheduleId }, call) {
    const schedule = await requireSchedule(tx, call, scheduleId)
    requireSchedulingRight(call, schedule)
    if (!call.mail.isKept) return { is_queued: false }
    const message = scheduleMessage(schedule, { to: schedule.user_id, isTrial: true })
    const pending = {
      and: [
        { col: 'state', eq: 'waiting' } as const,
        { col: 'kind', eq: schedule.kind } as const,
        { col: 'user_id', eq: schedule.user_id } as const,
      ],
    }
    if ((await tx.count('mail_outbox', pending)) === 0) await tx.insert('mail_outbox', [outgoing(call.now, message)])
    call.mail.wakeDispatcher()
    return { is_queued: true }
  },
})
