import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { browserOf, logins, notValid, openAcme, person, refused, testProvider } from '../../../test/login-provider.js'
import { givePassword, join, rowsOf, userId } from '../../../test/people.js'
import { password, shownBy, withAuthenticator } from '../../../test/second-factor.js'
import type { LoginPolicy } from '../../call/login-provider.js'
import { createTracker } from '../../tracker/tracker.js'

onEveryStore('the rest of the proof of a login', (open) => {
  it('is the password, which links the account, once', async () => {
    const { world, finish, linked } = await openAcme(open)
    await givePassword(world, 'bob', password)
    const { flow, login } = await finish(person('1', at('bob')))
    expect(login).toBe(at('bob'))
    const complete = (given: object) => world.as(null).logins.complete({ flow, ...given })
    await expect(complete({})).rejects.toMatchObject({ code: 'param_required' })
    await expect(complete({ password: 'a guess' })).rejects.toMatchObject({ code: 'invalid_login_or_password' })
    expect(await linked()).toEqual([])
    const outcomes = await Promise.allSettled([complete({ password }), complete({ password })])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await linked()).toEqual([[await userId(world, 'bob'), '1']])
    await expect(complete({ password })).rejects.toMatchObject(notValid)
    expect(await finish(person('1'))).toMatchObject({ outcome: 'done' })
  })

  it('takes five wrong ones at most, and none of another account', async () => {
    const { world, finish, linked } = await openAcme(open)
    await givePassword(world, 'bob', password)
    await givePassword(world, 'alice', 'another one')
    const { flow } = await finish(person('1', at('bob')))
    for (let n = 0; n < 5; n++)
      await expect(
        world.tracker.as(null, { address: `10.0.0.${n}` }).logins.complete({ flow, password: 'another one' }),
      ).rejects.toMatchObject({
        code: 'invalid_login_or_password',
      })
    await expect(world.as(null).logins.complete({ flow, password })).rejects.toMatchObject(notValid)
    expect(await linked()).toEqual([])
  })

  it('is the one-time password after a provider that proves one factor, and none after one that proves two', async () => {
    const { world, finish, sessions } = await openAcme(open)
    const { logIn, shown } = await withAuthenticator(world, 'bob')
    const first = await finish(person('1', at('bob')))
    expect(first.outcome).toBe('password')
    await expect(world.as(null).logins.complete({ flow: first.flow, password })).rejects.toMatchObject({
      code: 'second_factor_required',
    })
    await world.as(null).logins.complete({ flow: first.flow, password, otp: shown() })
    const before = await sessions()
    const { flow, outcome, token } = await finish(person('1'))
    expect([outcome, token, await sessions()]).toEqual(['second_factor', undefined, before])
    await expect(world.as(null).logins.complete({ flow, password })).rejects.toMatchObject({
      code: 'second_factor_required',
    })
    await expect(world.as(null).logins.complete({ flow, otp: '000000' })).rejects.toMatchObject({
      code: 'second_factor_wrong',
    })
    world.clock.advance(30)
    expect(await world.as(null).logins.complete({ flow, otp: shown() })).toHaveProperty('token')
    world.clock.advance(30)
    expect(await logIn(shown())).toHaveProperty('token')
    const second = testProvider()
    const other = await createTracker({ store: world.store, ...logins(second, { secondFactor: 'provider' }) })
    expect(await browserOf({ tracker: other }, second).finish(person('1'))).toMatchObject({ outcome: 'done' })
    await other.close()
  })
})

onEveryStore('an account with a second factor that follows its provider', (open) => {
  /** Erin has an authenticator app and a session, when someone comes with her account at the provider. */
  async function openErin() {
    const acme = await openAcme(open, { accounts: 'all', follows: true, groups: ['insiders'] })
    const { world, finish } = acme
    await finish(person('1', 'erin@example.com'))
    const { logIn, shown } = await withAuthenticator(world, 'erin')
    const { token } = await logIn(shown())
    world.clock.advance(30)
    const { flow, outcome } = await finish(person('1', 'new@example.com', { full_name: 'New', groups: ['insiders'] }))
    expect(outcome).toBe('second_factor')
    const complete = async () => world.as(null).logins.complete({ flow, otp: shown() })
    return { world, complete, mine: world.tracker.as({ token }) }
  }

  it('follows it after the one-time password, and keeps names, groups and sessions until then', async () => {
    const { world, complete, mine } = await openErin()
    const before = await mine.users.whoami()
    expect(before).toMatchObject({ name: 'erin@example.com', real_name: 'The 1' })
    const { id = 0, token = '' } = await complete()
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({
      name: 'new@example.com',
      real_name: 'New',
    })
    await expect(mine.users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    const { users } = await world.as('admin').users.get({ ids: [id] })
    expect(users[0]?.groups?.map(({ name }: { name: string }) => name)).toEqual(['insiders'])
  })

  it('is not logged in to if it was unlinked from the provider before the one-time password', async () => {
    const { world, complete, mine } = await openErin()
    await inStore(world.store, (tx) => tx.delete('external_accounts', { col: 'subject', eq: '1' }))
    await expect(complete()).rejects.toMatchObject(notValid)
    expect(await mine.users.whoami()).toMatchObject({ name: 'erin@example.com' })
  })
})

onEveryStore('a login that waits for the one-time password', (open) => {
  /** Erin, who has an authenticator app, has logged in at the provider. */
  async function openWaiting() {
    const acme = await openAcme(open, { accounts: 'all', requireGroup: 'staff' })
    const { world, finish } = acme
    const erin = person('1', 'erin@example.com', { groups: ['staff'] })
    await finish(erin)
    const { shown } = await withAuthenticator(world, 'erin')
    const wait = async () => {
      const { flow, outcome } = await finish(erin)
      expect(outcome).toBe('second_factor')
      return async () => world.as(null).logins.complete({ flow, otp: shown() })
    }
    return { ...acme, wait }
  }

  it('is completed from an address and for an account from which strangers try passwords', async () => {
    const { world, wait } = await openWaiting()
    const complete = await wait()
    for (let n = 0; n < 25; n++)
      await world.tracker
        .as(null, { address: n < 5 ? undefined : `10.0.${n}.1` })
        .sessions.create({ login: 'erin@example.com', password: 'a guess' })
        .catch(() => undefined)
    await expect(
      world.as(null).sessions.create({ login: 'erin@example.com', password, otp: '000000' }),
    ).rejects.toMatchObject({ code: 'account_locked' })
    expect(await complete()).toMatchObject({ outcome: 'done' })
  })

  it('is completed for an account after attempts on a login that names the count of its one-time passwords', async () => {
    const { world, wait } = await openWaiting()
    const complete = await wait()
    const { sessions } = world.as(null)
    for (const login of ['\0 second proof erin@example.com', 'second proof\0erin@example.com'])
      for (let n = 0; n < 5; n++)
        await expect(sessions.create({ login, password })).rejects.toMatchObject({ code: 'invalid_login_or_password' })
    expect(await complete()).toMatchObject({ outcome: 'done' })
  })

  it('takes five wrong one-time passwords from an address, which do not lock the password', async () => {
    const { world, wait, finish } = await openWaiting()
    const { flow } = await finish(person('1', 'erin@example.com', { groups: ['staff'] }))
    const complete = (otp: string) => world.as(null).logins.complete({ flow, otp })
    for (let n = 0; n < 5; n++)
      await expect(complete(`00000${n}`)).rejects.toMatchObject({ code: 'second_factor_wrong' })
    const again = await wait()
    await expect(again()).rejects.toMatchObject({ code: 'account_locked' })
    await expect(world.as(null).sessions.create({ login: 'erin@example.com', password })).rejects.toMatchObject({
      code: 'second_factor_required',
    })
  })

  it('ends when the user logs out at the provider, and not by a logout before it began', async () => {
    const { provider, world, wait } = await openWaiting()
    let loggedOut = world.clock.now()
    provider.ended = async () => ({ subject: '1', at: loggedOut })
    const end = async () => world.as(null).logins.ended({ by: 'acme', logout_token: 'x' })
    world.clock.advance(60)
    const complete = await wait()
    world.clock.advance(60)
    await end()
    expect(await complete()).toMatchObject({ outcome: 'done' })
    const later = await wait()
    world.clock.advance(60)
    loggedOut = world.clock.now()
    await end()
    await expect(later()).rejects.toMatchObject(notValid)
    expect(await rowsOf(world, 'tokens')).toEqual([])
  })

  it('ends when the user is no longer in the required group', async () => {
    const { finish, wait } = await openWaiting()
    const complete = await wait()
    await expect(finish(person('1', 'erin@example.com', { groups: [] }))).rejects.toMatchObject(refused('not_allowed'))
    await expect(complete()).rejects.toMatchObject(notValid)
  })
})

onEveryStore('a login that waits for the password', (open) => {
  const nothing = (error: object) => ({ error, linked: [] })

  /** Someone has proven the address of bob, whose account has a password. */
  async function openWaiting(policy: LoginPolicy = {}) {
    const acme = await openAcme(open, policy)
    const { world, finish, linked } = acme
    await givePassword(world, 'bob', password)
    const bob = person('1', at('bob'), { groups: ['staff'] })
    const { flow, outcome } = await finish(bob)
    expect(outcome).toBe('password')
    const complete = (tracker: World['tracker'] = world.tracker) => tracker.as(null).logins.complete({ flow, password })
    const failed = async (tracker?: World['tracker']) => {
      const error: unknown = await complete(tracker).catch((reason: unknown) => reason)
      return { error, linked: await linked() }
    }
    return { ...acme, bob, complete, failed }
  }

  it('ends when the user logs out at the provider, and not by the logout of another user', async () => {
    const { provider, world, failed } = await openWaiting()
    let subject = '2'
    provider.ended = async () => ({ subject, at: world.clock.now() })
    world.clock.advance(60)
    const end = async () => world.as(null).logins.ended({ by: 'acme', logout_token: 'x' })
    await end()
    expect(await rowsOf(world, 'login_flows')).toMatchObject([{ stage: 'password' }])
    subject = '1'
    await end()
    expect(await failed()).toMatchObject(nothing(notValid))
  })

  it('ends when the user is no longer in the required group', async () => {
    const { finish, bob, failed } = await openWaiting({ requireGroup: 'staff' })
    await expect(finish({ ...bob, groups: [] })).rejects.toMatchObject(refused('not_allowed'))
    expect(await failed()).toMatchObject(nothing(notValid))
  })

  it('ends when another group is required by now, or another provider has the name', async () => {
    const { provider, world, failed } = await openWaiting({ requireGroup: 'staff' })
    const other = testProvider('acme', { issuer: 'https://other.example.com' })
    for (const [options, error] of [
      [logins(provider, { requireGroup: 'board' }), refused('not_allowed')],
      [logins(other, { requireGroup: 'staff' }), notValid],
    ] as const) {
      const tracker = await createTracker({ store: world.store, testing: { clock: world.clock.now }, ...options })
      expect(await failed(tracker)).toMatchObject(nothing(error))
      await tracker.close()
    }
  })

  it('links no account before a required second factor is set up', async () => {
    const { world, failed } = await openWaiting({ secondFactor: 'provider' })
    await join(world, 'bob', 'editbugs')
    await inStore(world.store, (tx) => setParameter(tx, 'second_factor_group', 'editbugs'))
    expect(await failed()).toMatchObject(nothing({ code: 'second_factor_not_set_up', number: 1482 }))
    const { logIn, shown } = await withAuthenticator(world, 'bob')
    expect(await logIn(shown())).toHaveProperty('token')
  })

  it('begins a session that may only set up the required second factor, for a user whose password does not log in', async () => {
    const { world, complete, linked } = await openWaiting({ secondFactor: 'provider' })
    await join(world, 'bob', 'editbugs')
    await inStore(world.store, async (tx) => {
      await setParameter(tx, 'second_factor_group', 'editbugs')
      await setParameter(tx, 'password_login_group', 'admin')
    })
    const { token = '' } = await complete()
    expect(await linked()).toEqual([[await userId(world, 'bob'), '1']])
    const mine = world.tracker.as({ token })
    const notSetUp = { code: 'second_factor_not_set_up', number: 1482 }
    await expect(mine.bugs.search({})).rejects.toMatchObject(notSetUp)
    await expect(mine.apiKeys.create({})).rejects.toMatchObject(notSetUp)
    const { secret } = await mine.secondFactor.begin({ current_password: password })
    await mine.secondFactor.confirm({ otp: shownBy(secret, world) })
    expect(await mine.bugs.search({})).toHaveProperty('bugs')
  })
})
