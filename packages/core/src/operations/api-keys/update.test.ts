import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'
import { rowsOf, userId } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'

onAnyStore('apiKeys.update', (open) => {
  it('revokes a key at once in every process, and lets it log in again [AUTH-23]', async () => {
    const world = await open()
    const { id, api_key } = await world.as('alice').apiKeys.create({ description: 'Build' })
    const other = (await createTracker({ store: world.store, testing: { clock: world.clock.now } })).as({ api_key })
    expect(await other.users.whoami()).toMatchObject({ name: 'alice@example.com' })
    expect(await world.as('alice').apiKeys.update({ ids: [id, id], is_revoked: true, description: 'Old' })).toEqual({
      api_keys: [
        {
          id,
          changes: { description: { removed: 'Build', added: 'Old' }, is_revoked: { removed: '0', added: '1' } },
        },
      ],
    })
    await expect(other.users.whoami()).rejects.toMatchObject({ code: 'api_key_revoked', number: 306 })
    expect((await world.as('alice').apiKeys.get()).api_keys).toMatchObject([{ description: 'Old', is_revoked: true }])
    await world.as('alice').apiKeys.update({ ids: [id], is_revoked: false })
    expect(await other.users.whoami()).toMatchObject({ name: 'alice@example.com' })
  })

  it('is for the owner and for administrators [AUTH-23]', async () => {
    const world = await open()
    const { id, api_key } = await world.as('bob').apiKeys.create({})
    const own = await world.as('alice').apiKeys.create({ description: 'Mine' })
    const revoke = (who: string | null, ids: number[]) => world.as(who).apiKeys.update({ ids, is_revoked: true })
    await expect(revoke(null, [id])).rejects.toMatchObject({ code: 'login_required', number: 410 })
    for (const value of [id, 999]) {
      await expect(revoke('alice', [own.id, value])).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        data: { field: 'ids', value },
      })
    }
    expect((await world.as('alice').apiKeys.get()).api_keys).toMatchObject([{ is_revoked: false }])
    expect((await revoke('admin', [id])).api_keys).toHaveLength(1)
    await expect(world.tracker.as({ api_key }).users.whoami()).rejects.toMatchObject({ code: 'api_key_revoked' })
  })

  it('lets only administrators reactivate a key that another user than its owner revoked [AUTH-23]', async () => {
    const world = await open()
    const { id, api_key } = await world.as('bob').apiKeys.create({})
    const own = await world.as('bob').apiKeys.create({})
    const set = (who: string, is_revoked: boolean, ids = [id]) =>
      world.as(who).apiKeys.update({ ids, is_revoked, description: 'Changed' })
    const denied = { code: 'auth_failure', number: 304 }
    const whoami = () => world.tracker.as({ api_key }).users.whoami()

    await set('admin', true)
    await set('bob', true)
    await expect(set('bob', false, [own.id, id])).rejects.toMatchObject(denied)
    await expect(whoami()).rejects.toMatchObject({ code: 'api_key_revoked' })
    expect((await world.as('bob').apiKeys.get({ ids: [own.id] })).api_keys).toMatchObject([{ description: '' }])
    await set('admin', false)
    expect(await whoami()).toMatchObject({ name: 'bob@example.com' })

    await set('bob', true)
    await set('bob', false)
    await set('bob', true)
    await set('admin', true)
    await expect(set('bob', false)).rejects.toMatchObject(denied)
    await set('admin', false)

    await world.as('admin').users.update({ names: ['bob@example.com'], password: 'the first one' })
    await world.as('admin').users.update({ names: ['bob@example.com'], password: 'another one' })
    await expect(set('bob', false)).rejects.toMatchObject(denied)
  })

  it.each<[what: string, input: object, code: string, number: number]>([
    ['no key', { is_revoked: true }, 'params_required', 50],
    ['a long description', { ids: [1], description: 'x'.repeat(256) }, 'text_too_long', 104],
    ['another input', { ids: [1], expires: null }, 'unknown_parameter', 53],
  ])('refuses %s', async (_what, input, code, number) => {
    const world = await open()
    await world.as('alice').apiKeys.create({})
    await expect(world.as('alice').apiKeys.update(input)).rejects.toMatchObject({ code, number })
  })

  it('leaves an entry in the audit log', async () => {
    const world = await open()
    const { id } = await world.as('alice').apiKeys.create({})
    await world.as('admin').apiKeys.update({ ids: [id], is_revoked: true })
    await world.as('admin').apiKeys.update({ ids: [id], is_revoked: true })
    expect((await rowsOf(world, 'audit_log')).slice(1)).toMatchObject([
      {
        class: 'ApiKey',
        object_id: id,
        user_id: await userId(world, 'admin'),
        field: 'is_revoked',
        removed: '0',
        added: '1',
      },
    ])
  })
})
