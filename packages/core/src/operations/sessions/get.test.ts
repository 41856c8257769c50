import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { givePassword } from '../../../test/people.js'

const [login, password] = ['alice@example.com', 'correct horse']

/** Alice logs in from three places, one after the other. */
async function logIn(world: World) {
  await givePassword(world, 'alice', password)
  const from = async (address: string | undefined, restrict_login = false) => {
    world.clock.advance(60)
    const input = { login, password, restrict_login }
    return (await world.tracker.as(null, { address }).sessions.create(input)).token
  }
  return [await from('10.0.0.1'), await from('10.0.0.2', true), await from(undefined)] as const
}

onAnyStore('sessions', (open) => {
  it('are listed to their owner, the last used first, with where each was begun', async () => {
    const world = await open()
    const [first] = await logIn(world)
    const { sessions } = await world.tracker.as({ token: first }).sessions.get()
    expect(sessions).toMatchObject([
      { begun_from: null, is_restricted: false, is_current: false },
      { begun_from: '10.0.0.2', is_restricted: true, is_current: false },
      { begun_from: '10.0.0.1', is_restricted: false, is_current: true },
    ])
    expect(JSON.stringify(sessions)).not.toContain(first.split('-')[1])
    expect((await world.as('bob').sessions.get()).sessions).toEqual([])
    await expect(world.as(null).sessions.get()).rejects.toMatchObject({ code: 'login_required' })
    world.clock.advance(31 * 24 * 3600)
    expect((await world.as('alice').sessions.get()).sessions).toEqual([])
  })

  it('are ended one by one by their owner, and by no one else', async () => {
    const world = await open()
    const [first, , third] = await logIn(world)
    const alice = world.tracker.as({ token: first })
    const id = (await alice.sessions.get()).sessions[0]?.id ?? 0
    const none = { code: 'object_does_not_exist', data: { field: 'id', value: id } }
    await expect(world.as('bob').sessions.end({ id })).rejects.toMatchObject(none)
    await alice.sessions.end({ id })
    await expect(world.tracker.as({ token: third }).users.whoami()).rejects.toMatchObject({
      code: 'auth_invalid_token',
    })
    await expect(alice.sessions.end({ id })).rejects.toMatchObject(none)
  })

  it('all end but the current one, and those of other users continue', async () => {
    const world = await open()
    const [first, , third] = await logIn(world)
    await givePassword(world, 'bob', password)
    const { token } = await world.as(null).sessions.create({ login: 'bob@example.com', password })
    expect(await world.tracker.as({ token: first }).sessions.deleteOthers()).toEqual({ ended: 2 })
    expect(await world.tracker.as({ token: first }).users.whoami()).toMatchObject({ name: login })
    await expect(world.tracker.as({ token: third }).users.whoami()).rejects.toMatchObject({
      code: 'auth_invalid_token',
    })
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: 'bob@example.com' })
    expect(await world.as('alice').sessions.deleteOthers()).toEqual({ ended: 1 })
  })
})
