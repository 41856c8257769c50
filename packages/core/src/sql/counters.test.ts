import { describe, expect, it } from 'vitest'
import { numberedDialect } from '../../test/sql/numbered-dialect.js'
import { defineSchema, entity, int, nullable, text, to, type PlainWhere } from '../store/index.js'
import { createCompiler } from './compile.js'
import { migrationStepSql } from './ddl.js'
import type { Dialect } from './dialect.js'

const { relations, ...stored } = entity({
  columns: { id: int(), kind: int(), state: text(), owner: nullable(int()) },
  key: ['id'],
  autoId: true,
  relations: { same: to('a', ['kind', 'kind']) },
})
const counters = { name: 'a_counts', by: ['kind', 'state'] }
const schema = defineSchema({ a: { ...stored, relations, counters } })
const dialect: Dialect = {
  ...numberedDialect,
  counters: { kind: 'row', create: (name) => [`COUNT ${name}`], drop: (name) => [`STOP COUNTING ${name}`] },
}
const compiler = createCompiler(schema, dialect)

describe('counters', () => {
  it('answer counts that concern only their columns', () => {
    const sum = 'SELECT CAST(coalesce(sum(t0."rows"), 0) AS bigint) FROM "a_counts" AS t0'
    expect(compiler.count('a').sql).toBe(sum)
    const where = { and: [{ col: 'kind', in: [1, 2] }, { not: { col: 'state', eq: 'x' } }] }
    expect(compiler.count('a', where)).toEqual({
      sql: `${sum} WHERE (t0."kind" = ANY($1::int[]) AND NOT t0."state" = $2)`,
      parameters: [[1, 2], 'x'],
    })
    expect(compiler.count('a', { col: 'kind', eq: 1 }, { atMost: 5 })).toEqual({
      sql: `${sum} WHERE t0."kind" = $1`,
      parameters: [1],
    })
    expect(compiler.countBy({ from: 'a', where: { col: 'kind', gt: 1 }, by: [{ col: 'state' }], limit: 3 }).sql).toBe(
      'SELECT t0."state", CAST(coalesce(sum(t0."rows"), 0) AS bigint) FROM "a_counts" AS t0' +
        ' WHERE t0."kind" > $1 GROUP BY 1 ORDER BY 1 LIMIT $2',
    )
  })

  it('answer nothing else, and nothing where the database does not keep them', () => {
    const others: PlainWhere[] = [
      { col: 'owner', eq: null },
      { some: 'same' },
      { and: [{ col: 'kind', eq: 1 }, { or: [{ col: 'kind', eqCol: 'owner' }] }] },
      { not: { col: 'id', eq: 1 } },
    ]
    for (const where of others) expect(compiler.count('a', where).sql).toContain('count(*) FROM "a" AS')
    for (const by of [{ col: 'owner' }, { via: 'same', col: 'kind' }])
      expect(compiler.countBy({ from: 'a', by: [{ col: 'kind' }, by], limit: 3 }).sql).toContain('count(*) FROM "a" AS')
    const plain = createCompiler(schema, numberedDialect)
    expect(plain.count('a').sql).toBe('SELECT count(*) FROM "a" AS t0')
    expect(plain.countBy({ from: 'a', by: [{ col: 'kind' }], limit: 3 }).sql).toContain('count(*) FROM "a" AS')
  })

  it('count the rows there are when they are added, and go with a column that they count by', () => {
    const steps = new Map([['a', stored]])
    const added = [
      'CREATE TABLE "a_counts" ("kind" int NOT NULL, "state" text NOT NULL, "rows" int NOT NULL, PRIMARY KEY ("kind", "state"))',
      'COUNT a',
      'INSERT INTO "a_counts" ("kind", "state", "rows") SELECT "kind", "state", count(*) FROM "a" GROUP BY "kind", "state"',
    ]
    expect(migrationStepSql(dialect, steps, { addCounters: 'a', triggers: 'row', counters })).toEqual(added)
    expect(migrationStepSql(dialect, steps, { addCounters: 'a', triggers: 'statement', counters })).toEqual([])
    expect(migrationStepSql(dialect, new Map(steps), { dropEntity: 'a' })).toEqual([
      'STOP COUNTING a',
      'DROP TABLE "a_counts"',
      'DROP TABLE "a"',
    ])
    expect(migrationStepSql(dialect, steps, { dropColumn: 'a', name: 'owner' })).toEqual([
      'ALTER TABLE "a" DROP COLUMN "owner"',
    ])
    expect(migrationStepSql(dialect, steps, { dropColumn: 'a', name: 'state' })).toEqual([
      'STOP COUNTING a',
      'DROP TABLE "a_counts"',
      'ALTER TABLE "a" DROP COLUMN "state"',
    ])
    expect(migrationStepSql(dialect, steps, { dropEntity: 'a' })).toEqual(['DROP TABLE "a"'])
    const created = migrationStepSql(dialect, new Map(), {
      createEntity: 'a',
      entity: { ...stored, counters },
    })
    expect(created.slice(1)).toEqual(added)
    expect(
      migrationStepSql(numberedDialect, new Map([['a', stored]]), { addCounters: 'a', triggers: 'row', counters }),
    ).toEqual([])
  })
})
