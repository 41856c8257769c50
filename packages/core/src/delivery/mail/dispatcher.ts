// Delivers the mail outbox outside of requests. Each message is claimed by one tracker and retried until it succeeds.
import { addDays } from 'date-fns/addDays'
import { randomText } from '../../auth/secrets.js'
import { isDue } from '../outbox/claims.js'
import { forgetOld } from '../outbox/forget-old.js'
import { createLoop } from '../outbox/loop.js'
import { longestPause } from './attempts.js'
import { expandEntries } from './expand.js'
import { expandSchedules, isScheduled } from './expand-schedules.js'
import { moveCursor, readCursor } from '../../feed/cursors.js'
import { holdsDeliveries, sendsMail } from '../../call/mail-outbox.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import type { MailContext } from '../../mail/messages/mail-context.js'
import { createSender, type DeliveryContext } from './send.js'

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

/** Number of days for which changes are kept for mail while no tracker with a mailer is open. */
const promisedDays = 7

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
  /** Returns true if there was anything to do. */
  async function deliverDue(): Promise<boolean> {
    if (!(await takeStock(context, false))) return false
    let isBusy = false
    while (!loop.isClosed() && (await expandSchedules(context))) isBusy = true
    while (!loop.isClosed() && ((await expandEntries(context)) || (await sender.fill()))) isBusy = true
    return isBusy
  }

  await takeStock(context, true)
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

/**
 * Renews the promise to deliver if it is due. Returns true if there is anything to do. `isStart`: possibly no process
 * has delivered until now.
 */
async function takeStock(context: MailContext, isStart: boolean): Promise<boolean> {
  const now = context.environment.clock()
  const { until, head, isBehind, isWanted, isHeld, isDueNow } = await readInBackground(
    context,
    async (tx, catalogue, installation) => {
      const due = await tx.select({ from: 'mail_outbox', where: isDue(now, longestPause), limit: 1, columns: ['id'] })
      const scheduled = await tx.select({ from: 'schedules', where: isScheduled(now), limit: 1, columns: ['id'] })
      return {
        until: installation.mail_delivered_until,
        head: installation.change_seq,
        isBehind: (await readCursor(tx, 'mail')) < installation.change_seq,
        isWanted: sendsMail(catalogue),
        isHeld: holdsDeliveries(catalogue),
        isDueNow: due.length > 0 || scheduled.length > 0,
      }
    },
  )
  // Changes are skipped if they were made while no process delivered mail, or while mail was turned off.
  const isUntold = isBehind && !isHeld && (!isWanted || (isStart && (until === null || until <= now)))
  if (!isPromised(until, now) || isUntold) {
    await writeInBackground(context, async (tx) => {
      // Another process may have started: later changes belong to its promise.
      if (isUntold && (await readCursor(tx, 'mail')) < head) await moveCursor(tx, 'mail', head, now)
      const [installation] = await tx.select({ from: 'installation', columns: ['mail_delivered_until'] })
      if (isPromised(installation?.mail_delivered_until ?? null, now)) return
      await tx.update('installation', { col: 'id', eq: 1 }, { mail_delivered_until: addDays(now, promisedDays) })
      await forgetOld(tx, 'mail_outbox', now)
    })
  }
  return isWanted && !isHeld && (isDueNow || (isBehind && !isUntold))
}

/** A promise for longer was made by a clock that was ahead. */
function isPromised(until: Date | null, now: Date): boolean {
  return until !== null && until >= addDays(now, promisedDays - 1) && until <= addDays(now, promisedDays + 1)
}
