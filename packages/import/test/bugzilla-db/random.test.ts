// Databases with random rows: none stops the import, and each row is accounted for.
import { memoryStore } from '@trackerkit/adapter-memory'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bring, problemsOf } from './importing.js'
import { hasMariadb, startMariadb, type Mariadb } from './mariadb.js'
import { randomStatements } from './random-rows.js'
import { createTables } from './tables.js'

const rounds = Number(process.env['TRACKERKIT_TEST_ROUNDS'] ?? 2)
const seeds = Array.from({ length: 3 * rounds }, (_, index) => index + 1)
let mariadb: Mariadb

beforeAll(async () => {
  if (hasMariadb) mariadb = await startMariadb()
}, 120_000)
afterAll(async () => {
  if (hasMariadb) await mariadb.stop()
})

async function faultsOf(url: string) {
  const store = memoryStore()
  const { report } = await bring(url, store)
  const problems = await problemsOf(store)
  const again = await bring(url, store)
  const written = Object.entries(again.report.counts).filter(([, { created, replaced }]) => created + replaced > 0)
  return { unaccounted: report.unaccounted, problems, written }
}

const none = { unaccounted: [], problems: [], written: [] }

describe('importBugzillaDb', () => {
  it.skipIf(!hasMariadb).each(seeds)(
    'accounts for every row of random tables of MariaDB, and changes nothing the second time (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const url = await mariadb.create(randomStatements('mysql', createTables('mysql'), seed))
      expect(await faultsOf(url)).toEqual(none)
    },
  )

  it.each(seeds)(
    'accounts for every row of random tables of PostgreSQL, and changes nothing the second time (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const database = await freshDatabase()
      const client = new pg.Client(database.url)
      await client.connect()
      await client.query(randomStatements('postgres', createTables('postgres'), seed).join(';\n'))
      await client.end()
      expect(await faultsOf(database.url)).toEqual(none)
      database.release()
    },
  )
})
