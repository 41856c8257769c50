// Writers in order, and one sync of the disk for many of them.
import { setImmediate } from 'node:timers/promises'
import { createMutex, StoreError } from '@trackerkit/core/store'
import type { LogFile } from './log-file.js'

export interface WriteQueue {
  /** Runs a task after all earlier ones. A task that has waited lets other work go first: a long queue starves nobody. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>
  /**
   * Runs a task that commits, and resolves when what it committed is safe.
   * @throws StoreError `unavailable` when it cannot be brought to the disk
   */
  readonly writeInTurn: <T>(task: () => Promise<T>) => Promise<T>
  /** From now on, what is committed is safe when it is on the disk. */
  readonly waitForDisk: () => void
}

/** @param warn is called when the log cannot be brought to the disk */
export function createWriteQueue(log: LogFile, warn: (message: string) => void): WriteQueue {
  const gate = createMutex()
  let disk: Disk | undefined

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const waits = !gate.isIdle()
    return gate.run(async () => {
      if (waits) await setImmediate()
      return task()
    })
  }

  return {
    inTurn,
    /**
     * The turn ends with the commit, so that the next transactions go on while the disk is waited for, and then share the wait.
     *
     * What has been committed is safe once the log is on the disk. If a checkpoint has come before, it is as well: SQLite brings
     * the log to the disk, copies it into the database and brings that to the disk before it uses the log again or deletes it.
     */
    async writeInTurn(task) {
      const result = await inTurn(() => {
        disk?.requireSound()
        return task()
      })
      await disk?.sync()
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
 * One sync at a time; those who come while it runs share the next one. After one that failed there is none any more: a system
 * forgets what it could not write, and would let the next sync succeed without it.
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
