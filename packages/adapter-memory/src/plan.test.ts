import { defineSchema, entity, int, nullable, text, to, type PlainWhere } from '@trackerkit/core/store'
import { describe, expect, it } from 'vitest'
import type { Database } from './database.js'
import { applyMigration, indexedFor } from './migrate.js'
import { candidates } from './plan.js'
import { begin } from './writer.js'

const schema = defineSchema({
  bug: entity({
    columns: { id: int(), product: int(), status: text(), owner: nullable(int()), alias: nullable(text()) },
    key: ['id'],
    autoId: true,
    unique: [['alias']],
    index: [['product', 'status']],
    relations: {},
  }),
  user: entity({ columns: { id: int() }, key: ['id'], relations: { bugs: to('bug', ['id', 'owner']) } }),
})

/** A hundred bugs in ten products, every tenth open, every fifth with an owner. */
async function open(): Promise<Database> {
  const steps = Object.entries(schema).map(([name, declared]) => ({ createEntity: name, entity: declared }))
  const tables = applyMigration(new Map(), { id: 1, name: 'all', breaking: false, steps })
  const db = { schema, tables: indexedFor(tables, schema) }
  const rows = Array.from({ length: 100 }, (_, i) => ({
    product: i % 10,
    status: i % 7 ? 'done' : 'open',
    owner: i % 5 ? null : i % 3,
    alias: `bug-${i}`,
  }))
  await begin(db).tx.insert('bug', rows)
  return db
}

describe('the rows that a query in memory looks at', async () => {
  const db = await open()

  it.each<[string, PlainWhere, number]>([
    ['the key', { col: 'id', eq: 7 }, 1],
    ['a list of keys, repeated or not there', { col: 'id', in: [1, 2, 2, 900] }, 2],
    ['a unique column', { col: 'alias', eq: 'bug-7' }, 1],
    ['the first column of an index', { col: 'product', eq: 3 }, 10],
    [
      'a whole index',
      {
        and: [
          { col: 'product', in: [0, 1] },
          { col: 'status', eq: 'open' },
        ],
      },
      4,
    ],
    ['the column that a relation leads to', { col: 'owner', eq: 1 }, 6],
    [
      'the better of two indexes',
      {
        and: [
          { col: 'product', eq: 3 },
          { col: 'alias', in: ['bug-3', 'bug-4'] },
        ],
      },
      2,
    ],
    [
      'an equality within nested ands',
      { and: [{ and: [{ col: 'id', eq: 1 }] }, { not: { col: 'status', eq: 'x' } }] },
      1,
    ],
    ['an empty list', { col: 'id', in: [] }, 0],
  ])('are found by %s, without a look at all rows', (_, where, size) => {
    expect(candidates(db, 'bug', where)).toHaveLength(size)
  })

  it.each<[string, PlainWhere | undefined]>([
    ['nothing', undefined],
    ['a column without an index', { col: 'status', eq: 'open' }],
    ['a comparison', { col: 'id', lt: 7 }],
    ['NULL', { col: 'owner', eq: null }],
    [
      'an or',
      {
        or: [
          { col: 'id', eq: 1 },
          { col: 'product', eq: 3 },
        ],
      },
    ],
    ['a not', { not: { col: 'id', eq: 1 } }],
    ['more keys than rows', { col: 'id', in: Array.from({ length: 101 }, (_, i) => i) }],
  ])('are all rows for a predicate on %s', (_, where) => {
    expect(candidates(db, 'bug', where)).toBeUndefined()
  })

  it('are right after changes and after changes that were rolled back', async () => {
    const changing = await open()
    const { tx, undo } = begin(changing)
    const where = { col: 'product', eq: 77 } as const
    await tx.update('bug', { col: 'product', eq: 3 }, { product: 77 })
    await tx.delete('bug', { col: 'id', eq: 4 })
    expect(candidates(changing, 'bug', where)).toHaveLength(9)
    undo()
    expect(candidates(changing, 'bug', where)).toHaveLength(0)
    expect(candidates(changing, 'bug', { col: 'product', eq: 3 })).toHaveLength(10)
  })
})
