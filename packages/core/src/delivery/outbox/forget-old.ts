// Deletes finished rows of an outbox, but only after some time, because administrators can look at them.
import { subDays } from 'date-fns/subDays'
import type { Where, Writer } from '../../schema/index.js'
import type { OutboxEntity } from './claims.js'

/** For how many days what was sent or dropped is kept, and what was given up. */
const [keepSent, keepDead] = [7, 90]

/** Removes what has been kept long enough. */
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
