import { StoreError, type StoreErrorCode } from '@trackerkit/core/store'

/** Errors that make the database unusable for any statement. */
const faults: readonly (readonly [pattern: RegExp, code: StoreErrorCode, message: string])[] = [
  // A full disk has no room for the shared memory of a database that is opened.
  [/^SQLITE_(FULL|IOERR_SHMSIZE)/, 'full', 'there is no room for the database to grow'],
  [/^SQLITE_READONLY_DBMOVED/, 'unavailable', 'the file of the database has been moved'],
  [/^SQLITE_READONLY/, 'read_only', 'the database is read-only'],
  [/^SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB)/, 'unavailable', 'the database is unavailable'],
]

/** Handled result codes by the number that node:sqlite reports; otherwise the low byte is the primary code. */
const results: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  26: 'SQLITE_NOTADB',
  267: 'SQLITE_CORRUPT_VTAB',
  778: 'SQLITE_IOERR_WRITE',
  1032: 'SQLITE_READONLY_DBMOVED',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
  4874: 'SQLITE_IOERR_SHMSIZE',
}

/** Returns the SQLite result name of a driver error; undefined for other errors. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number')
    return results[error.errcode] ?? results[error.errcode & 0xff] ?? 'SQLITE_OTHER'
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Converts a driver error to a StoreError. Other errors are returned unchanged. Uniqueness is read from the message,
 * the only source: `UNIQUE constraint failed: users.login_folded`.
 * @param prefix the prefix of the table names
 */
export function storeError(error: unknown, prefix = ''): unknown {
  const code = sqliteCode(error)
  if (!(error instanceof Error) || code === undefined) return error
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) {
    return new StoreError('retry', 'the database is in use by another connection', { cause: error })
  }
  // Statements depend on the schema at the time of the migration.
  if (code === 'SQLITE_ERROR' && /^no such (table|column): |^table .* has no column named /.test(error.message))
    return new StoreError('schema_newer', 'a newer version has changed the store', { cause: error })
  const fault = faults.find(([pattern]) => pattern.test(code))
  if (fault) return new StoreError(fault[1], fault[2], { cause: error })
  if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/.test(code)) {
    const places = error.message.slice(error.message.indexOf(':') + 1).split(',')
    const [table = '', ...columns] = places.flatMap((place, i) =>
      place
        .trim()
        .split('.')
        .slice(i === 0 ? 0 : 1),
    )
    const entity = table.slice(prefix.length)
    return new StoreError('unique', `another row of ${entity} has the same ${columns.join(', ')}`, {
      entity,
      columns,
      cause: error,
    })
  }
  return error
}
