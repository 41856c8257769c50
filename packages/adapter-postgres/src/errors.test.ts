import { defineSchema, entity, int, text, type StoreError } from '@trackerkit/core/store'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createTranslation, isUnusable, sqlState } from './errors.js'

const schema = defineSchema({
  users: entity({
    columns: { id: int(), login: text(), site: text() },
    key: ['id'],
    autoId: true,
    unique: [['login', 'site']],
    relations: {},
  }),
})
const translate = createTranslation(schema)

function databaseError(code: string, more: Partial<pg.DatabaseError> = {}): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('what happened', 13, 'error'), { code, severity: 'ERROR' }, more)
}

describe('an error of PostgreSQL', () => {
  it.each(['40001', '40P01', '55P03'])('with code %s is a lost race, after which work is tried again', (code) => {
    const cause = databaseError(code)
    expect(translate(cause)).toMatchObject({ name: 'StoreError', code: 'retry', cause })
  })

  it.each(['08006', '08P01', '25P03', '25P04', '53200', '53300', '57014', '57P01', '57P02', '57P03', '57P05', '58030'])(
    'with code %s means that the database is unavailable',
    (code) => {
      expect(translate(databaseError(code))).toMatchObject({ name: 'StoreError', code: 'unavailable' })
    },
  )

  it.each([
    ['53100', 'full'],
    ['25006', 'read_only'],
  ])('with code %s becomes a StoreError with code %s', (state, code) => {
    const cause = databaseError(state)
    expect(translate(cause)).toMatchObject({ name: 'StoreError', code, cause })
  })

  it.each([
    ['call_enum_check_hook', 'kann serialisierbaren Modus nicht in einem Hot Standby verwenden'],
    ['call_bool_check_hook', 'kann den Read/Write-Modus einer Transaktion nicht während der Wiederherstellung setzen'],
    ['GetSerializableTransactionSnapshot', 'cannot use serializable mode in a hot standby'],
  ])('raised by %s, in any language, means that the database can only be read', (routine, message) => {
    const cause = databaseError('0A000', { message, routine })
    expect(translate(cause)).toMatchObject({ name: 'StoreError', code: 'read_only', cause })
    expect(isUnusable(cause)).toBe(true)
  })

  it.each([
    ['42P01', 'parserOpenTable', 'relation "bugs" does not exist'],
    ['42703', 'errorMissingColumn', 'Spalte »alias« existiert nicht'],
    ['0A000', 'RevalidateCachedQuery', 'gecachter Plan darf den Ergebnistyp nicht ändern'],
  ])('with code %s of %s means that a newer version has changed the tables', (state, routine, message) => {
    const cause = databaseError(state, { message, routine })
    expect(translate(cause)).toMatchObject({ name: 'StoreError', code: 'schema_newer', cause })
  })

  it('about what is not unique names entity and columns, by the index or as a key', () => {
    const at = (constraint: string) => translate(databaseError('23505', { table: 'users', constraint })) as StoreError
    expect(at('users__login__site__unique')).toMatchObject({ code: 'unique', columns: ['login', 'site'] })
    expect(at('users_pkey')).toMatchObject({ code: 'unique', entity: 'users', columns: ['id'] })
    expect(at('users_pkey').message).toBe('another row of users has the same id')
  })

  it('about a broken constraint loses the values that it repeats', () => {
    const error = databaseError('23502', { detail: 'Failing row contains (secret)' })
    expect(translate(error)).toBe(error)
    expect(error.detail).toBeUndefined()
  })

  it('of any other kind stays the same object', () => {
    const error = databaseError('42601')
    expect(translate(error)).toBe(error)
    expect(sqlState(error)).toBe('42601')
  })
})

describe('an error of the connection to PostgreSQL', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])(
    'with code %s means that the database is unavailable',
    (code) => {
      expect(translate(Object.assign(new Error('connect'), { code }))).toMatchObject({ code: 'unavailable' })
    },
  )

  it('of all addresses of a host means that the database is unavailable', () => {
    const each = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(translate(new AggregateError([each, each]))).toMatchObject({ code: 'unavailable' })
    expect(translate(new AggregateError([new Error('other')]))).toBeInstanceOf(AggregateError)
  })

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('that says: %s, means that the database is unavailable', (message) => {
    expect(translate(new Error(message))).toMatchObject({ code: 'unavailable' })
  })
})

describe('what is thrown but is no error of PostgreSQL', () => {
  it.each([[new Error('mine')], ['a text'], [undefined]])('stays what it is: %s', (thrown) => {
    expect(translate(thrown)).toBe(thrown)
    expect(sqlState(thrown)).toBe('')
  })
})
