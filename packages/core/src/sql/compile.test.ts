import { describe, expect, it } from 'vitest'
import { numberedDialect } from '../../test/sql/numbered-dialect.js'
import { shop } from '../../test/sql/shop.js'
import { defineSchema, entity, int, text, type PlainQuery, type PlainWhere } from '../store/index.js'
import { createCompiler } from './compile.js'
import type { Dialect } from './dialect.js'

const compiler = createCompiler(shop, numberedDialect)

/** The SQL after WHERE for orders, or for another entity. */
function where(predicate: PlainWhere, from = 'orders'): string {
  const { sql } = compiler.count(from, predicate)
  return sql.slice(sql.indexOf(' WHERE ') + 7)
}

function parameters(predicate: PlainWhere, from = 'orders'): unknown[] {
  return compiler.count(from, predicate).parameters
}

describe('the SQL of a select', () => {
  it('names the columns, and sorts by key when nothing else is asked', () => {
    expect(compiler.select({ from: 'lines' }).sql).toBe(
      'SELECT t0."order_id", t0."no", t0."what", t0."about", t0."price" FROM "lines" AS t0 ORDER BY t0."order_id", t0."no"',
    )
    expect(compiler.select({ from: 'lines', columns: ['price'] }).sql).toMatch(/^SELECT t0."price" FROM /)
    expect(compiler.select({ from: 'lines', columns: [] }).sql).toMatch(/^SELECT NULL FROM /)
  })

  it('sorts NULL first ascending and last descending, says so only where NULL can be, and repeats no column', () => {
    const order = [{ col: 'price', desc: true }, { col: 'no' }, { col: 'price' }]
    expect(compiler.select({ from: 'lines', order }).sql).toMatch(
      / ORDER BY t0."price" DESC NULLS LAST, t0."no", t0."order_id"$/,
    )
  })

  it('sorts by the least or greatest related value', () => {
    const via = { via: 'lines', where: { col: 'what', eq: 'pen' }, col: 'price' }
    const { sql, parameters } = compiler.select({
      from: 'orders',
      where: { col: 'is_paid', eq: true },
      order: [via, { ...via, where: { col: 'what', eq: 'ink' }, desc: true }],
      limit: 5,
      offset: 10,
    })
    const related = (n: number, table: string) => `${table}."order_id" = t0."id" AND ${table}."what" = $${n}`
    expect(sql.slice(sql.indexOf(' ORDER BY '))).toBe(
      ` ORDER BY (SELECT min(t1."price") FROM "lines" AS t1 WHERE ${related(2, 't1')}) NULLS FIRST,` +
        ` (SELECT max(t2."price") FROM "lines" AS t2 WHERE ${related(3, 't2')}) DESC NULLS LAST,` +
        ' t0."id" LIMIT $4 OFFSET $5',
    )
    expect(parameters).toEqual([true, 'pen', 'ink', 5, 10])
  })

  it('finds the rows of a page before it reads their related rows, in the same order', () => {
    const sorting = createCompiler(shop, { ...numberedDialect, readsBeforeSorting: true })
    const { sql, parameters } = sorting.select({
      from: 'orders',
      columns: ['title'],
      where: { col: 'is_paid', eq: true },
      order: [{ via: 'lines', where: { col: 'what', eq: 'pen' }, col: 'price' }],
      with: { lines: { columns: ['no'] } },
      limit: 5,
    })
    const sorted = (orders: string, lines: string, value: string) =>
      ` ORDER BY (SELECT min(${lines}."price") FROM "lines" AS ${lines} WHERE ${lines}."order_id" = ${orders}."id"` +
      ` AND ${lines}."what" = ${value}) NULLS FIRST, ${orders}."id"`
    const page = `SELECT t0."id" FROM "orders" AS t0 WHERE t0."is_paid" = $1${sorted('t0', 't1', '$2')} LIMIT $3`
    expect(sql).toBe(
      'SELECT t2."title", (SELECT LIST(t3."no") FROM "lines" AS t3 WHERE t3."order_id" = t2."id")' +
        ` FROM (${page}) AS page CROSS JOIN "orders" AS t2 ON t2."id" = page."id"${sorted('t2', 't4', '$4')}`,
    )
    expect(parameters).toEqual([true, 'pen', 5, 'pen'])
    // Some databases bind by position.
    expect(sql.match(/\$\d/g)).toEqual(['$1', '$2', '$3', '$4'])
  })

  it('adds a list of the rows of each relation, and reads them from JSON', () => {
    const query: PlainQuery = {
      from: 'orders',
      columns: ['id'],
      where: { col: 'title', eq: 'a' },
      with: { lines: { columns: ['no', 'price'] }, same: { columns: ['at'] } },
    }
    const { sql, parameters, decode } = compiler.select(query)
    expect(sql).toBe(
      'SELECT t0."id", (SELECT LIST(ARRAY(t1."no", t1."price")) FROM "lines" AS t1 WHERE t1."order_id" = t0."id"),' +
        ' (SELECT LIST(t2."at") FROM "orders" AS t2 WHERE t2."shop_id" = t0."shop_id" AND t2."buyer" = t0."buyer")' +
        ' FROM "orders" AS t0 WHERE t0."title" = $1 ORDER BY t0."id"',
    )
    expect(parameters).toEqual(['a'])
    expect(
      decode([
        [1, '[[1,null],[2,50]]', '["2026-01-02T00:00:00.000Z"]'],
        [2, '[]', '[]'],
      ]),
    ).toEqual([
      {
        id: 1,
        lines: [
          { no: 1, price: null },
          { no: 2, price: 50 },
        ],
        same: [{ at: new Date('2026-01-02') }],
      },
      { id: 2, lines: [], same: [] },
    ])
  })

  it('refuses lists of values that JSON does not keep', () => {
    const query: PlainQuery = { from: 'lines', with: { order: { columns: ['extra'] } } }
    expect(() => compiler.select(query)).toThrow('orders.extra: lists have no values of type json')
  })

  it('takes an offset without a limit, and a limit of none', () => {
    const paged = compiler.select({ from: 'buyers', offset: 2 })
    expect(paged.sql).toMatch(/ OFFSET \$1$/)
    expect(paged.parameters).toEqual([2])
    expect(compiler.select({ from: 'buyers', limit: 0 }).parameters).toEqual([0])
  })

  it.each([-1, 0.5, Number.NaN, Infinity])('refuses a limit of %d', (limit) => {
    expect(() => compiler.select({ from: 'buyers', limit })).toThrow(RangeError)
  })

  it('comes with a decoder of rows: arrays, NULL as it is, times made of what is stored', () => {
    const { decode } = compiler.select({ from: 'orders', columns: ['note', 'at'] })
    expect(decode([[null, '2026-01-02T03:04:05.678Z']])).toEqual([
      { note: null, at: new Date('2026-01-02T03:04:05.678Z') },
    ])
  })
})

describe('the SQL of queries of one shape', () => {
  const query = (title: string, ids: number[], limit: number): PlainQuery => ({
    from: 'orders',
    where: {
      and: [
        { col: 'title', eq: title },
        { col: 'id', in: ids },
      ],
    },
    limit,
  })

  it('is the same text whatever the values are', () => {
    expect(compiler.select(query('a', [1, 2], 5)).sql).toBe(compiler.select(query("b'; --", [3, 4, 5], 9)).sql)
    expect(compiler.select(query("b'; --", [3, 4, 5], 9)).parameters).toEqual(["b'; --", [3, 4, 5], 9])
  })

  it('is the same for different ways of writing that mean the same', () => {
    const leaf: PlainWhere = { col: 'title', eq: 'a' }
    const same: PlainWhere[] = [
      { and: [leaf] },
      { or: [{ and: [leaf] }] },
      { not: { not: leaf } },
      { col: 'title', in: ['a'] },
    ]
    for (const predicate of same) expect(compiler.count('orders', predicate)).toEqual(compiler.count('orders', leaf))
  })

  it('is never the same for two different queries', () => {
    const leaf: PlainWhere = { col: 'shop_id', eq: 1 }
    const different: PlainWhere[] = [
      leaf,
      { not: leaf },
      { col: 'shop_id', lt: 1 },
      { col: 'shop_id', lte: 1 },
      { col: 'shop_id', gt: 1 },
      { col: 'shop_id', gte: 1 },
      { col: 'shop_id', in: [1, 2] },
      { col: 'shop_id', eqCol: 'id' },
      { col: 'note', eq: null },
      { col: 'note', contains: 'ab' },
      { col: 'note', contains: 'abc' },
      { and: [] },
      { or: [] },
      { and: [leaf, leaf] },
      { or: [leaf, leaf] },
      { some: 'lines' },
      { some: 'same' },
      { some: 'lines', where: { col: 'no', eq: 1 } },
    ]
    expect(new Set(different.map((predicate) => compiler.count('orders', predicate).sql)).size).toBe(different.length)
  })

  it('differs in every part in which queries differ', () => {
    const from = 'lines'
    const different: PlainQuery[] = [
      { from },
      { from, columns: ['no'] },
      { from, columns: ['order_id'] },
      { from, limit: 1 },
      { from, offset: 1 },
      { from, order: [{ col: 'no' }] },
      { from, order: [{ col: 'no', desc: true }] },
      { from, order: [{ via: 'order', col: 'shop_id' }] },
      { from, order: [{ via: 'order', where: { and: [] }, col: 'shop_id' }] },
    ]
    expect(new Set(different.map((query) => compiler.select(query).sql)).size).toBe(different.length)
  })
})

describe('the SQL of a predicate', () => {
  it('asks for NULL with IS NULL, and binds nothing', () => {
    expect(compiler.count('orders', { col: 'note', eq: null })).toEqual({
      sql: 'SELECT count(*) FROM "orders" AS t0 WHERE t0."note" IS NULL',
      parameters: [],
    })
  })

  it('leaves comparisons bare where a row is wanted, so that indexes serve them', () => {
    expect(
      where({
        or: [
          { col: 'buyer', eq: 'a' },
          { col: 'is_paid', eq: true },
        ],
      }),
    ).toBe('(t0."buyer" = $1 OR t0."is_paid" = $2)')
  })

  it('makes what may be NULL false under a not, at any depth', () => {
    expect(
      where({
        not: {
          and: [
            { col: 'buyer', eq: 'a' },
            { col: 'shop_id', eq: 1 },
          ],
        },
      }),
    ).toBe('NOT (coalesce(t0."buyer" = $1, FALSE) AND t0."shop_id" = $2)')
    expect(
      where({
        not: {
          or: [
            { col: 'note', eqCol: 'title' },
            { col: 'title', eqCol: 'note' },
          ],
        },
      }),
    ).toBe('NOT (coalesce(t0."note" = t0."title", FALSE) OR coalesce(t0."title" = t0."note", FALSE))')
    expect(where({ not: { col: 'buyer', in: ['x', 'y'] } })).toBe('NOT coalesce(t0."buyer" = ANY($1::text[]), FALSE)')
    expect(where({ not: { some: 'lines', where: { col: 'price', gt: 1 } } })).toBe(
      'NOT EXISTS (SELECT 1 FROM "lines" AS t1 WHERE t1."order_id" = t0."id" AND t1."price" > $1)',
    )
  })

  it('never finds NULL in a list', () => {
    const list: PlainWhere = { col: 'buyer', in: [null] }
    expect([where(list), parameters(list)]).toEqual(['t0."buyer" = ANY($1::text[])', [[]]])
  })

  it('is constant for a list without members', () => {
    expect([where({ and: [] }), where({ or: [] })]).toEqual(['TRUE', 'FALSE'])
  })
})

describe('the SQL of related rows', () => {
  const pens: PlainWhere = { some: 'lines', where: { col: 'what', eq: 'pen' } }
  const pensIn = (table: string, n: number) =>
    `(SELECT ${table}."order_id" FROM "lines" AS ${table} WHERE ${table}."what" = $${n})`

  it('looks for them first when an index finds them', () => {
    expect(where(pens)).toBe(`t0."id" IN ${pensIn('t1', 1)}`)
    expect(where({ some: 'lines', where: { col: 'about', contains: 'blue' } })).toBe(
      't0."id" IN (SELECT t1."order_id" FROM "lines" AS t1 WHERE (t1."about" LIKE $1 AND strpos(t1."about", $2) > 0))',
    )
  })

  it('looks at them one by one when no index finds them', () => {
    for (const unindexed of [
      { col: 'price', eq: 1 },
      { col: 'about', contains: 'bl' },
      { not: { col: 'what', eq: 'pen' } },
      {
        or: [
          { col: 'what', eq: 'pen' },
          { col: 'price', eq: 1 },
        ],
      },
    ] satisfies PlainWhere[]) {
      expect(where({ some: 'lines', where: unindexed })).toMatch(/^EXISTS /)
    }
    expect(where({ some: 'lines' })).toBe('EXISTS (SELECT 1 FROM "lines" AS t1 WHERE t1."order_id" = t0."id")')
  })

  it('looks at them one by one when few rows are asked about', () => {
    expect(where({ and: [{ col: 'id', in: [1, 2] }, pens] })).toContain('EXISTS')
    expect(where({ and: [{ col: 'title', eq: 'a' }, pens] })).toContain('EXISTS')
    expect(where({ and: [{ col: 'shop_id', eq: 1 }, pens] })).not.toContain('EXISTS')
    expect(where({ or: [{ col: 'id', eq: 1 }, pens] })).not.toContain('EXISTS')
  })

  it('looks for one by its key under a not, unless the relation needs no condition to name it', () => {
    const firstPen: PlainWhere = {
      and: [
        { col: 'what', eq: 'pen' },
        { col: 'no', eq: 1 },
      ],
    }
    expect(where({ some: 'lines', where: firstPen })).toMatch(/^t0."id" IN /)
    expect(where({ not: { some: 'lines', where: firstPen } })).toMatch(/^NOT EXISTS /)
    expect(where({ not: { some: 'buyers', where: { col: 'town', eq: 'Oslo' } } })).not.toContain('EXISTS')
  })

  it('finds the same although NULL may be on either side of IN under a not', () => {
    expect(where({ not: { some: 'buyers', where: { col: 'town', eq: 'Oslo' } } })).toBe(
      'NOT coalesce(t0."buyer" IN (SELECT t1."name" FROM "buyers" AS t1 WHERE t1."town" = $1), FALSE)',
    )
    expect(where({ not: pens })).toBe(`NOT t0."id" IN ${pensIn('t1', 1)}`)
  })

  it('joins by all columns of the relation, also to the same entity and through several', () => {
    expect(where({ some: 'same', where: { some: 'same', where: { col: 'is_paid', eq: true } } })).toBe(
      'EXISTS (SELECT 1 FROM "orders" AS t1 WHERE t1."shop_id" = t0."shop_id" AND t1."buyer" = t0."buyer" AND ' +
        'EXISTS (SELECT 1 FROM "orders" AS t2 WHERE t2."shop_id" = t1."shop_id" AND t2."buyer" = t1."buyer" AND ' +
        't2."is_paid" = $1))',
    )
    expect(where({ some: 'same', where: { col: 'title', eq: 'a' } })).toBe(
      '(t0."shop_id", t0."buyer") IN (SELECT t1."shop_id", t1."buyer" FROM "orders" AS t1 WHERE t1."title" = $1)',
    )
  })
})

describe('the SQL of contains', () => {
  it('asks the index for needles of three characters or more, and the text itself in any case', () => {
    expect(where({ col: 'title', contains: 'abc' })).toBe('(t0."title" LIKE $1 AND strpos(t0."title", $2) > 0)')
    expect(parameters({ col: 'title', contains: 'abc' })).toEqual(['%abc%', 'abc'])
    expect(where({ col: 'title', contains: '\u{1f600}a' })).toBe('strpos(t0."title", $1) > 0')
    expect(where({ col: 'buyer', contains: 'abc' })).toBe('strpos(t0."buyer", $1) > 0')
  })

  it('asks no index about rows that are named', () => {
    expect(
      where({
        and: [
          { col: 'id', eq: 1 },
          { col: 'title', contains: 'abc' },
        ],
      }),
    ).not.toContain('LIKE')
  })
})

describe('the SQL that guides the choice of an index', () => {
  const guiding = createCompiler(shop, { ...numberedDialect, withoutIndex: (expression) => `+${expression}` })

  it('stays with the named rows when another index could draw the database away', () => {
    const { sql } = guiding.count('orders', {
      and: [
        { col: 'id', in: [1, 2] },
        { col: 'shop_id', eq: 7 },
      ],
    })
    expect(sql).toContain('(t0."id" = ANY($1::int[]) AND +t0."shop_id" = $2)')
  })

  it('stays with the related rows of a row', () => {
    const related: PlainWhere = {
      some: 'lines',
      where: {
        and: [
          { col: 'what', eq: 'pen' },
          { col: 'no', gt: 1 },
        ],
      },
    }
    const { sql } = guiding.count('orders', { and: [{ col: 'id', eq: 1 }, related] })
    expect(sql).toContain('t1."order_id" = t0."id" AND (+t1."what" = $2 AND t1."no" > $3)')
  })

  it('leaves it to the database where nothing is named', () => {
    expect(
      guiding.count('orders', {
        and: [
          { col: 'shop_id', eq: 7 },
          { col: 'title', lt: 'b' },
        ],
      }).sql,
    ).not.toContain('+')
  })
})

describe('the SQL of long and deep predicates', () => {
  it('is a balanced tree', () => {
    const members = Array.from({ length: 5_000 }, (_, i): PlainWhere => ({ col: 'shop_id', lt: i }))
    const sql = where({ or: members })
    let depth = 0
    let deepest = 0
    for (const character of sql) {
      if (character === '(') deepest = Math.max(deepest, ++depth)
      if (character === ')') depth--
    }
    expect(deepest).toBeLessThan(20)
    expect(parameters({ or: members })).toEqual(members.map((_, i) => i))
  })

  it('can have chains of thousands of nested members', () => {
    let chain: PlainWhere = { col: 'shop_id', eq: 0 }
    for (let i = 1; i <= 20_000; i++) chain = { and: [chain, { col: 'shop_id', eq: i }] }
    expect(parameters(chain)).toHaveLength(20_001)
    let nots: PlainWhere = { col: 'shop_id', eq: 0 }
    for (let i = 0; i < 20_001; i++) nots = { not: nots }
    expect(where(nots)).toBe('NOT t0."shop_id" = $1')
  })
})

describe('the SQL of changes', () => {
  const row = { title: 'a', shop_id: 1, is_paid: false, at: new Date(0) }

  it('inserts every column, leaving out only a key to be assigned, in groups of equal rows', () => {
    const inserts = compiler.insert('orders', [row, row, row, row, { ...row, id: 9 }, row])
    expect(inserts.map(({ parameters: bound }) => bound.length)).toEqual([21, 7, 8, 7])
    expect(inserts[1]).toMatchObject({
      sql: 'INSERT INTO "orders" ("note", "title", "buyer", "shop_id", "is_paid", "at", "extra") VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING "id"',
      parameters: [null, 'a', null, 1, false, '1970-01-01T00:00:00.000Z', null],
    })
    expect(inserts[3]?.sql).toBe(inserts[1]?.sql)
    expect(inserts[0]?.sql).toContain('($15, $16, $17, $18, $19, $20, $21) RETURNING')
  })

  it('returns the keys of all rows where the database can', () => {
    const [insert] = compiler.insert('lines', [{ order_id: 1, no: 2, what: 'a', about: '' }])
    expect(insert?.sql).toContain('RETURNING "order_id", "no"')
    expect(insert?.decode?.([[1, 2]])).toEqual([{ order_id: 1, no: 2 }])
    const [bare] = createCompiler(shop, { ...numberedDialect, returning: false }).insert('buyers', [
      { name: 'a', town: 'Oslo' },
    ])
    expect(bare).toEqual({
      sql: 'INSERT INTO "buyers" ("name", "town") VALUES ($1, $2)',
      parameters: ['a', 'Oslo'],
      rows: 1,
    })
    expect(compiler.insert('buyers', [])).toEqual([])
  })

  it('leaves out duplicates and raises the keys assigned later where the dialect says how', () => {
    const raising = createCompiler(shop, {
      ...numberedDialect,
      skipDuplicates: ' SKIP',
      raiseKeys: (entity, column) => `RAISE ${entity}.${column}`,
    })
    const inserts = raising.insert('orders', [row, { ...row, id: 9 }, { ...row, id: 7 }, row])
    expect(inserts.map(({ sql }) => sql.replace(/.*VALUES \S*.*\)/, ''))).toEqual([
      ' SKIP RETURNING "id"',
      ' SKIP RETURNING "id"',
      'RAISE orders.id',
      ' SKIP RETURNING "id"',
    ])
    expect(inserts[2]).toEqual({ sql: 'RAISE orders.id', parameters: [9], rows: 0 })
    expect(raising.insert('buyers', [{ name: 'a', town: 'Oslo' }])).toHaveLength(1)
  })

  it('puts whole rows by key, in groups, and raises the keys assigned later above theirs', () => {
    const whole = { ...row, id: 9, note: null, buyer: null, extra: null }
    const raising = createCompiler(shop, {
      ...numberedDialect,
      skipDuplicates: ' SKIP',
      raiseKeys: (entity, column) => `RAISE ${entity}.${column}`,
    })
    const puts = raising.put('orders', [whole, { ...whole, id: 12 }, { ...whole, id: 3 }, { ...whole, id: 1 }])
    expect(puts.map(({ sql, parameters }) => [sql.split(' ')[0], parameters.length])).toEqual([
      ['INSERT', 24],
      ['RAISE', 1],
      ['INSERT', 8],
      ['RAISE', 1],
    ])
    expect(puts[1]?.parameters).toEqual([12])
    const columns = '"id", "note", "title", "buyer", "shop_id", "is_paid", "at", "extra"'
    const changes = ['note', 'title', 'buyer', 'shop_id', 'is_paid', 'at', 'extra'].map(
      (c) => `"${c}" = excluded."${c}"`,
    )
    expect(puts[2]).toEqual({
      sql: `INSERT INTO "orders" (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT ("id") DO UPDATE SET ${changes.join(', ')}`,
      parameters: [1, null, 'a', null, 1, false, '1970-01-01T00:00:00.000Z', null],
      rows: 1,
    })
    expect(raising.put('orders', [])).toEqual([])
  })

  it('puts rows that are nothing but a key, and as the dialect says where it says how', () => {
    const pairs = defineSchema({ pair: entity({ columns: { a: int(), b: text() }, key: ['a', 'b'], relations: {} }) })
    const rows = [{ a: 1, b: 'x' }]
    expect(createCompiler(pairs, numberedDialect).put('pair', rows)[0]?.sql).toBe(
      'INSERT INTO "pair" ("a", "b") VALUES ($1, $2) ON CONFLICT ("a", "b") DO NOTHING',
    )
    const merging: Dialect = {
      ...numberedDialect,
      upsert: ({ table, columns, key, values }) => `MERGE ${table} ${columns.join()} BY ${key.join()} FROM ${values}`,
    }
    expect(createCompiler(pairs, merging).put('pair', rows)).toEqual([
      { sql: 'MERGE "pair" "a","b" BY "a","b" FROM ($1, $2)', parameters: [1, 'x'], rows: 1 },
    ])
  })

  it('updates and deletes what satisfies a predicate, related rows included', () => {
    const predicate: PlainWhere = { some: 'lines', where: { col: 'price', eq: 3 } }
    expect(compiler.update('orders', predicate, { buyer: null, at: new Date(5) })).toEqual({
      sql: 'UPDATE "orders" AS t0 SET "buyer" = $1, "at" = $2 WHERE EXISTS (SELECT 1 FROM "lines" AS t1 WHERE t1."order_id" = t0."id" AND t1."price" = $3)',
      parameters: [null, '1970-01-01T00:00:00.005Z', 3],
    })
    expect(compiler.delete('lines', { and: [] })).toEqual({
      sql: 'DELETE FROM "lines" AS t0 WHERE TRUE',
      parameters: [],
    })
  })
})

describe('a mistake in a query', () => {
  it.each([
    [{ from: 'ordres' }, 'no entity ordres'],
    [{ from: 'constructor' }, 'no entity constructor'],
    [{ from: 'orders', columns: ['titel'] }, 'no column orders.titel'],
    [{ from: 'orders', columns: ['title" FROM x --'] }, 'no column orders.title" FROM x --'],
    [{ from: 'orders', where: { col: 'toString', eq: 'x' } }, 'no column orders.toString'],
    [{ from: 'orders', where: { some: 'line' } }, 'no relation orders.line'],
    [{ from: 'orders', order: [{ col: 'price' }] }, 'no column orders.price'],
    [{ from: 'orders', order: [{ via: 'lines', col: 'cost' }] }, 'no column lines.cost'],
  ] satisfies [PlainQuery, string][])(
    'is reported with %j, which it names and the schema does not have',
    (query, message) => {
      expect(() => compiler.select(query)).toThrow(message)
    },
  )

  it.each([
    [{ col: 'shop_id', eq: 1.5 }, 'orders.shop_id must be of type int, not the number 1.5'],
    [{ col: 'shop_id', eq: 2 ** 53 }, 'orders.shop_id must be of type int'],
    [{ col: 'shop_id', lt: '1' }, 'orders.shop_id must be of type int, not string'],
    [{ col: 'shop_id', gt: null }, 'orders.shop_id must be of type int, not null'],
    [{ col: 'shop_id', in: [1, Number.NaN] }, 'orders.shop_id must be of type int, not the number NaN'],
    [{ col: 'at', gte: new Date(Number.NaN) }, 'orders.at must be of type time, not an invalid Date'],
    [{ col: 'title', eq: 5 }, 'orders.title must be of type text, not the number 5'],
    [{ col: 'is_paid', eq: 1 }, 'orders.is_paid must be of type bool, not the number 1'],
  ] satisfies [PlainWhere, string][])('is reported for a value of another type: %j', (predicate, message) => {
    expect(() => compiler.count('orders', predicate)).toThrow(message)
  })

  it('is reported for rows with too much, too little or the wrong thing in them, without what may be secret', () => {
    const row = { name: 'a', town: 'Oslo' }
    expect(() => compiler.insert('buyers', [{ ...row, twon: 'x' }])).toThrow('no column buyers.twon')
    expect(() => compiler.insert('buyers', [{ name: 'a' }])).toThrow('buyers.town must be of type text, not undefined')
    expect(() => compiler.insert('buyers', [{ ...row, town: null }])).toThrow(
      'buyers.town must be of type text, not null',
    )
    expect(() => compiler.put('buyers', [{ ...row, twon: 'x' }])).toThrow('no column buyers.twon')
    expect(() => compiler.put('orders', [{ id: null }])).toThrow('orders.id must be of type int, not null')
    expect(() => compiler.update('orders', { and: [] }, { shop_id: 'hunter2' })).toThrow(/not string$/)
  })

  it('is reported for names that are more than letters, digits and underscores', () => {
    expect(() => createCompiler({ 'a b': { columns: {}, key: [], relations: {} } }, numberedDialect)).toThrow('"a b"')
  })
})
