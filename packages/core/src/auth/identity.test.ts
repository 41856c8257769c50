import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
import { countingStore } from '../../test/counting-store.js'
import { onAnyStore, openWorld, type World } from '../../test/harness.js'
import { changeUser, givePassword, groupId, join, userId } from '../../test/people.js'
import { bumpCatalogueVersion, bumpIdentityVersion } from '../setup/catalogue.js'
import type { Logger } from '../kernel/environment.js'
import type { Credential } from './identity.js'
import type { AnyOperation } from '../call/define/operation.js'
import { operations } from '../tracker/operations.js'
import { typed, type PlainReader, type PlainStore } from '../store/index.js'
import { createTracker, type Tracker } from '../tracker/tracker.js'
import { hostOf } from '../tracker/host.js'

const alice = 'alice@example.com'
const bob = 'bob@example.com'
const password = 'correct horse'

async function nameOf(tracker: Tracker, credential: Parameters<Tracker['as']>[0]): Promise<string> {
  return (await tracker.as(credential).users.whoami()).name
}

async function credentials(world: World, name: string) {
  await givePassword(world, name, password)
  const login = `${name}@example.com`
  const { token } = await world.as(null).sessions.create({ login, password })
  const { api_key } = await world.as(name).apiKeys.create({})
  return { token, api_key, login }
}

onAnyStore('the caller of an operation', (open) => {
  it('is the user whom the embedding program names, by login or by id', async () => {
    const world = await open()
    expect(await nameOf(world.tracker, { login: ' ALICE@example.com' })).toBe(alice)
    expect(await nameOf(world.tracker, { user_id: await userId(world, 'bob') })).toBe(bob)
    for (const credential of [{ login: 'nobody@example.com' }, { user_id: 4711 }]) {
      const attempt = nameOf(world.tracker, credential)
      await expect(attempt).rejects.toMatchObject({ code: 'invalid_username', number: 504 })
    }
  })

  it('cannot be a user with a disabled account, whatever the credentials [AUTH-10]', async () => {
    const world = await open()
    const { token, api_key } = await credentials(world, 'alice')
    await changeUser(world, 'alice', { login_denied_text: 'Gone' })
    const disabled = { code: 'account_disabled', number: 301, data: { reason: 'Gone' } }
    for (const credential of [{ token }, { api_key }, { login: alice }, { login: alice, password }])
      await expect(nameOf(world.tracker, credential)).rejects.toMatchObject(disabled)
  })

  it('cannot be named by a token that is not in use [AUTH-09]', async () => {
    const world = await open()
    const { token } = await credentials(world, 'alice')
    const [id, secret] = token.split('-')
    const other = await userId(world, 'bob')
    for (const wrong of [
      '',
      'x',
      `${secret}`,
      `${id}-`,
      `${id}-${secret}x`,
      `${other}-${secret}`,
      `-${secret}`,
      `x${token}`,
    ]) {
      const attempt = world.tracker.as({ token: wrong }).users.get({ names: [bob] })
      await expect(attempt).rejects.toMatchObject({ code: 'auth_invalid_token', number: 307 })
    }
    expect(await nameOf(world.tracker, { token })).toBe(alice)
  })

  it('is one person: credentials of two are an error, which repeats none of them [AUTH-18]', async () => {
    const world = await open()
    const { token, api_key } = await credentials(world, 'alice')
    const ofAlice = [{ token }, { api_key }, { login: alice, password }, { login: alice }]
    const ofBob = await credentials(world, 'bob')
    expect(await nameOf(world.tracker, ofAlice)).toBe(alice)
    expect(await nameOf(world.tracker, [null, { token }, null])).toBe(alice)
    for (const [credential, fields] of [
      [
        [{ token }, { api_key: ofBob.api_key }],
        ['token', 'api_key'],
      ],
      [
        [{ login: bob, password }, { token }],
        ['password', 'token'],
      ],
      [
        [{ login: alice }, { user_id: await userId(world, 'bob') }],
        ['login', 'user_id'],
      ],
    ] as const) {
      const error: unknown = await nameOf(world.tracker, credential).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'two_identities', number: 307, data: { fields } })
      const said = JSON.stringify(error) + String(error)
      for (const secret of [token, api_key, ofBob.api_key, password]) expect(said).not.toContain(secret)
    }
    const wrongToo = nameOf(world.tracker, [{ token }, { api_key: 'wrong' }])
    await expect(wrongToo).rejects.toMatchObject({ code: 'api_key_not_valid' })
  })

  it('may only read when one of the credentials may only read', async () => {
    const world = await open()
    const { token } = await credentials(world, 'alice')
    const { api_key } = await world.as('alice').apiKeys.create({ is_read_only: true })
    const { apiKeys, users } = world.tracker.as([{ token }, { api_key }])
    expect(await users.whoami()).toMatchObject({ name: alice })
    await expect(apiKeys.create({})).rejects.toMatchObject({ code: 'api_key_read_only', number: 306 })
  })

  it('is the embedding program itself, or the user on whose behalf it acts', async () => {
    const world = await open()
    const everything = await world.tracker.asSystem().users.get({ names: [alice], groups: ['secret'] })
    expect(everything.users).toEqual([])
    expect(await world.tracker.asSystem(alice).users.whoami()).toMatchObject({ name: alice })
    const { id } = await world.tracker.asSystem('eve@example.com').users.create({ email: 'new@example.com' })
    expect(id).toBeGreaterThan(0)
    await expect(world.tracker.asSystem('nobody@example.com').users.whoami()).rejects.toMatchObject({ number: 504 })
  })

  it('makes no difference to a public operation [AUTH-19]', async () => {
    const world = await open()
    const exempt = Object.values(operations)
      .flatMap((verbs) => Object.values<AnyOperation>(verbs))
      .filter((operation) => operation.access === 'exempt')
    const expected = ['server.version', 'server.time', 'server.timezone', 'server.extensions', 'parameters.get']
    expect(exempt.map((operation) => operation.name)).toEqual(expect.arrayContaining(expected))
    const bad: Credential[] = [
      { api_key: 'wrong' },
      { token: '1-wrong' },
      { login: alice, password: 'wrong' },
      { login: 'dora@example.com' },
      [{ login: alice }, { login: bob }],
    ]
    for (const operation of exempt.filter(({ name }) => expected.includes(name))) {
      const answer = await hostOf(world.tracker).run(operation, null, {})
      for (const credential of bad) expect(await hostOf(world.tracker).run(operation, credential, {})).toEqual(answer)
    }
  })

  it('is authenticated without a secret in an error or in the log [AUTH-22]', async () => {
    const said: unknown[] = []
    const logger: Logger = { warn: (...all) => void said.push(all), error: (...all) => void said.push(all) }
    const world = await open({ logger })
    const { token, api_key } = await credentials(world, 'alice')
    const { id } = await world.as('alice').apiKeys.create({})
    const readOnly = await world.as('alice').apiKeys.create({ is_read_only: true })
    await inStore(world.store, (tx) => tx.update('api_keys', { col: 'id', eq: id }, { is_revoked: true }))
    const wrong = { api_key: 'wrongkeywrongkey', token: '1-wrongtoken', password: 'wrongpassword' }
    const failing: Promise<unknown>[] = [
      ...Array.from({ length: 6 }, () => nameOf(world.tracker, { login: alice, password: wrong.password })),
      nameOf(world.tracker, { api_key: wrong.api_key }),
      nameOf(world.tracker, { token: wrong.token }),
      nameOf(world.tracker, [{ token }, { login: bob }]),
      world.tracker.as(readOnly).apiKeys.create({}),
      world.tracker.as(readOnly).users.create({ email: 'x', password: wrong.password }),
      world.as('admin').users.create({ email: 'x', password: wrong.password }),
      world.as(null).sessions.create({ login: wrong.token, password: 12345678 } as never),
      world.as(null).sessions.check({ token: wrong.token, extra: 1 } as never),
    ]
    for (const outcome of await Promise.allSettled(failing)) {
      expect(outcome.status).toBe('rejected')
      said.push(JSON.stringify(outcome), String((outcome as PromiseRejectedResult).reason))
    }
    const text = JSON.stringify(said)
    for (const secret of [
      token,
      api_key,
      readOnly.api_key,
      password,
      wrong.api_key,
      wrong.token,
      wrong.password,
      '12345678',
    ])
      expect(text).not.toContain(secret)
  })
})

/** Checks, change by change, that a process sees changes of another process on the same store at its next call. */
async function newsTravel(world: World, other: Tracker): Promise<true> {
  const { token, api_key } = await credentials(world, 'alice')
  const groups = async (credential: Parameters<Tracker['as']>[0]) =>
    (await other.as(credential).users.get({ names: [alice] })).users[0]?.groups?.map((group) => group.name)
  expect(await groups({ api_key })).not.toContain('insiders')
  await join(world, 'alice', 'insiders')
  expect(await groups({ api_key })).toContain('insiders')
  expect(await groups({ token })).toContain('insiders')

  const inherits = { member_group_id: await groupId(world, 'insiders'), group_id: await groupId(world, 'secret') }
  await inStore(world.store, async (tx) => {
    await tx.insert('group_inheritance', [{ ...inherits, kind: 'membership' }])
    await bumpCatalogueVersion(tx)
  })
  expect(await groups({ login: alice })).toContain('secret')

  await changeUser(world, 'alice', { login_denied_text: 'Gone' })
  for (const credential of [{ api_key }, { token }, { login: alice }])
    await expect(nameOf(other, credential)).rejects.toMatchObject({ code: 'account_disabled' })
  await changeUser(world, 'alice', { login_denied_text: '' })
  expect(await nameOf(other, { api_key })).toBe(alice)

  const owner = await userId(world, 'alice')
  await inStore(world.store, async (tx) => {
    await tx.update('api_keys', { col: 'user_id', eq: owner }, { is_revoked: true })
    await bumpIdentityVersion(tx)
  })
  await expect(nameOf(other, { api_key })).rejects.toMatchObject({ code: 'api_key_revoked' })
  await world.as(null).sessions.delete({ token })
  await expect(nameOf(other, { token })).rejects.toMatchObject({ code: 'auth_invalid_token' })

  const renamed = { login: 'ally@example.com', login_folded: 'ally@example.com' }
  await changeUser(world, 'alice', renamed)
  await expect(nameOf(other, { login: alice })).rejects.toMatchObject({ code: 'invalid_username' })
  expect(await nameOf(other, { login: 'ally@example.com' })).toBe('ally@example.com')
  return true
}

onAnyStore('the cache of callers', (open) => {
  it('shows the last change, also one made by another tracker on the same store', async () => {
    const world = await open()
    const other = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    await expect(newsTravel(world, other)).resolves.toBe(true)
  })

  it('saves looking callers up again', async () => {
    const world = await open()
    const { api_key } = await world.as('alice').apiKeys.create({})
    await nameOf(world.tracker, { api_key })
    // The first use of a key is written down after the call.
    const owner = await userId(world, 'alice')
    const lastUse = () =>
      inStore(world.store, async (tx) => {
        const [key] = await tx.select({ from: 'api_keys', where: { col: 'user_id', eq: owner } })
        return key?.last_used
      })
    await expect.poll(lastUse).not.toBeNull()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    for (const credential of [{ api_key }, { login: alice }]) {
      await nameOf(tracker, credential)
      queries.length = 0
      await nameOf(tracker, credential)
      expect(queries).toEqual(['installation'])
    }
  })
})

describe('two processes on one SQLite file', () => {
  const folders: string[] = []
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

  async function openFile() {
    const folder = mkdtempSync(joinPath(tmpdir(), 'trackerkit-'))
    folders.push(folder)
    const openStore = () => sqliteStore(joinPath(folder, 'test.db'), { durability: 'normal' })
    const world = await openWorld({ name: 'sqlite', open: () => ({ store: openStore(), remove: () => undefined }) })
    return { world, openStore }
  }

  it('see each other’s changes of rights and accounts at once', async () => {
    const { world, openStore } = await openFile()
    const other = await createTracker({ store: openStore(), testing: { clock: world.clock.now } })
    await expect(newsTravel(world, other)).resolves.toBe(true)
    await other.close()
    await world.close()
  })

  it('count wrong passwords together', async () => {
    const { world, openStore } = await openFile()
    const other = await createTracker({ store: openStore(), testing: { clock: world.clock.now } })
    await givePassword(world, 'alice', password)
    const trackers = [world.tracker, other, world.tracker, other, world.tracker]
    for (const tracker of trackers)
      await expect(nameOf(tracker, { login: alice, password: 'wrong' })).rejects.toMatchObject({ number: 300 })
    for (const tracker of [world.tracker, other])
      await expect(nameOf(tracker, { login: alice, password })).rejects.toMatchObject({ code: 'account_locked' })
    await other.close()
    await world.close()
  })

  it('do not cache what a call has read that began before a change and ends after it', async () => {
    const { world, openStore } = await openFile()
    const opened = openStore()
    const plain = opened as unknown as PlainStore
    const hold = { until: Promise.resolve(), release: () => undefined as void }
    const slowly = (tx: PlainReader): PlainReader => ({
      ...tx,
      select: async (query) => {
        if (query.from === 'user_groups') await hold.until
        return tx.select(query)
      },
    })
    const slow: PlainStore = { ...plain, read: (work) => plain.read((tx) => work(slowly(tx))) }
    const tracker = await createTracker({ store: typed(slow), testing: { clock: world.clock.now } })
    const eve = tracker.as({ login: 'eve@example.com' })
    // Only who is in a group may ask for its members.
    const asking = () => eve.users.get({ names: ['eve@example.com'], groups: ['insiders'] })
    await nameOf(tracker, { login: bob })

    hold.until = new Promise((resolve) => (hold.release = resolve))
    const before = asking().catch((error: unknown) => error)
    await waitForTurns()
    await join(world, 'eve', 'insiders')
    expect(await tracker.as(null).server.version()).toBeDefined()
    hold.release()
    expect(await before).toMatchObject({ code: 'invalid_group_name' })
    expect((await asking()).users).toHaveLength(1)
    await tracker.close()
    await world.close()
  })
})

/** Lets all pending work that needs no outside event finish. */
async function waitForTurns() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
