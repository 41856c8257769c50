import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestRandom, onAnyStore, type World } from '../../test/harness.js'
import { add, changeUser, givePassword, rowsOf, userId } from '../../test/people.js'
import type { Store } from '../store/index.js'
import { createTracker } from '../tracker/tracker.js'
import { hashPassword } from './secrets.js'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const login = 'alice@example.com'
const password = 'correct horse'

async function openWithPassword(open: () => Promise<World>): Promise<World> {
  const world = await open()
  await givePassword(world, 'alice', password)
  return world
}

/** A call with a login and a password. */
async function call(world: World, given: string, address?: string, name = login) {
  return world.tracker.as({ login: name, password: given }, { address }).users.whoami()
}

/** Lets hashing wait until the functions are called that are returned one by one. */
function holdHashing(): (() => void)[] {
  const begun: (() => void)[] = []
  const { scrypt } = crypto
  vi.spyOn(crypto, 'scrypt').mockImplementation((word, salt, length, _cost, callback) => {
    begun.push(() => scrypt(word, salt, length, { N: 16 }, callback))
  })
  syncBuiltinESMExports()
  return begun
}

/** The rows that count against the account: all of wrong passwords. */
const failuresIn = async (world: World) => (await rowsOf(world, 'login_attempts')).filter((row) => !row.was_right)

const wrong = { code: 'invalid_login_or_password', number: 300 }
const locked = { code: 'account_locked', number: 32000 }

onAnyStore('logging in with a password', (open) => {
  it('makes the call as that user [AUTH-05]', async () => {
    const world = await openWithPassword(open)
    expect(await call(world, password)).toMatchObject({ name: login })
    expect(await call(world, password, undefined, ' ALICE@example.com')).toMatchObject({ name: login })
    expect(await rowsOf(world, 'tokens')).toEqual([])
  })

  it('fails with a wrong password or login, without falling back to anonymous access [AUTH-06]', async () => {
    const world = await openWithPassword(open)
    const { users } = world.tracker.as({ login, password: 'wrong' })
    await expect(users.get({ names: [login] })).rejects.toMatchObject(wrong)
    await expect(call(world, password, undefined, 'nobody@example.com')).rejects.toMatchObject(wrong)
    await expect(call(world, 'anything', undefined, 'bob@example.com')).rejects.toMatchObject(wrong)
  })

  it('refuses a disabled account [AUTH-10]', async () => {
    const world = await openWithPassword(open)
    await changeUser(world, 'alice', { login_denied_text: 'Gone' })
    await expect(call(world, password)).rejects.toMatchObject({ code: 'account_disabled', number: 301 })
    await expect(call(world, 'wrong')).rejects.toMatchObject(wrong)
  })

  it('locks the account for that address after five wrong passwords, also for the right one', async () => {
    const world = await openWithPassword(open)
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(call(world, 'wrong', '10.0.0.1')).rejects.toMatchObject(wrong)
      world.clock.advance(60)
    }
    const until = new Date('2026-03-01T12:30:00Z')
    await expect(call(world, password, '10.0.0.1')).rejects.toMatchObject({ ...locked, data: { until } })
    expect(await call(world, password, '10.0.0.2')).toMatchObject({ name: login })
    expect(await failuresIn(world)).toHaveLength(5)
  })

  it('unlocks the account 30 minutes after the fifth failure from the end', async () => {
    const world = await openWithPassword(open)
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(call(world, 'wrong')).rejects.toMatchObject(wrong)
      world.clock.advance(60)
    }
    world.clock.advance(25 * 60 - 1)
    await expect(call(world, password)).rejects.toMatchObject(locked)
    world.clock.advance(1)
    await expect(call(world, 'wrong')).rejects.toMatchObject(wrong)
    await expect(call(world, password)).rejects.toMatchObject(locked)
    world.clock.advance(60)
    expect(await call(world, password)).toMatchObject({ name: login })
  })

  it('locks no account for longer because a clock was ahead', async () => {
    const world = await openWithPassword(open)
    world.clock.advance(1000 * 3600)
    for (let attempt = 0; attempt < 5; attempt++) await expect(call(world, 'wrong')).rejects.toMatchObject(wrong)
    await expect(call(world, password)).rejects.toMatchObject(locked)
    world.clock.advance(-1000 * 3600)
    expect(await call(world, password)).toMatchObject({ name: login })
  })

  it('forgets failures after the right password, and those that are too old', async () => {
    const world = await openWithPassword(open)
    for (let attempt = 0; attempt < 4; attempt++) await expect(call(world, 'wrong')).rejects.toMatchObject(wrong)
    await expect(call(world, 'wrong', 'elsewhere')).rejects.toMatchObject(wrong)
    expect(await call(world, password)).toMatchObject({ name: login })
    expect(await failuresIn(world)).toMatchObject([{ address: 'elsewhere' }])
    world.clock.advance(30 * 60)
    await expect(call(world, 'wrong', undefined, 'bob@example.com')).rejects.toMatchObject(wrong)
    expect(await failuresIn(world)).toMatchObject([{ address: '' }])
  })

  it('counts attempts at the same time as it counts attempts one after another', async () => {
    const world = await openWithPassword(open)
    const second = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    const attempts = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? call(world, 'wrong')
        : second.as({ login: 'Alice@example.com', password: 'wrong' }).users.whoami(),
    )
    const outcomes = (await Promise.allSettled([...attempts, call(world, password)])).map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : outcome.status,
    )
    expect(outcomes.filter((outcome) => outcome === wrong.code)).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === locked.code)).toHaveLength(8)
    expect(await failuresIn(world)).toHaveLength(5)
  })

  it('writes one row for one failure, also where the call itself is a login', async () => {
    const world = await openWithPassword(open)
    await expect(world.as(null).sessions.create({ login, password: 'wrong' })).rejects.toMatchObject(wrong)
    expect(await failuresIn(world)).toHaveLength(1)
  })

  it('locks an unknown login like an account, with the same responses', async () => {
    const world = await openWithPassword(open)
    const answers = async (name: string) => {
      const errors = []
      for (let attempt = 0; attempt < 7; attempt++)
        errors.push(await call(world, 'wrong', '10.0.0.1', name).catch((error: unknown) => error))
      return errors.map((error) => [(error as { code: string }).code, String(error)])
    }
    const ofAccount = await answers(login)
    expect(ofAccount.at(-1)?.[0]).toBe(locked.code)
    expect(await answers('nobody@example.com')).toEqual(ofAccount)
    // Without a password, too.
    expect(await answers('bob@example.com')).toEqual(ofAccount)
  })

  it('runs the same statements and hashing for an unknown login as for a wrong password', async () => {
    const world = await open()
    const password_hash = await hashPassword({ random: createTestRandom() }, password)
    await changeUser(world, 'alice', { password_hash })
    const said: string[] = []
    const note = <T extends object>(tx: T): T =>
      new Proxy(tx, {
        get: (target, verb) => {
          const method = Reflect.get(target, verb) as (...given: unknown[]) => unknown
          return (...given: unknown[]) => {
            said.push(`${String(verb)} ${JSON.stringify(given).replace(/"(eq|login_hash)":"[^"]*"/g, '')}`)
            return method.apply(target, given)
          }
        },
      })
    const store: Store = {
      ...world.store,
      read: (work) => world.store.read((tx) => work(note(tx))),
      write: (work) => world.store.write((tx) => work(note(tx))),
    }
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const scrypt = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    const work = async (name: string, more: { otp?: string } = {}) => {
      scrypt.mockClear()
      said.length = 0
      await expect(tracker.as({ login: name, password: 'wrong', ...more }).users.whoami()).rejects.toMatchObject(wrong)
      const hashing = scrypt.mock.calls.map(([, salt, length, options]) => ({ salt: typeof salt, length, options }))
      return { hashing, said: [...said] }
    }
    const logged = async () => (await rowsOf(world, 'audit_log')).length
    const known = await work(login)
    expect(known.hashing).toHaveLength(1)
    expect(known.said.length).toBeGreaterThan(3)
    // For existing accounts, events are logged after the response.
    await expect.poll(logged, { timeout: 60_000 }).toBe(1)
    expect(await work('nobody@example.com')).toEqual(known)
    expect(await work('bob@example.com')).toEqual(known)
    await expect.poll(logged, { timeout: 60_000 }).toBe(2)
    // Nor does the work depend on a second factor.
    const factor = { secret: 'A'.repeat(32), creation_time: world.clock.now(), confirmed_time: world.clock.now() }
    const user_id = await userId(world, 'alice')
    await add(world, 'second_factors', [{ user_id, ...factor, last_step: 0, failures: 0, last_failure: null }])
    for (const [index, more] of [{}, { otp: '000000' }].entries()) {
      expect(await work(login, more)).toEqual(known)
      await expect.poll(logged, { timeout: 60_000 }).toBe(index + 3)
      expect(await work('nobody@example.com', more)).toEqual(known)
    }
  })

  it('counts the addresses of one network of IPv6 as one', async () => {
    const world = await openWithPassword(open)
    for (let host = 1; host <= 5; host++)
      await expect(call(world, 'wrong', `2001:db8:1:2::${host}`)).rejects.toMatchObject(wrong)
    await expect(call(world, password, '2001:db8:1:2::6')).rejects.toMatchObject(locked)
    expect(await call(world, password, '2001:db8:1:3::1')).toMatchObject({ name: login })
  })

  it('locks an account after twenty wrong passwords from many addresses, but not where it is known to be used', async () => {
    const world = await openWithPassword(open)
    expect(await call(world, password, '10.0.0.1')).toMatchObject({ name: login })
    for (let host = 1; host <= 20; host++)
      await expect(call(world, 'wrong', `192.0.2.${host}`)).rejects.toMatchObject(wrong)
    await expect(call(world, password, '192.0.2.99')).rejects.toMatchObject(locked)
    expect(await call(world, password, '10.0.0.1')).toMatchObject({ name: login })
    // A login from a known address does not unlock other addresses.
    await expect(call(world, password, '192.0.2.99')).rejects.toMatchObject(locked)
    world.clock.advance(30 * 60)
    expect(await call(world, password, '192.0.2.99')).toMatchObject({ name: login })
  })

  it('knows an address for 30 days, and at most twenty of an account', async () => {
    const world = await openWithPassword(open)
    for (let host = 1; host <= 21; host++) {
      expect(await call(world, password, `10.0.0.${host}`)).toMatchObject({ name: login })
      world.clock.advance(1)
    }
    expect(await rowsOf(world, 'login_attempts')).toHaveLength(20)
    for (let host = 1; host <= 20; host++)
      await expect(call(world, 'wrong', `192.0.2.${host}`)).rejects.toMatchObject(wrong)
    await expect(call(world, password, '10.0.0.1')).rejects.toMatchObject(locked)
    expect(await call(world, password, '10.0.0.21')).toMatchObject({ name: login })
    world.clock.advance(30 * 24 * 60 * 60)
    await expect(call(world, 'wrong', '192.0.2.1')).rejects.toMatchObject(wrong)
    expect(await rowsOf(world, 'login_attempts')).toHaveLength(1)
  })

  it('stores no login of a failed attempt', async () => {
    const world = await openWithPassword(open)
    await expect(call(world, 'wrong', undefined, 'hunter2-by-mistake')).rejects.toMatchObject(wrong)
    expect(JSON.stringify(await rowsOf(world, 'login_attempts'))).not.toContain('hunter2')
  })

  it('hashes two passwords at once and lets twelve wait; the next is refused without being counted as a failure', async () => {
    const world = await open()
    const begun = holdHashing()
    const names = Array.from({ length: 14 }, (_, index) => `user${index}@example.com`)
    const outcomes = names.map(async (name) => call(world, 'wrong', undefined, name).catch((error: unknown) => error))
    await vi.waitFor(() => expect(begun).toHaveLength(2), 60_000)
    const busy = { code: 'too_busy', number: 32000 }
    await expect(call(world, 'wrong')).rejects.toMatchObject(busy)
    // Other requests for a password hash use the same queue.
    const carol = { email: 'carol@example.com', password: 'long enough' }
    await expect(world.tracker.asSystem().users.create(carol)).rejects.toMatchObject(busy)
    for (let done = 0; done < names.length; done++) {
      await vi.waitFor(() => expect(begun.length).toBeGreaterThan(done), 60_000)
      expect(begun.length - done).toBeLessThanOrEqual(2)
      begun[done]?.()
    }
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject(wrong)
    expect(await failuresIn(world)).toHaveLength(14)
  })

  it('refuses a crowd of one network, and lets others in who are right', async () => {
    const world = await openWithPassword(open)
    await givePassword(world, 'bob', password)
    const begun = holdHashing()
    const crowd = Array.from({ length: 130 }, async (_, index) =>
      call(world, 'wrong', `192.0.2.${index}`, `user${index}@example.com`).catch((error: unknown) => error),
    )
    await vi.waitFor(() => expect(begun).toHaveLength(2), 60_000)
    const others = [
      call(world, password, '198.51.100.1'),
      call(world, password, '2001:db8::1', 'bob@example.com'),
      // In the same process.
      call(world, password),
    ]
    const release = setInterval(() => begun.shift()?.(), 1)
    try {
      expect(await Promise.all(others)).toMatchObject([{ name: login }, { name: 'bob@example.com' }, { name: login }])
      const outcomes = (await Promise.all(crowd)) as { readonly code: string }[]
      expect(outcomes.filter(({ code }) => code === 'too_many_attempts')).toHaveLength(124)
      expect(outcomes.filter(({ code }) => code === wrong.code)).toHaveLength(6)
      expect(await failuresIn(world)).toHaveLength(6)
    } finally {
      clearInterval(release)
    }
  })

  it('keeps places for logins that were right before, however many others there are', async () => {
    const world = await openWithPassword(open)
    await call(world, password, '198.51.100.1')
    const begun = holdHashing()
    const crowd = Array.from({ length: 40 }, async (_, index) =>
      call(world, 'wrong', `192.0.${index}.1`, `user${index}@example.com`).catch((error: unknown) => error),
    )
    await vi.waitFor(() => expect(begun).toHaveLength(2), 60_000)
    await expect(call(world, 'wrong', '198.51.100.1')).rejects.toMatchObject({ code: 'too_busy' })
    const right = call(world, password, '198.51.100.1')
    const release = setInterval(() => begun.shift()?.(), 1)
    try {
      expect(await right).toMatchObject({ name: login })
      await Promise.all(crowd)
    } finally {
      clearInterval(release)
    }
  })

  it('repeats no password in its errors [AUTH-22]', async () => {
    const world = await openWithPassword(open)
    const failed = await call(world, 'hunter2-guess').catch((error: unknown) => error)
    expect(JSON.stringify(failed) + String(failed)).not.toContain('hunter2-guess')
  })
})
