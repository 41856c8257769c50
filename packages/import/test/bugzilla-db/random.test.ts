// Databases with random rows: none stops the import, and each row that is not imported has a line in the report.
import { memoryStore } from '@trackerkit/adapter-memory'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runImport, problemsOf } from './importing.js'
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
  const { report, notes } = await runImport(url, store)
  const kinds = new Set(notes.map(({ kind }) => kind))
  const silent = report.tables
    .filter(
      ({ table, mended, refused, unsupported }) =>
        mended + refused + unsupported > 0 && !kindsOf(table).some((kind) => kinds.has(kind)),
    )
    .map(({ table }) => table)
  const problems = await problemsOf(store)
  const again = await runImport(url, store)
  const written = Object.entries(again.report.counts).filter(([, { created, replaced }]) => created + replaced > 0)
  return { unaccounted: report.unaccounted, silent, problems, written }
}

/** The kinds of notes about rows of a table. */
function kindsOf(table: string): string[] {
  const kinds: Readonly<Record<string, string>> = {
    profiles: 'user',
    flaginclusions: 'flag_type',
    flagexclusions: 'flag_type',
  }
  if (table in kinds) return [kinds[table] ?? '']
  if (/^(bug_status|resolution|bug_severity|priority|rep_platform|op_sys|cf_.*)$/.test(table)) return ['value']
  if (/^(namedqueries_link_in_footer)$/.test(table)) return ['saved_search']
  if (table === 'group_control_map') return ['group_control']
  // Rows of a bug are left out with its ID, those of no bug by their number.
  if (
    /^(bugs|bugs_aliases|cc|keywords|dependencies|duplicates|bug_see_also|bug_group_map|longdescs|longdescs_tags|longdescs_tags_activity|bugs_activity|votes|attachments|attach_data|flags|bug_cf_.*)$/.test(
      table,
    )
  )
    return ['bug', 'unknown', table]
  return [table, 'table']
}

const none = { unaccounted: [], silent: [], problems: [], written: [] }

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
