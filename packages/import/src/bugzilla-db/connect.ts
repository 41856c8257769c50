// A connection to the database of a Bugzilla. It sends only SELECT, and statements that make its transaction read-only.
import { Buffer } from 'node:buffer'
import type { EventEmitter } from 'node:events'
import { SourceError } from '../report/source-error.js'

/** A value as the database stores it. */
export type Cell = Buffer | null

/** A row of a query: the values by the names of their columns. */
export type DbRow = Readonly<Record<string, Cell>>

/** A connection with one snapshot of a database. */
interface Snapshot {
  readonly kind: 'mysql' | 'postgres'
  /** Runs a SELECT. Each `?` is replaced by a value. @throws QueryError, ConnectionLost */
  rows(sql: string, values?: readonly (string | number)[]): Promise<DbRow[]>
  /** The name of a table or column in SQL. */
  readonly name: (identifier: string) => string
  end(): Promise<void>
}

/** A database as of one moment. */
export interface DbSource extends Snapshot {
  /** When the snapshot was taken, by the clock of this machine. */
  readonly taken: () => Date
  /** Opens another connection, with a new snapshot. @throws SourceError */
  renew(): Promise<void>
}

/** The address and password of a database. */
export interface ConnectOptions {
  /** `mysql://` or `postgres://`. */
  readonly from: string
  /** The URL may have it, too. */
  readonly password?: string | undefined
}

/** The error of a query that the server answered: the connection is still good. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
}

/** The connection has ended: a new one has another snapshot. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** @throws SourceError when the database cannot be opened */
export async function openDatabase(options: ConnectOptions): Promise<DbSource> {
  let snapshot = await openSnapshot(options)
  let taken = new Date()
  const { kind, name } = snapshot
  return {
    kind,
    name,
    rows: (sql, values) => snapshot.rows(sql, values),
    end: () => snapshot.end(),
    taken: () => taken,
    async renew() {
      await snapshot.end()
      snapshot = await openSnapshot(options)
      taken = new Date()
    },
  }
}

async function openSnapshot({ from, password }: ConnectOptions): Promise<Snapshot> {
  const url = URL.canParse(from) ? new URL(from) : undefined
  const kind = url && kinds.get(url.protocol)
  if (!url || !kind) throw new SourceError('--from must be mysql://USER@HOST/DATABASE or postgres://USER@HOST/DATABASE')
  try {
    const given = password ?? (url.password === '' ? undefined : decodeURIComponent(url.password))
    return await (kind === 'mysql' ? openMysql(url, given) : openPostgres(url, given))
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError(`${withoutPassword(url)} cannot be opened: ${messageOf(error)}`)
  }
}

const kinds = new Map<string, 'mysql' | 'postgres'>([
  ['mysql:', 'mysql'],
  ['mariadb:', 'mysql'],
  ['postgres:', 'postgres'],
  ['postgresql:', 'postgres'],
])

/** The address of a database, for messages. */
export function withoutPassword(url: URL): string {
  const shown = new URL(url)
  shown.password = ''
  shown.searchParams.delete('password')
  return shown.href
}

function messageOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return [code, message].filter((part) => typeof part === 'string' && part !== '').join(': ')
}

async function openMysql(url: URL, password: string | undefined): Promise<Snapshot> {
  const { createConnection } = await load('mysql2', () => import('mysql2/promise'))
  const socketPath = url.searchParams.get('socket')
  const connection = await createConnection({
    ...(socketPath === null ? { host: url.hostname, port: Number(url.port || 3306) } : { socketPath }),
    user: decodeURIComponent(url.username),
    ...(password !== undefined && { password }),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(url.searchParams.get('tls') === 'on' && { ssl: { rejectUnauthorized: true } }),
    typeCast: (field) => field.buffer(),
  })
  // The error of a lost connection reaches the query; without a listener it would also end the process.
  ;(connection as unknown as EventEmitter).on('error', () => undefined)
  // The charset of a column is often wrong: its bytes are read as they are.
  await connection.query('SET SESSION character_set_results = NULL')
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  return {
    kind: 'mysql',
    async rows(sql, values = []) {
      try {
        const [rows] = await connection.query(sql, [...values])
        return rows as unknown as DbRow[]
      } catch (error) {
        throw isFatal(error) ? new ConnectionLost(messageOf(error)) : new QueryError(messageOf(error))
      }
    },
    name: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
    end: async () => connection.end().catch(() => undefined),
  }
}

async function openPostgres(url: URL, password: string | undefined): Promise<Snapshot> {
  const { default: pg } = await load('pg', () => import('pg'))
  const client = new pg.Client({
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    ...(password !== undefined && { password }),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(url.searchParams.get('tls') === 'on' && { ssl: { rejectUnauthorized: true } }),
    types: { getTypeParser: (oid: number) => (oid === bytea ? bytesOf : (text: string) => Buffer.from(text)) as never },
  })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const { rows } = await client.query<Record<string, Buffer>>('SHOW server_encoding')
  const encoding = rows[0]?.['server_encoding']?.toString()
  if (encoding !== 'UTF8') {
    await client.end()
    throw new SourceError(`the database has the encoding ${encoding}: dump it and load it as UTF8`)
  }
  await client.query('SAVEPOINT snapshot')
  return {
    kind: 'postgres',
    async rows(sql, values = []) {
      let count = 0
      try {
        const answer = await client.query<Record<string, Buffer | null>>(
          sql.replaceAll('?', () => `$${++count}`),
          [...values],
        )
        return answer.rows
      } catch (error) {
        if (isFatal(error)) throw new ConnectionLost(messageOf(error))
        // Otherwise all later queries of the transaction would fail.
        await client.query('ROLLBACK TO SAVEPOINT snapshot')
        throw new QueryError(messageOf(error))
      }
    },
    name: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
    end: async () => client.end().catch(() => undefined),
  }
}

const bytea = 17

function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex')
}

/** Returns true if later queries cannot succeed. */
function isFatal(error: unknown): boolean {
  const { code, fatal } = error as { readonly code?: string; readonly fatal?: boolean }
  return fatal === true || code === undefined || /^(ECONN|EPIPE|ETIMEDOUT|PROTOCOL_|57P0|08)/.test(code)
}

/** @throws SourceError when the package is not installed */
async function load<T>(name: string, importing: () => Promise<T>): Promise<T> {
  try {
    return await importing()
  } catch {
    throw new SourceError(`reading this database requires the package ${name}: npm install ${name}`)
  }
}
