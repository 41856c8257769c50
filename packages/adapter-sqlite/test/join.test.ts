// Trackers that take part in transactions of the program whose file they live in.
import { createTracker, type Tracker, type TrackerOptions, type Transaction } from '@trackerkit/core'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { connectBy, nodeSqlite } from './drivers.js'
import { temporaryFile } from './files.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function openHost(file: string): Database.Database {
  const db = new Database(file)
  closing.push(() => db.close())
  return db
}

async function openTracker(file: string, options: Partial<TrackerOptions> = {}, prefix = 'tracker_'): Promise<Tracker> {
  const logger = { warn: () => undefined, error: () => undefined }
  const store = sqliteStore(file, { driver: 'better-sqlite3', prefix, durability: 'normal', logger })
  const tracker = await createTracker({ store, logger, testing: { checkAnswers: true }, ...options })
  closing.push(() => tracker.close())
  return tracker
}

/** A file with tables of a host's own, and a tracker in it that has a product. */
async function openBoth(options?: Partial<TrackerOptions>) {
  const { file, remove } = temporaryFile()
  closing.push(remove)
  const host = openHost(file)
  host.exec(`
    CREATE TABLE users (name TEXT); INSERT INTO users VALUES ('the host''s own');
    CREATE TABLE groups (name TEXT); INSERT INTO groups VALUES ('staff');
    CREATE TABLE orders (id INTEGER PRIMARY KEY, bug INTEGER);
  `)
  const tracker = await openTracker(file, options)
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await system.components.create(component)
  return { file, host, tracker, system }
}

type Both = Awaited<ReturnType<typeof openBoth>>

const file = (tx: Transaction) => tx.asSystem('admin@example.com').bugs.create(bug)

async function countBugs({ system }: Both): Promise<number> {
  return (await system.bugs.search({ include_fields: ['id'] })).bugs.length
}

const refused = (reason: string) => ({ code: 'join_refused', number: 1458, data: { reason } })

describe('tracker.join on SQLite', () => {
  it("gives people whom the host names accounts in the host's own transaction, undone with it", async () => {
    const { host, tracker, system } = await openBoth()
    const carol = { subject: '17', login: 'carol@example.com', full_name: 'Carol' }
    const fileAsCarol = (tx: Transaction) => tx.as({ host: carol }).bugs.create(bug)
    const nameOf = async (who: { readonly host: typeof carol }) => (await tracker.as(who).users.whoami()).name
    const people = async () => (await system.users.get({ match: ['carol'] })).users.map(({ real_name }) => real_name)
    host.exec('BEGIN IMMEDIATE')
    await tracker.join(host, fileAsCarol)
    host.exec('ROLLBACK')
    expect(await people()).toEqual([])
    // A rolled back account is not cached: it is created again.
    host.exec('BEGIN IMMEDIATE')
    const joined = await tracker.join(host, fileAsCarol)
    host.exec('COMMIT')
    joined.committed()
    expect(await people()).toEqual(['Carol'])
    const { bugs } = await system.bugs.get({ ids: [joined.result.id] })
    expect(bugs[0]).toMatchObject({ creator: 'carol@example.com' })
    expect(await nameOf({ host: carol })).toBe('carol@example.com')

    const renamed = { ...carol, login: 'c@example.com' }
    host.exec('BEGIN IMMEDIATE')
    await tracker.join(host, (tx) => tx.as({ host: renamed }).users.whoami())
    host.exec('ROLLBACK')
    expect(await nameOf({ host: carol })).toBe('carol@example.com')
    expect(await nameOf({ host: renamed })).toBe('c@example.com')
  })

  it('lets a tracker live beside tables users and groups of a host, and file a bug in its own transaction', async () => {
    const both = await openBoth()
    const { host, tracker, system } = both
    const heard: number[] = []
    tracker.on('bug.created', ({ bug_id }) => void heard.push(bug_id))
    host.exec('BEGIN IMMEDIATE')
    const joined = await tracker.join(host, file)
    host.prepare('INSERT INTO orders (id, bug) VALUES (7, ?)').run(joined.result.id)
    expect(await countBugs(both)).toBe(0)
    host.exec('COMMIT')
    expect(heard).toEqual([])
    joined.committed()
    joined.committed()
    expect(heard).toEqual([joined.result.id])
    expect(await system.bugs.get({ ids: [joined.result.id] })).toMatchObject({ bugs: [{ summary: 'It blinks' }] })
    expect(host.prepare('SELECT id, bug FROM orders').all()).toEqual([{ id: 7, bug: joined.result.id }])
    expect(host.prepare('SELECT name FROM users').pluck().all()).toEqual(["the host's own"])
    expect(host.prepare('SELECT name FROM groups').pluck().all()).toEqual(['staff'])
  })

  it('leaves nothing when the host rolls back, and caches no configuration from that transaction', async () => {
    const both = await openBoth()
    const { host, tracker, system } = both
    host.exec('BEGIN IMMEDIATE')
    await tracker.join(host, (tx) => tx.asSystem().keywords.create({ name: 'crash', description: 'It ends' }))
    await tracker.join(host, async (tx) => {
      const { id } = await file(tx)
      await tx.asSystem('admin@example.com').bugs.update({ ids: [id], keywords: { add: ['crash'] } })
    })
    host.exec('ROLLBACK')
    expect(await countBugs(both)).toBe(0)
    await system.keywords.create({ name: 'other', description: 'Made after' })
    await expect(system.bugs.create({ ...bug, keywords: ['crash'] })).rejects.toMatchObject({
      data: { value: 'crash' },
    })
    await system.bugs.create({ ...bug, keywords: ['other'] })
  })

  it('undoes an operation that is refused, and leaves the rows of the host', async () => {
    const both = await openBoth()
    const { host, tracker } = both
    host.exec(`BEGIN IMMEDIATE; INSERT INTO orders (id) VALUES (1)`)
    const work = async (tx: Transaction) => {
      await file(tx)
      await tx.asSystem('admin@example.com').bugs.create({ ...bug, product: 'Nowhere' })
    }
    await expect(tracker.join(host, work)).rejects.toMatchObject({ code: 'object_does_not_exist' })
    host.exec('COMMIT')
    expect(host.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(1)
    expect(await countBugs(both)).toBe(0)
  })

  it('keeps another write of the tracker waiting until the host commits', async () => {
    const both = await openBoth()
    const { host, tracker, system } = both
    host.exec('BEGIN IMMEDIATE')
    await tracker.join(host, file)
    let isDone = false
    const other = system.bugs.create({ ...bug, summary: 'Another' }).finally(() => (isDone = true))
    expect(await countBugs(both)).toBe(0)
    expect(isDone).toBe(false)
    host.exec('COMMIT')
    await other
    expect(await countBugs(both)).toBe(2)
  })

  it('fails with store_busy, without a retry, when another connection has written since the host read', async () => {
    const both = await openBoth()
    const { host, tracker, system } = both
    host.exec('BEGIN; SELECT count(*) FROM orders')
    host.prepare('SELECT count(*) FROM orders').get()
    await system.bugs.create(bug)
    let runs = 0
    const work = (tx: Transaction) => {
      runs++
      return file(tx)
    }
    await expect(tracker.join(host, work)).rejects.toMatchObject({ code: 'store_busy' })
    host.exec('ROLLBACK')
    expect([runs, await countBugs(both)]).toEqual([1, 1])
  })

  it('is refused without a transaction, in another file, and by what is no connection', async () => {
    const { host, tracker } = await openBoth()
    await expect(tracker.join(host, file)).rejects.toMatchObject(refused('no_transaction'))
    const elsewhere = temporaryFile()
    closing.push(elsewhere.remove)
    for (const other of [openHost(elsewhere.file), openHost(':memory:')]) {
      other.exec('BEGIN IMMEDIATE')
      await expect(tracker.join(other, file)).rejects.toMatchObject(refused('another_database'))
    }
    await expect(tracker.join({}, file)).rejects.toMatchObject(refused('not_supported'))
  })

  it.runIf(nodeSqlite)('is refused by a connection of another driver than the store has', async () => {
    const { file: path, remove } = temporaryFile()
    const tracker = await openTracker(path)
    const host = connectBy('node:sqlite', path)
    closing.push(remove, () => host.close())
    host.exec('BEGIN')
    await expect(tracker.join(host, file)).rejects.toMatchObject(refused('another_driver'))
  })

  it('is refused on the connection that the store itself was opened on', async () => {
    const both = await openBoth()
    const store = sqliteStore(both.host, { prefix: 'tracker_' })
    const tracker = await createTracker({ store })
    both.host.exec('BEGIN IMMEDIATE')
    await expect(tracker.join(both.host, file)).rejects.toMatchObject(refused('shared_connection'))
    both.host.exec('ROLLBACK')
    await tracker.close()
  })

  it('writes nothing within db.transaction of better-sqlite3, which is over before an operation is', async () => {
    const both = await openBoth()
    const { host, tracker } = both
    const joining = host.transaction(() => {
      host.exec('INSERT INTO orders (id) VALUES (1)')
      return { joined: tracker.join(host, file) }
    })()
    await expect(joining.joined).rejects.toMatchObject(refused('transaction_over'))
    expect(host.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(1)
    expect(await countBugs(both)).toBe(0)
  })

  it('writes nothing more when the host commits during an operation, even during a retry', async () => {
    const both = await openBoth()
    const { host, tracker } = both
    host.exec('BEGIN IMMEDIATE')
    const joined = tracker.join(host, async (tx) => {
      await file(tx)
      host.exec('COMMIT; BEGIN IMMEDIATE')
      await file(tx)
    })
    await expect(joined).rejects.toMatchObject(refused('transaction_over'))
    host.exec('COMMIT')
    expect(await countBugs(both)).toBe(1)
  })

  it('says inside that the tracker itself would wait for the transaction', async () => {
    const { host, tracker, system } = await openBoth()
    host.exec('BEGIN IMMEDIATE')
    const joined = await tracker.join(host, async (tx) => {
      await expect(system.bugs.create(bug)).rejects.toMatchObject({ code: 'use_transaction' })
      return file(tx)
    })
    host.exec('COMMIT')
    expect(joined.result.id).toBe(1)
  })

  it('is refused at once within the join of another tracker, and works after it', async () => {
    const both = await openBoth()
    const { host, tracker } = both
    const other = await openTracker(both.file, {}, 'other_')
    const note = (tx: Transaction) => tx.asSystem().keywords.create({ name: 'crash', description: 'It ends' })
    host.exec('BEGIN IMMEDIATE')
    await tracker.join(host, async (tx) => {
      await expect(other.join(host, note)).rejects.toMatchObject(refused('nested'))
      return file(tx)
    })
    await other.join(host, note)
    host.exec('COMMIT')
    expect(await countBugs(both)).toBe(1)
    expect((await other.asSystem().keywords.get()).keywords).toMatchObject([{ name: 'crash' }])
  })

  it('undoes work that takes longer than it may, and leaves the transaction to the host', async () => {
    const both = await openBoth()
    const { host, tracker } = both
    host.exec('BEGIN IMMEDIATE; INSERT INTO orders (id) VALUES (1)')
    const work = async (tx: Transaction) => {
      await file(tx)
      return new Promise<never>(() => undefined)
    }
    const ended = tracker.join(host, work, { timeout: 100 })
    await expect(ended).rejects.toMatchObject({ code: 'transaction_timeout' })
    host.exec('COMMIT')
    expect(host.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(1)
    expect(await countBugs(both)).toBe(0)
  })

  it('lets the tracker warn, when it is closed, of what was never said to be committed', async () => {
    const warnings: string[] = []
    const logger = { warn: (message: string) => void warnings.push(message), error: () => undefined }
    const { host, tracker } = await openBoth({ logger })
    host.exec('BEGIN IMMEDIATE')
    await tracker.join(host, file)
    ;(await tracker.join(host, file)).committed()
    await tracker.join(host, (tx) => tx.asSystem().bugs.search({}))
    host.exec('COMMIT')
    await tracker.close()
    expect(warnings).toEqual([expect.stringContaining('1 joined transaction')])
  })
})
