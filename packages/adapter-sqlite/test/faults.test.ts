// External effects on a database file: permissions, full disks, removed files.
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isStoreError, typed, type Store } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeError } from '../src/errors.js'
import { backUpFile, sqliteStore } from '../src/index.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let place: ReturnType<typeof temporaryFile>
const opened: { close(): unknown }[] = []
const warnings: string[] = []
const logger = { warn: (message: string) => void warnings.push(message) }

beforeEach(() => {
  place = temporaryFile()
  warnings.length = 0
})
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
  vi.restoreAllMocks()
  place.remove()
})

function bare(file: string | Database.Database = place.file): Store<Notes> {
  const store = typed<Notes>(sqliteStore(file, { logger }))
  opened.push(store)
  return store
}

async function open(file?: string | Database.Database): Promise<Store<Notes>> {
  const store = bare(file)
  await store.migrate(notes, noteMigrations)
  return store
}

/** A connection that belongs to the test, which sets its limits. */
function own(options?: Database.Options): Database.Database {
  const db = new Database(place.file, options)
  opened.push(db)
  return db
}

let titles = 0
const write = (store: Store<Notes>, body = '') =>
  store.write((tx) => tx.insert('note', [{ author_id: 1, title: String(titles++), body }]))
const count = (store: Store<Notes>) => store.read((tx) => tx.count('note'))
const is = (code: string): unknown => expect.toSatisfy((error) => isStoreError(error) && error.code === code)

describe.skipIf(process.platform === 'win32')('the mode of a SQLite file', () => {
  const modeOf = (file: string) => statSync(file).mode & 0o777

  it('lets its owner alone read it, its log and the index of the log', async () => {
    const before = process.umask(0o022)
    await write(await open())
    process.umask(before)
    expect(['', '-wal', '-shm'].map((end) => modeOf(place.file + end))).toEqual([0o600, 0o600, 0o600])
    expect(warnings).toEqual([])
  })

  it('applies to the index of a log that was left while the file could only be read', async () => {
    await write(await open())
    chmodSync(`${place.file}-shm`, 0o400)
    await write(await open())
    expect(modeOf(`${place.file}-shm`)).toBe(0o600)
  })

  it('is left as it is, with one warning in the log, where others can read the file', async () => {
    writeFileSync(place.file, '')
    chmodSync(place.file, 0o644)
    const store = await open()
    await write(store)
    await count(store)
    expect(modeOf(place.file)).toBe(0o644)
    expect(warnings).toEqual([expect.stringContaining('can be read by other users of this machine (mode 0644)')])
  })
})

describe('a full disk under a SQLite file', () => {
  it('is reported to writers; reads continue, and writes succeed when space is free again', async () => {
    const db = own()
    const store = await open(db)
    await write(store)
    const pages = Number(db.pragma('page_count', { simple: true }))
    db.pragma(`max_page_count = ${pages}`)
    await expect(write(store, 'x'.repeat(100_000))).rejects.toEqual(is('full'))
    expect(await count(store)).toBe(1)
    db.pragma(`max_page_count = ${pages + 100}`)
    await write(store, 'x'.repeat(100_000))
    expect(await count(store)).toBe(2)
  })

  it('is reported as full, not as damage, if there is no room for the shared memory', () => {
    const noRoom = new Error('disk I/O error')
    for (const details of [{ code: 'SQLITE_IOERR_SHMSIZE' }, { errcode: 4874 }])
      expect(storeError(Object.assign(noRoom, details))).toEqual(is('full'))
  })
})

describe('a SQLite file that can only be read', () => {
  it('is reported when the store is opened', async () => {
    await (await open()).close()
    await expect(open(own({ readonly: true }))).rejects.toEqual(is('read_only'))
  })

  it('is reported to writes when that becomes so, and no longer than it is so', async () => {
    const db = own()
    const store = await open(db)
    db.pragma('query_only = on')
    await expect(write(store)).rejects.toEqual(is('read_only'))
    expect(await count(store)).toBe(0)
    db.pragma('query_only = off')
    await write(store)
    expect(await count(store)).toBe(1)
  })
})

describe('a SQLite file that is not there any more', () => {
  it('is not used until it is back, with one warning in the log', async () => {
    const store = await open()
    await write(store)
    renameSync(place.file, `${place.file}.away`)
    for (const use of [write, count, write, count]) await expect(use(store)).rejects.toEqual(is('unavailable'))
    expect(warnings).toEqual([expect.stringContaining('has been removed while it was in use')])
    renameSync(`${place.file}.away`, place.file)
    await write(store)
    expect(await count(store)).toBe(2)
    rmSync(place.file)
    // Readers do not check every time.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
    await expect(count(store)).rejects.toEqual(is('unavailable'))
    expect(warnings).toHaveLength(2)
  })

  it('is not confused with another file in its place', async () => {
    const store = await open()
    renameSync(place.file, `${place.file}.away`)
    writeFileSync(place.file, '')
    for (const use of [write, count]) await expect(use(store)).rejects.toEqual(is('unavailable'))
    expect(warnings).toEqual([expect.stringContaining('has been replaced by another file')])
  })
})

describe('a copy of a SQLite file', () => {
  it('leaves nothing behind if the file does not exist', async () => {
    const copy = `${place.file}.copy`
    await expect(backUpFile(`${place.file}.missing`, copy)).rejects.toThrow('open')
    expect(readdirSync(dirname(copy)).filter((name) => /copy|part/.test(name))).toEqual([])
  })

  it('does not touch the unfinished copy of another process', async () => {
    const store = await open()
    const [copy, others] = [`${place.file}.copy`, `${place.file}.copy.part`]
    writeFileSync(others, 'half of it')
    await backUpFile(place.file, copy)
    expect([existsSync(copy), readFileSync(others, 'utf8')]).toEqual([true, 'half of it'])
    await store.close()
  })
})

describe('a file that holds something else than a SQLite database', () => {
  it('is refused and stays as it is', async () => {
    writeFileSync(place.file, 'Dear diary, '.repeat(500), { mode: 0o600 })
    const store = bare()
    await expect((async () => store.migrate(notes, noteMigrations))()).rejects.toEqual(is('unavailable'))
    expect(statSync(place.file).size).toBe(6000)
  })
})
