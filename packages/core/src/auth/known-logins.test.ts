import { expect, it } from 'vitest'
import { createKnownLogins } from './known-logins.js'

it('knows a login for ten minutes after it was right, until it is wrong, and by its password', () => {
  let now = 0
  const logins = createKnownLogins(() => now)
  const wasRight = (password = 'right') => logins.find('alice', password).wasRight
  expect(wasRight()).toBe(false)
  logins.find('alice', 'right').note()
  expect([wasRight(), wasRight('wrong')]).toEqual([true, false])
  now = 10 * 60_000
  expect(wasRight()).toBe(true)
  now++
  expect(wasRight()).toBe(false)
  logins.find('alice', 'right').note()
  expect(wasRight()).toBe(true)
  logins.find('alice', 'right').forget()
  expect(wasRight()).toBe(false)
})

it('forgets the login that was right least recently beyond 10,000', () => {
  const logins = createKnownLogins()
  for (let number = 0; number < 10_000; number++) logins.find(`user${number}`, 'right').note()
  logins.find('user0', 'right').note()
  logins.find('one more', 'right').note()
  const known = ['user0', 'user1', 'user2', 'one more'].map((login) => logins.find(login, 'right').wasRight)
  expect(known).toEqual([true, false, true, true])
})
