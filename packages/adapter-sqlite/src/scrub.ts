// What becomes of bytes that are of no use any more: SQLite leaves them where they are, in the file and in its log.
import type { Dialect } from '@trackerkit/core/sql'
import { StoreError, type Schema } from '@trackerkit/core/store'
import type { Connection } from './connection.js'
import { namesOfSubstringIndexes } from './verify.js'

/** Bytes. A file that is larger takes too long to be written anew while everybody waits. */
const largestRewritten = 64 * 1024 * 1024

/** Has indexes of trigrams drop entries at once, instead of noting that they do not count. Kept in the file, so once is enough. */
export function deleteSecurely(connection: Connection, dialect: Dialect, schema: Schema): void {
  for (const index of namesOfSubstringIndexes(dialect, schema)) {
    const config = index.replace(/"$/, '_config"')
    const [row] = connection.all(`SELECT v FROM ${config} WHERE k = 'secure-delete'`, [])
    if (row?.[0] !== 1) connection.run(`INSERT INTO ${index}(${index}, rank) VALUES ('secure-delete', 1)`, [])
  }
}

/**
 * Empties the log into the file. What was deleted is zeros there, but where SQLite had moved rows from page to page, which leaves
 * copies in the unused parts of pages: a file of moderate size is written anew without them.
 *
 * @throws StoreError `retry` while somebody reads what is to go
 */
export async function scrub(connection: Connection): Promise<void> {
  const [size] = connection.all('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size', [])
  if (Number(size?.[0]) <= largestRewritten) connection.run('VACUUM', [])
  const [emptied] = connection.all('PRAGMA wal_checkpoint(TRUNCATE)', [])
  if (emptied?.[0] === 1) throw new StoreError('retry', 'somebody reads what the log is to be emptied of')
}
