// Writers in order, and one sync of the disk for many of them.
import { setImmediate } from 'node:timers/promises'
import { createMutex, StoreError, type WriteOptions } from '@trackerkit/core/store'
import type { LogFile } from './log-file.js'

export interface WriteQueue {
  /**
   * Runs a task after all earlier ones. A task that has waited yields to other work first, so a long queue starves
   * nothing.
   */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>
  /**
   * Runs a task that commits, and resolves when the commit is durable. One that may be lost becomes durable with the next one.
   * @throws StoreError `unavailable` when the disk cannot be written to
   */
  readonly writeInTurn: <T>(task: () => Promise<T>, options?: Pick<WriteOptions, 'mayBeLost'>) => Promise<T>
  /** From now on, commits wait for a sync of the disk. */
  readonly waitForDisk: () => void
}

/** @param warn called when the log cannot be synced */
export function createWriteQueue(log: LogFile, warn: (message: string) => void): WriteQueue {
  const gate = createMutex()
  let disk: Disk | undefined

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (gate.isIdle()) return gate.run(task)
    return gate.run(async () => {
      await setImmediate()
      return task()
    })
  }

  return {
    inTurn,
    /**
     * The turn ends with the commit: the next transactions run during the sync and share the next one.
     *
     * A commit is durable once the log is synced, also after a checkpoint: SQLite syncs the log, copies it into the database and
     * syncs that before it reuses or deletes the log.
     */
    async writeInTurn(task, { mayBeLost = false } = {}) {
      const result = await inTurn(() => {
        disk?.requireSound()
        return task()
      })
      if (!mayBeLost) await disk?.sync()
      return result
    },
    waitForDisk() {
      disk ??= createDisk(log, warn)
    },
  }
}

interface Disk {
  /**
   * Resolves after a sync that began after this call, so that everything committed before the call is on the disk.
   * @throws StoreError `unavailable` when that sync fails, or one has failed before
   */
  sync(): Promise<void>
  /** @throws StoreError `unavailable` when a sync has failed */
  requireSound(): void
}

/**
 * One sync at a time; callers that arrive during it share the next one. After a failed sync there are no more: the system drops
 * pages that it could not write, and would report the next sync as successful.
 */
function createDisk(log: LogFile, warn: (message: string) => void): Disk {
  let fault: StoreError | undefined
  let last = Promise.resolve()
  let next: Promise<void> | undefined

  async function attempt(): Promise<void> {
    try {
      await log.sync()
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
