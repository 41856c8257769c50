import { StoreError } from '@trackerkit/core/store'

export interface SyncQueue {
  /**
   * Resolves after a sync that began after this call, so that everything committed before the call is on the disk.
   * @throws StoreError `unavailable` when that sync fails, or one has failed before
   */
  sync(): Promise<void>
  /** @throws StoreError `unavailable` when a sync has failed */
  requireSound(): void
}

/**
 * One sync at a time; those who come while it runs share the next one. After one that failed there is none any more: a system
 * forgets what it could not write, and would let the next sync succeed without it.
 *
 * @param warn is told when a sync fails
 */
export function createSyncQueue(syncNow: () => Promise<void>, warn: (message: string) => void): SyncQueue {
  let fault: StoreError | undefined
  let last = Promise.resolve()
  let next: Promise<void> | undefined

  async function attempt(): Promise<void> {
    try {
      await syncNow()
    } catch (cause) {
      fault = new StoreError('unavailable', 'cannot write to the disk', { cause })
      warn(`${fault.message}: nothing is written any more until the file is opened again`)
      throw fault
    }
  }

  function begin(): Promise<void> {
    next = undefined
    last = attempt()
    return last
  }

  return {
    sync: () => (next ??= last.then(begin)),
    requireSound() {
      if (fault) throw fault
    },
  }
}
