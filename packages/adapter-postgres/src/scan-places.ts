import { StoreError } from '@trackerkit/core/store'
import { createSemaphore } from './semaphore.js'
import type { Scan, Scans } from './standby.js'

/** Runs scans. Those of anonymous callers use at most half of the connections, which leaves others to users. */
export interface ScanPlaces {
  /**
   * @param work receives how many milliseconds it has left
   * @throws StoreError `retry` when too many are waiting, `overdue` when the time is up during the wait
   */
  within<T>(scan: WaitingScan, work: (timeout: number) => Promise<T>): Promise<T>
}

/** The wait is part of its time. */
type WaitingScan = Pick<Scan, 'timeout' | 'isAnonymous'>

const mostWaiting = 100

export function createScanPlaces(connections: number, now = () => performance.now()): ScanPlaces {
  const share = Math.max(1, Math.floor(connections / 2))
  const turns = createSemaphore(share)
  let [all, anonymous] = [0, 0]

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    anonymous++
    await turns.take()
    try {
      return await work()
    } finally {
      anonymous--
      turns.give()
    }
  }

  return {
    async within({ timeout, isAnonymous = false }, work) {
      const isShareTaken = isAnonymous && anonymous >= share + mostWaiting / 2
      if (isShareTaken || all >= connections + mostWaiting) throw new StoreError('retry', 'too many scans are waiting')
      const due = now() + timeout
      const timed = () => {
        const left = due - now()
        if (left <= 0) throw new StoreError('overdue', 'a scan timed out')
        return work(left)
      }
      all++
      try {
        return await (isAnonymous ? inTurn(async () => timed()) : timed())
      } finally {
        all--
      }
    },
  }
}

export function withPlaces(scans: Scans, connections: number): Scans {
  const places = createScanPlaces(connections)
  return {
    read: (scan, work) => places.within(scan, (timeout) => scans.read({ ...scan, timeout }, work)),
    close: () => scans.close(),
  }
}
