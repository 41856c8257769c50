// Deletes finished rows of an outbox, but only after some time, because administrators can look at them.
import { subDays } from 'date-fns/subDays'
import type { Where, Writer } from '../../schema/index.js'
import type { OutboxEntity } from './claims.js'

/** Days to keep sent or dropped rows, and failed ones. */
const [keepSent, keepDead] = [7, 90]

/** Removes expired rows. */
export async function forgetOld<E extends OutboxEntity>(tx: Writer, entity: E, now: Date): Promise<void> {
  const old: Where<'mail_outbox'> = {
    or: [
      {
        and: [
          { col: 'state', in: ['sent', 'dropped'] },
          { col: 'sent_time', lt: subDays(now, keepSent) },
        ],
      },
      {
        and: [
          { col: 'state', eq: 'dead' },
          { col: 'next_attempt', lt: subDays(now, keepDead) },
        ],
      },
    ],
  }
  // Both have these columns.
  await tx.delete(entity, old as unknown as Where<E>)
}
