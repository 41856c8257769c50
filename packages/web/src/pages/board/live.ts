// Changes by others on the board.
import { isTrackerError } from '@trackerkit/client'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../state/app.js'

/** Milliseconds. */
const pause = 10_000

/** Shows changes by others. */
export function useLive(): void {
  const app = useApp()
  useEffect(() => {
    let since = 'now'
    let isGone = false
    const changesSince = (from: string) =>
      app.operations.changes.get({ since: from, limit: 1, include_fields: ['type'] })
    const look = async () => {
      if (document.hidden) return
      try {
        const { changes, more, next } = await changesSince(since)
        const isChanged = isGone || more || changes.length > 0
        // Set before the board is loaded: the next look finds changes made during the load.
        since = more ? (await changesSince('now')).next : next
        isGone = false
        if (isChanged) await app.reload({ isQuiet: true })
      } catch (error) {
        if (isTrackerError(error, 'changes_gone')) [since, isGone] = ['now', true]
      }
    }
    const timer = setInterval(() => void look(), pause)
    void look()
    return () => clearInterval(timer)
  }, [])
}

/** The data as it was when it began to be busy: nothing moves under the pointer of a user who drags a card. */
export function useSteady<T>(data: T, isBusy: boolean): T {
  const steady = useRef(data)
  if (!isBusy) steady.current = data
  return steady.current
}
