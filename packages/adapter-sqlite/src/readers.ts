// What reads a file beside the connection that writes it.
import type { Compiler } from '@trackerkit/core/sql'
import type { Awaitable, PlainReader, ReadOptions } from '@trackerkit/core/store'
import type { Connection } from './connection.js'
import type { SqliteOptions } from './options.js'
import { createPool } from './pool.js'
import { createScans, type Timer } from './scans.js'
import type { Thread } from './thread.js'
import { createReader, createScanReader, readSnapshot } from './transaction.js'

export interface Readers {
  read<T>(compiler: Compiler, work: (tx: PlainReader) => Awaitable<T>, options: ReadOptions): Promise<T>
  /** Nothing may be read. */
  close(): Promise<void>
}

export function createReaders(
  { readers, scanThreads }: Pick<Required<SqliteOptions>, 'readers' | 'scanThreads'>,
  open: () => Connection,
  startThread: () => Thread,
  timer: Timer,
): Readers {
  const pool = createPool(readers, open)
  const scans = scanThreads > 0 ? createScans(scanThreads, startThread, timer) : undefined
  return {
    read(compiler, work, { scan }) {
      if (scan && scans) return scans.run(scan.timeout, async (ask) => work(createScanReader(ask, compiler)))
      return pool.use((connection) => readSnapshot(connection, () => work(createReader(connection, compiler))))
    },
    async close() {
      pool.clear((connection) => connection.close())
      await scans?.close()
    },
  }
}
