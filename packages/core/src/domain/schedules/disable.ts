import { outgoing } from '../../call/mail-outbox.js'
import type { Row, Writer } from '../../schema/index.js'

/** Disables a schedule that cannot run, and notifies its owner once. `reason`: the name of an error. */
export async function disableSchedule(
  tx: Writer,
  { id, name, user_id }: Pick<Row<'schedules'>, 'id' | 'name' | 'user_id'>,
  reason: string,
  now: Date,
): Promise<void> {
  const where = { and: [{ col: 'id', eq: id } as const, { col: 'is_enabled', eq: true } as const] }
  if ((await tx.update('schedules', where, { is_enabled: false, disabled_reason: reason })) === 0) return
  const payload = { what: 'schedule_disabled', name, reason } as const
  await tx.insert('mail_outbox', [outgoing(now, { kind: 'account', user_id, payload })])
}
