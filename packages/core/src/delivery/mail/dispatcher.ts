// Delivers the mail outbox outside of requests. Each message is claimed by one tracker and retried until it succeeds.
import { randomText } from '../../auth/secrets.js'
import { createLoop } from '../outbox/loop.js'
import { expandEntries, type Pending } from './expand.js'
import { correctSchedules, expandSchedules } from './expand-schedules.js'
import { writeInBackground } from '../../call/background-context.js'
import type { MailContext } from '../../mail/messages/mail-context.js'
import { createSender, type DeliveryContext } from './send.js'
import { takeStock } from './take-stock.js'

export interface Dispatcher {
  /** Checks the outbox soon, but not before the caller has continued. */
  wake(): void
  /** Tries everything that is due, and resolves when all of it has been tried. */
  deliver(): Promise<void>
  /** Starts nothing more, waits a while for messages being sent, and closes the mailer. */
  close(): Promise<void>
}

/** Milliseconds that messages may still take once the tracker is closed. Later the mailer is, and they are sent after the next start. */
const closingPatience = 3000

/**
 * Prepares delivery, which starts on `wake` or on demand. From now on, every tracker on the store keeps changes for
 * mail.
 */
export async function createDispatcher(context: DeliveryContext, onDemand = false): Promise<Dispatcher> {
  const { environment } = context
  const me = randomText(environment, 20)
  const failure = 'could not look after mail'
  const loop = createLoop({ environment, deal: deliverDue, onDemand, failure })
  const sender = createSender(context, me, loop.wake)
  /** The time of the clock when rows were last looked for. */
  let seen = environment.clock()

  /** Returns true if there was anything to do. */
  async function deliverDue(): Promise<boolean> {
    const now = environment.clock()
    if (now < seen) await correctSchedules(context)
    seen = now
    let { isScheduled, isBehind, isDue, pending } = await takeStock(context, false)
    let isBusy = isBehind
    while (!loop.isClosed() && isScheduled) {
      isScheduled = await expandSchedules(context)
      if (isScheduled) isBusy = isDue = true
    }
    while (!loop.isClosed() && (isBehind || (isDue && sender.hasRoom()))) {
      const wasBehind = isBehind
      const { isMore, claimed, prepared } = isBehind ? await expandNext(isDue, pending) : await claimDue()
      isDue = claimed.isMore || (isBehind && isDue)
      isBehind = isMore
      pending = undefined
      if (claimed.rows.length > 0) isBusy = true
      await sender.send(claimed.rows, prepared)
      // The rest waits until nothing else is being sent.
      if (!wasBehind && claimed.rows.length === 0 && sender.isBusy()) break
    }
    return isBusy
  }

  function expandNext(isDue: boolean, pending: Pending | undefined) {
    // Messages that are due already come first.
    return expandEntries(context, isDue ? sender.createAmongOthers : sender.create, pending)
  }

  async function claimDue() {
    return { isMore: false, claimed: await writeInBackground(context, sender.claim), prepared: undefined }
  }

  await takeStock(context, true)
  await correctSchedules(context)
  return {
    wake: loop.wake,
    async deliver() {
      while (!loop.isClosed() && ((await loop.look()) || sender.isBusy())) await sender.idle()
      await sender.idle()
    },
    async close() {
      await loop.close()
      let closed: Promise<void> | undefined
      const closeMailer = () => (closed ??= closeQuietly(context))
      const late = setTimeout(() => void closeMailer(), closingPatience)
      await sender.idle()
      clearTimeout(late)
      await closeMailer()
    },
  }
}

/** A mailer that cannot be closed keeps nothing else from being closed. */
async function closeQuietly({ mailer, environment }: MailContext): Promise<void> {
  try {
    await mailer.close?.()
  } catch (error) {
    environment.logger.warn('could not close the mailer', { error })
  }
}
