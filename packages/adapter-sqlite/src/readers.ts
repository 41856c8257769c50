// Readers of a file, beside the connection that writes.
import type { Compiler } from '@trackerkit/core/sql'
import { isStoreError, StoreError, type Awaitable, type PlainReader, type ReadOptions } from '@trackerkit/core/store'
import type { Connection } from './connection.js'
import type { CompleteOptions } from './options.js'
import { createPool } from './pool.js'
import { createScans, type Scan, type Scans, type Timer } from './scans.js'
import type { Thread } from './thread.js'
import { createBriefReader, createReader, createScanReader, longestOf, readSnapshot } from './transaction.js'

type Work<T> = (tx: PlainReader) => Awaitable<T>

export interface Readers {
  read<T>(compiler: Compiler, work: Work<T>, options: ReadOptions): Promise<T>
  /** Nothing may be read. */
  close(): Promise<void>
}

/** How scans are answered. */
export interface ScanParts {
  readonly startThread: () => Thread
  readonly timer: Timer
  /**
   * A read that may scan is tried here first, limited to this many rows per query: most lists need few, and a round
   * trip to a thread takes as long as the query. 0 disables this.
   */
  readonly mostRowsHere: number
}

export function createReaders(
  { readers, scanThreads }: Pick<CompleteOptions, 'readers' | 'scanThreads'>,
  open: () => Connection,
  { startThread, timer, mostRowsHere }: ScanParts,
): Readers {
  const pool = createPool(readers, open)
  // A search that yields keeps its connection: other reads would wait for hundreds of searches.
  const briefs = createPool(readers, open)
  const scans = scanThreads > 0 ? createScans(scanThreads, startThread, timer) : undefined
  // On other threads: a copy or a check takes minutes, for which searches would wait.
  const bulks = scanThreads > 0 ? createScans(scanThreads, startThread, timer) : undefined

  async function briefly<T>(compiler: Compiler, work: Work<T>): Promise<T> {
    if (mostRowsHere === 0) throw new StoreError('overdue', 'scans must run on threads')
    return briefs.use((connection) =>
      readSnapshot(connection, () => work(createBriefReader(connection, compiler, mostRowsHere))),
    )
  }

  async function brieflyOrOnThread<T>(threads: Scans, scan: Scan, compiler: Compiler, work: Work<T>): Promise<T> {
    try {
      return await briefly(compiler, work)
    } catch (error) {
      if (!isStoreError(error, 'overdue')) throw error
      return await onThread(threads, scan, compiler, work)
    }
  }

  return {
    read(compiler, work, how) {
      const { scan, bulk = false } = how
      if (bulks && bulk) return onThread(bulks, { timeout: Infinity }, compiler, work)
      if (scans && scan) return brieflyOrOnThread(scans, scan, compiler, work)
      return pool.use((connection) =>
        readSnapshot(connection, () => work(createReader(connection, compiler, longestOf(how)))),
      )
    },
    async close() {
      for (const each of [pool, briefs]) each.clear((connection) => connection.close())
      await scans?.close()
      await bulks?.close()
    },
  }
}

function onThread<T>(threads: Scans, scan: Scan, compiler: Compiler, work: Work<T>): Promise<T> {
  return threads.run(scan, async (ask) => work(createScanReader(ask, compiler)))
}
