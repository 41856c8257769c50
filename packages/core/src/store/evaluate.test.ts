import { describe, expect, it } from 'vitest'
import { bool, defineSchema, entity, int, nullable, text, time, to } from './define.js'
import { compareText, compareValues, evaluateCount, evaluateSelect, matches } from './evaluate.js'
import type { PlainQuery, PlainWhere, StoredValue } from './plain.js'

const schema = defineSchema({
  person: entity({
    columns: {
      id: int(),
      name: text(),
      boss: nullable(int()),
      age: nullable(int()),
      left: bool(),
      born: nullable(time()),
    },
    key: ['id'],
    relations: {
      boss: to('person', ['boss', 'id']),
      reports: to('person', ['id', 'boss']),
      skills: to('skill', ['id', 'person']),
    },
  }),
  skill: entity({
    columns: { person: int(), name: text(), level: nullable(int()) },
    key: ['person', 'name'],
    relations: { person: to('person', ['person', 'id']) },
  }),
})

const day = (n: number) => new Date(n * 86_400_000)
const data = {
  person: [
    { id: 3, name: 'cy', boss: 1, age: null, left: false, born: null },
    { id: 1, name: 'Ann', boss: null, age: 60, left: false, born: day(1) },
    { id: 2, name: 'bob', boss: 1, age: 30, left: true, born: day(2) },
    { id: 4, name: 'dee', boss: 2, age: 30, left: false, born: day(2) },
  ],
  skill: [
    { person: 1, name: 'lead', level: 9 },
    { person: 1, name: 'code', level: 2 },
    { person: 2, name: 'code', level: 5 },
    { person: 4, name: 'code', level: null },
  ],
}

function ids(query: Omit<PlainQuery, 'from'>): unknown[] {
  return evaluateSelect(schema, data, { from: 'person', ...query }).map((row) => row['id'])
}

describe('the evaluator of predicates', () => {
  it.each<[string, PlainWhere, number[]]>([
    ['eq', { col: 'age', eq: 30 }, [2, 4]],
    ['eq null', { col: 'age', eq: null }, [3]],
    ['eq of times by instant', { col: 'born', eq: day(2) }, [2, 4]],
    ['eq false', { col: 'left', eq: false }, [1, 3, 4]],
    ['eqCol', { col: 'boss', eqCol: 'id' }, []],
    ['eqCol without NULL', { not: { col: 'age', eqCol: 'age' } }, [3]],
    ['in', { col: 'age', in: [30, 31, null] }, [2, 4]],
    ['in nothing', { col: 'age', in: [] }, []],
    ['lt', { col: 'age', lt: 60 }, [2, 4]],
    ['lte', { col: 'age', lte: 60 }, [1, 2, 4]],
    ['gt', { col: 'born', gt: day(1) }, [2, 4]],
    ['gte', { col: 'born', gte: day(1) }, [1, 2, 4]],
    ['contains, with regard to case', { col: 'name', contains: 'n' }, [1]],
    ['contains nothing', { col: 'name', contains: '' }, [1, 2, 3, 4]],
    ['the complement of a comparison with NULL', { not: { col: 'age', lt: 60 } }, [1, 3]],
    [
      'and',
      {
        and: [
          { col: 'age', eq: 30 },
          { col: 'left', eq: true },
        ],
      },
      [2],
    ],
    ['and of none', { and: [] }, [1, 2, 3, 4]],
    [
      'or',
      {
        or: [
          { col: 'id', eq: 1 },
          { col: 'left', eq: true },
        ],
      },
      [1, 2],
    ],
    ['or of none', { or: [] }, []],
    ['some', { some: 'skills' }, [1, 2, 4]],
    [
      'some, all of it in one row',
      {
        some: 'skills',
        where: {
          and: [
            { col: 'name', eq: 'code' },
            { col: 'level', gt: 5 },
          ],
        },
      },
      [],
    ],
    ['some through a relation to itself', { some: 'boss', where: { col: 'name', eq: 'Ann' } }, [2, 3]],
    ['some within some', { some: 'boss', where: { some: 'boss' } }, [4]],
    ['not some', { not: { some: 'reports' } }, [3, 4]],
  ])('finds the right rows by %s', (_, where, expected) => {
    expect(ids({ where })).toEqual(expected)
    expect(evaluateCount(schema, data, 'person', where)).toBe(expected.length)
  })

  it('says whether one row matches', () => {
    const [cy = {}] = data.person
    expect(matches(schema, data, 'person', cy, { some: 'boss' })).toBe(true)
    expect(matches(schema, data, 'person', cy)).toBe(true)
    expect(matches(schema, data, 'person', cy, { some: 'skills' })).toBe(false)
  })

  it('names what a predicate uses and the schema does not have', () => {
    expect(() => ids({ where: { some: 'friends' } })).toThrow('no relation person.friends')
    expect(() => evaluateSelect(schema, data, { from: 'group' })).toThrow('no entity group')
  })
})

describe('the evaluator of selects', () => {
  it('orders by the key when nothing else is asked, and after everything else', () => {
    expect(ids({})).toEqual([1, 2, 3, 4])
    expect(ids({ order: [{ col: 'left', desc: true }] })).toEqual([2, 1, 3, 4])
  })

  it('sorts NULL first ascending and last descending', () => {
    expect(ids({ order: [{ col: 'age' }] })).toEqual([3, 2, 4, 1])
    expect(ids({ order: [{ col: 'age', desc: true }] })).toEqual([1, 2, 4, 3])
  })

  it('sorts by the least related value ascending, the greatest descending, NULL without any', () => {
    expect(ids({ order: [{ via: 'skills', col: 'level' }] })).toEqual([3, 4, 1, 2])
    expect(ids({ order: [{ via: 'skills', col: 'level', desc: true }] })).toEqual([1, 2, 3, 4])
    const where: PlainWhere = { col: 'name', eq: 'code' }
    expect(ids({ order: [{ via: 'skills', where, col: 'level', desc: true }] })).toEqual([2, 1, 3, 4])
  })

  it('answers a page of rows', () => {
    expect(ids({ limit: 2 })).toEqual([1, 2])
    expect(ids({ limit: 2, offset: 3 })).toEqual([4])
    expect(ids({ limit: 0 })).toEqual([])
    expect(ids({ offset: 4 })).toEqual([])
  })

  it('returns the requested columns, in new rows', () => {
    const query: PlainQuery = { from: 'person', where: { col: 'id', eq: 1 }, columns: ['name'] }
    const [row = {}] = evaluateSelect(schema, data, query)
    expect(row).toEqual({ name: 'Ann' })
    row['name'] = 'changed'
    expect(evaluateSelect(schema, data, query)).toEqual([{ name: 'Ann' }])
  })

  it('adds the related rows', () => {
    const lists = { skills: { columns: ['name', 'level'] }, boss: { columns: ['name'] } }
    expect(evaluateSelect(schema, data, { from: 'person', columns: ['id'], with: lists })).toEqual([
      {
        id: 1,
        skills: [
          { name: 'lead', level: 9 },
          { name: 'code', level: 2 },
        ],
        boss: [],
      },
      { id: 2, skills: [{ name: 'code', level: 5 }], boss: [{ name: 'Ann' }] },
      { id: 3, skills: [], boss: [{ name: 'Ann' }] },
      { id: 4, skills: [{ name: 'code', level: null }], boss: [{ name: 'bob' }] },
    ])
  })
})

describe('compareText', () => {
  const words = [
    '',
    'a',
    'aa',
    'z',
    '\u00e9',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{10000}a',
    '\u{10001}',
    '\u{10ffff}',
  ]

  it('compares by code point, as a comparison of code points one by one does', () => {
    const points = (text: string) => Array.from(text, (char) => char.codePointAt(0) ?? 0)
    const slow = (a: string, b: string) => {
      const [left, right] = [points(a), points(b)]
      const i = left.findIndex((point, at) => point !== right[at])
      return i < 0 ? left.length - right.length : (left[i] ?? 0) - (right[i] ?? -1)
    }
    const all = words.flatMap((a) => words.map((b) => a + b))
    for (const a of all) for (const b of all) expect(Math.sign(compareText(a, b))).toBe(Math.sign(slow(a, b)))
  })
})

describe('compareValues', () => {
  it.each<[string, StoredValue[]]>([
    ['ints', [null, -5, 0, 3, 2 ** 53 - 1]],
    ['bools', [null, false, true]],
    ['times', [null, new Date(-1), new Date(0), new Date(1)]],
    ['text', [null, '', 'B', 'a']],
  ])('orders %s after NULL', (_, sorted) => {
    expect(sorted.toReversed().sort(compareValues)).toEqual(sorted)
    expect(sorted.every((value) => compareValues(value, value) === 0)).toBe(true)
  })

  it('refuses to compare what has no order', () => {
    expect(() => compareValues(1, 'one')).toThrow('cannot compare number with string')
    expect(() => compareValues(new Uint8Array(1), new Uint8Array(1))).toThrow('cannot compare')
  })
})
