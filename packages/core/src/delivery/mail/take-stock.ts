// Renews the promise to deliver mail, and finds out whether there is anything to do.
import { addDays } from 'date-fns/addDays'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import { holdsDeliveries, sendsMail } from '../../call/mail-outbox.js'
import { isTroubleOfStore } from '../../call/store-errors.js'
import { moveCursor, readCursor } from '../../feed/cursors.js'
import type { MailContext } from '../../mail/messages/mail-context.js'
import { isDue } from '../outbox/claims.js'
import { forgetOld } from '../outbox/forget-old.js'
import { longestPause } from './attempts.js'
import { loadPending, type Pending } from './expand.js'
import { isScheduled } from './expand-schedules.js'

/** Number of days for which changes are kept for mail while no tracker with a mailer is open. */
const promisedDays = 7

interface Stock {
  /** Schedules are due. */
  readonly isScheduled: boolean
  /** The change feed has entries that mail has not processed. */
  readonly isBehind: boolean
  /** Messages are due. */
  readonly isDue: boolean
  /** The first of the entries, if nothing comes before them. */
  readonly pending?: Pending | undefined
}

/**
 * Renews the promise to deliver if it is due. Returns what there is to do. `isStart`: possibly no process has delivered
 * until now.
 */
export async function takeStock(context: MailContext, isStart: boolean): Promise<Stock> {
  const now = context.environment.clock()
  const found = await readInBackground(context, async (tx, catalogue, installation) => {
    const due = await tx.select({ from: 'mail_outbox', where: isDue(now, longestPause), limit: 1, columns: ['id'] })
    const scheduled = await tx.select({ from: 'schedules', where: isScheduled(now), limit: 1, columns: ['id'] })
    const from = await readCursor(tx, 'mail')
    const stock = {
      until: installation.mail_delivered_until,
      head: installation.change_seq,
      isBehind: from < installation.change_seq,
      isWanted: sendsMail(catalogue),
      isHeld: holdsDeliveries(catalogue),
      isDue: due.length > 0,
      isScheduled: scheduled.length > 0,
    }
    const isFirst = !isStart && stock.isWanted && !stock.isHeld && !stock.isScheduled
    const loading = isFirst ? loadPending(tx, catalogue, context, { installation, from }) : undefined
    return { ...stock, pending: await loading?.catch(unlessTrouble) }
  })
  const { until, head, isBehind, isWanted, isHeld } = found
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
  if (!isWanted || isHeld) return { isScheduled: false, isBehind: false, isDue: false }
  const { pending } = found
  return { isScheduled: found.isScheduled, isBehind: isBehind && !isUntold, isDue: found.isDue, pending }
}

/** Entries that cannot be processed are found again, and then passed over. @throws the errors of an unavailable store */
function unlessTrouble(error: unknown): undefined {
  if (isTroubleOfStore(error)) throw error
}

/** A promise for longer was made by a clock that was ahead. */
function isPromised(until: Date | null, now: Date): boolean {
  return until !== null && until >= addDays(now, promisedDays - 1) && until <= addDays(now, promisedDays + 1)
}
