// Brings the requests of webhooks on their way: from the change feed to deliveries, and from these to receivers.
import { addDays } from 'date-fns/addDays'
import { subDays } from 'date-fns/subDays'
import { randomText } from '../../auth/secrets.js'
import { holdsDeliveries } from '../../call/mail-outbox.js'
import { moveCursor, moveToHead } from '../../feed/cursors.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import { forgetOld } from '../outbox/forget-old.js'
import { createLoop } from '../outbox/loop.js'
import type { WebhookContext } from './context.js'
import { expandEntries } from './expand.js'
import { promisedDays } from './promise.js'
import { createRequestMaker } from './send.js'

export interface WebhookDispatcher {
  /** Checks for due requests soon, but not before the caller has continued. */
  wake(): void
  /** Checks for due requests now, and resolves when they have begun. */
  look(): Promise<unknown>
  /** Tries everything that is due, and resolves when all of it has been tried. */
  deliver(): Promise<void>
  /** Begins nothing more, waits a while for requests that are under way, and ends them. */
  close(): Promise<void>
}

/** Milliseconds that requests may still take once the tracker is closed. Later they are ended, and made again after the next start. */
const closingPatience = 3000

/** Gets ready to make requests, and begins when it is woken, or on demand. */
export async function createWebhookDispatcher(context: WebhookContext, onDemand = false): Promise<WebhookDispatcher> {
  const { environment, sender } = context
  const me = randomText(environment, 20)
  const failure = 'could not look after webhooks'
  const loop = createLoop({ environment, deal: dealWithDue, onDemand, failure })
  const requests = createRequestMaker(context, me, loop.wake)
  /** Returns true if there was anything to do. */
  async function dealWithDue(): Promise<boolean> {
    if (await takeStock(context)) return false
    let isBusy = false
    while (!loop.isClosed() && ((await expandEntries(context)) || (await requests.fill()))) isBusy = true
    return isBusy
  }

  await takeStock(context)
  return {
    wake: loop.wake,
    look: loop.look,
    async deliver() {
      while (!loop.isClosed() && ((await loop.look()) || requests.isBusy())) await requests.idle()
      await requests.idle()
    },
    async close() {
      await loop.close()
      const late = setTimeout(() => requests.stop(), closingPatience)
      await requests.idle()
      clearTimeout(late)
      await sender.close?.().catch((error: unknown) => {
        environment.logger.warn('could not close the sender of webhooks', { error })
      })
    },
  }
}

/** Once a day, renews the promise to deliver and deletes old deliveries. Returns true if deliveries are on hold. */
async function takeStock(context: WebhookContext): Promise<boolean> {
  const now = context.environment.clock()
  const { cursor, isHeld } = await readInBackground(context, async (tx, catalogue) => {
    const [found] = await tx.select({ from: 'feed_cursors', where: { col: 'name', eq: 'webhooks' } })
    return { cursor: found, isHeld: holdsDeliveries(catalogue) }
  })
  // One of later was written by a clock that was ahead.
  if (cursor && cursor.at > subDays(now, 1) && cursor.at < addDays(now, 1)) return isHeld
  await writeInBackground(context, async (tx) => {
    const wanted = await tx.count('webhooks', { col: 'is_enabled', eq: true })
    // Changes are skipped if they were made while no process delivered or there were no enabled webhooks.
    const isUntold = !cursor || wanted === 0 || (!isHeld && cursor.at < subDays(now, promisedDays))
    if (isUntold) await moveToHead(tx, 'webhooks', now)
    else await moveCursor(tx, 'webhooks', cursor.seq, now)
    await forgetOld(tx, 'webhook_deliveries', now)
  })
  return isHeld
}
