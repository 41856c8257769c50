// Claims: a row of an outbox belongs to one process, which renews its claim while it works on the row.
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { groupBy } from '../../kernel/collections.js'
import type { Row, Where, Writer } from '../../schema/index.js'

/** The name of one tracker, unique among all processes. */
export type Claimant = string

export type OutboxEntity = 'mail_outbox' | 'webhook_deliveries'

/** Milliseconds that rows claimed by a crashed process wait. */
export const claimLength = 60_000

/** By how many milliseconds the clocks of processes may differ. */
export const clockTolerance = 3_600_000

/**
 * Rows that are due and not claimed. A claim or pause that ends later than possible was written by a clock that was ahead, and
 * counts as over, beyond a tolerance for clocks that differ.
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

/** The columns of a claim. */
export function claimOf(me: Claimant, now: Date) {
  return { claimed_by: me, claimed_until: addMilliseconds(now, claimLength) }
}

export const released = { claimed_by: null, claimed_until: null }

/** Rows whose claim still belongs to the claimant. */
export function claimedBy<E extends OutboxEntity>(me: Claimant, ids: readonly number[]): Where<E> {
  const mine: Where<'mail_outbox'> = {
    and: [
      { col: 'id', in: ids },
      { col: 'claimed_by', eq: me },
    ],
  }
  return mine as unknown as Where<E>
}

export interface ClaimRules<E extends OutboxEntity> {
  readonly entity: E
  readonly maxAttempts: number
  readonly findDue: () => Promise<readonly Row<E>[]>
  /** Selects the due rows to claim now. Default: all. */
  readonly choose?: (due: readonly Row<E>[]) => readonly Row<E>[]
  /** Ends rows that have no attempts left. */
  readonly giveUp: (rows: readonly Row<E>[]) => Promise<void>
  /** Columns to set in advance, in case this process crashes after `attempts` earlier attempts. */
  readonly afterCrash: (attempts: number) => Partial<Row<E>>
}

/** Claims due rows and returns them as they were. The attempt counts from now on: a process that crashes records nothing. */
export async function claimDue<E extends OutboxEntity>(
  tx: Writer,
  me: Claimant,
  now: Date,
  rules: ClaimRules<E>,
): Promise<readonly Row<E>[]> {
  const { entity, maxAttempts, findDue, choose, giveUp, afterCrash } = rules
  const due = await findDue()
  const spent = due.filter((row) => row.attempts >= maxAttempts)
  if (spent.length > 0) {
    await giveUp(spent)
    return claimDue(tx, me, now, rules)
  }
  const rows = choose ? choose(due) : due
  for (const [attempts, alike] of groupBy(rows, (row) => row.attempts)) {
    const where = { col: 'id', in: alike.map(({ id }) => id) } as unknown as Where<E>
    await tx.update(entity, where, { ...afterCrash(attempts), ...claimOf(me, now) })
  }
  return rows
}

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
