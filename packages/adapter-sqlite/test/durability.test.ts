// Acknowledgement of commits, and syncing the log to the disk.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createTracker } from '@trackerkit/core'
import { isStoreError, typed, type Store } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SqliteOptions } from '../src/index.js'
import { openLog, type OpenLog } from '../src/log-file.js'
import { openStore } from '../src/sqlite-store.js'
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
  place.remove()
})

/** A disk that syncs immediately, or while `held`, one sync at a time as the test permits. */
function createDisk() {
  const asked: { goOn: () => void; fail: (error: Error) => void }[] = []
  const disk = {
    isHeld: false,
    syncs: 0,
    openLog: ((database) => {
      const log = openLog(database)
      return {
        async sync() {
          disk.syncs++
          if (disk.isHeld) await new Promise<void>((goOn, fail) => asked.push({ goOn, fail }))
          await log.sync()
        },
        close: () => log.close(),
      }
    }) satisfies OpenLog,
    /** The sync that waits. */
    async waiting() {
      while (asked.length === 0) await soon()
      return asked.shift() as (typeof asked)[number]
    },
  }
  return disk
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

/** Lets everything continue that can. */
async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await soon()
}

async function open(
  disk: Pick<ReturnType<typeof createDisk>, 'openLog'>,
  options: SqliteOptions = {},
  file: string | Database.Database = place.file,
): Promise<Store<Notes>> {
  const store = typed<Notes>(openStore(file, { logger, ...options }, disk))
  opened.push(store)
  await store.migrate(notes, noteMigrations)
  return store
}

const write = (store: Store<Notes>, title: string) =>
  store.write((tx) => tx.insert('note', [{ author_id: 1, title, body: '' }]))
const count = (store: Store<Notes>) => store.read((tx) => tx.count('note'))
const isUnavailable: unknown = expect.toSatisfy((error) => isStoreError(error, 'unavailable'))

describe('a write to a SQLite file', () => {
  it('does not wait for the disk if it may be lost, and reaches it with the next one', async () => {
    const disk = createDisk()
    const store = await open(disk)
    const { syncs } = disk
    await store.write((tx) => tx.insert('note', [{ author_id: 1, title: 'a', body: '' }]), { mayBeLost: true })
    expect([disk.syncs - syncs, await count(store)]).toEqual([0, 1])
    await write(store, 'b')
    expect([disk.syncs - syncs, await count(store)]).toEqual([1, 2])
  })

  it('is acknowledged after its commit has reached the disk and not before, while others see it', async () => {
    const disk = createDisk()
    const store = await open(disk)
    disk.isHeld = true
    let isAcknowledged = false
    const writing = write(store, 'a').then(() => (isAcknowledged = true))
    const sync = await disk.waiting()
    expect(await count(store)).toBe(1)
    await aWhile()
    expect(isAcknowledged).toBe(false)
    sync.goOn()
    await writing
  })

  it('does not wait for the disk to take its turn: those that commit during a sync share the next one', async () => {
    const disk = createDisk()
    const store = await open(disk)
    disk.isHeld = true
    const acknowledged: string[] = []
    const add = (title: string) => write(store, title).then(() => acknowledged.push(title))
    const writes = [add('first')]
    const first = await disk.waiting()
    const others = Array.from({ length: 20 }, (_, n) => `other ${n}`)
    writes.push(...others.map(add))
    while ((await count(store)) < 21) await soon()
    const before = disk.syncs
    first.goOn()
    const second = await disk.waiting()
    expect(acknowledged).toEqual(['first'])
    second.goOn()
    await Promise.all(writes)
    expect(acknowledged).toEqual(['first', ...others])
    expect(disk.syncs - before).toBe(1)
  })

  it('that is undone asks nothing of the disk', async () => {
    const disk = createDisk()
    const store = await open(disk)
    const before = disk.syncs
    await expect(store.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(disk.syncs).toBe(before)
  })

  it('is announced to listeners of a tracker when it is on the disk', async () => {
    const disk = createDisk()
    const tracker = await createTracker({ store: openStore(place.file, { logger }, disk) })
    opened.push(tracker)
    const system = tracker.asSystem('admin@example.com')
    await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
    const where = { product: 'Widgets', version: '1.0', component: 'UI' }
    await system.components.create({
      product: 'Widgets',
      name: 'UI',
      description: 'What people see',
      default_assignee: 'admin@example.com',
    })
    const told: unknown[] = []
    tracker.on('bug.created', (event) => void told.push(event))
    disk.isHeld = true
    const creating = system.bugs.create({ ...where, summary: 'It blinks' })
    const sync = await disk.waiting()
    await aWhile()
    expect(told).toEqual([])
    disk.isHeld = false
    sync.goOn()
    await creating
    expect(told).toHaveLength(1)
  })
})

describe('a SQLite file that cannot be synced to the disk', () => {
  it('acknowledges nothing that waits, nothing later, and says so once in the log', async () => {
    const disk = createDisk()
    const store = await open(disk)
    await write(store, 'safe')
    disk.isHeld = true
    const first = write(store, 'first')
    const sync = await disk.waiting()
    const second = write(store, 'second')
    while ((await count(store)) < 3) await soon()
    disk.isHeld = false
    sync.fail(new Error('EIO'))
    await expect(first).rejects.toEqual(isUnavailable)
    await expect(second).rejects.toEqual(isUnavailable)
    const syncs = disk.syncs
    await expect(write(store, 'third')).rejects.toEqual(isUnavailable)
    expect(disk.syncs).toBe(syncs)
    expect(await count(store)).toBe(3)
    expect(warnings).toEqual([expect.stringContaining('cannot write to the disk')])
    const again = await open(createDisk())
    await write(again, 'third')
  })

  it('is noticed at the start', async () => {
    const broken: OpenLog = () => ({ sync: () => Promise.reject(new Error('EIO')), close: () => Promise.resolve() })
    await expect(open({ openLog: broken })).rejects.toEqual(isUnavailable)
  })

  it.skipIf(process.platform === 'win32')('is one whose log has been removed', async () => {
    const store = await open({ openLog })
    rmSync(`${place.file}-wal`)
    await expect(write(store, 'a')).rejects.toEqual(isUnavailable)
  })
})

describe('the log of a SQLite file', () => {
  it('is found where a symbolic link leads', async () => {
    const elsewhere = join(place.file, '..', 'elsewhere')
    mkdirSync(elsewhere)
    const link = join(elsewhere, 'link.db')
    await (await open({ openLog })).close()
    symlinkSync(place.file, link)
    await write(await open({ openLog }, {}, link), 'a')
    expect(existsSync(`${place.file}-wal`)).toBe(true)
  })

  it('is synced after checkpoints that restart it, by this process and by others', async () => {
    const disk = createDisk()
    const store = await open(disk)
    const other = new Database(place.file)
    opened.push(other)
    for (const mode of ['PASSIVE', 'RESTART', 'TRUNCATE']) {
      await write(store, `before ${mode}`)
      other.pragma(`wal_checkpoint(${mode})`)
      const before = disk.syncs
      await write(store, `after ${mode}`)
      expect(disk.syncs).toBe(before + 1)
      expect(readFileSync(`${place.file}-wal`).includes(`after ${mode}`)).toBe(true)
    }
    expect(await count(store)).toBe(6)
  })

  it.each<[string, SqliteOptions, () => string | Database.Database]>([
    ['with normal durability', { durability: 'normal' }, () => place.file],
    ['in memory', {}, () => ':memory:'],
    ['of a database that was given, which is its owner’s to configure', {}, () => own()],
  ])('is not touched %s', async (_, options, file) => {
    const disk = createDisk()
    const store = await open(disk, options, file())
    await write(store, 'a')
    expect(disk.syncs).toBe(0)
  })
})

function own(): Database.Database {
  const db = new Database(place.file)
  opened.push(db)
  return db
}
