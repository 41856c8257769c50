import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, it, vi } from 'vitest'
import { onEveryStore, type World } from '../../test/harness.js'
import { changeUser, givePassword, rowsOf } from '../../test/people.js'
import { createTracker } from '../tracker.js'

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

const wrong = { code: 'invalid_login_or_password', number: 300 }
const locked = { code: 'account_locked', number: 32000 }

onEveryStore('logging in with a password', (open) => {
  it('[AUTH-05] makes the call as that user', async () => {
    const world = await openWithPassword(open)
    expect(await call(world, password)).toMatchObject({ name: login })
    expect(await call(world, password, undefined, ' ALICE@example.com')).toMatchObject({ name: login })
    expect(await rowsOf(world, 'tokens')).toEqual([])
  })

  it('[AUTH-06] fails with a wrong password or name, and does not go on as logged out', async () => {
    const world = await openWithPassword(open)
    const { users } = world.tracker.as({ login, password: 'wrong' })
    await expect(users.get({ names: [login] })).rejects.toMatchObject(wrong)
    await expect(call(world, password, undefined, 'nobody@example.com')).rejects.toMatchObject(wrong)
    await expect(call(world, 'anything', undefined, 'bob@example.com')).rejects.toMatchObject(wrong)
  })

  it('[AUTH-10] refuses a disabled account', async () => {
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
    expect(await rowsOf(world, 'login_failures')).toHaveLength(5)
  })

  it('unlocks it 30 minutes after the fifth failure from the end', async () => {
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

  it('forgets failures after the right password, and those that are too old', async () => {
    const world = await openWithPassword(open)
    for (let attempt = 0; attempt < 4; attempt++) await expect(call(world, 'wrong')).rejects.toMatchObject(wrong)
    await expect(call(world, 'wrong', 'elsewhere')).rejects.toMatchObject(wrong)
    expect(await call(world, password)).toMatchObject({ name: login })
    expect(await rowsOf(world, 'login_failures')).toMatchObject([{ address: 'elsewhere' }])
    world.clock.advance(30 * 60)
    await expect(call(world, 'wrong')).rejects.toMatchObject(wrong)
    expect(await rowsOf(world, 'login_failures')).toMatchObject([{ address: '' }])
  })

  it('counts attempts at the same time like one after another', async () => {
    const world = await openWithPassword(open)
    const second = await createTracker({ store: world.store, clock: world.clock.now })
    const attempts = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? call(world, 'wrong')
        : second.as({ login: 'Alice@example.com', password: 'wrong' }).users.whoami(),
    )
    const outcomes = (await Promise.allSettled([...attempts, call(world, password)])).map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : outcome.status,
    )
    expect(outcomes.filter((outcome) => outcome === wrong.code)).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === locked.code)).toHaveLength(16)
    expect(await rowsOf(world, 'login_failures')).toHaveLength(5)
  })

  it('writes one row for one failure, also where the call itself is a login', async () => {
    const world = await openWithPassword(open)
    await expect(world.as(null).sessions.create({ login, password: 'wrong' })).rejects.toMatchObject(wrong)
    expect(await rowsOf(world, 'login_failures')).toHaveLength(1)
    await expect(call(world, 'wrong', undefined, 'nobody@example.com')).rejects.toMatchObject(wrong)
    expect(await rowsOf(world, 'login_failures')).toHaveLength(1)
  })

  it('takes as long for a name that nobody has as for a wrong password', async () => {
    const world = await openWithPassword(open)
    const scrypt = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    const work = async (name: string) => {
      scrypt.mockClear()
      await expect(call(world, 'wrong', undefined, name)).rejects.toMatchObject(wrong)
      return scrypt.mock.calls.map(([, salt, length, options]) => ({ salt: typeof salt, length, options }))
    }
    const known = await work(login)
    expect(known).toHaveLength(1)
    expect(await work('nobody@example.com')).toEqual(known)
    expect(await work('bob@example.com')).toEqual(known)
  })

  it('[AUTH-22] repeats no password in its errors', async () => {
    const world = await openWithPassword(open)
    const failed = await call(world, 'hunter2-guess').catch((error: unknown) => error)
    expect(JSON.stringify(failed) + String(failed)).not.toContain('hunter2-guess')
  })
})
