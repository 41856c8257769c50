// Changes by others on the board.
import { isTrackerError } from '@trackerkit/client'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../state/app.js'

/** Milliseconds between two looks. */
const pause = 10_000

/** Shows changes by others. */
export function useLive(): void {
  const app = useApp()
  useEffect(() => {
    let since = 'now'
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const changesSince = (from: string) =>
      app.operations.changes.get({ since: from, limit: 1, include_fields: ['type'] }, { signal })
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
    const follow = async () => {
      await look()
      if (!signal.aborted) timer = setTimeout(() => void follow(), pause)
    }
    void follow()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [])
}

/** The data as it was when it began to be busy: nothing moves under the pointer of a user who drags a card. */
export function useSteady<T>(data: T, isBusy: boolean): T {
  const steady = useRef(data)
  if (!isBusy) steady.current = data
  return steady.current
}
