import { expect, it, vi } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { changeUser, givePassword, rowsOf, userId } from '../../../test/people.js'
import type { Store } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'

const login = 'alice@example.com'
const password = 'correct horse'

const day = 24 * 60 * 60
const inDays = ({ clock }: World, days: number) => new Date(clock.now().getTime() + days * day * 1000)

onAnyStore('sessions.create', (open) => {
  it('gives a token that stands for the user in later calls [USR-01] [AUTH-08]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { id, token } = await world.as(null).sessions.create({ login, password })
    expect(id).toBe(await userId(world, 'alice'))
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ id, name: login })
  })

  it('takes the login name without regard to case and blanks around it', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { id } = await world.as(null).sessions.create({ login: ' Alice@Example.COM ', password })
    expect(id).toBe(await userId(world, 'alice'))
  })

  it('gives no token for a wrong password, an unknown name, or an account without password [USR-02]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { sessions } = world.as(null)
    for (const attempt of [
      { login, password: 'Correct horse' },
      { login, password: '' },
      { login: 'nobody@example.com', password },
      { login: 'bob@example.com', password },
      { login: 'bob@example.com', password: '' },
    ])
      await expect(sessions.create(attempt)).rejects.toMatchObject({ code: 'invalid_login_or_password', number: 300 })
    expect(await rowsOf(world, 'tokens')).toEqual([])
  })

  it('refuses a disabled account, and says why to those who know the password [AUTH-10]', async () => {
    const world = await open()
    await givePassword(world, 'dora', password)
    const { sessions } = world.as(null)
    const right = sessions.create({ login: 'dora@example.com', password })
    await expect(right).rejects.toMatchObject({ code: 'account_disabled', number: 301 })
    await expect(right).rejects.toThrow('Left the company')
    const wrong = sessions.create({ login: 'dora@example.com', password: 'guess' })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_login_or_password' })
  })

  it('binds the token to the address of the call when asked to [USR-03] [AUTH-07]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const from = (address: string | undefined) => world.tracker.as(null, { address }).sessions
    const bound = await from('10.0.0.1').create({ login, password, restrict_login: true })
    const free = await from('10.0.0.1').create({ login, password })
    const use = (token: string, address?: string) => world.tracker.as({ token }, { address }).users.whoami()
    expect(await use(bound.token, '10.0.0.1')).toMatchObject({ name: login })
    await expect(use(bound.token, '10.0.0.2')).rejects.toMatchObject({ code: 'auth_invalid_token', number: 307 })
    await expect(use(bound.token)).rejects.toMatchObject({ code: 'auth_invalid_token' })
    expect(await use(free.token, '10.0.0.2')).toMatchObject({ name: login })
    const inProcess = await from(undefined).create({ login, password, restrict_login: true })
    expect(await use(inProcess.token)).toMatchObject({ name: login })
    await expect(use(inProcess.token, '10.0.0.1')).rejects.toMatchObject({ code: 'auth_invalid_token' })
  })

  it('ignores other credentials of the call [AUTH-19]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { api_key } = await world.as('bob').apiKeys.create({ is_read_only: true })
    for (const identity of [{ api_key: 'wrong' }, { token: '1-wrong' }, { api_key }, { login: 'dora@example.com' }]) {
      const { token } = await world.tracker.as(identity).sessions.create({ login, password })
      expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: login })
    }
  })

  it('stores no token in clear text [AUTH-20]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { token } = await world.as(null).sessions.create({ login, password })
    const [, secret = ''] = token.split('-')
    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(JSON.stringify(await rowsOf(world, 'tokens'))).not.toContain(secret)
  })

  it('lets a token live for as long as it is used, and 30 days beyond [USR-04]', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { token } = await world.as(null).sessions.create({ login, password })
    for (let use = 0; use < 4; use++) {
      world.clock.advance(29 * day)
      expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: login })
      // The last use is noted after the answer.
      const noted = world.clock.now()
      await vi.waitFor(async () => expect(await rowsOf(world, 'tokens')).toMatchObject([{ last_used: noted }]), 60_000)
    }
    world.clock.advance(30 * day + 1)
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
  })

  it('lets no token live for more than 180 days, however often it is used', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { token } = await world.as(null).sessions.create({ login, password })
    await inStore(world.store, (tx) => tx.update('tokens', { and: [] }, { last_used: inDays(world, 179) }))
    world.clock.advance(180 * day)
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: login })
    expect((await world.as('alice').sessions.get()).sessions).toHaveLength(1)
    world.clock.advance(1)
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    expect((await world.as('alice').sessions.get()).sessions).toEqual([])
  })

  it('makes no token that lives for ever while the clock is wrong: 30 days are counted from when the clock was set right', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    world.clock.advance(1000 * day)
    const logIn = async () => (await world.as(null).sessions.create({ login, password })).token
    const [used, unused] = [await logIn(), await logIn()]
    world.clock.advance(-1000 * day)
    expect(await world.tracker.as({ token: used }).users.whoami()).toMatchObject({ name: login })
    await logIn()
    const now = world.clock.now()
    await vi.waitFor(async () => {
      expect((await rowsOf(world, 'tokens')).map(({ last_used }) => last_used)).toEqual([now, now, now])
    }, 60_000)
    world.clock.advance(30 * day + 1)
    for (const token of [used, unused])
      await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
  })

  it('removes tokens that went out of use', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    await world.as(null).sessions.create({ login, password })
    world.clock.advance(31 * 24 * 60 * 60)
    await world.as(null).sessions.create({ login, password })
    expect(await rowsOf(world, 'tokens')).toHaveLength(1)
  })

  it.each([{ password_hash: null }, { login_denied_text: 'Gone' }])(
    'gives no token when the account changed while the password was being proven: %j',
    async (change) => {
      const world = await open()
      await givePassword(world, 'alice', password)
      // Counted from the login on, whose second read looks the password up.
      let reads = -Infinity
      const read: Store['read'] = async (work) => {
        const answer = await world.store.read(work)
        if (++reads === 2) await changeUser(world, 'alice', change)
        return answer
      }
      const tracker = await createTracker({ store: { ...world.store, read }, testing: { clock: world.clock.now } })
      reads = 0
      await expect(tracker.as(null).sessions.create({ login, password })).rejects.toMatchObject({ number: 300 })
      expect(reads).toBe(2)
      expect(await rowsOf(world, 'tokens')).toEqual([])
    },
  )

  it('asks for a login and a password', async () => {
    const world = await open()
    const { sessions } = world.as(null)
    await expect(sessions.create({ login } as never)).rejects.toMatchObject({
      code: 'param_required',
      data: { field: 'password' },
    })
    await expect(sessions.create({ password } as never)).rejects.toMatchObject({ data: { field: 'login' } })
  })
})
