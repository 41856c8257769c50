import { TrackerError } from '@trackerkit/core'
import { expect, it } from 'vitest'
import { createAttempts, type AttemptLimit } from './attempts.js'

/** Tries valid and invalid keys and passwords. Returns for each try 0, or the seconds to wait. */
function createDoor(limit: AttemptLimit) {
  const attempts = createAttempts(limit)
  const identityOf = (secret: string) =>
    secret.startsWith('password') ? { login: 'alice', password: secret } : { api_key: secret }
  const wrong = new TrackerError('invalid_login_or_password')
  const door = {
    async knock(address: string | undefined, secret: string, until: Promise<unknown> = Promise.resolve()) {
      return attempts.run(address, [identityOf(secret)], async () => {
        await until
        if (!secret.endsWith('right')) throw wrong
      })
    },
    async try(address: string | undefined, secret: string) {
      const error: unknown = await door.knock(address, secret).catch((thrown: unknown) => thrown)
      if (error === undefined || error === wrong) return 0
      return Number((error as { headers: Record<string, string> }).headers['Retry-After'])
    },
  }
  return door
}

it('createAttempts makes an address wait for the rest of its window after too many different wrong passwords, and no other', async () => {
  let now = 0
  const door = createDoor({ failures: 2, window: 10, now: () => now })
  const wait = (address?: string) => door.try(address, 'password, right')
  for (let again = 0; again < 2; again++) expect(await door.try('192.0.2.1', 'password 1')).toBe(0)
  now = 4000
  await door.try('192.0.2.1', 'password 2')
  expect([await wait('192.0.2.1'), await wait('192.0.2.2'), await wait()]).toEqual([6, 0, 0])
  now = 10_000
  expect(await door.try('192.0.2.1', 'password 3')).toBe(0)
  expect(await door.try('192.0.2.1', 'password 4')).toBe(0)
  expect(await door.try('192.0.2.1', 'password 5')).toBe(10)
})

it('createAttempts counts a network of IPv6 as one address', async () => {
  const door = createDoor({ failures: 1, now: () => 0 })
  expect(await door.try('2001:db8::1', 'password 1')).toBe(0)
  expect(await door.try('2001:db8::2', 'password 2')).toBeGreaterThan(0)
  expect(await door.try('2001:db8:0:1::2', 'password 2')).toBe(0)
})

it('createAttempts lets credentials pass that were right before, and no others', async () => {
  const door = createDoor({ failures: 1, now: () => 0 })
  for (const secret of ['password of alice, right', 'password 1']) expect(await door.try('192.0.2.1', secret)).toBe(0)
  expect(await door.try('192.0.2.1', 'password of bob, right')).toBeGreaterThan(0)
  expect(await door.try('192.0.2.1', 'password of alice, right')).toBe(0)
})

it('createAttempts lets right keys pass that it has never seen, however many are wrong, and limits how many are looked up', async () => {
  const door = createDoor({ failures: 2, now: () => 0 })
  for (let client = 0; client < 100; client++) expect(await door.try('192.0.2.1', 'an old key')).toBe(0)
  expect(await door.try('192.0.2.1', 'key 2')).toBe(0)
  expect(await door.try('192.0.2.1', 'key 3')).toBeGreaterThan(0)
  expect(await door.try('192.0.2.1', 'new key, right')).toBe(0)
  for (let key = 4; key <= 20; key++) expect(await door.try('192.0.2.1', `key ${key}`)).toBeGreaterThan(0)
  expect(await door.try('192.0.2.1', 'another new key, right')).toBeGreaterThan(0)
  expect(await door.try('192.0.2.1', 'new key, right')).toBe(0)
  // Passwords are counted separately.
  expect(await door.try('192.0.2.1', 'password, right')).toBe(0)
})

it('createAttempts counts attempts in progress like failed ones', async () => {
  const door = createDoor({ failures: 2, now: () => 0 })
  let end = () => undefined as void
  const until = new Promise<void>((resolve) => (end = resolve))
  const begun = ['password 1', 'password 1', 'password 2, right'].map((secret) =>
    door.knock('192.0.2.1', secret, until),
  )
  expect(await door.try('192.0.2.1', 'password 3')).toBeGreaterThan(0)
  end()
  await Promise.allSettled(begun)
  expect(await door.try('192.0.2.1', 'password 3')).toBe(0)
})

it('createAttempts can be switched off, and forgets the oldest of very many addresses', async () => {
  const off = createDoor({ failures: 0 })
  for (let count = 0; count < 1000; count++) expect(await off.try('192.0.2.1', `password ${count}`)).toBe(0)
  const door = createDoor({ failures: 1, now: () => 0 })
  for (let count = 0; count <= 10_000; count++) await door.try(`address ${count}`, 'password')
  expect(await door.try('address 0', 'password 2')).toBe(0)
  expect(await door.try('address 10000', 'password 2')).toBeGreaterThan(0)
})
