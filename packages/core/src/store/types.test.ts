import { describe, expect, expectTypeOf, it } from 'vitest'
import { bool, bytes, defineSchema, entity, int, json, nullable, real, text, time, to } from './define.js'
import { typed } from './plain.js'
import type { Json, NewRow, Row } from './schema-types.js'
import type { Query, Store, Where, Writer } from './types.js'

const schema = defineSchema({
  bug: entity({
    columns: {
      id: int(),
      summary: text(),
      alias: nullable(text()),
      weight: real(),
      owner: nullable(int()),
      open: bool(),
      closed_at: nullable(time()),
      cover: nullable(bytes()),
      extra: nullable(json()),
    },
    key: ['id'],
    autoId: true,
    relations: { owner: to('user', ['owner', 'id']) },
  }),
  user: entity({
    columns: { id: int(), login: text() },
    key: ['id'],
    relations: { bugs: to('bug', ['id', 'owner']) },
  }),
})
type S = typeof schema

// The compiler checks these: an assignable type that should not be is an error.
describe('the type Where', () => {
  type BugWhere = Where<S, 'bug'>

  it('accepts what fits', () => {
    expectTypeOf<{ col: 'summary'; eq: string }>().toExtend<BugWhere>()
    expectTypeOf<{ col: 'alias'; eq: null }>().toExtend<BugWhere>()
    expectTypeOf<{ col: 'cover'; eq: null }>().toExtend<BugWhere>()
    expectTypeOf<{ col: 'open'; eq: true }>().toExtend<BugWhere>()
    expectTypeOf<{ col: 'closed_at'; lt: Date }>().toExtend<BugWhere>()
    expectTypeOf<{ col: 'weight'; gte: number }>().toExtend<BugWhere>()
    expectTypeOf<{ col: 'id'; in: number[] }>().toExtend<BugWhere>()
    expectTypeOf<{ col: 'alias'; eqCol: 'summary' }>().toExtend<BugWhere>()
    expectTypeOf<{ col: 'alias'; contains: string }>().toExtend<BugWhere>()
    expectTypeOf<{ not: { some: 'owner' } }>().toExtend<BugWhere>()
    expectTypeOf<{
      some: 'owner'
      where: { some: 'bugs'; where: { and: { col: 'summary'; contains: string }[] } }
    }>().toExtend<BugWhere>()
  })

  it('refuses unknown columns and relations, however deep', () => {
    expectTypeOf<{ col: 'title'; eq: string }>().not.toExtend<BugWhere>()
    expectTypeOf<{ some: 'reporter' }>().not.toExtend<BugWhere>()
    expectTypeOf<{ some: 'owner'; where: { col: 'summary'; eq: string } }>().not.toExtend<BugWhere>()
    expectTypeOf<{ and: { or: { not: { col: 'title'; eq: string } }[] }[] }>().not.toExtend<BugWhere>()
  })

  it('refuses values of the wrong type', () => {
    expectTypeOf<{ col: 'summary'; eq: number }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'id'; eq: string }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'closed_at'; lt: string }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'id'; in: (number | string)[] }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'id'; eqCol: 'summary' }>().not.toExtend<BugWhere>()
  })

  it('refuses NULL where there is none', () => {
    expectTypeOf<{ col: 'summary'; eq: null }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'owner'; in: (number | null)[] }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'owner'; lt: null }>().not.toExtend<BugWhere>()
  })

  it('refuses comparisons that a type does not have', () => {
    expectTypeOf<{ col: 'id'; contains: string }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'open'; lt: boolean }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'extra'; eq: string }>().not.toExtend<BugWhere>()
    expectTypeOf<{ col: 'cover'; eq: Uint8Array }>().not.toExtend<BugWhere>()
  })

  it('accepts a literal as it is written in calls', () => {
    const take = (where: BugWhere) => where
    // @ts-expect-error no such column
    expect(take({ col: 'title', eq: 'x' })).toBeDefined()
    // @ts-expect-error contains is for text
    expect(take({ some: 'owner', where: { col: 'id', contains: '1' } })).toBeDefined()
    expect(take({ some: 'owner', where: { col: 'login', contains: '1' } })).toBeDefined()
  })
})

describe('the type Query', () => {
  type BugQuery = Query<S, 'bug'>

  it('refuses unknown names, and columns without an order', () => {
    expectTypeOf<{ from: 'bug'; order: [{ via: 'owner'; col: 'login' }]; columns: ['id'] }>().toExtend<BugQuery>()
    expectTypeOf<{ from: 'bugs' }>().not.toExtend<BugQuery>()
    expectTypeOf<{ from: 'bug'; columns: ['title'] }>().not.toExtend<BugQuery>()
    expectTypeOf<{ from: 'bug'; order: [{ col: 'extra' }] }>().not.toExtend<BugQuery>()
  })

  it('refuses to sort by a column that the related entity does not have', () => {
    const take = (query: BugQuery) => query
    // @ts-expect-error summary is a column of bugs
    expect(take({ from: 'bug', order: [{ via: 'owner', col: 'summary' }] })).toBeDefined()
    expect(take({ from: 'bug', order: [{ via: 'owner', col: 'login' }] })).toBeDefined()
  })
})

describe('the types of rows', () => {
  it('have the types of their columns', () => {
    expectTypeOf<Row<S, 'bug'>>().toEqualTypeOf<{
      id: number
      summary: string
      alias: string | null
      weight: number
      owner: number | null
      open: boolean
      closed_at: Date | null
      cover: Uint8Array | null
      extra: Json
    }>()
  })

  it('let an assigned key and what may be NULL be left out, and nothing else', () => {
    type NewBug = NewRow<S, 'bug'>
    expectTypeOf<{ summary: string; weight: number; open: boolean }>().toExtend<NewBug>()
    expectTypeOf<{ id: number; summary: string; weight: number; open: boolean; alias: null }>().toExtend<NewBug>()
    expectTypeOf<{ weight: number; open: boolean }>().not.toExtend<NewBug>()
    expectTypeOf<{ summary: null; weight: number; open: boolean }>().not.toExtend<NewBug>()
    expectTypeOf<{ login: string }>().not.toExtend<NewRow<S, 'user'>>()
  })

  it('want the key and what may be NULL in rows that are put', () => {
    const put = (tx: Writer<S>) => tx.put('user', [{ id: 1, login: 'a' }])
    // @ts-expect-error a row without its key
    const keyless = (tx: Writer<S>) => tx.put('user', [{ login: 'a' }])
    // @ts-expect-error a row without what may be NULL
    const partial = (tx: Writer<S>, { alias: _, ...rest }: Row<S, 'bug'>) => tx.put('bug', [rest])
    expect([put, keyless, partial]).toHaveLength(3)
  })

  it('have only the columns that were asked for', () => {
    const ask = (store: Store<S>) => store.read((tx) => tx.select({ from: 'bug', columns: ['id', 'alias'] }))
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<{ id: number; alias: string | null }[]>()
    const related = (store: Store<S>) =>
      store.read((tx) => tx.select({ from: 'user', columns: ['id'], with: { bugs: { columns: ['id', 'closed_at'] } } }))
    expectTypeOf<Awaited<ReturnType<typeof related>>[number]['bugs']>().toEqualTypeOf<
      { id: number; closed_at: Date | null }[]
    >()
    // @ts-expect-error bytes are not read with other rows
    const bytes = (tx: Writer<S>) => tx.select({ from: 'user', with: { bugs: { columns: ['cover'] } } })
    expect(bytes).toBeTypeOf('function')
    const all = (store: Store) => typed<S>(store).read((tx) => tx.select({ from: 'user' }))
    expectTypeOf<Awaited<ReturnType<typeof all>>>().toEqualTypeOf<{ id: number; login: string }[]>()
  })
})
