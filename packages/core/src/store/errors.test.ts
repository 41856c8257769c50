import { describe, expect, it } from 'vitest'
import { isStoreError, StoreError } from './errors.js'

describe('StoreError', () => {
  it('carries its code, what it is about and what caused it', () => {
    const cause = new Error('driver')
    const error = new StoreError('unique', 'shared', { entity: 'users', columns: ['login'], cause })
    expect(error).toMatchObject({
      name: 'StoreError',
      code: 'unique',
      message: 'shared',
      entity: 'users',
      columns: ['login'],
    })
    expect(error.cause).toBe(cause)
  })

  it('has no cause unless one is given', () => {
    expect('cause' in new StoreError('retry', 'again')).toBe(false)
  })
})

describe('isStoreError', () => {
  it('recognises any code, or the one asked for', () => {
    const error: unknown = new StoreError('retry', 'again')
    expect(isStoreError(error)).toBe(true)
    expect(isStoreError(error, 'retry')).toBe(true)
    expect(isStoreError(error, 'closed')).toBe(false)
  })

  it('recognises one that another copy of the module has made', () => {
    const foreign = Object.assign(new Error('again'), { name: 'StoreError', code: 'retry' })
    expect(isStoreError(foreign, 'retry')).toBe(true)
  })

  it.each([
    ['another error', Object.assign(new Error('no'), { code: 'retry' })],
    ['an object that looks like one', { name: 'StoreError', code: 'retry' }],
    ['nothing', undefined],
    ['null', null],
  ])('does not take %s for one', (_, value) => {
    expect(isStoreError(value)).toBe(false)
  })
})
