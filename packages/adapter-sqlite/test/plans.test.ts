import { createTracker } from '@trackerkit/core'
import { schema } from '@trackerkit/core/schema'
import { createCompiler } from '@trackerkit/core/sql'
import { typed, type PlainQuery } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { sqliteDialect } from '../src/dialect.js'
import { sqliteStore } from '../src/index.js'
import { noteMigrations, notes, type Notes } from './notes.js'

const db = new Database(':memory:')
const compiler = createCompiler(notes, sqliteDialect())
beforeAll(() => typed<Notes>(sqliteStore(db)).migrate(notes, noteMigrations))

/** How SQLite would find the rows. */
function plan(query: PlainQuery): string {
  const { sql, parameters } = compiler.select(query)
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[]
  return steps.map(({ detail }) => detail).join('\n')
}

const rowId = 'SEARCH t0 USING INTEGER PRIMARY KEY'

describe('SQLite finds', () => {
  it('rows by key, one or many', () => {
    expect(plan({ from: 'note', where: { col: 'id', eq: 1 } })).toBe(`${rowId} (rowid=?)`)
    expect(plan({ from: 'note', where: { col: 'id', in: [1, 2] } })).toContain(rowId)
    expect(plan({ from: 'label', where: { col: 'note_id', in: [1, 2] } })).toContain(
      'SEARCH t0 USING PRIMARY KEY (note_id=?)',
    )
  })

  it('rows by an index, which also sorts them', () => {
    const query: PlainQuery = { from: 'note', where: { col: 'author_id', eq: 1 }, order: [{ col: 'at' }], limit: 9 }
    expect(plan(query)).toBe('SEARCH t0 USING INDEX note__author_id__at__index (author_id=?)')
    expect(
      plan({
        from: 'note',
        order: [
          { col: 'at', desc: true },
          { col: 'id', desc: true },
        ],
        limit: 9,
      }),
    ).toBe('SCAN t0 USING INDEX note__at__index')
  })

  it('the named rows by their key, whatever other indexes there are', () => {
    const and = [
      { col: 'author_id', eq: 5 },
      { col: 'id', in: [1, 2] },
      {
        or: [
          { col: 'at', eq: null },
          { col: 'author_id', eq: 1 },
        ],
      },
    ]
    expect(plan({ from: 'note', where: { and } })).toContain(rowId)
  })

  it('text by the index of trigrams, read once', () => {
    const found = plan({ from: 'note', where: { col: 'body', contains: 'blink' } })
    expect(found).toContain(rowId)
    expect(found).toMatch(/LIST SUBQUERY \d+\nSCAN note__body__substring VIRTUAL TABLE/)
  })

  it('rows by the text of related ones, whose index of trigrams it reads once', () => {
    const found = plan({ from: 'label', where: { some: 'note', where: { col: 'body', contains: 'blink' } } })
    expect(found).toContain('SEARCH t0 USING PRIMARY KEY (note_id=?)')
    expect(found).not.toContain('CORRELATED')
  })

  it('an order by the text of related ones through the relation, never through the index of trigrams', () => {
    const where = { col: 'body', contains: 'blink' }
    const found = plan({
      from: 'note',
      where: { col: 'author_id', eq: 1 },
      order: [{ via: 'by_author', where, col: 'at' }],
    })
    expect(found).toMatch(/CORRELATED SCALAR SUBQUERY \d+\nSEARCH t1 USING INDEX note__author_id__/)
  })

  it('related rows of a named row through the relation, whatever other indexes there are', () => {
    const some = {
      some: 'by_author',
      where: {
        or: [
          { col: 'weight', eq: 1 },
          { col: 'weight', eq: 2 },
        ],
      },
    }
    expect(plan({ from: 'note', where: { and: [{ col: 'id', eq: 1 }, some] } })).toContain(
      'SEARCH t1 EXISTS USING INDEX note__author_id__at__index (author_id=?)',
    )
  })
})

describe('in the schema of trackers SQLite finds', () => {
  const tracker = new Database(':memory:')
  const queries = createCompiler(schema, sqliteDialect())
  beforeAll(() => createTracker({ store: sqliteStore(tracker) }))

  it('what was said on a bug since a time without reading what was said before', () => {
    const and = [
      { col: 'bug_id', in: [1] },
      { col: 'is_private', eq: false },
      { col: 'creation_time', gt: new Date() },
    ]
    const { sql, parameters } = queries.select({ from: 'comments', where: { and }, order: [{ col: 'count' }] })
    const [first] = tracker.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[]
    expect(first?.detail).toBe(
      'SEARCH t0 USING INDEX comments__bug_id__creation_time__index (bug_id=? AND creation_time>?)',
    )
  })
})
