// Waiting for writes of other stores. Hints without writes are turned off, so only NOTIFY can send one.
import { typed, type Store } from '@trackerkit/core/store'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../src/postgres-store.js'
import type { PostgresOptions, PostgresPool } from '../src/index.js'
import type { WatchPauses } from '../src/watch.js'
import { noteMigrations, notes, type Notes } from './notes.js'
import { createSchema, type TestSchema } from './schemas.js'

const never = 2 ** 31 - 1
const pauses = { hint: never, firstAgain: 1, lastAgain: 100, linger: never, notice: 0 }

let schema: TestSchema
const opened: { close(): unknown }[] = []
beforeEach(async () => void (schema = await createSchema()))
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
  await schema.remove()
})

async function open(
  options: PostgresOptions = {},
  database: string | PostgresPool = schema.url,
  others: Partial<WatchPauses> = {},
): Promise<Store<Notes>> {
  const store = typed<Notes>(openStore(database, options, { ...pauses, ...others }))
  opened.push(store)
  await store.migrate(notes, noteMigrations)
  return store
}

let titles = 0
const write = (store: Store<Notes>) =>
  store.write((tx) => tx.insert('note', [{ author_id: 1, title: `${++titles}`, body: '' }]))

/** Watches, and gives what waits for the hint after the last one that was waited for. The first one comes when it listens. */
function watch(store: Store<Notes>) {
  let [come, taken] = [0, 0]
  let goOn = (): void => undefined
  const stop = store.watch?.(() => {
    come++
    goOn()
  })
  async function next(): Promise<void> {
    while (come === taken) await new Promise<void>((resolve) => (goOn = resolve))
    taken = come
  }
  return { next, stop: () => stop?.(), count: () => come }
}

/** The connections of the stores of this test that listen. */
async function listening(): Promise<number[]> {
  const rows = await schema.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN "' || $1 || '"'`,
    [await channel()],
  )
  return rows.map(({ pid }) => Number(pid))
}

async function channel(): Promise<string> {
  const tables = `SELECT oid FROM pg_class WHERE relnamespace = '${schema.name}'::regnamespace`
  const [{ oid } = {}] = await schema.query(`${tables} AND relkind = 'r' AND relname LIKE '%trackerkit_lock'`)
  return `trackerkit_${String(oid)}`
}

describe('whoever watches a PostgreSQL store', () => {
  it('hears of what another store on the database writes, and of nothing that a store elsewhere in it does', async () => {
    const [one, two] = [await open(), await open()]
    const elsewhere = await open({ prefix: 'other_' })
    const hints = watch(one)
    await hints.next()
    const before = hints.count()
    await write(elsewhere)
    await write(two)
    await hints.next()
    expect(hints.count()).toBe(before + 1)
    await write(two)
    await hints.next()
  })

  it('hears of it within a schema and with a prefix, whether the other names the schema or finds it by the search path', async () => {
    const one = await open({ prefix: 'own_', schema: schema.name })
    const two = await open({ prefix: 'own_' })
    const hints = watch(one)
    await hints.next()
    const before = hints.count()
    await write(two)
    await hints.next()
    expect(hints.count()).toBe(before + 1)
  })

  it('has a connection beside those of a pool that was given, however few it may have', async () => {
    const pool = new pg.Pool({ connectionString: schema.url, max: 1 })
    const one = await open({}, pool)
    const hints = watch(one)
    await hints.next()
    await write(await open())
    await hints.next()
    await one.close()
    await pool.end()
    await expect.poll(listening).toEqual([])
  })

  it('hears once of many writes within the pause between notifications, and of the last of them in any case', async () => {
    const [one, two] = [await open(), await open({}, schema.url, { notice: never })]
    const hints = watch(one)
    await hints.next()
    const before = hints.count()
    await write(two)
    await hints.next()
    for (let n = 0; n < 10; n++) await write(two)
    const eager = await open({}, schema.url, { notice: 1 })
    await write(eager)
    await hints.next()
    expect(hints.count()).toBe(before + 2)
    // It sends what waits before it goes.
    await two.close()
    await hints.next()
    expect(hints.count()).toBe(before + 3)
    for (let n = 0; n < 3; n++) await write(eager)
    await hints.next()
  })

  it('continues to receive notifications after its connection has ended', async () => {
    const [one, two] = [await open(), await open()]
    const hints = watch(one)
    await hints.next()
    const [pid] = await listening()
    await schema.query('SELECT pg_terminate_backend($1)', [pid])
    // The next one listens.
    await hints.next()
    expect(await listening()).not.toEqual([pid])
    await write(two)
    await hints.next()
  })

  it('shares one connection with others, which is kept for a while between them, and ends with the store', async () => {
    const store = await open()
    const one = watch(store)
    await one.next()
    const pids = await listening()
    one.stop()
    const [two, three] = [watch(store), watch(store)]
    await write(store)
    await Promise.all([two.next(), three.next()])
    expect(pids).toHaveLength(1)
    expect(await listening()).toEqual(pids)
    await store.close()
    await expect.poll(listening).toEqual([])
  })

  it('is given hints all the same where nothing can be heard', async () => {
    const pool = new pg.Pool({ connectionString: schema.url, max: 2 })
    opened.push({ close: () => pool.end() })
    // Like a pool of another library, which does not reveal how it makes its clients.
    const { options, totalCount } = pool
    const other: PostgresPool = {
      options,
      totalCount,
      connect: () => pool.connect(),
      on: () => undefined,
      end: () => pool.end(),
    }
    const store = await open({}, other, { hint: 1 })
    const hints = watch(store)
    await hints.next()
    await hints.next()
    expect(await listening()).toEqual([])
    await store.close()
  })
})
