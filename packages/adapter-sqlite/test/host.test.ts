// A tracker in the file of a host with its own tables.
import { createTracker } from '@trackerkit/core'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { temporaryFile } from './files.js'

/** A file with a table of the host by the name of one of ours. */
function hostFile() {
  const { file, remove } = temporaryFile()
  const host = new Database(file)
  host.exec(`CREATE TABLE Users (name TEXT); INSERT INTO Users VALUES ('the host''s own')`)
  return { file, host, remove: () => (host.close(), remove()) }
}

it('a tracker with a prefix lives in the file of a host, and touches no table of it', async () => {
  const { file, host, remove } = hostFile()
  const tracker = await createTracker({ store: sqliteStore(file, { prefix: 'tracker_' }) })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await system.components.create(component)
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks at night' }
  const { id } = await system.bugs.create(bug)
  const { bugs } = await system.bugs.search({ summary: 'nigh', include_fields: ['id'] })
  expect(bugs).toEqual([{ id }])
  await expect(system.products.create({ name: 'widgets', description: 'x', version: '1' })).rejects.toMatchObject({
    code: 'product_name_already_in_use',
  })
  const tables = host.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all() as string[]
  const others = tables.filter((name) => !name.startsWith('tracker_') && !name.startsWith('sqlite_'))
  expect(others).toEqual(['Users'])
  expect(host.prepare('SELECT name FROM Users').pluck().all()).toEqual(["the host's own"])
  await tracker.close()
  remove()
})

it('a tracker without a prefix says which table of the host is in its way, and makes nothing', async () => {
  const { file, host, remove } = hostFile()
  const store = sqliteStore(file)
  await expect(createTracker({ store })).rejects.toMatchObject({ code: 'table_exists', data: { table: 'users' } })
  await store.close()
  expect(host.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all()).toEqual(['Users'])
  remove()
})

it.each(['Tracker_', '1st_', 'a-b', 'a'.repeat(21), 'x"'])('the prefix %s is refused', (prefix) => {
  expect(() => sqliteStore(':memory:', { prefix })).toThrow(RangeError)
})
