import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { givePassword, rowsOf } from '../../../test/people.js'

const current_password = 'correct horse'
const password = 'battery staple'
const login = 'alice@example.com'

const logIn = (world: World, given: string) => world.as(null).sessions.create({ login, password: given })

onAnyStore('users.updateSelf', (open) => {
  it('changes the real name, for whoever is logged in', async () => {
    const world = await open()
    const changes = { full_name: { removed: 'Alice Example', added: 'Alice Liddell' } }
    expect(await world.as('alice').users.updateSelf({ full_name: ' Alice Liddell ' })).toEqual({ changes })
    expect(await world.as('alice').users.whoami()).toMatchObject({ real_name: 'Alice Liddell' })
    expect((await world.as('admin').users.get({ match: ['liddell'] })).users).toHaveLength(1)
    expect(await world.as('alice').users.updateSelf({ full_name: 'Alice Liddell' })).toEqual({ changes: {} })
    await expect(world.as(null).users.updateSelf({ full_name: 'x' })).rejects.toMatchObject({ number: 410 })
    await expect(world.as('alice').users.updateSelf({ email: 'x@y.zz' } as never)).rejects.toMatchObject({ number: 53 })
  })

  it('changes the password for who knows the current one, and ends all sessions but the one at hand', async () => {
    const world = await open()
    await givePassword(world, 'alice', current_password)
    const { token } = await logIn(world, current_password)
    const others = await logIn(world, current_password)
    const { api_key } = await world.as('alice').apiKeys.create({})
    const self = world.tracker.as({ token }).users
    await expect(self.updateSelf({ password })).rejects.toMatchObject({
      number: 50,
      data: { field: 'current_password' },
    })
    await expect(self.updateSelf({ password, current_password: 'guess' })).rejects.toMatchObject({ number: 300 })
    const { changes } = await self.updateSelf({ password, current_password })
    expect(changes).toEqual({ password: { removed: '', added: 'scrypt' } })
    expect(await self.whoami()).toMatchObject({ name: login })
    expect(await world.tracker.as({ api_key }).users.whoami()).toMatchObject({ name: login })
    const other = world.tracker.as({ token: others.token }).users
    await expect(other.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    await expect(logIn(world, current_password)).rejects.toMatchObject({ number: 300 })
    expect(await logIn(world, password)).toHaveProperty('token')
    const audit = JSON.stringify(await rowsOf(world, 'audit_log'))
    expect(audit).toContain('scrypt')
    expect(audit).not.toMatch(/staple|horse/)
  })

  it('refuses passwords that are too simple, before it looks at the current one', async () => {
    const world = await open()
    await givePassword(world, 'alice', current_password)
    for (const [given, number] of [
      ['short', 502],
      ['  ', 502],
    ] as const)
      await expect(world.as('alice').users.updateSelf({ password: given, current_password })).rejects.toMatchObject({
        number,
      })
    await world.as('admin').parameters.update({ parameters: { password_complexity: 'letters_numbers' } })
    await expect(world.as('alice').users.updateSelf({ password, current_password })).rejects.toMatchObject({
      number: 305,
    })
    expect(await logIn(world, current_password)).toHaveProperty('token')
  })

  it('counts wrong passwords like those of logging in', async () => {
    const world = await open()
    await givePassword(world, 'alice', current_password)
    const guess = () => world.as('alice').users.updateSelf({ password, current_password: 'guess' })
    for (let n = 0; n < 5; n++) await expect(guess()).rejects.toMatchObject({ number: 300 })
    await expect(world.as('alice').users.updateSelf({ password, current_password })).rejects.toMatchObject({
      code: 'account_locked',
    })
  })
})
