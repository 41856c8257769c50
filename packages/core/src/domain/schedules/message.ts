// Messages of schedules in the outbox.
import type { MailKind } from '../../call/mail-outbox.js'
import type { SchedulePayload } from '../../call/mail-fact.js'
import type { Row } from '../../schema/index.js'

/** A message to one recipient. `until` is its time; without one, the owner asked for it, also while it is disabled. */
export function scheduleMessage(
  { id, kind, last_time }: Pick<Row<'schedules'>, 'id' | 'kind' | 'last_time'>,
  { to: user_id, until }: { readonly to: number; readonly until?: Date },
) {
  const payload = {
    schedule_id: id,
    since: last_time?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    is_trial: until === undefined,
  } satisfies SchedulePayload
  return { kind: kind as MailKind, user_id, payload }
}
