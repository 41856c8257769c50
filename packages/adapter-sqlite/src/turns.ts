// The turns of the connection that writes, and what follows a commit.
import { setImmediate } from 'node:timers/promises'
import { createMutex } from '@trackerkit/core/store'
import type { LogFile } from './log-file.js'
import { createSyncQueue, type SyncQueue } from './sync-queue.js'

export interface Turns {
  /** Runs a task when those before it are done. Those that waited let other things happen first: a long queue starves nobody. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>
  /**
   * Runs a task that commits, and resolves when what it committed is safe.
   * @throws StoreError `unavailable` when it cannot be brought to the disk
   */
  readonly writeInTurn: <T>(task: () => Promise<T>) => Promise<T>
  /** From now on, what is committed is safe when it is on the disk. */
  readonly waitForDisk: () => void
}

/** @param warn is told when the log cannot be brought to the disk */
export function createTurns(log: LogFile, warn: (message: string) => void): Turns {
  const gate = createMutex()
  let syncs: SyncQueue | undefined

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
        syncs?.requireSound()
        return task()
      })
      await syncs?.sync()
      return result
    },
    waitForDisk() {
      syncs ??= createSyncQueue(() => log.sync(), warn)
    },
  }
}
