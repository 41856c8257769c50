// Counts of bugs that triggers keep, in files of versions before and after them.
import { createTracker } from '@trackerkit/core'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { temporaryFile } from './files.js'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

async function open(file: string) {
  const tracker = await createTracker({ store: sqliteStore(file) })
  closings.push(() => tracker.close())
  return tracker
}

/** A file with two bugs, as a version before counts has left it. */
async function oldFile(): Promise<string> {
  const { file, remove } = temporaryFile()
  closings.push(remove)
  const tracker = await createTracker({ store: sqliteStore(file) })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const place = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await system.components.create(place)
  for (const summary of ['It blinks', 'It hums'])
    await system.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary })
  await tracker.close()
  const db = new Database(file)
  for (const event of ['inserted', 'deleted', 'updated']) db.exec(`DROP TRIGGER bugs__${event}__counters`)
  db.exec('ALTER TABLE installation DROP COLUMN product_changes')
  db.exec('DROP TABLE bug_counts; DELETE FROM trackerkit_migrations WHERE id >= 47')
  db.close()
  return file
}

it('the bugs of an older version are counted, and those that it still files', async () => {
  const file = await oldFile()
  const { bugs } = (await open(file)).asSystem('admin@example.com')
  expect(await bugs.count({ x: 'version', y: 'status' })).toMatchObject({ total: 2, x: ['1.0'], counts: [[2]] })
  // Older versions know the table of bugs, and not the counts.
  const db = new Database(file)
  closings.push(() => db.close())
  db.exec('UPDATE bugs SET is_open = 0 WHERE id = 1; DELETE FROM bugs WHERE id = 2')
  expect(db.prepare('SELECT is_open, rows FROM bug_counts').all()).toEqual([{ is_open: 0, rows: 1 }])
})

it('a table of the program with the name of the counts is refused', async () => {
  const file = await oldFile()
  const db = new Database(file)
  closings.push(() => db.close())
  db.exec('CREATE TABLE bug_counts (n)')
  await expect(open(file)).rejects.toMatchObject({ code: 'table_exists', data: { table: 'bug_counts' } })
})
