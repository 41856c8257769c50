import { expect, it, vi } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'

onAnyStore('apiKeys.get', (open) => {
  it('lists the keys of the caller, without the keys themselves [AUTH-23]', async () => {
    const world = await open()
    const expires = new Date('2026-04-01T00:00:00Z')
    const first = await world.as('alice').apiKeys.create({ description: 'Build', is_read_only: true, expires })
    const second = await world.as('alice').apiKeys.create({})
    await world.as('bob').apiKeys.create({ description: 'Of bob' })
    await world.tracker.as({ api_key: second.api_key }).users.whoami()
    // The last use is noted after the answer.
    const answer = await vi.waitFor(async () => {
      const listed = await world.as('alice').apiKeys.get()
      expect(listed.api_keys[1]?.last_used).not.toBeNull()
      return listed
    }, 60_000)
    expect(answer).toEqual({
      api_keys: [
        {
          id: first.id,
          user: 'alice@example.com',
          prefix: first.api_key.slice(0, 6),
          description: 'Build',
          is_revoked: false,
          is_read_only: true,
          scopes: ['read', 'admin'],
          products: null,
          creation_time: world.clock.now(),
          expires,
          last_used: null,
          last_used_from: null,
        },
        {
          id: second.id,
          user: 'alice@example.com',
          prefix: second.api_key.slice(0, 6),
          description: '',
          is_revoked: false,
          is_read_only: false,
          scopes: ['read', 'write', 'admin'],
          products: null,
          creation_time: world.clock.now(),
          expires: null,
          last_used: world.clock.now(),
          last_used_from: null,
        },
      ],
    })
    expect(JSON.stringify(answer)).not.toContain(first.api_key.slice(0, 7))
    const named = await world.as('alice').apiKeys.get({ ids: [second.id], include_fields: ['id'] })
    expect(named).toEqual({ api_keys: [{ id: second.id }] })
  })

  it('shows the keys of others only to administrators [AUTH-23]', async () => {
    const world = await open()
    const { id } = await world.as('bob').apiKeys.create({})
    const user = 'bob@example.com'
    await expect(world.as(null).apiKeys.get()).rejects.toMatchObject({ code: 'login_required', number: 410 })
    await expect(world.as('alice').apiKeys.get({ user })).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    for (const value of [id, 999]) {
      await expect(world.as('alice').apiKeys.get({ ids: [value] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        data: { field: 'ids', value },
      })
    }
    expect((await world.as('admin').apiKeys.get({ user })).api_keys).toMatchObject([{ id, user }])
    expect((await world.as('admin').apiKeys.get({ ids: [id] })).api_keys).toMatchObject([{ id, user }])
    expect((await world.as('admin').apiKeys.get()).api_keys).toEqual([])
    const system = world.tracker.asSystem()
    expect((await system.apiKeys.get({ user })).api_keys).toMatchObject([{ id }])
    await expect(system.apiKeys.get({ user: 'nobody@example.com' })).rejects.toMatchObject({ number: 51 })
  })
})
