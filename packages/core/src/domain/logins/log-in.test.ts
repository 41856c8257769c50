import { expect, it } from 'vitest'
import { at } from '../../../test/bugs.js'
import { onEveryStore } from '../../../test/harness.js'
import { browserOf, logins, openAcme, person, refused, testProvider } from '../../../test/login-provider.js'
import { givePassword, join, rowsOf } from '../../../test/people.js'
import { password } from '../../../test/second-factor.js'
import { LoginProviderError, type LoginPolicy, type ProviderPerson } from '../../call/login-provider.js'
import { createTracker } from '../../tracker/tracker.js'

onEveryStore('a person who has been here before', (open) => {
  it('is known only by issuer and subject, and keeps what was set here', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all' })
    const first = await finish(person('1', 'erin@example.com'))
    const again = await finish(person('1', at('bob'), { full_name: 'Bob' }))
    expect(again.id).toBe(first.id)
    expect(await world.tracker.as({ token: again.token as string }).users.whoami()).toMatchObject({
      name: 'erin@example.com',
      real_name: 'The 1',
    })
    const other = await finish(person('2', 'frank@example.com'))
    expect(other.id).not.toBe(first.id)
  })

  it('is shown by their present name at the provider', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all' })
    await finish(person('1', 'erin@example.com', { shown_as: 'erin' }))
    for (const shown_as of ['erin-new', '']) {
      const { token = '' } = await finish(person('1', 'erin@example.com', { shown_as }))
      const { linked_accounts } = await world.tracker.as({ token }).linkedAccounts.get({})
      expect(linked_accounts).toMatchObject([{ shown_as: 'erin-new' }])
    }
  })

  it('is another person where another issuer has the same subject', async () => {
    const [acme, other] = [testProvider('acme'), testProvider('other')]
    const providers = [acme, other].map((provider) => ({ provider, accounts: 'all' as const }))
    const world = await open({ logins: { providers } })
    const one = await browserOf(world, acme).finish(person('1', 'erin@example.com'))
    const two = await browserOf(world, other).finish(person('1', 'frank@example.com'))
    expect(one.id).not.toBe(two.id)
    // A flow of one provider is not finished at the other.
    const { flow, state } = await browserOf(world, acme).begin()
    acme.people.delete('code')
    other.people.set('code', person('1', 'frank@example.com'))
    await expect(world.as(null).logins.finish({ flow, answer: { code: 'code', state } })).rejects.toMatchObject({
      code: 'login_provider_unavailable',
    })
  })

  it('is in the groups that the provider decides about, and in no other by it', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all', groups: ['insiders', 'absent'] })
    const groupsOf = async (one: ProviderPerson) => {
      const { id = 0 } = await finish(one)
      const { users } = await world.as('admin').users.get({ ids: [id] })
      return users[0]?.groups?.map(({ name }: { name: string }) => name)
    }
    expect(await groupsOf(person('1', 'erin@example.com', { groups: ['Insiders', 'admin'] }))).toEqual(['insiders'])
    expect(await groupsOf(person('1'))).toEqual(['insiders'])
    expect(await groupsOf(person('1', undefined, { groups: [] }))).toEqual([])
  })

  it('follows the provider in name and login only where the policy says so, and takes no name of another account', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all', follows: true })
    await finish(person('1', 'erin@example.com'))
    const { token = '' } = await finish(person('1', 'eve.new@example.com', { full_name: 'Erin New' }))
    const mine = world.tracker.as({ token })
    expect(await mine.users.whoami()).toMatchObject({ name: 'eve.new@example.com', real_name: 'Erin New' })
    await expect(mine.users.updateSelf({ full_name: 'X' })).rejects.toMatchObject({ code: 'managed_by_host' })
    const { token: later = '' } = await finish(person('1', at('bob'), { proof: 'now' }))
    expect(await world.tracker.as({ token: later }).users.whoami()).toMatchObject({ name: 'eve.new@example.com' })
    await finish(person('1', at('carl'), { proof: 'none' }))
    await finish(person('1', 'eve.newer@example.com', { proof: 'once' }))
    expect(await rowsOf(world, 'users')).toContainEqual(expect.objectContaining({ login: 'eve.new@example.com' }))
  })

  it('learns that the account is disabled, and keeps no session after leaving the required group', async () => {
    const { provider, world, finish, sessions } = await openAcme(open, { accounts: 'all', requireGroup: 'staff' })
    const { id = 0, token = '' } = await finish(person('1', at('erin'), { groups: ['staff'] }))
    await join(world, 'erin', 'bz_sudoers')
    await world.tracker.as({ token }).sessions.actAs({ user: at('bob'), reason: 'Bug 35' })
    expect(await sessions()).toBe(2)
    await expect(finish(person('1', 'erin@example.com', { groups: [] }))).rejects.toMatchObject(refused('not_allowed'))
    expect(await sessions()).toBe(0)
    await finish(person('1', 'erin@example.com', { groups: ['staff'] }))
    provider.before = () => {
      throw new LoginProviderError('not allowed', 'not in the organization', { subject: '1' })
    }
    await expect(finish(person('1'))).rejects.toMatchObject(refused('not_allowed'))
    expect(await sessions()).toBe(0)
    provider.before = () => undefined
    await world.as('admin').users.update({ ids: [id], login_denied_text: 'Left the company' })
    await expect(finish(person('1', undefined, { groups: ['staff'] }))).rejects.toMatchObject({
      code: 'account_disabled',
    })
  })

  it('has a session for as many hours as the policy says, used or not, and by the name of the provider', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all', sessionHours: 12 })
    const { token = '' } = await finish(person('1', 'erin@example.com'))
    const mine = world.tracker.as({ token })
    const { login_by, expires } = await mine.sessions.current()
    expect([login_by, expires]).toEqual(['acme', new Date(world.clock.now().getTime() + 12 * 3_600_000)])
    world.clock.advance(12 * 3600 - 1)
    expect(await mine.sessions.get()).toMatchObject({ sessions: [{ login_by: 'acme', expires }] })
    world.clock.advance(1)
    await expect(mine.users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    expect((await rowsOf(world, 'audit_log')).map(({ field, added }) => [field, added])).toContainEqual([
      'login',
      'by acme',
    ])
  })

  it('logs out at the provider, too, where the policy says so, and in any case here', async () => {
    const logoutUrl = async (to: string) => `https://acme.example.com/end?to=${encodeURIComponent(to)}`
    const provider = testProvider('acme', { logoutUrl })
    const return_to = 'https://bugs.example.com/'
    const logOut = async (policy: LoginPolicy, of = provider) => {
      const world = await open(logins(of, { accounts: 'all', ...policy }))
      const { token = '' } = await browserOf(world, of).finish(person('1', 'erin@example.com'))
      expect(await world.as(null).sessions.delete({ token: 'x', return_to })).toEqual({})
      const left = await world.as(null).sessions.delete({ token, return_to })
      expect(await rowsOf(world, 'tokens')).toEqual([])
      return left
    }
    expect(await logOut({ logout: 'provider' })).toEqual({
      logout_url: 'https://acme.example.com/end?to=https%3A%2F%2Fbugs.example.com%2F',
    })
    expect(await logOut({})).toEqual({})
    const down = testProvider('acme', { logoutUrl: async () => Promise.reject(new Error('no')) })
    expect(await logOut({ logout: 'provider' }, down)).toEqual({})
    expect(await logOut({ logout: 'provider' }, testProvider('acme'))).toEqual({})
  })

  it('logs out at the provider that began the session after it was renamed', async () => {
    const { provider, world, finish } = await openAcme(open, { accounts: 'all' })
    const { token = '' } = await finish(person('1', 'erin@example.com'))
    const { issuer } = provider
    const renamed = testProvider('staff', { issuer, logoutUrl: async () => 'https://acme.example.com/end' })
    const other = testProvider('acme', {
      issuer: 'https://x.example.com',
      logoutUrl: async () => 'https://x.example.com',
    })
    const providers = [renamed, other].map((one) => ({ provider: one, logout: 'provider' as const }))
    const tracker = await createTracker({
      store: world.store,
      testing: { clock: world.clock.now },
      logins: { providers },
    })
    const left = await tracker.as(null).sessions.delete({ token, return_to: 'https://bugs.example.com/' })
    expect(left).toEqual({ logout_url: 'https://acme.example.com/end' })
    await tracker.close()
  })

  it('is not concerned by a lock after wrong passwords', async () => {
    const { world, finish } = await openAcme(open, { adopt: true })
    await givePassword(world, 'bob', password)
    await finish(person('1', at('bob')))
    for (let n = 0; n < 6; n++)
      await world
        .as(null)
        .sessions.create({ login: at('bob'), password: 'x' })
        .catch(() => undefined)
    expect(await finish(person('1', at('bob')))).toMatchObject({ outcome: 'done' })
  })
})
