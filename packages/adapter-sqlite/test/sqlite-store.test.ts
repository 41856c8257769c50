import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStoreError, TrackerError, typed, type Store, type Where } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sqliteStore, type SqliteOptions } from '../src/index.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let place: ReturnType<typeof temporaryFile>
const opened: { close(): unknown }[] = []
beforeEach(() => (place = temporaryFile()))
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
  place.remove()
})

async function open(file: string | Database.Database = place.file, options?: SqliteOptions): Promise<Store<Notes>> {
  const store = typed<Notes>(sqliteStore(file, options))
  opened.push(store)
  await store.migrate(notes, noteMigrations)
  return store
}

/** A connection beside the store, as another program would have. */
function beside(): Database.Database {
  const db = new Database(place.file, { timeout: 0 })
  opened.push(db)
  return db
}

const note = (title: string, body = '', author = 1) => ({ author_id: author, title, body })
const isRetry: unknown = expect.toSatisfy((error) => isStoreError(error, 'retry'))

describe('a SQLite file', () => {
  it('is written through a log that readers see past, and which SQLite brings to the disk at checkpoints only', async () => {
    const prepare = vi.spyOn(Database.prototype, 'prepare')
    await open()
    expect(prepare.mock.calls.map(([text]) => text)).toContain('PRAGMA synchronous = normal')
    expect(beside().pragma('journal_mode', { simple: true })).toBe('wal')
    prepare.mockRestore()
  })

  it('is synced to the disk by every commit where no write-ahead log is possible', async () => {
    const prepare = vi.spyOn(Database.prototype, 'prepare')
    await open(':memory:')
    expect(prepare.mock.calls.map(([text]) => text)).toContain('PRAGMA synchronous = full')
    prepare.mockRestore()
  })

  it('is one file again after the last one closes it', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('a')]))
    await store.read((tx) => tx.count('note'))
    expect(existsSync(`${place.file}-wal`)).toBe(true)
    await store.close()
    expect(existsSync(`${place.file}-wal`)).toBe(false)
  })

  it('is found again when the current directory has changed', async () => {
    const here = process.cwd()
    process.chdir(dirname(place.file))
    const store = await open(basename(place.file))
    process.chdir(here)
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
  })

  it('must be named, because SQLite would keep nothing of an unnamed one', () => {
    const accepted = "the name of a file, ':memory:', or an open database"
    const wrong: readonly [unknown, string | undefined][] = [
      ['', ''],
      [' ', ' '],
      [undefined, undefined],
      [null, 'null'],
      [5, 'a number'],
      [new URL('postgres://tracker:s3cret@db/tracker'), 'an object'],
      [Object.create(null), 'an object'],
    ]
    for (const [file, value] of wrong)
      expect(() => sqliteStore(file as string)).toThrow(
        new TrackerError('invalid_options', { field: 'file', value, accepted }),
      )
  })

  it('cannot be in a directory that is not there, or in a file', () => {
    const here = fileURLToPath(import.meta.url)
    const files = ['/nowhere/at/all/tracker.db', join(here, 'tracker.db'), join(here, 'at', 'all', 'tracker.db')]
    for (const value of files)
      for (const readonly of [false, true])
        expect(() => sqliteStore(value, { readonly })).toThrow(
          new TrackerError('invalid_options', { field: 'file', value, accepted: 'a file in an existing folder' }),
        )
  })

  it.each([0, -1, 1.5])('cannot be read by %d connections', (readers) => {
    expect(() => sqliteStore(place.file, { readers })).toThrow(`readers must be at least 1, not ${readers}`)
    expect(existsSync(place.file)).toBe(false)
  })

  it.each<[string, SqliteOptions]>([
    ['busyTimeout must be a whole number of at least 0, not the number -1', { busyTimeout: -1 }],
    ['busyTimeout must be a whole number of at least 0, not the number NaN', { busyTimeout: NaN }],
    ['durability must be full or normal, not off', { durability: 'off' as 'full' }],
  ])('is not created when an option is out of its range: %s', (message, options) => {
    expect(() => sqliteStore(place.file, options)).toThrow(new RangeError(message))
    expect(existsSync(place.file)).toBe(false)
  })

  it('takes undefined for every option, as for one that is absent', async () => {
    const options: { readonly [N in keyof SqliteOptions]-?: undefined } = {
      driver: undefined,
      durability: undefined,
      readers: undefined,
      busyTimeout: undefined,
      logger: undefined,
      queryTimeoutMs: undefined,
      scanThreads: undefined,
      prefix: undefined,
      readonly: undefined,
    }
    const store = sqliteStore(place.file, options)
    await store.migrate(notes, noteMigrations)
    await store.close()
    expect(existsSync(place.file)).toBe(true)
  })

  it.each([
    ['longestQuestion', 'longestQuestion is now queryTimeoutMs'],
    ['raeders', 'raeders'],
  ])('is not created with the unknown option %s', (name, message) => {
    expect(() => sqliteStore(place.file, { [name]: 7 })).toThrow(
      expect.objectContaining({ code: 'invalid_options', message: expect.stringContaining(message) as unknown }),
    )
    expect(existsSync(place.file)).toBe(false)
  })

  it.each([0, -1, NaN, Infinity])('cannot have a limit of %d milliseconds for a query', (queryTimeoutMs) => {
    expect(() => sqliteStore(place.file, { queryTimeoutMs })).toThrow(
      new RangeError(`queryTimeoutMs must be a number above 0, not the number ${queryTimeoutMs}`),
    )
    expect(existsSync(place.file)).toBe(false)
  })

  it('says what is missing when it is used before it is migrated', async () => {
    const store = sqliteStore(place.file)
    opened.push(store)
    await expect(store.read(() => 1)).rejects.toThrow('migrate the store')
    await expect(store.write(() => 1)).rejects.toThrow('migrate the store')
  })
})

describe('reading from SQLite', () => {
  it('continues during an open write, on the state before it', async () => {
    const store = await open()
    let finishWrite = (): void => undefined
    const writing = store.write(async (tx) => {
      await tx.insert('note', [note('a')])
      await new Promise<void>((resolve) => (finishWrite = resolve))
    })
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
    finishWrite()
    await writing
    expect(await store.read((tx) => tx.count('note'))).toBe(1)
  })

  it('sees one snapshot from its first to its last query, during writes', async () => {
    const store = await open()
    let finishRead = (): void => undefined
    const reading = store.read(async (tx) => {
      const before = await tx.count('note')
      await new Promise<void>((resolve) => (finishRead = resolve))
      return [before, await tx.count('note')]
    })
    await store.write((tx) => tx.insert('note', [note('a')]))
    expect(await store.read((tx) => tx.count('note'))).toBe(1)
    finishRead()
    expect(await reading).toEqual([0, 0])
  })

  it('waits for its turn when all readers are busy', async () => {
    const store = await open(place.file, { readers: 2 })
    const finish: (() => void)[] = []
    const order: number[] = []
    const reads = [1, 2, 3, 4].map((n) =>
      store.read(async (tx) => {
        await tx.count('note')
        order.push(n)
        if (n <= 2) await new Promise<void>((resolve) => finish.push(resolve))
      }),
    )
    while (finish.length < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(order).toEqual([1, 2])
    for (const done of finish) done()
    await Promise.all(reads)
    expect(order).toEqual([1, 2, 3, 4])
  })

  it('gives back bytes that are the caller’s own, no Buffer', async () => {
    const store = await open()
    const scan = new Uint8Array([0, 1, 255])
    await store.write((tx) =>
      tx.insert('note', [
        { ...note('a'), scan },
        { ...note('b'), scan: new Uint8Array() },
      ]),
    )
    const [a, b] = await store.read((tx) => tx.select({ from: 'note', columns: ['scan'] }))
    expect(a?.scan).toEqual(scan)
    expect(a?.scan?.constructor).toBe(Uint8Array)
    expect(b?.scan).toEqual(new Uint8Array())
  })
})

describe('a busy SQLite file', () => {
  it('fails a write with retry, soon, and the next write succeeds', async () => {
    const store = await open(place.file, { busyTimeout: 5 })
    const other = beside()
    other.exec('BEGIN IMMEDIATE')
    let runs = 0
    await expect(store.write(() => runs++)).rejects.toEqual(isRetry)
    expect(runs).toBe(0)
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
    other.exec('ROLLBACK')
    await store.write((tx) => tx.insert('note', [note('a')]))
    expect(await store.read((tx) => tx.count('note'))).toBe(1)
  })

  it('is awaited by a migration without blocking this process', async () => {
    await (await open()).close()
    const other = beside()
    other.exec('BEGIN IMMEDIATE')
    const store = typed<Notes>(sqliteStore(place.file, { busyTimeout: 5 }))
    opened.push(store)
    let isDone = false
    const migrating = Promise.resolve(store.migrate(notes, noteMigrations)).then(() => (isDone = true))
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(isDone).toBe(false)
    other.exec('COMMIT')
    await migrating
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
  })

  it('lets other things happen between the writes of a long queue', async () => {
    const store = await open(':memory:')
    const order: string[] = []
    const writes = Array.from({ length: 50 }, (_, i) =>
      store.write((tx) => tx.insert('note', [note(`${i}`)])).then(() => order.push('write')),
    )
    setImmediate(() => order.push('something else'))
    await Promise.all(writes)
    expect(order.indexOf('something else')).toBeGreaterThan(-1)
    expect(order.indexOf('something else')).toBeLessThan(10)
  })
})

describe('a database given to sqliteStore', () => {
  it('stays open, keeps its settings and its other tables', async () => {
    const db = new Database(place.file)
    opened.push(db)
    db.defaultSafeIntegers()
    db.exec('CREATE TABLE mine (a)')
    const store = await open(db)
    await store.write((tx) => tx.insert('note', [{ ...note('a'), at: new Date(7) }]))
    expect(await store.read((tx) => tx.select({ from: 'note', columns: ['id', 'at'] }))).toEqual([
      { id: 1, at: new Date(7) },
    ])
    await store.close()
    expect(db.open).toBe(true)
    expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
    expect(db.prepare('SELECT count(*) AS n FROM mine').get()).toEqual({ n: 0n })
  })

  it('is used by one transaction at a time', async () => {
    const store = await open(new Database(':memory:'))
    const order: string[] = []
    const step = async (name: string) => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} ends`)
    }
    await Promise.all([store.write(() => step('one')), store.read(() => step('two')), store.write(() => step('three'))])
    expect(order).toEqual(['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  })
})

describe('a transaction that SQLite itself has rolled back', () => {
  it('takes no more writes and does not commit what is left', async () => {
    const db = new Database(':memory:')
    const store = await open(db)
    const failed = store.write(async (tx) => {
      await tx.insert('note', [note('lost')])
      db.exec('ROLLBACK')
      await tx.insert('note', [note('outside')])
    })
    await expect(failed).rejects.toThrow('rolled back this transaction')
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
    await store.write((tx) => tx.insert('note', [note('fine')]))
  })
})

describe('statements to SQLite', () => {
  it('are prepared once for one shape of query', async () => {
    const prepare = vi.spyOn(Database.prototype, 'prepare')
    const store = await open(':memory:')
    const ask = (i: number) =>
      store.read((tx) => tx.select({ from: 'note', where: { col: 'id', in: [i, i + 1] }, limit: i }))
    const write = (i: number) => store.write((tx) => tx.insert('note', [note(`${i}`), note(`${i}+`)]))
    await ask(1)
    await write(1)
    const before = prepare.mock.calls.length
    for (let i = 2; i < 20; i++) {
      await ask(i)
      await write(i)
    }
    expect(prepare.mock.calls.length).toBe(before)
    prepare.mockRestore()
  })

  it('take 20,000 values in a list', async () => {
    const store = await open(':memory:')
    // Whole numbers so large that JavaScript writes them with other digits than they have.
    const weight = (i: number) => 413_441_419_859_638_592 + i * 64
    const rows = Array.from({ length: 300 }, (_, i) => ({ ...note(`title ${i}`), weight: weight(i) }))
    await store.write((tx) => tx.insert('note', rows))
    const ids = Array.from({ length: 20_000 }, (_, i) => i * 2)
    const titles = ids.map((id) => `title ${id}`)
    const weights = ids.map(weight)
    await store.read(async (tx) => {
      expect(await tx.count('note', { col: 'id', in: ids })).toBe(150)
      expect(await tx.count('note', { col: 'title', in: titles })).toBe(150)
      expect(await tx.count('note', { col: 'weight', in: weights })).toBe(150)
    })
  })

  it('take deep predicates of thousands of members', async () => {
    const store = await open(':memory:')
    await store.write((tx) => tx.insert('note', [note('a', 'x'), note('b', 'y')]))
    const isNot = (body: string): Where<Notes, 'note'> => ({ not: { col: 'body', eq: body } })
    const members = Array.from({ length: 5_000 }, (_, i) => isNot(`${i}`))
    const chain = members.reduce((inner, member) => ({ or: [{ not: member }, inner] }), isNot('y'))
    await store.read(async (tx) => {
      expect(await tx.count('note', { and: members })).toBe(2)
      expect(await tx.count('note', { or: members })).toBe(2)
      expect(await tx.count('note', chain)).toBe(1)
      expect(await tx.count('note', { not: chain })).toBe(1)
    })
  })
})
