// Passes messages to the mailer, a few at a time, and records the results.
import { setTimeout as wait } from 'node:timers/promises'
import type { Claimant } from '../outbox/claims.js'
import type { TrackerEvent } from '../../kernel/events.js'
import { stage } from '../../kernel/stages.js'
import { errorText } from '../outbox/error-text.js'
import { claim, isSuspect, settle, type Outcome } from './delivery.js'
import { observeMail } from '../../mail/messages/observation.js'
import { composeMessages, type Composed } from '../../mail/messages/compose.js'
import type { OutboxRow } from '../../call/mail-outbox.js'
import { scheduleKinds } from '../../domain/schedules/inputs.js'
import { writeInBackground } from '../../call/background-context.js'
import { createInHand } from '../outbox/active-claims.js'
import type { MailContext } from '../../mail/messages/mail-context.js'

/** Number of messages sent at once. */
const concurrency = 8

/** Milliseconds after which a mailer that does not answer has failed. */
const patience = 120_000

export interface DeliveryContext extends MailContext {
  /** Notifies listeners and readers of the change feed of what delivery has changed. */
  readonly notify: (events: readonly TrackerEvent[]) => void
}

export interface Sender {
  /**
   * Starts sending due messages, as far as there is room. Returns true if calling it again immediately may find more.
   */
  fill(): Promise<boolean>
  /** Returns true while a message is being sent. */
  isBusy(): boolean
  /** Resolves when nothing is being sent any more. */
  idle(): Promise<void>
}

/** Creates a sender. Calls `onRoom` whenever a message is finished. */
export function createSender(context: DeliveryContext, me: Claimant, onRoom: () => void): Sender {
  const inHand = createInHand<OutboxRow>({
    context,
    entity: 'mail_outbox',
    me,
    onRoom,
    failures: {
      end: 'could not write down how sending a message ended',
      renewal: 'email: cannot extend the claims of messages being sent',
    },
  })
  /** True if no other message may be sent beside the current one. */
  let isAlone = false
  /** Messages sent without a record of it in the store. Other processes may send them again; this tracker does not. */
  const gone = new Set<number>()

  async function deal(row: OutboxRow, composed: Composed | Promise<Composed>): Promise<void> {
    const outcome = gone.has(row.id) ? 'sent' : await tryToSend(context, row, await composed)
    if (outcome === 'sent') gone.add(row.id)
    let events: TrackerEvent[] = []
    const settled = await writeInBackground(context, (tx) => {
      // Of a transaction that is tried again, only the last try counts.
      events = []
      const emit = (...event: TrackerEvent) => void events.push(event)
      return settle(tx, { ...context.environment, emit }, me, row, outcome)
    })
    if (events.length > 0) context.notify(events)
    if (settled) context.environment.observer?.delivery?.({ of: 'mail', outcome: settled })
    gone.delete(row.id)
  }

  return {
    async fill() {
      const room = concurrency - inHand.size()
      // Messages that are made together cost little more than one.
      const isIdle = inHand.size() === 0
      if (room < concurrency / 2 || (isAlone && !isIdle)) return false
      const wanted = { most: room, isIdle }
      const rows = await writeInBackground(context, (tx) => claim(tx, context.environment, me, wanted))
      if (rows.length === 0) return false
      isAlone = rows.some(isSuspect)
      for (const row of rows.filter(isSlow)) inHand.take(row, deal(row, composeOne(context, row)))
      const quick = rows.filter((row) => !isSlow(row))
      const composed = await compose(context, quick)
      for (const [index, row] of quick.entries()) inHand.take(row, deal(row, composed[index] ?? 'nothing'))
      return true
    },
    isBusy: () => inHand.size() > 0,
    idle: () => inHand.idle(),
  }
}

/** Digests and searches may take some time: they are created while their claims are renewed and others are sent. */
function isSlow({ kind }: OutboxRow): boolean {
  return (scheduleKinds as readonly string[]).includes(kind)
}

async function compose(context: DeliveryContext, rows: readonly OutboxRow[]): Promise<readonly Composed[]> {
  if (rows.length === 0) return []
  return composeMessages(context, rows).catch((error: unknown) => rows.map(() => ({ error })))
}

async function composeOne(context: DeliveryContext, row: OutboxRow): Promise<Composed> {
  const [composed] = await compose(context, [row])
  return composed ?? 'nothing'
}

async function tryToSend(
  { environment, mailer }: DeliveryContext,
  row: OutboxRow,
  composed: Composed,
): Promise<Outcome> {
  if (composed === 'nothing' || 'error' in composed) return composed
  try {
    await inTime(stage(observeMail(environment), 'mail', () => mailer.send(composed)))
    return 'sent'
  } catch (error) {
    const { id, attempts } = row
    environment.logger.warn('a message could not be sent', { id, attempts: attempts + 1, error: errorText(error) })
    return { error }
  }
}

/** @throws Error when the work takes too long */
async function inTime(work: Promise<void>): Promise<void> {
  const cancelled = new AbortController()
  const late = wait(patience, undefined, { ref: false, signal: cancelled.signal }).then(() => {
    throw new Error(`the mailer has not answered for ${patience / 1000} seconds`)
  })
  try {
    await Promise.race([work, late])
  } finally {
    cancelled.abort()
    late.catch(() => undefined)
  }
}
