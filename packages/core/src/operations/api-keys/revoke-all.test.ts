import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'

onAnyStore('apiKeys.revokeAll', (open) => {
  it('revokes all keys of the caller and none of others', async () => {
    const world = await open()
    const keys = [await world.as('alice').apiKeys.create({}), await world.as('alice').apiKeys.create({})]
    const ofBob = await world.as('bob').apiKeys.create({})
    const whoami = ({ api_key }: { api_key: string }) => world.tracker.as({ api_key }).users.whoami()
    await whoami(ofBob)
    expect(await world.as('alice').apiKeys.revokeAll()).toEqual({ revoked: 2 })
    for (const key of keys) await expect(whoami(key)).rejects.toMatchObject({ code: 'api_key_revoked' })
    expect(await whoami(ofBob)).toMatchObject({ name: 'bob@example.com' })
    expect(await world.as('alice').apiKeys.revokeAll()).toEqual({ revoked: 0 })
    await expect(world.as(null).apiKeys.revokeAll()).rejects.toMatchObject({ code: 'login_required' })
  })
})
