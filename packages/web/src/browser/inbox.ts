// The number of unread lines in the navigation, and the visits of bugs, which mark their lines as read.
import type { BugData } from '../fields/bug-data.js'
import type { App } from '../state/app.js'

/** Milliseconds between two requests for the number, and for which a bug must be visible. */
const [pause, looked] = [60_000, 1000]

export function followInbox(app: App): void {
  // Looking as another user must leave no trace in that user's inbox.
  if (!app.who || app.site.isActing) return
  const seen = new Map<number, string>()

  async function count(): Promise<void> {
    if (document.hidden) return
    const { count: unread } = await app.operations.inbox.get({ limit: 0 })
    app.unread.value = unread
  }

  async function visit(): Promise<void> {
    const data = bugIn(app)
    if (!data || data.is_seen || document.hidden || seen.get(data.bug.id) === data.seen) return
    await app.operations.visits.record({ ids: [data.bug.id], seen: data.seen })
    seen.set(data.bug.id, data.seen)
    await count()
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  // It is tried again later.
  const quietly = async (work: () => Promise<void>) => work().catch(() => undefined)
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void quietly(visit), looked)
  }
  const follow = async () => {
    await quietly(count)
    setTimeout(() => void follow(), pause)
  }
  app.shown.subscribe(look)
  addEventListener('visibilitychange', look)
  void follow()
}

function bugIn({ shown: { value } }: App): BugData | undefined {
  return value.kind === 'page' && value.entry.name === 'bug' ? value.data : undefined
}
