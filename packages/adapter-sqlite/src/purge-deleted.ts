// Removes deleted bytes, which SQLite leaves in the file and in its log.
import type { Dialect } from '@trackerkit/core/sql'
import { StoreError, type Schema } from '@trackerkit/core/store'
import type { Thread } from './thread.js'
import { namesOfSubstringIndexes } from './verify.js'

/** Runs a statement, and returns its rows. */
type Run = (sql: string) => unknown[][] | Promise<unknown[][]>

/** In bytes. Writers would wait too long for a larger file to be rewritten. */
const largestRewritten = 64 * 1024 * 1024

/**
 * Empties the log into the file. `secure_delete` has overwritten deleted rows there, except for copies in unused parts of pages,
 * which SQLite leaves when it moves rows: a file of moderate size is rewritten without them. Before that, the trigram indexes are
 * merged, which drops their deleted entries. (FTS5 can drop them at once, but that doubles the cost of changing a text.)
 *
 * @throws StoreError `retry` while another connection reads the log
 */
export async function purgeDeleted(run: Run, dialect: Dialect, schema: Schema): Promise<void> {
  const [size] = await run('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
  if (Number(size?.[0]) <= largestRewritten) {
    for (const index of namesOfSubstringIndexes(dialect, schema))
      await run(`INSERT INTO ${index}(${index}) VALUES ('optimize')`)
    await run('VACUUM')
  }
  const [emptied] = await run('PRAGMA wal_checkpoint(TRUNCATE)')
  if (emptied?.[0] === 1) throw new StoreError('retry', 'another connection is reading the log')
}

/** Does the same on a worker thread, because rewriting a file would block the event loop for up to a second. */
export async function purgeDeletedOnThread(start: () => Thread, dialect: Dialect, schema: Schema): Promise<void> {
  const thread = start()
  try {
    await thread.run('PRAGMA secure_delete = ON')
    await purgeDeleted(thread.run, dialect, schema)
  } finally {
    await thread.close()
  }
}
