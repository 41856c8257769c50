import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'
import { givePassword, rowsOf } from '../../../test/people.js'

const login = 'alice@example.com'
const password = 'correct horse'

onAnyStore('sessions.delete', (open) => {
  it('ends the token, and no other sessions [USR-05] [AUTH-09]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const first = await world.as(null).sessions.create({ login, password })
    const second = await world.as(null).sessions.create({ login, password })
    await world.as(null).sessions.delete({ token: first.token })
    const { token } = first
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({
      code: 'auth_invalid_token',
      number: 307,
    })
    expect(await world.tracker.as(second).users.whoami()).toMatchObject({ name: login })
    const third = await world.as(null).sessions.create({ login, password })
    expect(await world.tracker.as({ token: third.token }).users.whoami()).toMatchObject({ name: login })
  })

  it('does nothing with a token that is not in use, or with none [USR-06]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { id, token } = await world.tracker
      .as(null, { address: 'a' })
      .sessions.create({ login, password, restrict_login: true })
    const [, secret] = token.split('-')
    const { sessions } = world.tracker.as(null, { address: 'a' })
    for (const other of [undefined, '', 'x', '1', '-', `${id}-wrong`, `${id + 1}-${secret}`, `0${id}x-${secret}`])
      expect(await sessions.delete(other === undefined ? {} : { token: other })).toEqual({})
    expect(await world.tracker.as(null, { address: 'b' }).sessions.delete({ token })).toEqual({})
    expect(await world.tracker.as({ token: 'dead' }).sessions.delete({ token: 'dead' })).toEqual({})
    expect(await rowsOf(world, 'tokens')).toHaveLength(1)
    await sessions.delete({ token })
    expect(await sessions.delete({ token })).toEqual({})
    expect(await rowsOf(world, 'tokens')).toEqual([])
  })
})
