// Fills inboxes outside of requests: after each commit, and regularly for what other processes left.
import type { BackgroundContext } from '../../call/background-context.js'
import { writeInBackground } from '../../call/background-context.js'
import { retrying } from '../../call/retry.js'
import { moveToHead } from '../../feed/cursors.js'
import { createLoop } from '../outbox/loop.js'
import { fillInboxes } from './expand.js'

export interface InboxDispatcher {
  /** Looks for new changes soon, but not before the caller has gone on. */
  wake(): void
  /** Processes all changes. */
  deliver(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds after a commit, for which changes are gathered: marks of several cost little more than those of one. */
const delay = 500

/** Prepares the inboxes, which begin with the changes after the first call for a store. */
export async function createInboxDispatcher(context: BackgroundContext, onDemand: boolean): Promise<InboxDispatcher> {
  const { environment } = context
  const failure = 'could not fill inboxes'
  const loop = createLoop({ environment, onDemand, failure, deal: fillAll })

  async function fillAll(): Promise<boolean> {
    let isBusy = false
    while (!loop.isClosed() && (await fillInboxes(context))) isBusy = true
    return isBusy
  }

  let timer: NodeJS.Timeout | undefined
  const hasBegun = { col: 'name', eq: 'inbox' } as const
  const cursors = await retrying(environment, () => context.store.read((tx) => tx.count('feed_cursors', hasBegun)))
  if (cursors === 0) {
    await writeInBackground(context, async (tx, now) => {
      if ((await tx.count('feed_cursors', hasBegun)) === 0) await moveToHead(tx, 'inbox', now)
    })
  }
  return {
    wake() {
      if (onDemand) return
      timer ??= setTimeout(() => {
        timer = undefined
        loop.wake()
      }, delay).unref()
    },
    async deliver() {
      while (!loop.isClosed() && (await loop.look())) continue
    },
    close() {
      clearTimeout(timer)
      return loop.close()
    },
  }
}
