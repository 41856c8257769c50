import { describe, expect, it } from 'vitest'
import { bytes, defineSchema, entity, int, json, nullable, text, time, to } from './define.js'
import type { Entity } from './schema-types.js'

function book(changes: Partial<Entity>): Entity {
  return { columns: { id: int(), title: text(), shelf: nullable(int()) }, key: ['id'], relations: {}, ...changes }
}

describe('constructors of columns', () => {
  it('define columns that are not nullable by default, and keep hints', () => {
    expect(int()).toEqual({ type: 'int', nullable: false })
    expect(text({ substringIndex: true })).toEqual({ type: 'text', nullable: false, substringIndex: true })
    expect(nullable(text({ substringIndex: true }))).toEqual({ type: 'text', nullable: true, substringIndex: true })
    expect(nullable(time())).toEqual({ type: 'time', nullable: true })
  })
})

describe('defineSchema', () => {
  it('gives back a schema without mistakes', () => {
    const schema = {
      book: entity({
        columns: { id: int(), shelf: nullable(int()) },
        key: ['id'],
        autoId: true,
        relations: { shelf: to('shelf', ['shelf', 'no']) },
      }),
      shelf: entity({ columns: { no: int() }, key: ['no'], relations: { books: to('book', ['no', 'shelf']) } }),
    }
    expect(defineSchema(schema)).toBe(schema)
  })

  it.each([
    ['a key', { key: ['isbn'] }, 'no column book.isbn'],
    ['a unique list', { unique: [['title', 'isbn']] }, 'no column book.isbn'],
    ['an index', { index: [['isbn']] }, 'no column book.isbn'],
    ['a counted column', { counters: { name: 'counts', by: ['isbn'] } }, 'no column book.isbn'],
    ['a relation, here', { relations: { same: to('book', ['isbn', 'id']) } }, 'no column book.isbn'],
    ['a relation, there', { relations: { same: to('book', ['id', 'isbn']) } }, 'no column book.isbn'],
    ['the target of a relation', { relations: { shelf: to('shelf', ['shelf', 'no']) } }, 'no column shelf.no'],
  ])('refuses %s that does not exist', (_, changes, message) => {
    expect(() => defineSchema({ book: book(changes) })).toThrow(message)
  })

  it('refuses a relation between different types, or between none', () => {
    const relations = { same: to('book', ['id', 'title']) }
    expect(() => defineSchema({ book: book({ relations }) })).toThrow(
      'book.same: id and book.title have different types',
    )
    expect(() => defineSchema({ book: book({ relations: { all: to('book') } }) })).toThrow('book.all: joins no columns')
  })

  it('refuses an assigned key that is not one int', () => {
    for (const key of [['title'], ['id', 'title']]) {
      expect(() => defineSchema({ book: book({ key, autoId: true }) })).toThrow(
        'book: autoId needs a key of one int column',
      )
    }
  })

  it('refuses a key that may be NULL', () => {
    expect(() => defineSchema({ book: book({ key: ['shelf'] }) })).toThrow(
      'book: the key column shelf may not be nullable',
    )
  })

  it('refuses counters with the name of an entity', () => {
    expect(() => defineSchema({ book: book({ counters: { name: 'book', by: ['id'] } }) })).toThrow(
      'book: its counters have the name of an entity, book',
    )
  })

  it('refuses to count by a column that may be NULL', () => {
    expect(() => defineSchema({ book: book({ counters: { name: 'counts', by: ['id', 'shelf'] } }) })).toThrow(
      'book: the counted column shelf may not be nullable',
    )
  })

  it('refuses to compare bytes or JSON', () => {
    const columns = { id: int(), cover: bytes(), about: json() }
    expect(() => defineSchema({ book: book({ columns, unique: [['cover']] }) })).toThrow(
      'book.cover: bytes cannot be compared',
    )
    expect(() => defineSchema({ book: book({ columns, index: [['about']] }) })).toThrow(
      'book.about: json cannot be compared',
    )
  })
})
