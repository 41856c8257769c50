import { objectName } from '@trackerkit/core/sql'
import { StoreError, type Schema } from '@trackerkit/core/store'

/** Turns an error of the driver into what it means to the user of a store. Those that mean nothing to it stay as they are. */
export type Translate = (error: unknown) => unknown

/** What the driver adds to an error of the database, of which there may be several copies in one program. */
interface DatabaseError extends Error {
  detail?: string
  readonly table?: string
  readonly constraint?: string
}

const lostRaces = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
])

const unavailable = new Set([
  '25006', // read_only_sql_transaction: this server has become a standby
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
])

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

/** What the driver says, without any code, of connections that end or do not come about. */
const endings =
  /^(Connection terminated|Client (was closed|has encountered)|timeout (exceeded|expired)|Query read timeout)/

export function createTranslation(schema: Schema): Translate {
  const uniques = uniqueIndexes(schema)
  return (error) => {
    if (!(error instanceof Error)) return error
    if (isLost(error)) return lost(error)
    const code = sqlState(error)
    const { table, constraint } = error as DatabaseError
    // It holds the values at fault, which may be secret, and errors end up in logs.
    if (code.startsWith('23')) delete (error as DatabaseError).detail
    if (lostRaces.has(code)) {
      return new StoreError('retry', 'another transaction came first', { cause: error })
    }
    if (unavailable.has(code) || code.startsWith('08')) return lost(error)
    if (code !== '23505') return error
    const { entity, columns } = uniques.get(constraint ?? '') ?? {
      entity: table ?? '',
      columns: schema[table ?? '']?.key ?? [],
    }
    return new StoreError('unique', `another row of ${entity} has the same ${columns.join(', ')}`, {
      entity,
      columns,
      cause: error,
    })
  }
}

/** The code by which PostgreSQL tells what went wrong; empty for an error that is not its own. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : ''
}

/** The unique lists of a schema by the names of their indexes; what is not among them is a key. */
function uniqueIndexes(schema: Schema): Map<string, { entity: string; columns: readonly string[] }> {
  const all = Object.entries(schema).flatMap(([entity, { unique = [] }]) =>
    unique.map((columns) => [objectName('unique', entity, columns), { entity, columns }] as const),
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
  return new StoreError('unavailable', 'the database cannot be reached', { cause: error })
}
