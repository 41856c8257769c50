import { StoreError, type StoreErrorCode } from '@trackerkit/core/store'

/** What keeps the database from being used, whatever the statement. */
const faults: readonly (readonly [pattern: RegExp, code: StoreErrorCode, message: string])[] = [
  [/^SQLITE_FULL/, 'full', 'there is no room for the database to grow'],
  [/^SQLITE_READONLY_DBMOVED/, 'unavailable', 'the file of the database has been moved'],
  [/^SQLITE_READONLY/, 'read_only', 'the database can only be read'],
  [/^SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB)/, 'unavailable', 'the database cannot be used'],
]

/**
 * What an error of the driver means to the user of a store. Errors that mean nothing to it stay the same object.
 *
 * Uniqueness is read from the message, the only place that says it: `UNIQUE constraint failed: users.login_folded`.
 *
 * @param prefix what the names of our tables begin with
 */
export function storeError(error: unknown, prefix = ''): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  const { code } = error
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) {
    return new StoreError('retry', 'the database is in use by another connection', { cause: error })
  }
  // Statements are made of the schema that the file had when it was migrated.
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
