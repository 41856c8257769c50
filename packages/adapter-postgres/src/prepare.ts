import type { Dialect } from '@trackerkit/core/sql'
import type { Connection, Connections } from './connections.js'
import { lockTable, postgresDialect } from './dialect.js'
import { sqlState, type Translate } from './errors.js'

/**
 * Sees to what migrations stand on: the row they lock, and pg_trgm where it can be had. Outside of any transaction, because what
 * fails here, or is done by another process at the same moment, is no harm.
 */
export async function prepareDatabase(connections: Connections, translate: Translate): Promise<Dialect> {
  try {
    const connection = await connections.take()
    const prepared = prepare(connection)
    connection.giveBack(prepared)
    return await prepared
  } catch (error) {
    throw translate(error)
  }
}

async function prepare(connection: Connection): Promise<Dialect> {
  const encoding = await one(connection, `SELECT current_setting('server_encoding')`)
  if (encoding !== 'UTF8') throw new Error(`the database holds text as ${String(encoding)}; the store needs UTF8`)
  await makeLock(connection)
  if (await hasTrigrams(connection)) return postgresDialect(true)
  // It may be missing, or not ours to make, or be made by another process right now.
  await connection.run('CREATE EXTENSION IF NOT EXISTS pg_trgm').catch(() => undefined)
  return postgresDialect(await hasTrigrams(connection))
}

/** Two processes may make the table at once; the second one fails, and finds it made. */
async function makeLock(connection: Connection): Promise<void> {
  await connection.run(`CREATE TABLE IF NOT EXISTS ${lockTable} (id int PRIMARY KEY)`).catch((error: unknown) => {
    // unique_violation, of a catalogue of the database; duplicate_table; duplicate_object, which is its type
    if (!['23505', '42P07', '42710'].includes(sqlState(error))) throw error
  })
  await connection.run(`INSERT INTO ${lockTable} VALUES (1) ON CONFLICT DO NOTHING`)
}

/** Whether an index can name the operators without saying in which schema they are. */
async function hasTrigrams(connection: Connection): Promise<boolean> {
  const visible = `SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)`
  return (await one(connection, `SELECT EXISTS (${visible})`)) === true
}

/** The only value of the only row. */
async function one(connection: Connection, sql: string): Promise<unknown> {
  return (await connection.run(sql)).rows[0]?.[0]
}
