import { expect, it } from 'vitest'
import { at } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'
import { browserOf, logins, person, testProvider } from '../../../test/login-provider.js'
import { add, givePassword, join, userId } from '../../../test/people.js'
import { password } from '../../../test/second-factor.js'
import { LoginProviderError } from '../../call/login-provider.js'
import type { Observer } from '../../kernel/observer.js'
import { createTracker } from '../../tracker/tracker.js'

const ended = { code: 'auth_invalid_token' }

onAnyStore('logins.ended', (open) => {
  it('ends the sessions that the provider began for the user before, and no others', async () => {
    const provider = testProvider()
    const world = await open(logins(provider, { accounts: 'all' }))
    const { finish } = browserOf(world, provider)
    const whoami = (token: string) => world.tracker.as({ token }).users.whoami()
    const { token: first = '', id = 0 } = await finish(person('1', 'erin@example.com'))
    const { token: other = '' } = await finish(person('2', 'frank@example.com'))
    await givePassword(world, 'alice', password)
    const { token: own } = await world.as(null).sessions.create({ login: at('alice'), password })
    world.clock.advance(60)
    const [loggedOut, clock] = [world.clock.now(), world.clock]
    provider.ended = async (token) => {
      if (token !== 'right') throw new LoginProviderError('not valid', 'forged')
      return { subject: '1', at: loggedOut }
    }
    const end = (logout_token: string, by = 'acme') => world.as(null).logins.ended({ by, logout_token })
    await expect(end('forged')).rejects.toMatchObject({ code: 'login_flow_not_valid', number: 1490 })
    expect(await whoami(first)).toMatchObject({ id })
    expect(await end('right')).toEqual({})
    await expect(whoami(first)).rejects.toMatchObject(ended)
    expect(await whoami(other)).toMatchObject({ name: 'frank@example.com' })
    expect(await whoami(own)).toMatchObject({ name: at('alice') })
    clock.advance(60)
    const { token: later = '' } = await finish(person('1'))
    await end('right')
    expect(await whoami(later)).toMatchObject({ id })
  })

  it('ends the sessions of its issuer after the provider was renamed, and none of another issuer with its old name', async () => {
    const first = testProvider()
    const world = await open(logins(first, { accounts: 'all' }))
    const { token = '', id } = await browserOf(world, first).finish(person('1', 'erin@example.com'))
    const ended = async () => ({ subject: '1', at: world.clock.now() })
    const renamed = testProvider('staff', { issuer: first.issuer, ended })
    const other = testProvider('acme', { issuer: 'https://other.example.com', ended })
    const providers = [renamed, other].map((provider) => ({ provider }))
    const tracker = await createTracker({
      store: world.store,
      testing: { clock: world.clock.now },
      logins: { providers },
    })
    await browserOf({ tracker }, other).finish(person('1'), { token }, 'link')
    world.clock.advance(60)
    await tracker.as(null).logins.ended({ by: 'acme', logout_token: 'x' })
    expect(await tracker.as({ token }).users.whoami()).toMatchObject({ id })
    await tracker.as(null).logins.ended({ by: 'staff', logout_token: 'x' })
    await expect(tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    await tracker.close()
  })

  it('ends what the user does as others, and follows no claim of an import', async () => {
    const provider = testProvider()
    const world = await open(logins(provider, { accounts: 'all', adopt: true }))
    const { finish } = browserOf(world, provider)
    const { token: own = '' } = await finish(person('1', at('alice')))
    await join(world, 'alice', 'bz_sudoers')
    const { token } = await world.tracker.as({ token: own }).sessions.actAs({ user: at('bob'), reason: 'Bug 35' })
    const claim = { issuer: provider.issuer, subject: '9', user_id: await userId(world, 'alice'), kind: 'claim' }
    await add(world, 'external_accounts', [{ ...claim, digest: '', shown_as: 'alice' }])
    world.clock.advance(60)
    let subject = '9'
    provider.ended = async () => ({ subject, at: world.clock.now() })
    await world.as(null).logins.ended({ by: 'acme', logout_token: 'x' })
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: at('bob') })
    subject = '1'
    await world.as(null).logins.ended({ by: 'acme', logout_token: 'x' })
    for (const one of [own, token])
      await expect(world.tracker.as({ token: one }).users.whoami()).rejects.toMatchObject(ended)
  })

  it('reports invalid tokens to no observer, because every caller can send them', async () => {
    const provider = testProvider()
    const reported: unknown[] = []
    const observer: Observer = { provider: ({ step, outcome }) => void reported.push([step, outcome]) }
    const world = await open({ ...logins(provider), observer })
    for (const [reason, code] of [
      ['not valid', 'login_flow_not_valid'],
      ['unavailable', 'login_provider_unavailable'],
    ] as const) {
      provider.ended = () => Promise.reject(new LoginProviderError(reason, 'x'))
      const ended = world.as(null).logins.ended({ by: 'acme', logout_token: 'x' })
      await expect(ended).rejects.toMatchObject({ code })
    }
    expect(reported).toEqual([['end', 'unavailable']])
  })

  it('fails for a provider without logout tokens, and for one that names no user', async () => {
    const provider = testProvider()
    const world = await open(logins(provider))
    const end = (by: string) => world.as(null).logins.ended({ by, logout_token: 'x' })
    for (const by of ['acme', 'none'])
      await expect(end(by)).rejects.toMatchObject({ code: 'login_provider_unknown', number: 1493 })
    provider.ended = async () => ({ subject: '', at: new Date() })
    await expect(end('acme')).rejects.toMatchObject({ code: 'login_flow_not_valid' })
    provider.ended = () => Promise.reject(new LoginProviderError('unavailable', 'down'))
    await expect(end('acme')).rejects.toMatchObject({ code: 'login_provider_unavailable' })
  })
})
