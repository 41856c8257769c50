// The life of rows in the outbox, one statement or two each: claimed by one process, then sent, tried again later, or given up.
import { groupBy } from '../../kernel/collections.js'
import type { Environment } from '../../kernel/environment.js'
import type { DeliveryEnded } from '../../kernel/observer.js'
import { claimedBy, claimOf, isDue, released, type Claimant } from '../outbox/claims.js'
import { errorText } from '../outbox/error-text.js'
import type { Row, Writer } from '../../schema/index.js'
import { isPermanent, longestPause, maxAttempts, nextAttempt } from './attempts.js'
import type { OutboxRow } from '../../call/mail-outbox.js'

/** What is remembered of an attempt whose end nobody has written down. */
const crash = 'the process that was making or sending it ended'

/** Whether the attempt before was never ended: what it was made of, or the mailer, may have ended the whole process. */
export function isSuspect({ claimed_by }: Pick<OutboxRow, 'claimed_by'>): boolean {
  return claimed_by !== null
}

interface Wanted {
  readonly most: number
  /** Whether the claimant has nothing else in hand. */
  readonly isIdle: boolean
}

/**
 * Claims at most so many rows that are due, in the order in which they came about. A suspect is claimed alone: should it end the
 * process once more, nobody else's mail counts that as an attempt. Returns them as they were before.
 */
export async function claim(
  tx: Writer,
  environment: Pick<Environment, 'clock' | 'random'>,
  me: Claimant,
  wanted: Wanted,
): Promise<OutboxRow[]> {
  const now = environment.clock()
  const due = await tx.select({
    from: 'mail_outbox',
    where: isDue<'mail_outbox'>(now, longestPause),
    order: [{ col: 'next_attempt' }, { col: 'id' }],
    limit: wanted.most,
  })
  const over = due.filter((row) => row.attempts >= maxAttempts).map((row) => row.id)
  if (over.length > 0) {
    await tx.update('mail_outbox', { col: 'id', in: over }, { state: 'dead', ...released })
    return claim(tx, environment, me, wanted)
  }
  const [first] = due
  if (!first || (isSuspect(first) && !wanted.isIdle)) return []
  const rows = isSuspect(first) ? [first] : due.filter((row) => !isSuspect(row))
  const claimed = claimOf(me, now)
  // Counted here already: who ends with the process writes nothing down.
  for (const [attempts, alike] of groupBy(rows, (row) => row.attempts)) {
    const ids = alike.map((row) => row.id)
    const failed = afterFailure(attempts, new Error(crash), now, environment)
    await tx.update('mail_outbox', { col: 'id', in: ids }, { ...failed, state: 'waiting', ...claimed })
  }
  return rows
}

/** How an attempt ended. 'nothing': by now there is nothing that its reader may see and wants to get. */
export type Outcome = 'sent' | 'nothing' | { readonly error: unknown }

/** What is told of it to those who count: nothing of what there was nothing to send of. */
type Settled = DeliveryEnded['outcome'] | undefined

/** Writes down how an attempt with a message ended. `row`: as it was before it was claimed. */
export async function settle(
  tx: Writer,
  { clock, random }: Pick<Environment, 'clock' | 'random'>,
  me: Claimant,
  row: Pick<OutboxRow, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<Settled> {
  const now = clock()
  if (outcome === 'nothing') {
    await tx.delete('mail_outbox', claimedBy(me, [row.id]))
    return undefined
  }
  const set =
    outcome === 'sent'
      ? { state: 'sent', sent_time: now, last_error: null, attempts: row.attempts }
      : afterFailure(row.attempts, outcome.error, now, { random })
  await tx.update('mail_outbox', claimedBy(me, [row.id]), { ...set, ...released })
  return 'state' in set ? (set.state as Settled) : 'failed'
}

/** What a row says after one more failure. */
function afterFailure(
  attempts: number,
  error: unknown,
  now: Date,
  environment: Pick<Environment, 'random'>,
): Pick<Row<'mail_outbox'>, 'attempts' | 'last_error' | 'next_attempt'> & { state?: 'dead' } {
  const failed = { attempts: attempts + 1, last_error: errorText(error) }
  const next_attempt = nextAttempt(now, failed.attempts, environment)
  const isOver = isPermanent(error) || failed.attempts >= maxAttempts
  return { ...failed, next_attempt, ...(isOver && { state: 'dead' }) }
}
