// Who deals with a row of an outbox: one process claims it, and goes on claiming it while it is at work.
import { addMilliseconds } from 'date-fns/addMilliseconds'
import type { Row, Where, Writer } from '../../schema/index.js'

/** Who claims: no two trackers have the same name. */
export type Claimant = string

/** What is on its way out. */
export type OutboxEntity = 'mail_outbox' | 'webhook_deliveries'

/** Milliseconds for which nobody else touches what one has claimed. What a crash leaves claimed waits that long. */
export const claimLength = 60_000

/** By how many milliseconds the clocks of processes may differ. */
const clockTolerance = 3_600_000

/**
 * What is due and not being delivered by anybody. A claim or a pause that ends later than any can was written by a clock that
 * was ahead, or before the clock was set back, and counts as over; clocks that differ a little are no reason to doubt it.
 *
 * @param longestPause the longest there is between two attempts, in milliseconds
 */
export function isDue<E extends OutboxEntity>(now: Date, longestPause: number): Where<E> {
  const due: Where<'mail_outbox'> = {
    and: [
      { col: 'state', eq: 'waiting' },
      {
        or: [
          { col: 'next_attempt', lte: now },
          { col: 'next_attempt', gt: addMilliseconds(now, longestPause + clockTolerance) },
        ],
      },
      {
        or: [
          { col: 'claimed_until', eq: null },
          { col: 'claimed_until', lte: now },
          { col: 'claimed_until', gt: addMilliseconds(now, claimLength + clockTolerance) },
        ],
      },
    ],
  }
  // Both have these columns.
  return due as unknown as Where<E>
}

/** What a row says that somebody claims. */
export function claimOf(me: Claimant, now: Date) {
  return { claimed_by: me, claimed_until: addMilliseconds(now, claimLength) }
}

/** What a row says that nobody claims. */
export const released = { claimed_by: null, claimed_until: null }

/** Rows that the claimant has claimed, as far as nobody else has since. */
export function claimedBy<E extends OutboxEntity>(me: Claimant, ids: readonly number[]): Where<E> {
  const mine: Where<'mail_outbox'> = {
    and: [
      { col: 'id', in: ids },
      { col: 'claimed_by', eq: me },
    ],
  }
  return mine as unknown as Where<E>
}

/** Goes on claiming what one is still sending. */
export async function renewClaims<E extends OutboxEntity>(
  tx: Writer,
  entity: E,
  me: Claimant,
  now: Date,
  ids: readonly number[],
): Promise<void> {
  const { claimed_until } = claimOf(me, now)
  await tx.update(entity, claimedBy<E>(me, ids), { claimed_until } as unknown as Partial<Row<E>>)
}
