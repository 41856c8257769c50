// Messages of schedules in the outbox.
import type { MailKind } from '../../call/mail-outbox.js'
import type { SchedulePayload } from '../../call/mail-fact.js'
import type { Row } from '../../schema/index.js'

/** A message to one recipient. `isTrial`: the owner asked for it, also while the schedule is disabled. */
export function scheduleMessage(
  { id, kind, last_time }: Pick<Row<'schedules'>, 'id' | 'kind' | 'last_time'>,
  { to: user_id, isTrial }: { readonly to: number; readonly isTrial: boolean },
) {
  const payload = {
    schedule_id: id,
    since: last_time?.toISOString() ?? null,
    is_trial: isTrial,
  } satisfies SchedulePayload
  return { kind: kind as MailKind, user_id, payload }
}
