import { objectName } from '@trackerkit/core/sql'
import { StoreError, type Schema } from '@trackerkit/core/store'

/** Converts an error of the driver to one of stores. Unknown errors are unchanged. */
export type Translate = (error: unknown) => unknown

/** The properties that the driver adds to database errors. A program may contain several copies of the driver. */
interface DatabaseError extends Error {
  detail?: string
  readonly table?: string
  readonly constraint?: string
  readonly routine?: string
}

const lostRaces = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
])

/** Errors of prepared statements where a transaction-pooling proxy changes the connection to the server. */
const misplacedStatements = new Set([
  '26000', // invalid_sql_statement_name: prepared on another one
  '42P05', // duplicate_prepared_statement: prepared there by another client
])

/** Codes of errors that mean that the server is unavailable, whatever the query. */
const unavailable = new RegExp(
  `^(${[
    '08', // connection_exception
    '53', // insufficient_resources: no connection or memory is left
    '57', // operator_intervention: shut down, starting up, cancelled, or a statement timed out
    '58', // system_error: of the disk, for instance
    '25P0[34]', // idle_in_transaction_session_timeout, transaction_timeout
  ].join('|')})`,
)

const lostConnections = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // a socket that is not there
])

/**
 * Functions of the server that reject a write at its beginning on a standby. Unlike messages, names of functions are not
 * translated into the language of the server.
 */
const beginningOnStandby = new Set([
  'call_bool_check_hook',
  'call_enum_check_hook',
  'GetSerializableTransactionSnapshot',
])

/** Messages of the driver, without a code, for connections that end or cannot be opened. */
const endings =
  /^(Connection terminated|Client (was closed|has encountered)|timeout (exceeded|expired)|Query read timeout)/

/** @param prefix the prefix of the tracker's table names */
export function createTranslation(schema: Schema, prefix = ''): Translate {
  const uniques = uniqueIndexes(schema, prefix)
  return (error) => {
    if (!(error instanceof Error)) return error
    if (isLost(error)) return lost(error)
    const code = sqlState(error)
    const { table, constraint, routine } = error as DatabaseError
    // It holds the values at fault, which may be secret, and errors end up in logs.
    if (code.startsWith('23')) delete (error as DatabaseError).detail
    if (lostRaces.has(code)) {
      return new StoreError('retry', 'another transaction committed first', { cause: error })
    }
    // Statements depend on the schema at the time of the migration.
    if (isOutdated(code, routine))
      return new StoreError('schema_newer', 'a newer version has changed the store', { cause: error })
    if (code === '53100') return new StoreError('full', 'the database is full', { cause: error })
    if (isReadOnly(code, routine)) return new StoreError('read_only', 'the database is read-only', { cause: error })
    if (unavailable.test(code)) return lost(error)
    if (code !== '23505') return error
    const named = table?.slice(prefix.length) ?? ''
    const { entity, columns } = uniques.get(constraint ?? '') ?? { entity: named, columns: schema[named]?.key ?? [] }
    return new StoreError('unique', `another row of ${entity} has the same ${columns.join(', ')}`, {
      entity,
      columns,
      cause: error,
    })
  }
}

/**
 * Converts an error of opening a connection: an internal one concerns the whole server, whose disk may be too full for the
 * connection. In a statement, it can concern one damaged row.
 */
export function openingError(error: unknown): unknown {
  return error instanceof Error && sqlState(error).startsWith('XX') ? lost(error) : error
}

/** Returns whether the server has cancelled a statement, because of a timeout or on request. */
export function isCancelled(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/**
 * Returns whether a proxy refuses transactions: PgBouncer in statement mode. It has one code for all its errors, also for
 * those that pass, and does not translate its messages.
 */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && sqlState(error) === '08P01' && error.message.includes('statement pooling')
}

/** The same for statements that the server ends when their time is up. */
export function overdueWhenCut(translate: Translate): Translate {
  return (error) =>
    isCancelled(error) ? new StoreError('overdue', 'a statement timed out', { cause: error }) : translate(error)
}

/** Returns whether a statement names a missing table or column, or was prepared with other column types. */
function isOutdated(code: string, routine = ''): boolean {
  return code === '42P01' || code === '42703' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

/** Returns whether the server rejects writes, as a demoted primary does. */
function isReadOnly(code: string, routine = ''): boolean {
  return code === '25006' || isOfStandby(code, routine)
}

function isOfStandby(code: string, routine = ''): boolean {
  return code === '0A000' && beginningOnStandby.has(routine)
}

/** Returns whether the server has rejected a write. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof Error && isReadOnly(sqlState(error), (error as DatabaseError).routine)
}

/** Returns whether a standby has rejected the beginning of a write. */
export function isStandbyError(error: unknown): boolean {
  return error instanceof Error && isOfStandby(sqlState(error), (error as DatabaseError).routine)
}

/** Returns whether the server lacks a statement that was prepared, or has it already. */
export function isMisplacedStatement(error: unknown): boolean {
  return misplacedStatements.has(sqlState(error))
}

/** Returns whether an error means that this server cannot be used or written to, but another one might. */
export function isUnusable(error: unknown): boolean {
  if (!(error instanceof Error) || isCancelled(error)) return false
  return isLost(error) || unavailable.test(sqlState(error)) || isReadOnlyError(error)
}

/** Returns the SQLSTATE of an error; empty for errors that PostgreSQL did not raise. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : ''
}

/** Returns the message of the root cause. */
export function reasonOf(error: unknown): string {
  // One of several addresses each.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

/** The unique lists of a schema by the names of their indexes; all others are keys. */
function uniqueIndexes(schema: Schema, prefix: string): Map<string, { entity: string; columns: readonly string[] }> {
  const all = Object.entries(schema).flatMap(([entity, { unique = [] }]) =>
    unique.map((columns) => [objectName('unique', prefix + entity, columns), { entity, columns }] as const),
  )
  return new Map(all)
}

function isLost(error: Error): boolean {
  if ('code' in error && lostConnections.has(String(error.code))) return true
  // One of several addresses each.
  if (error instanceof AggregateError) return error.errors.some((one) => one instanceof Error && isLost(one))
  return endings.test(error.message)
}

function lost(error: Error): StoreError {
  return new StoreError('unavailable', 'the database is unavailable', { cause: error })
}
