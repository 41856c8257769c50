import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'

/** A separate schema in a database that all tests of a file share: faster to create than a database. */
export interface TestSchema {
  readonly name: string
  /** A URL by which this schema is where tables are made and found. */
  readonly url: string
  /** The same, where pg_trgm cannot be found. */
  readonly bareUrl: string
  /** Runs a statement beside the store, as another program would. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  remove(): Promise<void>
}

let database: Promise<{ readonly url: string; readonly pool: pg.Pool }> | undefined
let count = 0

async function open() {
  const { url } = await freshDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 3, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  await pool.query('CREATE EXTENSION pg_trgm')
  return { url, pool }
}

export async function createSchema(): Promise<TestSchema> {
  const { url, pool } = await (database ??= open())
  const name = `test_${++count}`
  await pool.query(`CREATE SCHEMA ${name}`)
  const within = (path: string) => `${url}?options=${encodeURIComponent(`-c search_path=${path}`)}`
  return {
    name,
    url: within(`${name},public`),
    bareUrl: within(name),
    query: async (sql, values) => (await pool.query<Record<string, unknown>>(sql, values)).rows,
    remove: async () => void (await pool.query(`DROP SCHEMA ${name} CASCADE`)),
  }
}
