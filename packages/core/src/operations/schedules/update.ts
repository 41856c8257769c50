import * as z from 'zod'
import { id } from '../../call/define/inputs.js'
import { namedObject } from '../../call/define/outputs.js'
import { defineWrite } from '../../call/define/operation.js'
import {
  aRecipient,
  findRecipients,
  requireSchedule,
  requireSchedulingRight,
  scheduleInput,
} from '../../domain/schedules/inputs.js'
import { changeRecipients, hasRecipients, readRecipients } from '../../domain/schedules/recipients.js'
import { hoursOf, nextTimeOf } from '../../domain/schedules/reschedule.js'
import { bitsOfDays, sortedHours } from '../../domain/schedules/times.js'
import { TrackerError } from '../../kernel/errors.js'

export const updateSchedule = defineWrite({
  name: 'schedules.update',
  summary: 'Update a digest or a scheduled search',
  description:
    'Changes a schedule of the caller; omitted parts stay. Enabling one that the tracker disabled runs it again at its ' +
    'next time. Recipients who unsubscribed get no email again.\n\n' +
    'Fails with `object_does_not_exist` for other IDs, and for a user or group that the caller cannot use; ' +
    '`schedule_denied` without the group that it requires, unless it is disabled; `param_invalid` for parts of a ' +
    'search in a digest, for `to` without recipients, and for enabling a search that has none.',
  errors: [
    'login_required',
    'param_invalid',
    'object_does_not_exist',
    'schedule_denied',
    'list_too_long',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Pause a schedule',
      code:
        'const { schedules } = await alice.schedules.get()\n' +
        'for (const { id } of schedules) await alice.schedules.update({ id, is_enabled: false })',
    },
  ],
  access: 'required',
  input: z.strictObject({
    id: id.meta({ description: 'The ID of the schedule.' }),
    name: scheduleInput.name.optional(),
    days: scheduleInput.days.optional(),
    hours: scheduleInput.hours.optional(),
    to: scheduleInput.to.optional(),
    only_changed: scheduleInput.only_changed.optional(),
    if_empty: scheduleInput.if_empty.optional(),
    is_enabled: z.boolean().optional().meta({ description: 'Whether it runs.' }),
  }),
  output: namedObject,
  async run(tx, { id: scheduleId, name, days, hours, to, only_changed, if_empty, is_enabled }, call) {
    const before = await requireSchedule(tx, call, scheduleId)
    const isOfSearch = to !== undefined || only_changed !== undefined || if_empty !== undefined
    if (before.kind === 'digest' && isOfSearch)
      throw new TrackerError('param_invalid', { field: 'id', value: scheduleId, accepted: 'a scheduled search' })
    const next = to === undefined ? readRecipients(before) : to
    if (is_enabled && next && !hasRecipients(next))
      throw new TrackerError('param_invalid', { field: 'to', accepted: aRecipient })
    // Users who have lost the right can disable their schedules.
    if (to !== undefined || (is_enabled ?? before.is_enabled))
      requireSchedulingRight(call, { kind: before.kind, to: next })
    const recipients = to === undefined ? before.to : changeRecipients([before], await findRecipients(tx, call, to))
    const timing = {
      days: days ? bitsOfDays(days) : before.days,
      hours: hours ? sortedHours(hours) : before.hours,
    }
    const isSame = timing.days === before.days && String(hoursOf(timing)) === String(hoursOf(before))
    // A run that is due must not be lost when something else changes.
    const isDue = isSame && (before.is_enabled || !is_enabled)
    const next_time = isDue ? before.next_time : await nextTimeOf(tx, before.user_id, timing, call.now)
    const after = {
      ...timing,
      next_time,
      to: recipients,
      name: name || before.name,
      only_changed: only_changed ?? before.only_changed,
      if_empty: if_empty ?? before.if_empty,
      is_enabled: is_enabled ?? before.is_enabled,
      disabled_reason: is_enabled === undefined ? before.disabled_reason : '',
    }
    await tx.update('schedules', { col: 'id', eq: scheduleId }, after)
    return { id: scheduleId }
  },
})
