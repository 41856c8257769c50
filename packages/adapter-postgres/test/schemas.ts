import { freshDatabase, type TestDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'

/** A schema of its own in a database that all tests of a file share, which is quicker to make than a database. */
export interface TestSchema {
  /** A URL by which this schema is where tables are made and found. */
  readonly url: string
  remove(): Promise<void>
}

let database: Promise<{ readonly loan: TestDatabase; readonly pool: pg.Pool }> | undefined
let count = 0

async function open() {
  const loan = await freshDatabase()
  const pool = new pg.Pool({ connectionString: loan.url, max: 1, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  await pool.query('CREATE EXTENSION pg_trgm')
  return { loan, pool }
}

export async function createSchema(): Promise<TestSchema> {
  const { loan, pool } = await (database ??= open())
  const name = `test_${++count}`
  await pool.query(`CREATE SCHEMA ${name}`)
  return {
    url: `${loan.url}?options=${encodeURIComponent(`-c search_path=${name},public`)}`,
    remove: async () => void (await pool.query(`DROP SCHEMA ${name} CASCADE`)),
  }
}
