// Rows of the mail outbox: claimed by one process, then sent, retried later, or given up.
import { groupBy } from '../../kernel/collections.js'
import type { Environment } from '../../kernel/environment.js'
import type { TrackerEvent } from '../../kernel/events.js'
import type { DeliveryEnded } from '../../kernel/observer.js'
import type { ChangeEvent } from '../../call/change-event.js'
import { nobody } from '../../call/context.js'
import { countBounce } from '../../domain/users/bounces.js'
import { readFeedState } from '../../feed/position.js'
import { writeEntries } from '../../feed/write.js'
import { claimDue, claimedBy, claimOf, isDue, released, type Claimant } from '../outbox/claims.js'
import { errorText } from '../outbox/error-text.js'
import type { NewRow, Row, Writer } from '../../schema/index.js'
import { isBounce, isPermanent, longestPause, maxAttempts, nextAttempt } from './attempts.js'
import type { OutboxRow } from '../../call/mail-outbox.js'

const crash = new Error('the process that rendered or sent it exited')

/** The previous attempt never ended: the row itself may have crashed the process. */
export function isSuspect({ claimed_by }: Pick<OutboxRow, 'claimed_by'>): boolean {
  return claimed_by !== null
}

interface Capacity {
  readonly most: number
  /** The claimant is sending nothing else. */
  readonly isIdle: boolean
}

export interface Claimed {
  /** As they were before the claim. */
  readonly rows: readonly OutboxRow[]
  /** There may be more that are due. */
  readonly isMore: boolean
}

/**
 * Claims due rows in their order of creation. A suspect is claimed only without others: should it crash
 * the process again, no other mail counts that as an attempt.
 */
export async function claim(
  tx: Writer,
  environment: Pick<Environment, 'clock' | 'random'>,
  me: Claimant,
  { most: limit, isIdle }: Capacity,
): Promise<Claimed> {
  const now = environment.clock()
  let isMore = false
  const select = (due: readonly OutboxRow[]) => {
    const [first] = due
    if (!first || !isSuspect(first)) return due.filter((row) => !isSuspect(row))
    return isIdle ? [first] : []
  }
  const rows = await claimDue(tx, me, now, {
    entity: 'mail_outbox',
    maxAttempts,
    findDue: async () =>
      tx.select({
        from: 'mail_outbox',
        where: isDue<'mail_outbox'>(now, longestPause),
        order: [{ col: 'next_attempt' }, { col: 'id' }],
        limit,
      }),
    choose: (due) => {
      const chosen = select(due)
      isMore = due.length === limit || chosen.length < due.length
      return chosen
    },
    giveUp: async (rows) => {
      const ids = rows.map(({ id }) => id)
      await tx.update('mail_outbox', { col: 'id', in: ids }, { state: 'dead', ...released })
    },
    afterCrash: (attempts) => afterCrash(attempts, now, environment),
  })
  return { rows, isMore }
}

/** Creates messages of which the first `most` are claimed from the beginning, as if they had been claimed a moment later. */
export async function createClaimed(
  tx: Writer,
  environment: Pick<Environment, 'clock' | 'random'>,
  me: Claimant,
  messages: readonly NewRow<'mail_outbox'>[],
  most: number,
): Promise<Claimed> {
  const now = environment.clock()
  const claim = { ...afterCrash(0, now, environment), ...claimOf(me, now) }
  const free = { last_error: null, ...released }
  const ids = await tx.insert(
    'mail_outbox',
    messages.map((message, index) => ({ ...message, ...(index < most ? claim : free) })),
  )
  const blank = { bug_id: null, user_id: null, address: null, sent_time: null, ...free }
  const rows = messages.slice(0, most).map((message, index) => ({ ...blank, ...message, id: ids[index] as number }))
  return { rows, isMore: messages.length > most }
}

/** 'nothing': nothing is left that the reader may see and wants to get. */
export type Outcome = 'sent' | 'nothing' | { readonly error: unknown }

/** An attempt that ended. `row`: as it was before the claim. */
export interface Ended {
  readonly row: Pick<OutboxRow, 'id' | 'attempts' | 'user_id' | 'address'>
  readonly outcome: Outcome
}

interface Settling extends Pick<Environment, 'clock' | 'random'> {
  /** Notes an event for the listeners, who are notified after the commit. */
  readonly emit: (...event: TrackerEvent) => void
}

/** Records the outcomes of attempts. Returns them for metrics, without those that had nothing to send. */
export async function settle(
  tx: Writer,
  { clock, random, emit }: Settling,
  me: Claimant,
  all: readonly Ended[],
): Promise<DeliveryEnded['outcome'][]> {
  const now = clock()
  const of = (outcome: Outcome) => all.filter((ended) => ended.outcome === outcome).map(({ row }) => row)
  const pointless = of('nothing').map(({ id }) => id)
  if (pointless.length > 0) await tx.delete('mail_outbox', claimedBy(me, pointless))
  const sent = of('sent')
  for (const [attempts, alike] of groupBy(sent, (row) => row.attempts)) {
    const ids = alike.map(({ id }) => id)
    const set = { state: 'sent', sent_time: now, last_error: null, attempts, ...released }
    await tx.update('mail_outbox', claimedBy(me, ids), set)
  }
  const outcomes = sent.map((): DeliveryEnded['outcome'] => 'sent')
  for (const { row, outcome } of all) {
    if (typeof outcome !== 'object') continue
    const set = afterFailure(row.attempts, outcome.error, now, { random })
    const written = await tx.update('mail_outbox', claimedBy(me, [row.id]), { ...set, ...released })
    const userId = written > 0 && row.address === null ? row.user_id : null
    if (userId !== null && isBounce(outcome.error)) await noteBounce(tx, userId, { now, emit })
    outcomes.push(set.state ?? 'failed')
  }
  return outcomes
}

/** As an operation does it: with an entry of the change feed. */
async function noteBounce(
  tx: Writer,
  userId: number,
  { now, emit }: Pick<Settling, 'emit'> & { readonly now: Date },
): Promise<void> {
  const entries: ChangeEvent[] = []
  const recordChange = (event: ChangeEvent) => void entries.push(event)
  await countBounce(tx, { who: nobody, now, recordChange, emit }, userId)
  if (entries.length === 0) return
  await writeEntries(tx, (await readFeedState(tx)).change_seq, entries)
}

/** Written in advance, in case this process crashes. */
function afterCrash(attempts: number, now: Date, environment: Pick<Environment, 'random'>) {
  return { ...afterFailure(attempts, crash, now, environment), state: 'waiting' }
}

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
