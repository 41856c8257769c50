import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'
import { changeUser, givePassword } from '../../../test/people.js'

const login = 'alice@example.com'
const password = 'correct horse'

onAnyStore('sessions.check', (open) => {
  it('is true for a valid token of that login name, and false for any other [USR-09]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { id, token } = await world.as(null).sessions.create({ login, password })
    const check = (name: string, one?: string) =>
      world.as(null).sessions.check(one === undefined ? { login: name } : { login: name, token: one })
    expect(await check(login, token)).toBe(true)
    expect(await check('ALICE@example.com', token)).toBe(true)
    expect(await check('bob@example.com', token)).toBe(false)
    expect(await check('nobody@example.com', token)).toBe(false)
    expect(await check(login, `${id}-wrong`)).toBe(false)
    expect(await check(login, 'nonsense')).toBe(false)
    expect(await check(login)).toBe(false)
    await world.as(null).sessions.delete({ token })
    expect(await check(login, token)).toBe(false)
    expect(await world.tracker.as({ token }).sessions.check({ login, token })).toBe(false)
  })

  it('is false from another address than that of a restricted token, and after 30 idle days', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const here = world.tracker.as(null, { address: '10.0.0.1' }).sessions
    const { token } = await here.create({ login, password, restrict_login: true })
    expect(await here.check({ login, token })).toBe(true)
    expect(await world.tracker.as(null, { address: '10.0.0.2' }).sessions.check({ login, token })).toBe(false)
    world.clock.advance(30 * 24 * 60 * 60 + 1)
    expect(await here.check({ login, token })).toBe(false)
  })

  it('is false for a disabled account', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { token } = await world.as(null).sessions.create({ login, password })
    await changeUser(world, 'alice', { login_denied_text: 'Gone' })
    expect(await world.as(null).sessions.check({ login, token })).toBe(false)
  })

  it('without a token judges by the credentials of the call, and does not fail for wrong ones', async () => {
    const world = await open({})
    const { api_key } = await world.as('alice').apiKeys.create({})
    expect(await world.tracker.as({ api_key }).sessions.check({ login })).toBe(true)
    expect(await world.tracker.as({ api_key }).sessions.check({ login: 'bob@example.com' })).toBe(false)
    expect(await world.tracker.as({ api_key: 'wrong' }).sessions.check({ login })).toBe(false)
    expect(await world.tracker.as([{ api_key }, { login: 'bob@example.com' }]).sessions.check({ login })).toBe(false)
  })

  it('counts an invalid token as a failed attempt, as do logging out and public operations', async () => {
    const world = await open()
    const heard: string[] = []
    const onWrongCredentials = (error: { code: string }) => void heard.push(error.code)
    const { sessions } = world.tracker.as(null, { onWrongCredentials })
    expect(await sessions.check({ login, token: '1-wrong' })).toBe(false)
    expect(heard.splice(0)).toEqual(['auth_invalid_token'])
    await sessions.delete({ token: '1-wrong' })
    expect(heard.splice(0)).toEqual(['auth_invalid_token'])
    await world.tracker.as({ token: '1-wrong' }, { onWrongCredentials }).server.version()
    expect(heard.splice(0)).toEqual(['auth_invalid_token'])
    await world.tracker.as({ login, password: 'wrong' }, { onWrongCredentials }).server.version()
    expect(heard.splice(0)).toEqual(['invalid_login_or_password'])
    await givePassword(world, 'alice', password)
    const { token } = await sessions.create({ login, password })
    await sessions.check({ login: 'bob@example.com', token })
    await sessions.delete({ token })
    expect(heard).toEqual([])
  })

  it('asks for a login', async () => {
    const world = await open()
    await expect(world.as(null).sessions.check({ token: '1-x' } as never)).rejects.toMatchObject({
      code: 'param_required',
      number: 50,
      data: { field: 'login' },
    })
  })
})
