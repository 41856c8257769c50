import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'
import { add, changeUser, rowsOf, userId } from '../../../test/people.js'
import { newKeyRow } from '../../domain/api-keys/new-key.js'
import { StoreError, type Store } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'

const revoked = { code: 'api_key_revoked', number: 306 }

onAnyStore('apiKeys.create', (open) => {
  it('gives a key that makes calls as its owner [AUTH-03]', async () => {
    const world = await open()
    const { api_key } = await world.as('alice').apiKeys.create({ description: 'Build' })
    expect(api_key).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(await world.tracker.as({ api_key }).users.whoami()).toMatchObject({ name: 'alice@example.com' })
    const again = await world.as('alice').apiKeys.create({})
    expect(again.api_key).not.toBe(api_key)
  })

  it('stores a hash of the key and its first characters only [AUTH-20]', async () => {
    const world = await open()
    const { id, api_key } = await world.as('alice').apiKeys.create({ description: '  Nightly\nbuild ' })
    const [row] = await rowsOf(world, 'api_keys')
    expect(row).toMatchObject({
      id,
      user_id: await userId(world, 'alice'),
      prefix: api_key.slice(0, 6),
      description: 'Nightly build',
      is_revoked: false,
      is_read_only: false,
      expires: null,
      creation_time: world.clock.now(),
    })
    expect(JSON.stringify(row) + JSON.stringify(await rowsOf(world, 'audit_log'))).not.toContain(api_key.slice(0, 7))
  })

  it('gives a key that does not log in when it is mistyped, revoked or in another case [AUTH-04]', async () => {
    const world = await open()
    const { id, api_key } = await world.as('alice').apiKeys.create({})
    for (const other of ['', 'wrong', api_key.slice(1), `${api_key} `, swapCase(api_key)]) {
      const attempt = world.tracker.as({ api_key: other }).users.get({ names: ['bob@example.com'] })
      await expect(attempt).rejects.toMatchObject({ code: 'api_key_not_valid', number: 306 })
    }
    expect(await world.tracker.as({ api_key }).users.whoami()).toMatchObject({ name: 'alice@example.com' })
    await world.as('alice').apiKeys.update({ ids: [id], is_revoked: true })
    const { users } = world.tracker.as({ api_key })
    await expect(users.get({ names: ['bob@example.com'] })).rejects.toMatchObject(revoked)
  })

  it('gives a key that does not log in once its owner’s account is disabled [AUTH-10]', async () => {
    const world = await open()
    const { api_key } = await world.as('alice').apiKeys.create({})
    await changeUser(world, 'alice', { login_denied_text: 'Gone' })
    const attempt = world.tracker.as({ api_key }).users.whoami()
    await expect(attempt).rejects.toMatchObject({ code: 'account_disabled', number: 301 })
  })

  it('gives a key that works until it expires', async () => {
    const world = await open()
    const expires = new Date(world.clock.now().getTime() + 60_000)
    const { api_key } = await world.as('alice').apiKeys.create({ expires })
    world.clock.advance(59)
    expect(await world.tracker.as({ api_key }).users.whoami()).toMatchObject({ name: 'alice@example.com' })
    world.clock.advance(1)
    await expect(world.tracker.as({ api_key }).users.whoami()).rejects.toMatchObject(revoked)
    await expect(world.as('alice').apiKeys.create({ expires })).rejects.toMatchObject({
      code: 'param_invalid',
      number: 53,
      data: { field: 'expires', value: expires },
    })
  })

  it('gives a key that can only read when asked to', async () => {
    const world = await open()
    const { api_key } = await world.as('admin').apiKeys.create({ is_read_only: true })
    const reader = world.tracker.as({ api_key })
    expect(await reader.users.whoami()).toMatchObject({ name: 'admin@example.com' })
    const readOnly = { code: 'api_key_read_only', number: 306 }
    await expect(reader.apiKeys.create({})).rejects.toMatchObject(readOnly)
    await expect(reader.users.create({ email: 'x@example.com' })).rejects.toMatchObject(readOnly)
    await expect(reader.users.create({ nonsense: 1 } as never)).rejects.toMatchObject(readOnly)
    expect(await rowsOf(world, 'api_keys')).toHaveLength(1)
  })

  it.each<[what: string, input: object, field: string, number: number]>([
    ['no scope at all', { scopes: [] }, 'scopes', 53],
    ['a scope that there is not', { scopes: ['root'] }, 'scopes', 53],
    ['a key for a product that administers', { products: ['Widgets'], scopes: ['read', 'admin'] }, 'scopes', 53],
    ['a read-only key that may write', { is_read_only: true, scopes: ['write'] }, 'is_read_only', 53],
    ['a product that there is not', { products: ['Nothing'] }, 'products', 51],
    ['a product that its owner may not see', { products: ['Vault'] }, 'products', 51],
  ])('refuses %s', async (_what, input, field, number) => {
    const world = await open()
    await expect(world.as('alice').apiKeys.create(input)).rejects.toMatchObject({ number, data: { field } })
    expect(await rowsOf(world, 'api_keys')).toEqual([])
  })

  it('gives a user no more than 100 keys that are neither revoked nor expired', async () => {
    const world = await open()
    const { apiKeys } = world.as('alice')
    const about = { userId: await userId(world, 'alice'), now: world.clock.now(), description: '' }
    const valid = Array.from({ length: 99 }, (_, index) => newKeyRow({ ...about, key: `valid ${index}` }))
    const revokedKey = { ...newKeyRow({ ...about, key: 'revoked' }), is_revoked: true }
    await add(world, 'api_keys', [...valid, newKeyRow({ ...about, key: 'expired', expires: about.now }), revokedKey])
    const { id } = await apiKeys.create({})
    const full = { code: 'api_key_limit', number: 1514, data: { limit: 100 } }
    await expect(apiKeys.create({})).rejects.toMatchObject(full)
    await expect(world.tracker.asSystem('alice@example.com').apiKeys.create({})).rejects.toMatchObject(full)
    await world.as('bob').apiKeys.create({})
    await apiKeys.update({ ids: [id], is_revoked: true })
    await apiKeys.create({})
    await expect(apiKeys.update({ ids: [id], is_revoked: false })).rejects.toMatchObject(full)
    await apiKeys.update({ ids: [id], description: 'Old' })
  })

  it('records when the key was last used, to the minute', async () => {
    const world = await open()
    const { api_key } = await world.as('admin').apiKeys.create({})
    const lastUsed = async () => (await rowsOf(world, 'api_keys'))[0]?.last_used
    expect(await lastUsed()).toBeNull()
    const first = world.clock.now()
    await world.tracker.as({ api_key }).users.create({ email: 'new@example.com', password: 'long enough' })
    // It is written after the answer.
    await expect.poll(lastUsed).toEqual(first)
    world.clock.advance(59)
    await world.tracker.as({ api_key }).users.whoami()
    expect(await lastUsed()).toEqual(first)
    world.clock.advance(2)
    const failing = world.tracker.as({ api_key }).users.get({ names: ['nobody@example.com'] })
    await expect(failing).rejects.toMatchObject({ number: 51 })
    await expect.poll(lastUsed).toEqual(world.clock.now())
  })

  it('records the last use of the key also when the write has to be tried again', async () => {
    const world = await open()
    const { api_key } = await world.as('admin').apiKeys.create({})
    let races = 0
    const write: Store['write'] = async (work) => {
      if (races-- > 0) throw new StoreError('retry', 'lost a race')
      return world.store.write(work)
    }
    const racing = await createTracker({ store: { ...world.store, write }, testing: { clock: world.clock.now } })
    races = 2
    await racing.as({ api_key }).users.whoami()
    await expect.poll(async () => (await rowsOf(world, 'api_keys'))[0]?.last_used).toEqual(world.clock.now())
  })

  it('is for oneself; only the embedding program chooses the owner or the key', async () => {
    const world = await open()
    const denied = { code: 'auth_failure', number: 304 }
    await expect(world.as('admin').apiKeys.create({ user: 'alice@example.com' })).rejects.toMatchObject(denied)
    await expect(world.as('admin').apiKeys.create({ key: 'abcdefghij0123456789' })).rejects.toMatchObject(denied)
    await expect(world.as(null).apiKeys.create({})).rejects.toMatchObject({ code: 'login_required', number: 410 })
    const key = 'abcdefghij0123456789'
    const made = await world.tracker.asSystem().apiKeys.create({ user: 'Alice@example.com', key })
    expect(made.api_key).toBe(key)
    expect(await world.tracker.as({ api_key: key }).users.whoami()).toMatchObject({ name: 'alice@example.com' })
    const own = await world.tracker.asSystem('bob@example.com').apiKeys.create({})
    expect(await world.tracker.as(own).users.whoami()).toMatchObject({ name: 'bob@example.com' })
  })

  it('refuses a given key that is too simple or was used before, without repeating it', async () => {
    const world = await open()
    const system = world.tracker.asSystem()
    const user = 'alice@example.com'
    const key = 'abcdefghij0123456789'
    await system.apiKeys.create({ user, key })
    await expect(system.apiKeys.create({ user, key: '' })).rejects.toMatchObject({ number: 53 })
    for (const bad of ['short', 'with-hyphen-0123456789', key]) {
      const error: unknown = await system.apiKeys.create({ user, key: bad }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'param_invalid', number: 53, data: { field: 'key' } })
      expect(JSON.stringify(error) + String(error)).not.toContain(bad)
    }
    await expect(system.apiKeys.create({ user: 'nobody@example.com' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
      number: 51,
      data: { field: 'user', value: 'nobody@example.com' },
    })
    await expect(system.apiKeys.create({})).rejects.toMatchObject({ code: 'param_required', data: { field: 'user' } })
  })

  it('leaves an entry in the audit log', async () => {
    const world = await open()
    const { id, api_key } = await world.as('alice').apiKeys.create({})
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      { class: 'ApiKey', object_id: id, field: '__create__', added: api_key.slice(0, 6), at: world.clock.now() },
    ])
  })
})

function swapCase(text: string): string {
  return text.replace(/./g, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
}
