import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '@trackerkit/test-postgres'
import { copyStore } from '@trackerkit/core/moving'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { makeCopy } from '../backup/make-copy.js'
import { openExisting } from './existing.js'
import { openTracker, withExisting, withStore } from './store.js'

it('a tracker with a prefix is kept beside tables of others, and found again by the same --db', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-cli-'))
  const file = join(folder, 'app.db')
  const host = new Database(file)
  host.exec('CREATE TABLE users (name TEXT)')
  await expect(openTracker(file)).rejects.toThrow(`already has a table named users; use --db '${file}?prefix=tracker_'`)
  await (await openTracker(`${file}?prefix=tracker_`)).close()
  const tracker = await openExisting(`${file}?prefix=tracker_`)
  expect(tracker.isNew).toBe(false)
  await tracker.close()
  expect(host.prepare('SELECT count(*) FROM tracker_products').pluck().get()).toBe(0)
  host.close()
  rmSync(folder, { recursive: true })
})

it('a store without a tracker is named, also after it was migrated', async () => {
  await expect(openTracker(':memory:', { mustExist: true })).rejects.toThrow(
    "no tracker in :memory:; create one with 'trackerkit serve --db FILE'",
  )
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

it('a tracker in PGlite is kept in the folder that --db names, and copied to a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-cli-'))
  const database = `pglite:${join(folder, 'tracker')}?schema=bugs`
  await expect(openExisting(database)).rejects.toThrow('no tracker in')
  const tracker = await openTracker(database)
  await tracker.asSystem().keywords.create({ name: 'crash', description: 'It crashes' })
  await expect(openExisting(database)).rejects.toThrow(/is unreachable: the folder is open in process \d+/)
  await tracker.close()
  const rows = await withExisting(database, { readonly: true }, (store) =>
    withStore(join(folder, 'copy.db'), async (copy) => {
      const copied = await copyStore(store, copy)
      await copy.close()
      return copied
    }),
  )
  expect(rows).toBeGreaterThan(50)
  const writing = withExisting(database, { readonly: true }, (store) =>
    store.write((tx) => tx.delete('keywords', { and: [] })),
  )
  await expect(writing).rejects.toThrow('read')
  const copy = await openExisting(join(folder, 'copy.db'))
  expect((await copy.asSystem().keywords.get()).keywords).toMatchObject([{ name: 'crash' }])
  await copy.close()
  await expect(makeCopy(database, join(folder, 'backup'))).rejects.toThrow('backup does not support PGlite')
  rmSync(folder, { recursive: true })
}, 60_000)

it.each([
  ['app.db?prefx=tracker_', 'unknown parameter "prefx"'],
  ['app.db?schema=tracker', 'schema is for PostgreSQL and PGlite; use prefix for SQLite'],
  ['app.db?prefix=a_&prefix=b_', 'parameter prefix given twice'],
  ['app.db?prefix=Tracker', 'prefix must be a lowercase letter'],
  ['app.db?prefix=', 'prefix requires a value'],
  ['pglite:?schema=a', 'pglite: requires a folder: pglite:FOLDER'],
  ['pglite:data?prefx=a', 'unknown parameter "prefx". Available: schema, prefix'],
  [':memory:?prefix=a_', 'an in-memory tracker accepts no parameters'],
  ['postgres://me:secret@127.0.0.1:1/app?schema=A', 'postgres://me@127.0.0.1:1/app?schema=A: schema must be'],
])('--db %s is refused, and what would do is said', async (database, message) => {
  const opening = openTracker(database)
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.toMatchObject({ name: 'UsageError' })
})
