import { describe, expectTypeOf, it } from 'vitest'
import { bool, bytes, defineSchema, entity, int, json, nullable, real, text, time, to } from './define.js'
import { typed } from './plain.js'
import type { Json, NewRow, Query, Row, Store, Where } from './types.js'

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

// The compiler judges these: a line that should not compile and does is an error by itself.
describe('Where', () => {
  const bug = (...where: Where<S, 'bug'>[]): void => void where

  it('takes what fits', () => {
    bug(
      { col: 'summary', eq: 'x' },
      { col: 'alias', eq: null },
      { col: 'closed_at', lt: new Date(0) },
      { col: 'id', in: [1] },
    )
    bug(
      { col: 'open', eq: true },
      { col: 'cover', eq: null },
      { col: 'alias', eqCol: 'summary' },
      { col: 'weight', gte: 0.5 },
    )
    bug(
      { some: 'owner', where: { some: 'bugs', where: { col: 'summary', contains: 'x' } } },
      { not: { some: 'owner' } },
    )
  })

  it('refuses unknown columns and relations', () => {
    // @ts-expect-error no such column
    bug({ col: 'title', eq: 'x' })
    // @ts-expect-error no such relation
    bug({ some: 'reporter' })
    // @ts-expect-error no such column in the related entity
    bug({ some: 'owner', where: { col: 'summary', eq: 'x' } })
    // @ts-expect-error no such column deep inside
    bug({ and: [{ or: [{ not: { col: 'title', eq: 'x' } }] }] })
  })

  it('refuses values of the wrong type', () => {
    // @ts-expect-error a number for text
    bug({ col: 'summary', eq: 1 })
    // @ts-expect-error text for an int
    bug({ col: 'id', eq: '1' })
    // @ts-expect-error text for a time
    bug({ col: 'closed_at', lt: '2020-01-01' })
    // @ts-expect-error one of them is text
    bug({ col: 'id', in: [1, '2'] })
    // @ts-expect-error columns of different types
    bug({ col: 'id', eqCol: 'summary' })
  })

  it('refuses NULL where there is none', () => {
    // @ts-expect-error summary is never NULL
    bug({ col: 'summary', eq: null })
    // @ts-expect-error in never matches NULL
    bug({ col: 'owner', in: [1, null] })
    // @ts-expect-error nothing is less than NULL
    bug({ col: 'owner', lt: null })
  })

  it('refuses comparisons that a type does not have', () => {
    // @ts-expect-error contains is for text
    bug({ col: 'id', contains: '1' })
    // @ts-expect-error regexp is for text
    bug({ col: 'closed_at', regexp: '1' })
    // @ts-expect-error bools have no order
    bug({ col: 'open', lt: true })
    // @ts-expect-error JSON is not compared
    bug({ col: 'extra', eq: 'x' })
    // @ts-expect-error bytes are not compared
    bug({ col: 'cover', eq: new Uint8Array() })
  })
})

describe('Query', () => {
  const query = (...queries: Query<S, 'bug'>[]): void => void queries

  it('refuses unknown names and columns without an order', () => {
    query({ from: 'bug', order: [{ col: 'open' }, { via: 'owner', col: 'login', desc: true }], columns: ['id'] })
    // @ts-expect-error no such entity
    query({ from: 'bugs' })
    // @ts-expect-error no such column
    query({ from: 'bug', columns: ['title'] })
    // @ts-expect-error JSON has no order
    query({ from: 'bug', order: [{ col: 'extra' }] })
    // @ts-expect-error the column is not in the related entity
    query({ from: 'bug', order: [{ via: 'owner', col: 'summary' }] })
  })
})

describe('rows', () => {
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

  it('may leave out an assigned key and what may be NULL, and nothing else', () => {
    const add = (row: NewRow<S, 'bug'>): void => void row
    add({ summary: 'x', weight: 1, open: true })
    add({ id: 7, summary: 'x', weight: 1, open: true, alias: null })
    // @ts-expect-error summary is missing
    add({ weight: 1, open: true })
    // @ts-expect-error summary is never NULL
    add({ summary: null, weight: 1, open: true })
    // @ts-expect-error a key that the store does not assign
    const person: NewRow<S, 'user'> = { login: 'x' }
    void person
  })

  it('have only the columns that were asked for', () => {
    const ask = (store: Store<S>) => store.read((tx) => tx.select({ from: 'bug', columns: ['id', 'alias'] }))
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<{ id: number; alias: string | null }[]>()
    const all = (store: Store) => typed<S>(store).read((tx) => tx.select({ from: 'user' }))
    expectTypeOf<Awaited<ReturnType<typeof all>>>().toEqualTypeOf<{ id: number; login: string }[]>()
  })
})
