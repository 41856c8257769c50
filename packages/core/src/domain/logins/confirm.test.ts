import { expect, it } from 'vitest'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { browserOf, logins, notValid, person, testProvider, type TestProvider } from '../../../test/login-provider.js'
import { givePassword } from '../../../test/people.js'
import { password, withAuthenticator } from '../../../test/second-factor.js'

onEveryStore('confirming a session at a provider', (open) => {
  /** Creates bob with a password and a session. */
  async function openBob() {
    const world = await open(logins(provider))
    await givePassword(world, 'bob', password)
    const { token } = await world.as(null).sessions.create({ login: at('bob'), password })
    return { world, token, mine: world.tracker.as({ token }), ...browserOf(world, provider) }
  }
  const provider = testProvider()

  it('lets a provider that asks again confirm the session, of this person and now', async () => {
    const { world, token, mine, finish } = await openBob()
    const now = () => world.clock.now()
    await finish(person('9'), { token }, 'link')
    world.clock.advance(16 * 60)
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['password', 'acme'] })
    const long = new Date(now().getTime() - 61_000)
    for (const one of [
      person('9'),
      person('9', undefined, { auth_time: long }),
      person('8', undefined, { auth_time: now() }),
    ])
      await expect(finish(one, { token }, 'confirm')).rejects.toMatchObject(notValid)
    await expect(mine.apiKeys.create({})).rejects.toMatchObject({ code: 'confirmation_required' })
    await finish(person('9', undefined, { auth_time: now() }), { token }, 'confirm')
    expect(provider.asked.at(-1)?.again).toBe(true)
    expect(await mine.apiKeys.create({})).toHaveProperty('api_key')
  })

  it('does not lead to a provider at which the user has no account to confirm the session', async () => {
    const { token, finish } = await openBob()
    const asked = provider.asked.length
    const attempt = finish(person('9', undefined, { auth_time: new Date() }), { token }, 'confirm')
    await expect(attempt).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'by' } })
    expect(provider.asked).toHaveLength(asked)
  })

  it('confirms no session of an account with a second factor by a provider that is one factor', async () => {
    const world = await open(logins(provider))
    const { browser, mine, token, now } = await linkTwofold(world, provider)
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['password', 'otp'] })
    const again = () => browser.finish(person('9', undefined, { auth_time: now() }), { token }, 'confirm')
    const asked = provider.asked.length
    await expect(again()).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'by', value: 'acme' } })
    expect(provider.asked).toHaveLength(asked)
    await expect(mine.apiKeys.create({})).rejects.toMatchObject({ code: 'confirmation_required' })
  })

  it('confirms a session of an account with a second factor by a provider that asks for one', async () => {
    const world = await open(logins(provider, { secondFactor: 'provider' }))
    const { browser, mine, token, now } = await linkTwofold(world, provider)
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['password', 'otp', 'acme'] })
    await browser.finish(person('9', undefined, { auth_time: now() }), { token }, 'confirm')
    expect(await mine.apiKeys.create({})).toHaveProperty('api_key')
  })
})

/** Links alice, who has an authenticator app, to person 9, a while ago. */
async function linkTwofold(world: World, provider: TestProvider) {
  const { logIn, shown } = await withAuthenticator(world, 'alice')
  const { token } = await logIn(shown())
  const browser = browserOf(world, provider)
  await browser.finish(person('9'), { token }, 'link')
  world.clock.advance(16 * 60)
  return { browser, token, mine: world.tracker.as({ token }), now: () => world.clock.now() }
}

onEveryStore('a provider that finds out only at its first request that it cannot ask again', (open) => {
  it('confirms no session, and is not offered for that any more', async () => {
    let asks = 0
    const provider = testProvider('acme', {
      begin: async ({ state }) => {
        asks++
        return `https://acme.example.com/?state=${state}`
      },
    })
    // The first request is that of the login.
    Object.defineProperty(provider, 'mayConfirm', { get: () => asks < 2 })
    const world = await open(logins(provider, { accounts: 'all' }))
    const { finish, begin } = browserOf(world, provider)
    const { token = '' } = await finish(person('1', 'erin@example.com'))
    const mine = world.tracker.as({ token })
    expect((await mine.sessions.current()).confirm_by).toContain('acme')
    await expect(begin({ token }, 'confirm')).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'by' } })
    expect((await mine.sessions.current()).confirm_by).not.toContain('acme')
  })
})
