// Requirements of every driver beyond the conformance suite.
import { writeFileSync } from 'node:fs'
import { isStoreError, typed, type Store } from '@trackerkit/core/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore, type SqliteDatabase, type SqliteOptions } from '../src/index.js'
import { openStore } from '../src/sqlite-store.js'
import { connectBy, drivers, nodeSqlite } from './drivers.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let place: ReturnType<typeof temporaryFile>
const opened: { close(): unknown }[] = []
beforeEach(() => (place = temporaryFile()))
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
  place.remove()
})

async function open(options: SqliteOptions, file: string | SqliteDatabase = place.file): Promise<Store<Notes>> {
  // Without a look at what few rows answer: scans are for threads.
  const store = typed<Notes>(openStore(file, { durability: 'normal', ...options }, { mostRowsHere: 0 }))
  opened.push(store)
  await store.migrate(notes, noteMigrations)
  return store
}

const note = (title: string, body = '') => ({ author_id: 1, title, body })
const is = (code: string): unknown => expect.toSatisfy((error) => isStoreError(error) && error.code === code)
const noLimit = { scan: { timeout: Infinity } }

describe.each(drivers)('a SQLite file by %s', (driver) => {
  it('runs scans on a thread, with the results of SQLite itself', async () => {
    const store = await open({ driver })
    await store.write((tx) => tx.insert('note', [note('a', 'hello'), note('b', 'world')]))
    const titles = await store.read(
      (tx) => tx.select({ from: 'note', columns: ['title'], where: { col: 'body', contains: 'orl' } }),
      noLimit,
    )
    expect(titles).toEqual([{ title: 'b' }])
  })

  it('ends a question that takes too long', async () => {
    const store = await open({ driver, queryTimeoutMs: 0.001, scanThreads: 0 })
    const many = Array.from({ length: 300 }, (_, n) => note(`note ${n}`, 'text'))
    await store.write((tx) => tx.insert('note', many))
    const search = store.read((tx) => tx.count('note', { col: 'body', contains: 'te' }), noLimit)
    await expect(search).rejects.toEqual(is('overdue'))
  })

  it('answers retry while another program writes', async () => {
    const store = await open({ driver, busyTimeout: 0 })
    const other = connectBy(driver, place.file)
    opened.push(other)
    other.exec('BEGIN IMMEDIATE')
    await expect(store.write((tx) => tx.insert('note', [note('a')]))).rejects.toEqual(is('retry'))
    other.exec('COMMIT')
    await store.write((tx) => tx.insert('note', [note('a')]))
    expect(await store.read((tx) => tx.count('note'))).toBe(1)
  })

  it('says that it can only be read, or has no room, when that becomes so', async () => {
    const db = connectBy(driver, ':memory:')
    opened.push(db)
    const store = await open({}, db)
    const write = () => store.write((tx) => tx.insert('note', [note('a', 'x'.repeat(100_000))]))
    db.exec('PRAGMA query_only = on')
    await expect(write()).rejects.toEqual(is('read_only'))
    db.exec('PRAGMA query_only = off; PRAGMA max_page_count = 1')
    await expect(write()).rejects.toEqual(is('full'))
    db.exec('PRAGMA max_page_count = 1000')
    expect(await write()).toEqual([1])
  })

  it('says of a file that is missing, or no database, that it cannot be used', async () => {
    const missing = async () => sqliteStore(`${place.file}.missing`, { driver, readonly: true })
    await expect(missing).rejects.toEqual(is('unavailable'))
    writeFileSync(place.file, 'Dear diary, '.repeat(500), { mode: 0o600 })
    // The store is closed after the test all the same.
    await expect(open({ driver })).rejects.toEqual(is('unavailable'))
  })

  it('finds damage and what is left undone in its indexes', async () => {
    const store = await open({ driver })
    await store.write((tx) => tx.insert('note', [note('a', 'hello')]))
    expect(await store.verify?.()).toEqual([])
    const other = connectBy(driver, place.file)
    opened.push(other)
    other.exec(`INSERT INTO "note__body__substring"("note__body__substring") VALUES ('delete-all')`)
    expect(await store.verify?.()).toEqual([expect.objectContaining({ isRepairable: true })])
    await store.reindex?.()
    expect(await store.verify?.()).toEqual([])
  })
})

describe.skipIf(!nodeSqlite)('one SQLite file by two drivers, one after the other', () => {
  it('has the same rows for both', async () => {
    // One after the other: in one process, two copies of SQLite know nothing of each other's locks.
    const row = {
      ...note('a', 'é'),
      weight: 1e300,
      at: new Date(1e12),
      extra: { b: [1] },
      scan: new Uint8Array([0, 255]),
    }
    for (const [author_id, driver] of [[1, 'better-sqlite3'] as const, [2, 'node:sqlite'] as const]) {
      const store = await open({ driver })
      await store.write((tx) => tx.insert('note', [{ ...row, author_id }]))
      await store.close()
    }
    for (const driver of drivers) {
      const store = await open({ driver })
      const rows = await store.read((tx) => tx.select({ from: 'note', order: [{ col: 'id' }] }))
      expect(rows).toEqual([1, 2].map((author_id) => ({ ...row, id: author_id, author_id })))
      await store.close()
    }
  })
})

describe('a driver that is not there', () => {
  it('is refused by name', async () => {
    const driver = 'sqlite3' as 'node:sqlite'
    const refusal = { code: 'invalid_options', data: { field: 'driver', accepted: ['better-sqlite3', 'node:sqlite'] } }
    await expect(async () => sqliteStore(place.file, { driver })).rejects.toMatchObject(refusal)
  })

  it.skipIf(nodeSqlite)('is refused with the reason, and with the other one', async () => {
    const open = async () => sqliteStore(place.file, { driver: 'node:sqlite' })
    await expect(open).rejects.toMatchObject({
      code: 'invalid_options',
      data: { field: 'driver', value: 'node:sqlite' },
    })
    await expect(open).rejects.toThrow(
      /^driver cannot be loaded: node:sqlite \(requires Node 24 or later; this is v.+\)\. Accepted: better-sqlite3, node:sqlite\.$/,
    )
  })
})
