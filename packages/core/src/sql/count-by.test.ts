import { describe, expect, it } from 'vitest'
import { numberedDialect } from '../../test/sql/numbered-dialect.js'
import { shop } from '../../test/sql/shop.js'
import type { PlainCountByQuery } from '../store/index.js'
import { createCompiler } from './compile.js'

const compiler = createCompiler(shop, numberedDialect)

describe('compiler.countBy', () => {
  it('groups by place, and sorts NULL first where NULL can be', () => {
    const by = [{ col: 'buyer' }, { col: 'shop_id' }, { day: 'at' }]
    const { sql, parameters } = compiler.countBy({ from: 'orders', by, limit: 10 })
    expect(sql).toBe(
      'SELECT t0."buyer", t0."shop_id", day(t0."at"), count(*) FROM "orders" AS t0 WHERE TRUE' +
        ' GROUP BY 1, 2, 3 ORDER BY 1 NULLS FIRST, 2, 3 LIMIT $1',
    )
    expect(parameters).toEqual([10])
  })

  it('keeps rows without related ones, and binds values in textual order', () => {
    const pens = { via: 'lines', where: { col: 'what', eq: 'pen' }, col: 'price' }
    const { sql, parameters } = compiler.countBy({
      from: 'orders',
      where: { col: 'is_paid', eq: true },
      by: [{ via: 'buyers', col: 'town' }, pens],
      limit: 5,
    })
    expect(sql).toBe(
      'SELECT t1."town", t2."price", count(*) FROM "orders" AS t0' +
        ' LEFT JOIN "buyers" AS t1 ON t1."name" = t0."buyer"' +
        ' LEFT JOIN "lines" AS t2 ON t2."order_id" = t0."id" AND t2."what" = $1' +
        ' WHERE t0."is_paid" = $2 GROUP BY 1, 2 ORDER BY 1 NULLS FIRST, 2 NULLS FIRST LIMIT $3',
    )
    expect(parameters).toEqual(['pen', true, 5])
  })

  it('uses the same SQL for queries that differ only in values, and different SQL for all others', () => {
    const query = (value: string, limit: number): PlainCountByQuery => ({
      from: 'orders',
      by: [{ via: 'lines', where: { col: 'what', eq: value }, col: 'price' }],
      limit,
    })
    expect(compiler.countBy(query('ink', 7)).sql).toBe(compiler.countBy(query('pen', 5)).sql)
    expect(compiler.countBy(query('ink', 7)).parameters).toEqual(['ink', 7])
    const different: PlainCountByQuery[] = [
      { from: 'lines', by: [{ col: 'no' }], limit: 1 },
      { from: 'lines', by: [{ col: 'price' }], limit: 1 },
      { from: 'lines', by: [{ col: 'no' }, { col: 'price' }], limit: 1 },
      { from: 'lines', by: [{ via: 'order', col: 'shop_id' }], limit: 1 },
      { from: 'lines', by: [{ via: 'order', day: 'at' }], limit: 1 },
      { from: 'lines', by: [{ via: 'order', where: { col: 'id', eq: 1 }, col: 'shop_id' }], limit: 1 },
      { from: 'lines', where: { col: 'no', eq: 1 }, by: [{ col: 'no' }], limit: 1 },
      { from: 'orders', by: [{ day: 'at' }], limit: 1 },
      query('pen', 1),
    ]
    expect(new Set(different.map((one) => compiler.countBy(one).sql)).size).toBe(different.length)
  })

  it('makes values and counts of what was read', () => {
    const { decode } = compiler.countBy({ from: 'orders', by: [{ col: 'is_paid' }, { day: 'at' }], limit: 5 })
    expect(decode([[true, -3, 12]])).toEqual([{ key: [true, -3], count: 12 }])
  })

  it.each([
    [{ from: 'ordres', by: [{ col: 'id' }], limit: 1 }, 'no entity ordres'],
    [{ from: 'orders', by: [{ col: 'titel' }], limit: 1 }, 'no column orders.titel'],
    [{ from: 'orders', by: [{ day: 'an' }], limit: 1 }, 'no column orders.an'],
    [{ from: 'orders', by: [{ via: 'line', col: 'no' }], limit: 1 }, 'no relation orders.line'],
    [{ from: 'orders', by: [{ via: 'lines', col: 'on' }], limit: 1 }, 'no column lines.on'],
    [{ from: 'orders', by: [{ col: 'id' }], limit: -1 }, 'a limit or an offset'],
  ] satisfies [PlainCountByQuery, string][])('refuses %j', (query, message) => {
    expect(() => compiler.countBy(query)).toThrow(message)
  })
})
