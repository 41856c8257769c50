import { createTracker } from '@trackerkit/core'
import { conformance } from '@trackerkit/core/conformance'
import { defineRule } from '@trackerkit/core/rules'
import { describe, expect, it } from 'vitest'
import { pgliteStore, type PgliteDatabase } from '../src/pglite.js'

interface Database extends PgliteDatabase {
  query(sql: string): Promise<{ readonly rows: readonly unknown[] }>
  exec(sql: string): Promise<unknown>
  transaction(work: (tx: { query(sql: string): Promise<unknown> }) => Promise<unknown>): Promise<unknown>
  close(): Promise<void>
}

/** Not by a name that TypeScript resolves: its types are those of a browser. */
const driver = '@electric-sql/pglite'
const { PGlite } = (await import(driver)) as { readonly PGlite: { create(folder?: string): Promise<Database> } }

/** Creating a database takes a second, so all stores share one, each with its own schema. */
const shared = await PGlite.create()
let made = 0
const schemaName = () => `s${(made += 1)}`

describe('the PGlite store', () => {
  conformance({
    test: it,
    rounds: 1,
    factory() {
      const schema = schemaName()
      const open = () => pgliteStore(shared, { schema })
      return {
        store: open(),
        reopen: open,
        another: open,
        cleanup: async () => void (await shared.exec(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)),
      }
    },
  })
})

describe('a tracker in PGlite', () => {
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

  async function open(schema: string, rules = [] as Parameters<typeof createTracker>[0]['rules']) {
    const tracker = await createTracker({ store: pgliteStore(shared, { schema }), rules })
    const system = tracker.asSystem('admin@example.com')
    await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
    const component = { product: 'Widgets', name: 'UI', description: 'What people see' }
    await system.components.create({ ...component, default_assignee: 'admin@example.com' })
    return { tracker, system }
  }

  it('keeps a row of the program with a bug or neither, in a rule', async () => {
    await shared.exec('CREATE TABLE orders (bug int)')
    const order = defineRule({
      name: 'order',
      on: 'bug.create',
      needs: ['summary'],
      async after({ after }, tx) {
        await tx.query('INSERT INTO orders VALUES ($1)', [after.id])
        if (after.summary === 'Fails') throw new Error('no')
      },
    })
    const { tracker, system } = await open(schemaName(), [order])
    const { id } = await system.bugs.create(bug)
    await expect(system.bugs.create({ ...bug, summary: 'Fails' })).rejects.toMatchObject({ code: 'rule_failed' })
    expect((await shared.query('SELECT bug FROM orders')).rows).toEqual([{ bug: id }])
    expect((await system.bugs.search({})).bugs).toHaveLength(1)
    await tracker.close()
  })

  it('keeps queries of its owner out of its transactions', async () => {
    const { tracker, system } = await open(schemaName())
    await shared.exec('CREATE TABLE notes (n int)')
    let noted: Promise<unknown> = Promise.resolve()
    const work = tracker.transaction(async (tx) => {
      await tx.asSystem('admin@example.com').bugs.create(bug)
      noted = shared.query('INSERT INTO notes VALUES (1)')
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await noted
    expect((await shared.query('SELECT n FROM notes')).rows).toEqual([{ n: 1 }])
    expect((await system.bugs.search({})).bugs).toEqual([])
    await tracker.close()
  })

  it('stays out of transactions of its owner', async () => {
    const { tracker, system } = await open(schemaName())
    await shared.exec('CREATE TABLE drafts (n int)')
    let created: Promise<unknown> = Promise.resolve()
    const work = shared.transaction(async (tx) => {
      await tx.query('INSERT INTO drafts VALUES (1)')
      created = system.bugs.create(bug)
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await created
    expect((await shared.query('SELECT n FROM drafts')).rows).toEqual([])
    expect((await system.bugs.search({})).bugs).toHaveLength(1)
    await tracker.close()
  })

  it('is unavailable once its owner has closed the database, and needs a known option', async () => {
    expect(() => pgliteStore(shared, { connections: 2 } as object)).toThrow('connections')
    const own = await PGlite.create()
    const tracker = await createTracker({ store: pgliteStore(own) })
    await own.close()
    await expect(tracker.asSystem().bugs.search({})).rejects.toMatchObject({ code: 'store_unavailable' })
    await tracker.close()
  })
})
