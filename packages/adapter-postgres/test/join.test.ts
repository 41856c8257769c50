// Trackers that take part in transactions of the program whose database they live in.
import { createTracker, type Transaction } from '@trackerkit/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStore } from '../src/index.js'
import { createSchema } from './schemas.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const logger = { warn: () => undefined, error: () => undefined }
const closing: (() => unknown)[] = []

afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  closing.push(() => client.end())
  return client
}

/** A schema with tables of a host's own, a connection of the host's, and a tracker in that schema that has a product. */
async function openBoth() {
  const schema = await createSchema()
  closing.push(() => schema.remove())
  const host = await openClient(schema.url)
  await host.query(`
    CREATE TABLE users (name text); INSERT INTO users VALUES ('the host''s own');
    CREATE TABLE groups (name text); INSERT INTO groups VALUES ('staff');
    CREATE TABLE orders (id int PRIMARY KEY, bug int);
  `)
  const store = postgresStore(schema.url, { schema: schema.name, prefix: 'tracker_' })
  const tracker = await createTracker({ store, logger, testing: { checkAnswers: true } })
  closing.push(() => tracker.close())
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await system.components.create(component)
  return { schema, host, tracker }
}

const serializable = 'BEGIN ISOLATION LEVEL SERIALIZABLE'

const file = (tx: Transaction) => tx.asSystem('admin@example.com').bugs.create(bug)

const refused = (reason: string) => ({ code: 'join_refused', number: 1458, data: { reason } })

describe('tracker.join on PostgreSQL', () => {
  // All tests share them: to make them takes a second.
  let both: Awaited<ReturnType<typeof openBoth>>
  beforeAll(async () => {
    both = await openBoth()
  })

  const countBugs = async () => (await both.tracker.asSystem().bugs.search({ include_fields: ['id'] })).bugs.length

  it('lets a tracker live beside tables users and groups of a host, and file a bug in its own transaction', async () => {
    const { host, tracker } = both
    const before = await countBugs()
    const heard: number[] = []
    tracker.on('bug.created', ({ bug_id }) => void heard.push(bug_id))
    await host.query(serializable)
    const joined = await tracker.join(host, file)
    await host.query('INSERT INTO orders (id, bug) VALUES (7, $1)', [joined.result.id])
    expect(await countBugs()).toBe(before)
    await host.query('COMMIT')
    expect(heard).toEqual([])
    joined.committed()
    expect(heard).toEqual([joined.result.id])
    expect(await countBugs()).toBe(before + 1)
    const tables = await host.query(
      'SELECT users.name AS users, groups.name AS groups, bug FROM users, groups, orders WHERE id = 7',
    )
    expect(tables.rows).toEqual([{ users: "the host's own", groups: 'staff', bug: joined.result.id }])
  })

  it('leaves nothing when the host undoes its transaction', async () => {
    const { host, tracker } = both
    const before = await countBugs()
    await host.query(serializable)
    await tracker.join(host, file)
    await host.query('ROLLBACK')
    expect(await countBugs()).toBe(before)
  })

  it('takes a connection that a pool has lent, and no pool', async () => {
    const { schema, tracker } = both
    const before = await countBugs()
    const pool = new pg.Pool({ connectionString: schema.url })
    closing.push(() => pool.end())
    await expect(tracker.join(pool, file)).rejects.toMatchObject(refused('not_supported'))
    const lent = await pool.connect()
    await lent.query(serializable)
    await tracker.join(lent, file)
    await lent.query('COMMIT')
    lent.release()
    expect(await countBugs()).toBe(before + 1)
  })

  it('undoes an operation that is refused, and leaves the rows of the host', async () => {
    const { host, tracker } = both
    const before = await countBugs()
    await host.query(serializable)
    await host.query('INSERT INTO orders (id) VALUES (100)')
    const work = async (tx: Transaction) => {
      await file(tx)
      await tx.asSystem('admin@example.com').bugs.create({ ...bug, product: 'Nowhere' })
    }
    await expect(tracker.join(host, work)).rejects.toMatchObject({ code: 'object_does_not_exist' })
    await host.query('COMMIT')
    expect((await host.query('SELECT id FROM orders WHERE id = 100')).rows).toHaveLength(1)
    expect(await countBugs()).toBe(before)
  })

  it('keeps another write of the tracker waiting until the host commits', async () => {
    const { host, tracker } = both
    const before = await countBugs()
    await host.query(serializable)
    await tracker.join(host, file)
    let isDone = false
    const other = tracker.asSystem('admin@example.com').bugs.create(bug)
    const settled = other.finally(() => (isDone = true))
    expect(await countBugs()).toBe(before)
    expect(isDone).toBe(false)
    await host.query('COMMIT')
    await settled
    expect(await countBugs()).toBe(before + 2)
  })

  it('fails with store_busy, without a retry, when another transaction has written since the host read', async () => {
    const { host, tracker } = both
    const { bugs } = tracker.asSystem('admin@example.com')
    const { id } = await bugs.create(bug)
    await host.query(serializable)
    await host.query('SELECT count(*) FROM orders')
    await bugs.update({ ids: [id], whiteboard: 'first' })
    let runs = 0
    const work = (tx: Transaction) => {
      runs++
      return tx.asSystem('admin@example.com').bugs.update({ ids: [id], whiteboard: 'second' })
    }
    await expect(tracker.join(host, work)).rejects.toMatchObject({ code: 'store_busy' })
    await host.query('ROLLBACK')
    expect(runs).toBe(1)
    expect(await bugs.get({ ids: [id] })).toMatchObject({ bugs: [{ whiteboard: 'first' }] })
  })

  it('is refused without a transaction, in one that is too weak, that has failed, or in another database', async () => {
    const { host, tracker } = both
    const before = await countBugs()
    await expect(tracker.join(host, file)).rejects.toMatchObject(refused('no_transaction'))
    for (const weak of ['BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ']) {
      await host.query(weak)
      await expect(tracker.join(host, file)).rejects.toMatchObject(refused('isolation'))
      await host.query('INSERT INTO orders (id) SELECT 200 + count(*) FROM orders')
      await host.query('COMMIT')
    }
    expect((await host.query('SELECT id FROM orders WHERE id >= 200')).rows).toHaveLength(2)
    await host.query(serializable)
    await expect(host.query('SELECT nonsense')).rejects.toThrow('nonsense')
    await expect(tracker.join(host, file)).rejects.toMatchObject(refused('transaction_over'))
    await host.query('ROLLBACK')
    const elsewhere = await openClient(Object.assign(new URL(both.schema.url), { pathname: '/postgres' }).href)
    await elsewhere.query(serializable)
    await expect(tracker.join(elsewhere, file)).rejects.toMatchObject(refused('another_database'))
    expect(await countBugs()).toBe(before)
  })

  it('writes nothing more when the host commits while an operation runs', async () => {
    const { host, tracker } = both
    const before = await countBugs()
    await host.query(serializable)
    const joined = tracker.join(host, async (tx) => {
      await file(tx)
      await host.query('COMMIT')
      await file(tx)
    })
    await expect(joined).rejects.toMatchObject(refused('transaction_over'))
    expect(await countBugs()).toBe(before + 1)
  })

  it('writes nothing itself when the host commits between the check for write access and the write', async () => {
    const { host, tracker } = both
    const before = await countBugs()
    await host.query(serializable)
    const query = host.query.bind(host) as (...input: unknown[]) => Promise<unknown>
    let committed: Promise<unknown> | undefined
    const queued = async (...input: unknown[]) => {
      const answer = query(...input)
      if (JSON.stringify(input).includes("SELECT current_setting('trackerkit.joined'")) committed ??= query('COMMIT')
      return answer
    }
    Object.assign(host, { query: queued })
    await expect(tracker.join(host, file)).rejects.toMatchObject(refused('transaction_over'))
    Object.assign(host, { query })
    await committed
    expect(await countBugs()).toBe(before)
    await host.query(serializable)
    await tracker.join(host, file)
    await host.query('COMMIT')
    expect(await countBugs()).toBe(before + 1)
  })

  it('needs only the connection that it joins: hosts that use a whole shared pool do not deadlock', async () => {
    const { schema } = both
    const before = await countBugs()
    const pool = new pg.Pool({ connectionString: schema.url, max: 2 })
    closing.push(() => pool.end())
    const store = postgresStore(pool, { schema: schema.name, prefix: 'tracker_' })
    const tracker = await createTracker({ store, logger })
    closing.push(() => tracker.close())
    const [one, two] = [await pool.connect(), await pool.connect()]
    const fileBy = async (lent: pg.PoolClient) => {
      await lent.query(serializable)
      await tracker.join(lent, file)
      await lent.query('COMMIT')
      lent.release()
    }
    await Promise.all([fileBy(one), fileBy(two)])
    expect(await countBugs()).toBe(before + 2)
  })

  it('is refused at once within the join of another tracker, and works after it', async () => {
    const { schema, host, tracker } = both
    const before = await countBugs()
    const store = postgresStore(schema.url, { schema: schema.name, prefix: 'other_' })
    const other = await createTracker({ store, logger })
    closing.push(() => other.close())
    const note = (tx: Transaction) => tx.asSystem().keywords.create({ name: 'crash', description: 'It ends' })
    await host.query(serializable)
    await tracker.join(host, async (tx) => {
      await expect(other.join(host, note)).rejects.toMatchObject(refused('nested'))
      return file(tx)
    })
    await other.join(host, note)
    await host.query('COMMIT')
    expect(await countBugs()).toBe(before + 1)
    expect((await other.asSystem().keywords.get()).keywords).toMatchObject([{ name: 'crash' }])
  })

  const carol = { subject: '7', login: 'carol@example.com', full_name: 'Carol', groups: ['qa'] }

  it("gives people whom the host names accounts in the host's own transaction, undone with it", async () => {
    const { host, tracker } = both
    const fileAs = (tx: Transaction) => tx.as({ host: carol }).bugs.create(bug)
    const ofCarol = async () => (await tracker.asSystem().users.get({ match: ['carol'] })).users.map(({ name }) => name)
    const before = await countBugs()
    await host.query(serializable)
    await tracker.join(host, fileAs)
    await host.query('ROLLBACK')
    expect([await ofCarol(), await countBugs()]).toEqual([[], before])
    await host.query(serializable)
    const joined = await tracker.join(host, async (tx) => {
      await fileAs(tx)
      return tx.as({ host: { ...carol, full_name: 'Carol Smith' } }).users.whoami()
    })
    expect(await ofCarol()).toEqual([])
    await host.query('COMMIT')
    joined.committed()
    expect(joined.result.real_name).toBe('Carol Smith')
    expect([await ofCarol(), await countBugs()]).toEqual([['carol@example.com'], before + 1])
    expect((await tracker.as({ host: { ...carol, full_name: 'Carol Smith' } }).users.whoami()).id).toBe(
      joined.result.id,
    )
  })

  it('fails with store_busy for an account that was created after the transaction of the host began', async () => {
    const { host, tracker } = both
    const dora = { subject: '8', login: 'dora@example.com' }
    const whoIs = (tx: Transaction) => tx.as({ host: dora }).users.whoami()
    await host.query(serializable)
    await host.query('SELECT count(*) FROM orders')
    const { id } = await tracker.as({ host: dora }).users.whoami()
    await expect(tracker.join(host, whoIs)).rejects.toMatchObject({ code: 'store_busy' })
    await host.query('ROLLBACK')
    await host.query(serializable)
    expect((await tracker.join(host, whoIs)).result.id).toBe(id)
    await host.query('COMMIT')
  })
})
