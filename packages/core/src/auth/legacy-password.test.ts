import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { onEveryStore, type World } from '../../test/harness.js'
import { changeUser, rowsOf } from '../../test/people.js'
import { createTracker } from '../tracker/tracker.js'
import { isLegacyPassword, legacyHash, legacyPassword } from './legacy-password.js'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const login = 'alice@example.com'
const simple = { salt: 'abcdefgh', digest: 'AwcdLGs7Es2oiyfiPdDJBWJJJx22INVuLC86KKt9gtE' }
const password = 'correct horse'
const wrong = { code: 'invalid_login_or_password', number: 300 }

describe('isLegacyPassword', () => {
  it.each([
    [simple, password],
    [{ salt: 'K7hq2LmZ', digest: 'aLeHNchGyn45YfrVNVSXGAoao06Q902bSxXrhKEm68M' }, 'pässwörd'],
  ])('accepts only the password of %j', (stored, right) => {
    expect(isLegacyPassword(right, stored)).toBe(true)
    for (const other of ['', ` ${right}`, right.toUpperCase(), right.normalize('NFD') + 'x', stored.digest])
      expect(isLegacyPassword(other, stored)).toBe(false)
  })

  it('accepts nothing for a digest that is not SHA-256', () => {
    for (const digest of ['', 'AAAA', '$', '=']) expect(isLegacyPassword('', { salt: '', digest })).toBe(false)
  })

  it('reads its stored form again, whatever the salt', () => {
    for (const stored of [simple, { ...simple, salt: '$a$b' }, { ...simple, salt: '' }])
      expect(legacyPassword(legacyHash(stored))).toEqual(stored)
    expect(legacyPassword('scrypt$16$8$1$AAAA$AAAA')).toBeUndefined()
    expect(legacyPassword(null)).toBeUndefined()
  })
})

const give = (world: World, more: object = {}) =>
  changeUser(world, 'alice', { password_hash: legacyHash(simple), ...more })
const stored = async (world: World) =>
  (await rowsOf(world, 'users')).find((user) => user.login === login)?.password_hash ?? ''
const logIn = (world: World, given: string) => world.as(null).sessions.create({ login, password: given })

onEveryStore('a password of another tracker', (open) => {
  it('logs in once, is replaced, and logs in again', async () => {
    const world = await open()
    await give(world)
    const { token } = await logIn(world, password)
    expect(await stored(world)).toMatch(/^scrypt\$/)
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: login })
    await logIn(world, password)
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: login })
    const logged = (await rowsOf(world, 'audit_log')).filter(({ field }) => field === 'password_upgraded')
    expect(logged).toMatchObject([{ class: 'User', removed: null, added: '' }])
  })

  it('stays when the password is wrong, or the account is disabled', async () => {
    const world = await open()
    await give(world)
    await expect(logIn(world, `${password} `)).rejects.toMatchObject(wrong)
    await give(world, { login_denied_text: 'Gone' })
    await expect(logIn(world, password)).rejects.toMatchObject({ code: 'account_disabled' })
    expect(await stored(world)).toBe(legacyHash(simple))
  })

  it('counts wrong ones like those of any account', async () => {
    const world = await open()
    await give(world)
    for (let attempt = 0; attempt < 5; attempt++) await expect(logIn(world, 'wrong')).rejects.toMatchObject(wrong)
    await expect(logIn(world, password)).rejects.toMatchObject({ code: 'account_locked' })
  })

  it('lets two log in at once through two trackers', async () => {
    const world = await open()
    await give(world)
    const second = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    const both = [world.tracker, second].map((tracker) => tracker.as({ login, password }).users.whoami())
    expect(await Promise.all(both)).toMatchObject([{ name: login }, { name: login }])
    expect((await rowsOf(world, 'audit_log')).filter(({ field }) => field === 'password_upgraded')).toHaveLength(1)
    await second.close()
  })

  it('takes as much hashing as an unknown login', async () => {
    const world = await open()
    await give(world)
    const scrypt = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    const work = async (name: string) => {
      scrypt.mockClear()
      await expect(world.as(null).sessions.create({ login: name, password: 'wrong' })).rejects.toMatchObject(wrong)
      return scrypt.mock.calls.map(([, salt, length, cost]) => ({ salt: typeof salt, length, cost }))
    }
    expect(await work(login)).toEqual(await work('nobody@example.com'))
    expect(await work(login)).toHaveLength(1)
  })
})
