import { expect, it } from 'vitest'
import { createAttempts } from './attempts.js'

it('makes an address wait for the rest of its window, and no other', () => {
  let now = 0
  const attempts = createAttempts({ failures: 2, window: 10, now: () => now })
  const wait = (address: string | undefined) => {
    try {
      attempts.require(address)
      return 0
    } catch (error) {
      return Number((error as { headers: Record<string, string> }).headers['Retry-After'])
    }
  }
  attempts.failed('a')
  now = 4000
  attempts.failed('a')
  expect([wait('a'), wait('b'), wait(undefined)]).toEqual([6, 0, 0])
  now = 9999
  expect(wait('a')).toBe(1)
  now = 10_000
  expect(wait('a')).toBe(0)
  attempts.failed('a')
  expect(wait('a')).toBe(0)
})

it('can be switched off, and forgets the oldest of very many addresses', () => {
  const off = createAttempts({ failures: 0 })
  for (let count = 0; count < 1000; count++) off.failed('a')
  expect(() => off.require('a')).not.toThrow()
  const attempts = createAttempts({ failures: 1, now: () => 0 })
  for (let count = 0; count <= 10_000; count++) attempts.failed(`address ${count}`)
  expect(() => attempts.require('address 0')).not.toThrow()
  expect(() => attempts.require('address 10000')).toThrow('too many')
})
