import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '@trackerkit/test-postgres'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openExisting, openTracker } from './store.js'

it('a tracker with a prefix is kept beside tables of others, and found again by the same --db', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-cli-'))
  const file = join(folder, 'app.db')
  const host = new Database(file)
  host.exec('CREATE TABLE users (name TEXT)')
  await expect(openTracker(file)).rejects.toThrow(`another table named users; try --db '${file}?prefix=tracker_'`)
  await (await openTracker(`${file}?prefix=tracker_`)).close()
  const tracker = await openExisting(`${file}?prefix=tracker_`)
  expect(tracker.isNew).toBe(false)
  await tracker.close()
  expect(host.prepare('SELECT count(*) FROM tracker_products').pluck().get()).toBe(0)
  host.close()
  rmSync(folder, { recursive: true })
})

it('a tracker in PostgreSQL is kept in the schema that --db names', async () => {
  const { url } = await freshDatabase()
  const database = `${url}${url.includes('?') ? '&' : '?'}schema=tracker&prefix=bugs_`
  await (await openTracker(database)).close()
  const tracker = await openExisting(database)
  expect(tracker.isNew).toBe(false)
  await tracker.close()
  await expect(openExisting(url)).rejects.toThrow('no tracker in')
})

it.each([
  ['app.db?prefx=tracker_', 'unknown parameter "prefx"'],
  ['app.db?schema=tracker', 'schema is for PostgreSQL; use prefix for files'],
  ['app.db?prefix=a_&prefix=b_', 'parameter prefix given twice'],
  ['app.db?prefix=Tracker', 'prefix takes a small letter'],
  ['app.db?prefix=', 'prefix needs a value'],
  [':memory:?prefix=a_', 'a tracker in memory accepts no parameters'],
  ['postgres://me:secret@127.0.0.1:1/app?schema=A', 'postgres://me@127.0.0.1:1/app?schema=A: schema takes'],
])('--db %s is refused, and what would do is said', async (database, message) => {
  const opening = openTracker(database)
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.toMatchObject({ name: 'UsageError' })
})
