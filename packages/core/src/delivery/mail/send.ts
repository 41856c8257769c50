// Passes messages to the mailer, a few at a time, and records the results.
import type { Claimant } from '../outbox/claims.js'
import type { TrackerEvent } from '../../kernel/events.js'
import { stage } from '../../kernel/stages.js'
import { errorText } from '../outbox/error-text.js'
import { claim, createClaimed, isSuspect, settle, type Claimed, type Ended, type Outcome } from './delivery.js'
import type { Create } from './expand.js'
import { createRecorder } from './record.js'
import { observeMail } from '../../mail/messages/observation.js'
import { composeMessages, type Composed, type Prepared } from '../../mail/messages/compose.js'
import type { OutboxRow } from '../../call/mail-outbox.js'
import { scheduleKinds } from '../../domain/schedules/inputs.js'
import { writeInBackground } from '../../call/background-context.js'
import { createInHand } from '../outbox/active-claims.js'
import type { Writer } from '../../schema/index.js'
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
  /** Returns true if messages may be claimed now. */
  hasRoom(): boolean
  /** Claims due messages, as far as there is room. */
  readonly claim: (tx: Writer) => Promise<Claimed>
  /** Creates messages. Claims those that there is room for, in their order. */
  readonly create: Create
  /** Creates messages. Claims due ones, which may be others. */
  readonly createAmongOthers: Create
  /** Makes claimed messages and starts sending them. */
  send(rows: readonly OutboxRow[], prepared?: Prepared): Promise<void>
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
  /**
   * Messages sent without a record of it in the store, and when they were created: after a failover that has lost them, others get
   * their IDs. Other processes may send them again; this tracker does not.
   */
  const gone = new Map<number, number>()
  const record = createRecorder<Ended>((all) => recordEnded(context, me, all))

  async function deal(row: OutboxRow, composed: Composed | Promise<Composed>): Promise<void> {
    const created = row.creation_time.getTime()
    const outcome = gone.get(row.id) === created ? 'sent' : await tryToSend(context, row, await composed)
    if (outcome === 'sent') gone.set(row.id, created)
    await record({ row, outcome })
    gone.delete(row.id)
  }

  /** Messages that are made together cost little more than one. */
  function hasRoom(): boolean {
    return inHand.size() <= concurrency / 2 && !(isAlone && inHand.size() > 0)
  }

  async function claimRest(tx: Writer): Promise<Claimed> {
    if (!hasRoom()) return { rows: [], isMore: true }
    return claim(tx, context.environment, me, { most: concurrency - inHand.size(), isIdle: inHand.size() === 0 })
  }

  return {
    hasRoom,
    claim: claimRest,
    async createAmongOthers(tx, messages) {
      await tx.insert('mail_outbox', messages)
      return { ...(await claimRest(tx)), areCreated: false }
    },
    async create(tx, messages) {
      const most = hasRoom() ? concurrency - inHand.size() : 0
      return { ...(await createClaimed(tx, context.environment, me, messages, most)), areCreated: true }
    },
    async send(rows, prepared) {
      if (rows.length === 0) return
      isAlone = rows.some(isSuspect)
      for (const row of rows.filter(isSlow)) inHand.take(row, deal(row, composeOne(context, row)))
      const quick = rows.filter((row) => !isSlow(row))
      const composed = await compose(context, quick, prepared)
      for (const [index, row] of quick.entries()) inHand.take(row, deal(row, composed[index] ?? 'nothing'))
    },
    isBusy: () => inHand.size() > 0,
    idle: () => inHand.idle(),
  }
}

async function recordEnded(context: DeliveryContext, me: Claimant, all: readonly Ended[]): Promise<void> {
  const { environment, notify } = context
  let events: TrackerEvent[] = []
  const write = (tx: Writer) => {
    // Of a transaction that is tried again, only the last try counts.
    events = []
    const emit = (...event: TrackerEvent) => void events.push(event)
    return settle(tx, { ...environment, emit }, me, all)
  }
  // After a power failure, messages are sent again, as after one before this.
  const outcomes = await writeInBackground(context, write, {
    mayBeLost: all.every(({ outcome }) => outcome === 'sent'),
  })
  if (events.length > 0) notify(events)
  for (const outcome of outcomes) environment.observer?.delivery?.({ of: 'mail', outcome })
}

/** Digests and searches may take some time: they are created while their claims are renewed and others are sent. */
function isSlow({ kind }: OutboxRow): boolean {
  return (scheduleKinds as readonly string[]).includes(kind)
}

async function compose(
  context: DeliveryContext,
  rows: readonly OutboxRow[],
  prepared?: Prepared,
): Promise<readonly Composed[]> {
  if (rows.length === 0) return []
  return composeMessages(context, rows, prepared).catch((error: unknown) => rows.map(() => ({ error })))
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
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`the mailer did not respond within ${patience / 1000} seconds`))
    timer = setTimeout(fail, patience).unref()
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
