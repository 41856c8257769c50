import type { Connection, Connections } from './connections.js'
import { tableNames, type Naming } from '@trackerkit/core/sql'
import type { Schema } from '@trackerkit/core/store'
import { canCount, isCounting } from './counting.js'
import { lockTable, type DialectAbilities } from './dialect.js'
import { sqlState, type Translate } from './errors.js'
import { quote, quoteText } from './quote.js'

/** Features that other databases with the same protocol may lack. */
export interface Abilities extends DialectAbilities {
  /** The statement by which writes wait for each other before they begin; empty where there is none. */
  readonly queue: string
}

const lockNotAvailable = '55P03'

const queueOf = (naming: Naming) => `LOCK TABLE ${lockTable(naming)} IN SHARE UPDATE EXCLUSIVE MODE`

/**
 * Creates missing prerequisites of migrations and writes: the table to lock, and the extension pg_trgm. Outside of a
 * transaction, a statement that fails because another process was faster has no effect.
 */
export async function prepareDatabase(
  connections: Connections,
  translate: Translate,
  naming: Naming,
  schema: Schema,
): Promise<Abilities> {
  try {
    const connection = await connections.take(true)
    const prepared = prepare(connection, naming, schema)
    connection.giveBack(prepared)
    return await prepared
  } catch (error) {
    throw translate(error)
  }
}

/** Determines the features of the database without changing anything. */
export async function inspectDatabase(connections: Connections, translate: Translate): Promise<Abilities> {
  try {
    const connection = await connections.take()
    const trigrams = hasTrigrams(connection)
    connection.giveBack(trigrams)
    return { trigrams: await trigrams, counters: false, queue: '' }
  } catch (error) {
    throw translate(error)
  }
}

async function prepare(connection: Connection, naming: Naming, schema: Schema): Promise<Abilities> {
  const encoding = await readValue(connection, `SELECT current_setting('server_encoding')`)
  if (encoding !== 'UTF8') throw new Error(`the encoding of the database is ${String(encoding)}; it must be UTF8`)
  if (naming.schema !== undefined) await makeSchema(connection, naming.schema)
  await makeLock(connection, lockTable(naming))
  const queue = queueOf(naming)
  const names = tableNames(quote, naming)
  return {
    trigrams: await makeTrigrams(connection),
    counters: (await isCounting(connection, names, schema)) || (await canCount(connection, names)),
    queue: (await canQueue(connection, queue)) ? queue : '',
  }
}

async function makeTrigrams(connection: Connection): Promise<boolean> {
  if (await hasTrigrams(connection)) return true
  // The server may not have it, or we may not be allowed to create it, or another process is creating it right now.
  await connection.run('CREATE EXTENSION IF NOT EXISTS pg_trgm').catch(() => undefined)
  return hasTrigrams(connection)
}

/** Returns whether tables can be locked. A lock held by another process counts as yes. */
async function canQueue(connection: Connection, queue: string): Promise<boolean> {
  const isPossible = await connection.run(`BEGIN; ${queue} NOWAIT`).then(
    () => true,
    (error: unknown) => sqlState(error) === lockNotAvailable,
  )
  await connection.run('ROLLBACK')
  return isPossible
}

/** Creating a schema requires a right that is not needed if the schema exists. */
async function makeSchema(connection: Connection, schema: string): Promise<void> {
  const there = `SELECT count(*)::int FROM pg_namespace WHERE nspname = ${quoteText(schema)}`
  if ((await readValue(connection, there)) === 0)
    await createOnce(connection, `CREATE SCHEMA IF NOT EXISTS ${quote(schema)}`)
}

async function makeLock(connection: Connection, table: string): Promise<void> {
  await createOnce(connection, `CREATE TABLE IF NOT EXISTS ${table} (id int PRIMARY KEY)`)
  await connection.run(`INSERT INTO ${table} VALUES (1) ON CONFLICT DO NOTHING`)
}

/** IF NOT EXISTS does not cover two processes that create the same thing at once: the second one fails. */
async function createOnce(connection: Connection, statement: string): Promise<void> {
  await connection.run(statement).catch((error: unknown) => {
    // unique_violation in a catalog of the database; duplicate_schema; duplicate_table; duplicate_object, for its type
    if (!['23505', '42P06', '42P07', '42710'].includes(sqlState(error))) throw error
  })
}

/** Returns whether an index can name the operators without their schema. */
export async function hasTrigrams(connection: Pick<Connection, 'run'>): Promise<boolean> {
  const visible = `SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)`
  return (await readValue(connection, `SELECT EXISTS (${visible})`)) === true
}

/** The only value of the only row. */
async function readValue(connection: Pick<Connection, 'run'>, sql: string): Promise<unknown> {
  return (await connection.run(sql)).rows[0]?.[0]
}
