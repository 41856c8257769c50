// What becomes of bytes that are of no use any more: SQLite leaves them where they are, in the file and in its log.
import type { Dialect } from '@trackerkit/core/sql'
import { StoreError, type Schema } from '@trackerkit/core/store'
import type { Thread } from './thread.js'
import { namesOfSubstringIndexes } from './verify.js'

/** Runs a statement, and returns its rows. */
type Run = (sql: string) => unknown[][] | Promise<unknown[][]>

/** Bytes. A file that is larger takes too long to be written anew while everybody waits. */
const largestRewritten = 64 * 1024 * 1024

/**
 * Empties the log into the file. What was deleted is zeros there, but where SQLite had moved rows from page to page, which leaves
 * copies in the unused parts of pages: a file of moderate size is written anew without them. Its indexes of trigrams are merged
 * before: they note what does not count any more, and drop it only then. (FTS5 can do so at once, which doubles what it costs to
 * change a text.)
 *
 * @throws StoreError `retry` while somebody reads what is to go
 */
export async function purgeDeleted(run: Run, dialect: Dialect, schema: Schema): Promise<void> {
  const [size] = await run('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
  if (Number(size?.[0]) <= largestRewritten) {
    for (const index of namesOfSubstringIndexes(dialect, schema))
      await run(`INSERT INTO ${index}(${index}) VALUES ('optimize')`)
    await run('VACUUM')
  }
  const [emptied] = await run('PRAGMA wal_checkpoint(TRUNCATE)')
  if (emptied?.[0] === 1) throw new StoreError('retry', 'another connection reads the log that is being emptied')
}

/** The same on a thread of its own: writing a file anew takes so long that others would notice. */
export async function purgeDeletedOnThread(start: () => Thread, dialect: Dialect, schema: Schema): Promise<void> {
  const thread = start()
  try {
    await thread.run('PRAGMA secure_delete = ON')
    await purgeDeleted(thread.run, dialect, schema)
  } finally {
    await thread.close()
  }
}
