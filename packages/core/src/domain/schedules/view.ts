// Schedules as their owners see them.
import * as z from 'zod'
import type { Call } from '../../call/context.js'
import type { Reader, Row } from '../../schema/index.js'
import { loadUsers } from '../users/find.js'
import { scheduleKinds, type ScheduleKind } from './inputs.js'
import { readRecipients } from './recipients.js'
import { hoursOf } from './reschedule.js'
import { dayNames, daysOfBits } from './times.js'

export const scheduleView = z
  .object({
    id: z.int().meta({ description: 'The ID of the schedule.' }),
    kind: z.enum(scheduleKinds).meta({ description: 'A `digest` of the inbox, or a `search`.' }),
    saved_search_id: z
      .int()
      .nullable()
      .meta({ description: 'Saved search, which can be deleted by now; null for a digest.' }),
    name: z.string().meta({ description: 'Name of the email.' }),
    days: z.array(z.enum(dayNames)).meta({ description: 'The days of the week.' }),
    hours: z.array(z.int()).meta({ description: 'The full hours of these days.' }),
    to: z
      .object({
        users: z.array(z.string()).meta({ description: 'Logins.' }),
        groups: z.array(z.string()).meta({ description: 'Names of groups of which the caller is a member.' }),
      })
      .nullable()
      .meta({ description: 'The recipients; null: the caller.' }),
    only_changed: z.boolean().meta({ description: 'Only bugs that changed since the last run.' }),
    if_empty: z.boolean().meta({ description: 'Email is sent also without bugs.' }),
    is_enabled: z.boolean().meta({ description: 'Whether it runs.' }),
    next_time: z.date().meta({ description: 'The next run, while it is enabled.' }),
    last_time: z.date().nullable().meta({ description: 'The last run; null before the first one.' }),
    disabled_reason: z.string().meta({
      description:
        'Why the tracker disabled it: `saved_search_gone`, `schedule_denied`, `no_recipients`, or the name of the error of the search. Empty otherwise.',
    }),
  })
  .meta({ id: 'Schedule', description: 'A digest or a scheduled search.' })

type ScheduleView = z.output<typeof scheduleView>

export async function viewSchedules(
  tx: Reader,
  call: Call,
  rows: readonly Row<'schedules'>[],
): Promise<ScheduleView[]> {
  const users = await loadUsers(
    tx,
    rows.flatMap((row) => readRecipients(row)?.users ?? []),
  )
  return rows.map(({ user_id: _, ...row }) => {
    const to = readRecipients(row)
    const groups = (to?.groups ?? []).filter((id) => call.who.groupIds.has(id))
    return {
      ...row,
      kind: row.kind as ScheduleKind,
      days: daysOfBits(row.days),
      hours: hoursOf(row),
      to: to && {
        users: to.users.flatMap((id) => users.get(id)?.login ?? []),
        groups: groups.flatMap((id) => call.catalogue.groups.get(id)?.name ?? []),
      },
    }
  })
}
