// Counts of bugs in databases of versions before them.
import { setTimeout as pause } from 'node:timers/promises'
import { createTracker } from '@trackerkit/core'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postgresStore } from '../src/index.js'
import { createSchema, type TestSchema } from './schemas.js'

let place: TestSchema
const closings: (() => unknown)[] = []
beforeEach(async () => void (place = await createSchema()))
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
  await place.remove()
})

async function open() {
  const store = postgresStore(place.url)
  const tracker = await createTracker({ store })
  closings.push(() => tracker.close())
  return { store, bugs: tracker.asSystem('admin@example.com').bugs }
}

/** Creates two bugs, and leaves the database as migration 47 has left it. */
async function makeOld(): Promise<void> {
  const tracker = await createTracker({ store: postgresStore(place.url) })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await system.components.create(component)
  for (const summary of ['It blinks', 'It hums'])
    await system.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary })
  await tracker.close()
  for (const event of ['inserted', 'updated', 'deleted', 'truncated'])
    await place.query(`DROP FUNCTION ${place.name}.bugs__${event}__counters() CASCADE`)
  await place.query(`ALTER TABLE ${place.name}.installation DROP COLUMN product_changes`)
  await place.query(`DROP TABLE ${place.name}.bug_counts`)
  await place.query(`DELETE FROM ${place.name}.trackerkit_migrations WHERE id > 47`)
}

/** A connection of an older version, which knows the table of bugs, and not the counts. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client(place.url)
  await client.connect()
  closings.push(() => client.end())
  return client
}

/** Resolves when a statement that creates a trigger waits for a lock. */
async function waiting(): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'CREATE TRIGGER %'`
  while ((await place.query(waits)).length === 0) await pause(5)
}

const byStatus = { x: 'version', y: 'status' } as const

it('the bugs of an older version are counted, and those that it still changes', async () => {
  await makeOld()
  const { store, bugs } = await open()
  expect(await bugs.count(byStatus)).toMatchObject({ total: 2, x: ['1.0'], counts: [[2]] })
  const old = await connect()
  await old.query('UPDATE bugs SET is_open = false WHERE id = 1; DELETE FROM bugs WHERE id = 2')
  expect((await old.query('SELECT is_open, rows::int FROM bug_counts')).rows).toEqual([{ is_open: false, rows: 1 }])
  expect(await store.verify?.()).toEqual([])
})

it.each(['READ COMMITTED', 'SERIALIZABLE'])(
  'writes that are open are counted when they have ended: %s',
  async (isolation) => {
    await makeOld()
    const old = await connect()
    await old.query(`BEGIN ISOLATION LEVEL ${isolation}`)
    await old.query('DELETE FROM bugs WHERE id = 2')
    const opening = open()
    await waiting()
    await old.query('COMMIT')
    const { store, bugs } = await opening
    expect(await bugs.count(byStatus)).toMatchObject({ total: 1 })
    expect(await store.verify?.()).toEqual([])
  },
)

it('a write that began before the migration and writes after it is counted, or has to run again', async () => {
  await makeOld()
  const [read, serial] = [await connect(), await connect()]
  await read.query('BEGIN; SELECT count(*) FROM bugs')
  await serial.query('BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT count(*) FROM bugs')
  const { store } = await open()
  const write = 'UPDATE bugs SET is_open = false WHERE id = 1'
  await expect(serial.query(write)).rejects.toMatchObject({ code: '40001' })
  await serial.query('ROLLBACK')
  await read.query(`${write}; COMMIT`)
  expect(await store.verify?.()).toEqual([])
})

it('a table of the program with the name of the counts is refused', async () => {
  await makeOld()
  await place.query(`CREATE TABLE ${place.name}.bug_counts (n int)`)
  await expect(open()).rejects.toMatchObject({ code: 'table_exists', data: { table: 'bug_counts' } })
})
