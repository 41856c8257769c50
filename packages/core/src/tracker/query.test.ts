import { defineRule, type RuleTransaction } from '@trackerkit/core/rules'
import { expect, it } from 'vitest'
import { onEveryStore, type World } from '../../test/harness.js'
import { rowsOf } from '../../test/people.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

const hasSql = (world: World) => world.store.read(async (tx) => tx.query !== undefined)

async function openWithTable(open: (options?: object) => Promise<World>, options?: object) {
  const world = await open(options)
  if (!(await hasSql(world))) return undefined
  await world.tracker.transaction(async (tx) => {
    await tx.query('DROP TABLE IF EXISTS orders')
    await tx.query('CREATE TABLE orders (bug INTEGER UNIQUE, amount INTEGER NOT NULL)')
  })
  const orders = () =>
    world.tracker.transaction((tx) => tx.query<{ bug: number }>('SELECT bug, amount FROM orders ORDER BY bug'))
  return { ...world, orders }
}

onEveryStore('query of a transaction', (open) => {
  it('keeps rows of the program together with those of the tracker, or neither', async () => {
    const world = await openWithTable(open)
    if (!world) return
    const file = (fails: boolean) =>
      world.tracker.transaction(async (tx) => {
        const { id } = await tx.as({ login: 'alice@example.com' }).bugs.create(bug)
        // Called at once: they run one after the other.
        await Promise.all([
          tx.query(`INSERT INTO orders VALUES (${id}, 3)`),
          tx.query(`UPDATE orders SET amount = 4 WHERE bug = ${id}`),
        ])
        if (fails) throw new Error('no')
        return id
      })
    await expect(file(true)).rejects.toThrow('no')
    expect([await world.orders(), await rowsOf(world, 'bugs')]).toEqual([[], []])
    const id = await file(false)
    expect(await world.orders()).toEqual([{ bug: id, amount: 4 }])
  })

  it('fails with the error of the database as the cause, and everything is rolled back even if the error is caught', async () => {
    const world = await openWithTable(open)
    if (!world) return
    await world.tracker.transaction((tx) => tx.query('INSERT INTO orders VALUES (1, 1)'))
    const caught: unknown[] = []
    for (const sql of ['SELECT * FROM missing', 'INSERT INTO orders VALUES (1, 2)', 'nonsense'])
      await expect(
        world.tracker.transaction(async (tx) => {
          await tx.as({ login: 'alice@example.com' }).bugs.create(bug)
          await tx.query(sql).catch((error: unknown) => void caught.push(error))
          await tx.query('SELECT 1')
        }),
      ).rejects.toMatchObject({ code: 'transaction_failed' })
    for (const error of caught) {
      expect(error).toMatchObject({ code: 'transaction_failed' })
      expect((error as Error).cause).not.toMatchObject({ name: 'StoreError' })
    }
    expect(await rowsOf(world, 'bugs')).toEqual([])
    expect(await world.orders()).toEqual([{ bug: 1, amount: 1 }])
  })

  it('refuses several statements, and those that end the transaction, which continues', async () => {
    const world = await openWithTable(open)
    if (!world) return
    await world.tracker.transaction(async (tx) => {
      await tx.query('INSERT INTO orders VALUES (1, 1)')
      for (const sql of ['COMMIT', '/* x */ ROLLBACK', 'SELECT 1; DELETE FROM orders'])
        await expect(tx.query(sql)).rejects.toMatchObject({
          code: 'query_refused',
          number: 1522,
          data: { field: 'sql' },
        })
    })
    expect(await world.orders()).toHaveLength(1)
  })

  it('is not_in_transaction on a store without SQL', async () => {
    const world = await open()
    if (await hasSql(world)) return
    await expect(world.tracker.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject({
      code: 'not_in_transaction',
      data: { what: 'query' },
    })
  })
})

onEveryStore('query of a rule', (open) => {
  it('keeps a row with the bug in after, neither if it fails, and only reads in a dry run', async () => {
    let act: (tx: RuleTransaction, id: number) => Promise<unknown> = async () => undefined
    let check: (tx: RuleTransaction) => Promise<unknown> = async () => undefined
    const order = defineRule({
      name: 'order',
      on: ['bug.create', 'bug.update'],
      check: async (_write, tx) => void (await check(tx)),
      after: async ({ after }, tx) => void (await act(tx, after.id)),
    })
    const world = await openWithTable(open, { rules: [order] })
    if (!world) return
    act = (tx, id) => tx.query(`INSERT INTO orders VALUES (${id}, 1)`)
    const { id } = await world.as('alice').bugs.create(bug)
    expect(await world.orders()).toEqual([{ bug: id, amount: 1 }])
    const failed = { code: 'rule_failed', data: { rule: 'order', reason: 'threw' } }
    await expect(world.as('alice').bugs.update({ ids: [id], priority: 'High' })).rejects.toMatchObject(failed)
    act = async (tx, next) => {
      await tx.query(`INSERT INTO orders VALUES (${next}, 1)`)
      throw new Error('no')
    }
    await expect(world.as('alice').bugs.create(bug)).rejects.toMatchObject(failed)
    expect(await world.orders()).toEqual([{ bug: id, amount: 1 }])
    expect(await rowsOf(world, 'bugs')).toHaveLength(1)

    const counts: unknown[] = []
    check = async (tx) => void counts.push(await tx.query('SELECT amount FROM orders'))
    act = async () => undefined
    await world.as('alice').bugs.update({ ids: [id], priority: 'High', dry_run: true })
    expect(counts).toEqual([[{ amount: 1 }]])
    check = (tx) => tx.query('DELETE FROM orders')
    await expect(world.as('alice').bugs.update({ ids: [id], priority: 'High', dry_run: true })).rejects.toMatchObject(
      failed,
    )
    // A failed statement ends it all, also one that the rule catches.
    check = (tx) => tx.query('SELECT * FROM missing').catch(() => undefined)
    await expect(world.as('alice').bugs.update({ ids: [id], priority: 'High' })).rejects.toMatchObject(failed)
    check = async () => undefined
    await world.as('alice').bugs.update({ ids: [id], priority: 'High' })
    expect(await world.orders()).toHaveLength(1)
  })
})
