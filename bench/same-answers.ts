// Rivals are worth a comparison only if they do the same work: before anything is timed, both must have given equal answers.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Tracker } from '@trackerkit/core'
import Database from 'better-sqlite3'
import { makeCorpusFile } from '../corpus/file.js'
import { briefSize } from '../corpus/sizes.js'
import { prepareNineObjects } from './by-hand/nine-objects.js'
import { prepareOneStatement } from './by-hand/one-statement.js'
import { openByHand } from './by-hand/open.js'
import type { Corpus } from './corpus.js'

/**
 * Asks both for every bug, and for the newest of every component, of a small tracker that has a bit of everything, as people with
 * and without groups. @throws AssertionError
 */
export async function requireSameBugs(count = 1_000): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-bench-'))
  try {
    const file = join(folder, 'same.db')
    await makeCorpusFile(file, { size: { ...briefSize(count), people: 100 }, seed: 3 })
    const tracker = await createTracker({ store: sqliteStore(file) })
    // user0 is in all groups, user7 in none, user25 in one of bugs.
    for (const login of ['user0@example.com', 'user7@example.com', 'user25@example.com'])
      await compareReads(tracker, file, login, count)
    await tracker.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function compareReads(tracker: Tracker, file: string, login: string, size: number): Promise<void> {
  const db = new Database(file, { readonly: true })
  const byHand = prepareOneStatement(db, login)
  const nine = prepareNineObjects(db, login)
  const { bugs } = tracker.as({ login })
  const ids = Array.from({ length: size }, (_, n) => n + 1)
  const visible = await bugs.get({ ids, permissive: true })
  assert.deepEqual(
    ids.flatMap((id) => byHand.get(id) ?? []),
    visible.bugs,
    'bugs.get and the statement by hand differ',
  )
  assert.deepEqual(
    ids.flatMap((id) => nine(id) ?? []),
    visible.bugs,
    'bugs.get and the nine statements by hand differ',
  )
  for (const [id, name, product] of db
    .prepare('select c.id, c.name, p.name from components c join products p on p.id = c.product_id')
    .raw()
    .all() as [number, string, string][]) {
    const page = await bugs.search({ product, component: name, order: 'changeddate DESC, bug_id DESC', limit: 100 })
    assert.deepEqual(byHand.page(id), page.bugs, `the pages of ${product} ${name} differ`)
  }
  db.close()
}

/** Creates a bug both ways and compares the rows, all but their keys, times and summaries. @throws AssertionError */
export async function requireSameRows({ tracker, file }: Corpus, login: string): Promise<void> {
  const byHand = openByHand(file, login)
  const summary = 'The same rows'
  const description = 'It happens every time, right after the start.'
  const ours = await tracker
    .as({ login })
    .bugs.create({ product: 'Product', component: 'Component 1', version: '1.0', summary, description })
  const theirs = byHand.create(summary)
  byHand.close()
  const db = new Database(file, { readonly: true })
  assert.deepEqual(columnsWritten(db, theirs), columnsWritten(db, ours.id), 'bugs.create and the rows by hand differ')
  db.close()
}

/** For each table with rows of the bug, how many there are and which columns they fill. */
function columnsWritten(db: Database.Database, bugId: number) {
  const tables = db.prepare("select name from sqlite_schema where type = 'table' and sql like '%bug_id%'").pluck().all()
  return [['bugs', 'id'], ...tables.map((table) => [String(table), 'bug_id'])].map(([table = '', column = '']) => {
    const isThere = db.prepare(`select count(*) from pragma_table_info(?) where name = ?`).pluck().get(table, column)
    const rows = isThere ? db.prepare(`select * from ${table} where ${column} = ?`).all(bugId) : []
    return [table, rows.map((row) => filled(row as Record<string, unknown>))]
  })
}

function filled(row: Record<string, unknown>): string[] {
  return Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [name]))
}
