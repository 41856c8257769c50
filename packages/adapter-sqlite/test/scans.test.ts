// Reads that may look at very many rows, on worker threads.
import { existsSync } from 'node:fs'
import { createTracker } from '@trackerkit/core'
import { isStoreError, typed, type Reader, type Store } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SqliteOptions } from '../src/index.js'
import { createScans, type Timer } from '../src/scans.js'
import { openStore, type Parts } from '../src/sqlite-store.js'
import { hasThreads, startThread, type StartThread, type Thread } from '../src/thread.js'
import { finish, start } from './children.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let place: ReturnType<typeof temporaryFile>
const opened: { close(): unknown }[] = []
beforeEach(() => (place = temporaryFile()))
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
  place.remove()
})

async function open(
  parts: Partial<Parts> = {},
  options?: SqliteOptions,
  file: string | Database.Database = place.file,
): Promise<Store<Notes>> {
  const store = typed<Notes>(openStore(file, { durability: 'normal', ...options }, { mostRowsHere: 0, ...parts }))
  opened.push(store)
  await store.migrate(notes, noteMigrations)
  return store
}

const note = (title: string, body = '') => ({ author_id: 1, title, body })
const noLimit = { scan: { timeout: Infinity } }
const is = (code: string): unknown => expect.toSatisfy((error) => isStoreError(error) && error.code === code)
const soon = () => new Promise((resolve) => setImmediate(resolve))

/** Time that passes when the test says so. */
function createTimer() {
  const due: (() => void)[] = []
  const timer: Timer = (milliseconds, call) => {
    if (milliseconds !== Infinity) due.push(call)
    return () => void due.splice(due.indexOf(call) >>> 0, 1)
  }
  return {
    timer,
    /** Reaches the earliest deadline. */
    pass: () => due.shift()?.(),
  }
}

/** Counts the questions that threads are asked. */
function counting() {
  const counted = { started: 0, asked: 0 }
  const start: StartThread = (settings) => {
    counted.started++
    const thread = startThread(settings)
    return {
      ...thread,
      ask(sql, parameters) {
        counted.asked++
        return thread.ask(sql, parameters)
      },
    }
  }
  return { counted, start }
}

/** Threads that read rows endlessly before their first response, until they are stopped. */
function endless(): { readonly start: StartThread; readonly isAsked: () => boolean } {
  let isFirst = true
  const start: StartThread = (settings) => {
    const thread = startThread(settings)
    return {
      ...thread,
      ask(sql, parameters) {
        if (!isFirst) return thread.ask(sql, parameters)
        isFirst = false
        return thread.ask(
          'WITH RECURSIVE row(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE trackerkit_patience(64)) SELECT count(*) FROM row',
          [],
        )
      },
    }
  }
  return { start, isAsked: () => !isFirst }
}

describe('a read of a SQLite file that may scan', () => {
  /** A store that looks at 128 rows before it asks a thread. */
  async function openBrief(rows: readonly ReturnType<typeof note>[]) {
    const { counted, start } = counting()
    const store = await open({ startThread: start, mostRowsHere: 128 })
    await store.write((tx) => tx.insert('note', rows))
    return { counted, store }
  }

  const titled = (from: number) => (tx: Reader<Notes>) =>
    tx.select({ from: 'note', where: { col: 'id', gt: from }, order: [{ col: 'title' }], limit: 3 })

  it('is answered at once, without a thread, when its questions look at few rows', async () => {
    const { counted, store } = await openBrief(Array.from({ length: 1000 }, (_, n) => note(`title ${n}`)))
    expect(await store.read(titled(990), noLimit)).toHaveLength(3)
    expect(counted).toEqual({ started: 0, asked: 0 })
  })

  it('goes to a thread when a question looks at more rows, with all that it asks', async () => {
    const { counted, store } = await openBrief(Array.from({ length: 1000 }, (_, n) => note(`title ${n}`)))
    const both = async (tx: Reader<Notes>) => [await titled(990)(tx), await titled(0)(tx)]
    expect(await store.read(both, noLimit)).toEqual(await store.read(both))
    expect(counted).toEqual({ started: 1, asked: 2 })
  })

  it('delays no other read while it waits, however many there are', async () => {
    const { store } = await openBrief([note('a')])
    let finish = () => {}
    const waiting = new Promise<void>((resolve) => (finish = resolve))
    const scans = Array.from({ length: 20 }, () =>
      store.read(async (tx) => {
        await titled(0)(tx)
        await waiting
      }, noLimit),
    )
    await soon()
    expect(await store.read(titled(0))).toHaveLength(1)
    finish()
    await Promise.all(scans)
  })

  it.each<[string, (tx: Reader<Notes>) => unknown]>([
    ['looks for a text', (tx) => tx.select({ from: 'note', where: { not: { col: 'body', contains: 'xyz' } } })],
    ['counts', (tx) => tx.count('note')],
    ['counts by values', (tx) => tx.countBy({ from: 'note', by: [{ col: 'title' }], limit: 9 })],
    ['sorts everything', (tx) => tx.select({ from: 'note', order: [{ col: 'body' }] })],
  ])('goes to a thread when it %s', async (_what, ask) => {
    const { counted, store } = await openBrief([note('a', 'xyz')])
    expect(await store.read(ask, noLimit)).toEqual(await store.read(ask))
    expect(counted).toEqual({ started: 1, asked: 1 })
  })
})

describe('a scan of a SQLite file', () => {
  it('answers as other reads do, value for value, from another thread', async () => {
    const { counted, start } = counting()
    const store = await open({ startThread: start })
    await store.write((tx) =>
      tx.insert('note', [
        { ...note('a', '\u{1f600} "quoted" \u0001'), weight: 0.1, at: new Date(-5), extra: { deep: [1, null] } },
        { ...note('b'), scan: new Uint8Array([0, 1, 255]), weight: -0 },
        { ...note('c'), scan: new Uint8Array() },
      ]),
    )
    const everything = async (tx: Reader<Notes>) => ({
      rows: await tx.select({ from: 'note', where: { not: { col: 'title', in: ['x'] } } }),
      page: await tx.select({ from: 'note', order: [{ col: 'title', desc: true }], limit: 1, offset: 1 }),
      count: await tx.count('note', { col: 'body', contains: 'quot' }),
      counts: await tx.countBy({ from: 'note', by: [{ day: 'at' }, { col: 'title' }], limit: 9 }),
    })
    const plain = await store.read(everything)
    expect(counted.asked).toBe(0)
    const scanned = await store.read(everything, noLimit)
    expect(counted).toEqual({ started: 1, asked: 4 })
    expect(scanned).toEqual(plain)
    expect(scanned.rows[1]?.scan?.constructor).toBe(Uint8Array)
  })

  it('sees one snapshot from its first to its last query during writes, and the next scan sees these', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('a')]))
    const counts = await store.read(async (tx) => {
      const before = await tx.count('note')
      // On another connection: a store is not used within its own work.
      beside().exec("INSERT INTO note (author_id, title, body) VALUES (1, 'b', '')")
      return [before, await tx.count('note')]
    }, noLimit)
    expect(counts).toEqual([1, 1])
    expect(await store.read((tx) => tx.count('note'), noLimit)).toBe(2)
  })

  it('that would run forever blocks no other request, ends at its timeout, and the next one is answered', async () => {
    const { start, isAsked } = endless()
    const time = createTimer()
    const store = await open({ startThread: start, timer: time.timer }, { scanThreads: 1 })
    await store.write((tx) => tx.insert('note', [note('a')]))
    let isSettled = false
    const scan = store.read((tx) => tx.count('note'), { scan: { timeout: 10_000 } })
    const settling = scan.catch(() => (isSettled = true))
    while (!isAsked()) await soon()
    for (let n = 0; n < 50; n++) {
      expect(await store.read((tx) => tx.count('note'))).toBe(n + 1)
      await store.write((tx) => tx.insert('note', [note(`${n}`)]))
    }
    expect(isSettled).toBe(false)
    time.pass()
    await expect(scan).rejects.toEqual(is('overdue'))
    await settling
    expect(await store.read((tx) => tx.count('note'), noLimit)).toBe(51)
  })

  it('has no time left for another question once it is over', async () => {
    const time = createTimer()
    const store = await open({ timer: time.timer })
    const scan = store.read(
      async (tx) => {
        await tx.count('note')
        time.pass()
        return tx.count('note')
      },
      { scan: { timeout: 10_000 } },
    )
    await expect(scan).rejects.toEqual(is('overdue'))
  })

  it('reports errors of the database as other reads do', async () => {
    const store = await open()
    beside().exec('DROP TABLE label; ALTER TABLE note DROP COLUMN extra')
    for (const options of [noLimit, {}]) {
      await expect(store.read((tx) => tx.select({ from: 'label' }), options)).rejects.toEqual(is('schema_newer'))
      await expect(store.read((tx) => tx.select({ from: 'note' }), options)).rejects.toEqual(is('schema_newer'))
    }
  })

  it('rethrows what its work throws', async () => {
    const store = await open()
    const thrown = new Error('no')
    await expect(store.read(() => Promise.reject(thrown), noLimit)).rejects.toBe(thrown)
    expect(await store.read((tx) => tx.count('note'), noLimit)).toBe(0)
  })

  it('leaves nothing open when the store is closed', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('a')]))
    await Promise.all([1, 2, 3].map(() => store.read((tx) => tx.count('note'), noLimit)))
    await store.close()
    expect(existsSync(`${place.file}-wal`)).toBe(false)
  })

  it.each<[string, SqliteOptions, () => string | Database.Database]>([
    ['in memory', {}, () => ':memory:'],
    ['of a database that was given', {}, () => beside()],
    ['when no threads are wanted', { scanThreads: 0 }, () => place.file],
  ])('stays on the calling thread %s', async (_, options, file) => {
    const { counted, start } = counting()
    const store = await open({ startThread: start }, options, file())
    await store.write((tx) => tx.insert('note', [note('a')]))
    expect(await store.read((tx) => tx.count('note'), noLimit)).toBe(1)
    expect(counted.started).toBe(0)
  })
})

describe('a search of a tracker in a SQLite file', () => {
  it('runs in the calling thread, with one warning, in a bundle without the code of threads', async () => {
    const { counted, start } = counting()
    const warned: string[] = []
    const options: SqliteOptions = { durability: 'normal', logger: { warn: (message) => void warned.push(message) } }
    const store = openStore(place.file, options, { startThread: start, hasThreads: () => false, mostRowsHere: 0 })
    const tracker = await createTracker({ store })
    opened.push(tracker)
    const system = tracker.asSystem('admin@example.com')
    await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
    await system.components.create({
      product: 'Widgets',
      name: 'UI',
      description: 'd',
      default_assignee: 'admin@example.com',
    })
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
    const { id } = await system.bugs.create(bug)
    for (let n = 0; n < 2; n++)
      expect((await system.bugs.search({ quicksearch: 'blinks', include_fields: ['id'] })).bugs).toEqual([{ id }])
    expect(counted.started).toBe(0)
    expect(warned).toEqual([expect.stringMatching(/scan-thread\.js.*external in the bundler/)])
  })

  it('finds the code of threads beside this package, and none beside a bundle', () => {
    expect(hasThreads()).toBe(true)
    expect(hasThreads(new URL('bundle.cjs', import.meta.url).href)).toBe(false)
  })

  it('that would run forever fails with search_too_expensive, and 50 bugs are returned before that', async () => {
    const { start, isAsked } = endless()
    const time = createTimer()
    const tracker = await createTracker({
      store: openStore(
        place.file,
        { durability: 'normal' },
        { startThread: start, timer: time.timer, mostRowsHere: 0 },
      ),
      testing: { stopwatch: () => 0 },
    })
    opened.push(tracker)
    const system = tracker.asSystem('admin@example.com')
    await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
    const default_assignee = 'admin@example.com'
    await system.components.create({ product: 'Widgets', name: 'UI', description: 'Seen', default_assignee })
    const { id } = await system.bugs.create({
      product: 'Widgets',
      version: '1.0',
      component: 'UI',
      summary: 'It blinks',
    })
    const admin = tracker.as({ login: 'admin@example.com' })
    const order: string[] = []
    const search = admin.bugs.search({ summary: 'blink' })
    const searching = search.catch(() => order.push('search'))
    while (!isAsked()) await soon()
    for (let n = 0; n < 50; n++) {
      await admin.bugs.get({ ids: [id] })
      order.push('bug')
    }
    time.pass()
    await expect(search).rejects.toMatchObject({ code: 'search_too_expensive' })
    await searching
    expect(order).toEqual([...Array.from({ length: 50 }, () => 'bug'), 'search'])
    expect((await admin.bugs.search({ summary: 'blink' })).bugs).toHaveLength(1)
  })
})

describe('scans that wait for a thread', () => {
  /** Threads that answer when the test says so. */
  function createThreads() {
    const threads: { readonly answer: () => void; isStopped: boolean }[] = []
    const start = (): Thread => {
      let isDead = false
      const pending: { resolve: (rows: unknown[][]) => void; reject: (error: Error) => void }[] = []
      const self = { answer: () => pending.shift()?.resolve([[threads.indexOf(self)]]), isStopped: false }
      threads.push(self)
      return {
        ask: () => new Promise((resolve, reject) => pending.push({ resolve, reject })),
        run: () => Promise.reject(new Error('not expected')),
        stop: () => void (self.isStopped = true),
        end: () => (isDead ? Promise.reject(new Error('dead')) : Promise.resolve()),
        close: () => Promise.resolve(),
        async kill() {
          isDead = true
          for (const { reject } of pending.splice(0)) reject(new Error('dead'))
        },
        isDead: () => isDead,
      }
    }
    return { threads, start }
  }

  it('get one in the order of asking, and are refused when too many wait', async () => {
    const { threads, start } = createThreads()
    const scans = createScans(1, start)
    const order: number[] = []
    const all = Array.from({ length: 101 }, (_, n) =>
      scans.run({ timeout: Infinity }, async (ask) => {
        order.push(n)
        await ask('', [])
      }),
    )
    await soon()
    await expect(scans.run({ timeout: Infinity }, async () => 1)).rejects.toEqual(is('retry'))
    for (let n = 0; n < all.length; n++) {
      expect(order.at(-1)).toBe(n)
      threads[0]?.answer()
      await soon()
    }
    await Promise.all(all)
    expect(threads).toHaveLength(1)
  })

  it('of callers who have not logged in have half of the places, and leave the others to those who have', async () => {
    const { threads, start } = createThreads()
    const scans = createScans(1, start)
    const anonymous = { timeout: Infinity, isAnonymous: true }
    const ask = (options: Parameters<typeof scans.run>[0]) => scans.run(options, (asking) => asking('', []))
    const all = [ask(anonymous), ...Array.from({ length: 50 }, () => ask(anonymous))]
    await soon()
    await expect(ask(anonymous)).rejects.toEqual(is('retry'))
    for (let n = 0; n < 50; n++) all.push(ask({ timeout: Infinity }))
    await soon()
    await expect(ask({ timeout: Infinity })).rejects.toEqual(is('retry'))
    for (let n = 0; n < all.length; n++) {
      threads[0]?.answer()
      await soon()
    }
    await Promise.all(all)
    const more = Array.from({ length: 51 }, () => ask(anonymous))
    for (let n = 0; n < more.length; n++) {
      await soon()
      threads[0]?.answer()
    }
    await expect(Promise.all(more)).resolves.toHaveLength(51)
  })

  it('are rejected when their time is up while they wait', async () => {
    const { threads, start } = createThreads()
    const time = createTimer()
    const scans = createScans(1, start, time.timer)
    const first = scans.run({ timeout: Infinity }, (ask) => ask('', []))
    const second = scans.run({ timeout: 1000 }, (ask) => ask('', []))
    await soon()
    time.pass()
    await expect(second).rejects.toEqual(is('overdue'))
    threads[0]?.answer()
    expect(await first).toEqual([[0]])
  })

  it('get a new thread in the place of one that does not stop', async () => {
    const { threads, start } = createThreads()
    const time = createTimer()
    const scans = createScans(1, start, time.timer)
    const stuck = scans.run({ timeout: 1000 }, (ask) => ask('', []))
    const next = scans.run({ timeout: Infinity }, (ask) => ask('', []))
    await soon()
    time.pass()
    expect(threads[0]?.isStopped).toBe(true)
    await soon()
    expect(threads).toHaveLength(1)
    time.pass()
    await expect(stuck).rejects.toEqual(is('overdue'))
    await soon()
    threads[1]?.answer()
    expect(await next).toEqual([[1]])
    await scans.close()
  })
})

describe('a thread that scans', () => {
  it('that ends unexpectedly fails its scan, and the next scan has another one', async () => {
    const threads: Thread[] = []
    const starting: StartThread = (settings) => {
      const thread = startThread(settings)
      threads.push(thread)
      return thread
    }
    const store = await open({ startThread: starting })
    const scan = store.read(async (tx) => {
      await tx.count('note')
      await threads[0]?.kill()
      return tx.count('note')
    }, noLimit)
    await expect(scan).rejects.toEqual(is('unavailable'))
    expect(await store.read((tx) => tx.count('note'), noLimit)).toBe(0)
    expect(threads).toHaveLength(2)
  })

  it('keeps its process alive while it is asked something, and no longer', async () => {
    await (await open()).close()
    const ended = await finish(start('scan', place.file))
    expect(ended).toEqual({ lines: ['0'], code: 0 })
  })

  it('says why it cannot be of use when its file cannot be opened', async () => {
    const thread = startThread({ file: `${place.file}/nowhere`, busyTimeout: 0, driver: 'better-sqlite3' })
    await expect(thread.ask('SELECT 1', [])).rejects.toThrow('the directory does not exist')
    expect(thread.isDead()).toBe(true)
    await thread.close()
  })
})

/** A connection beside the store, as another program would have. */
function beside(): Database.Database {
  const db = new Database(place.file)
  opened.push(db)
  return db
}
