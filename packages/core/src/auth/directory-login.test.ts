import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../test/bug-rows.js'
import { at } from '../../test/bugs.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { person } from '../../test/login-provider.js'
import { testSource } from '../../test/password-source.js'
import { changeUser, givePassword, join, rowsOf, userId } from '../../test/people.js'
import { password, withAuthenticator } from '../../test/second-factor.js'
import { LoginProviderError, type LoginPolicy } from '../call/login-provider.js'
import { memoryMailer } from '../mail/transport/memory-mailer.js'
import { createTracker } from '../tracker/tracker.js'

const wrong = { code: 'invalid_login_or_password', number: 300 }
const refused = (reason: string) => ({ code: 'login_refused', number: 1492, data: { reason } })
const secret = 'of the directory'

type Open = (options?: object) => Promise<World>

/** A directory that knows Erin by `erin`, with a policy as operators set it. */
async function openDirectory(open: Open, policy: LoginPolicy = { emails: 'all', accounts: 'all' }, more: object = {}) {
  const source = testSource()
  const world = await open({ logins: { providers: [], passwords: { source, ...policy } }, ...more })
  const list = (login: string, email: string, more: object = {}) =>
    source.people.set(login, {
      password: secret,
      person: person(`id-${login}`, email, { proof: 'none', shown_as: login, ...more }),
    })
  list('erin', 'erin@example.com')
  const logIn = (login: string, given = secret, more: object = {}) =>
    world.as(null).sessions.create({ login, password: given, ...more })
  const linked = async () =>
    (await rowsOf(world, 'external_accounts')).map(({ user_id, subject, kind }) => [user_id, subject, kind])
  return { source, world, list, logIn, linked }
}

onEveryStore('a directory of passwords', (open) => {
  it('creates an account at the first login, and finds it again by its ID', async () => {
    const { world, list, logIn, linked } = await openDirectory(open)
    const { id, token } = await logIn('erin')
    const mine = world.tracker.as({ token })
    expect(await mine.users.whoami()).toMatchObject({ id, name: 'erin@example.com', real_name: 'The id-erin' })
    expect(await mine.sessions.current()).toMatchObject({ login_by: 'directory' })
    list('erin', 'someone.else@example.com')
    expect((await logIn(' erin ')).id).toBe(id)
    expect(await linked()).toEqual([[id, 'id-erin', 'linked']])
    const [row] = (await rowsOf(world, 'users')).filter((one) => one.id === id)
    expect(row?.password_hash).toBeNull()
    const entries = (await rowsOf(world, 'audit_log')).filter((one) => one.object_id === id)
    expect(entries.map(({ field, added }) => [field, added])).toContainEqual(['login', 'by directory'])
  })

  it('is not asked about accounts with a password of the tracker, which still works', async () => {
    const { world, source, list, logIn } = await openDirectory(open)
    await givePassword(world, 'alice', password)
    list(at('alice'), at('alice'))
    await expect(logIn(at('alice'))).rejects.toMatchObject(wrong)
    source.before = () => Promise.reject(new LoginProviderError('unavailable', 'down'))
    expect(await logIn(at('alice'), password)).toMatchObject({ id: await userId(world, 'alice') })
    expect(source.asked).toEqual([])
  })

  it('gives the same error for a wrong password, an unknown login and an account without either', async () => {
    const { world, source, logIn } = await openDirectory(open)
    await logIn('erin')
    const errors: unknown[] = []
    for (const [login, given] of [
      ['erin', 'wrong'],
      ['erin@example.com', secret],
      [at('bob'), secret],
      ['nobody', secret],
    ] as const) {
      const failure = await logIn(login, given).catch((error: unknown) => error)
      expect(failure).toMatchObject(wrong)
      errors.push(JSON.stringify(failure))
    }
    expect(new Set(errors).size).toBe(1)
    expect(source.asked.slice(1)).toEqual(['erin', 'erin@example.com', at('bob'), 'nobody'])
    expect((await rowsOf(world, 'tokens')).length).toBe(1)
  })

  it('is never asked with an empty password', async () => {
    const { source, logIn } = await openDirectory(open)
    source.people.set('erin', { password: '', person: person('id-erin', 'erin@example.com') })
    await expect(logIn('erin', '')).rejects.toMatchObject({ number: expect.any(Number) as number })
    expect(source.asked).toEqual([])
  })

  it('locks after five wrong passwords, and does so for unknown logins', async () => {
    const { source, logIn } = await openDirectory(open)
    for (const login of ['erin', 'nobody']) {
      for (let count = 0; count < 5; count++) await expect(logIn(login, 'wrong')).rejects.toMatchObject(wrong)
      await expect(logIn(login)).rejects.toMatchObject({ code: 'account_locked' })
    }
    expect(source.asked.length).toBe(10)
  })

  it('logs wrong passwords and the lock for the account of the person, whatever its login here', async () => {
    const { world, list, logIn } = await openDirectory(open)
    const { id } = await logIn('erin')
    list('frank', 'frank@example.com')
    for (const login of ['erin', 'frank', 'nobody'])
      for (let count = 0; count < 5; count++) await expect(logIn(login, 'wrong')).rejects.toMatchObject(wrong)
    const logged = async () =>
      (await rowsOf(world, 'audit_log'))
        .filter(({ field }) => field === 'login_failed' || field === 'locked')
        .map(({ object_id, field }) => `${object_id} ${field}`)
        .toSorted()
    const failed = Array<string>(4).fill(`${id} login_failed`)
    await expect.poll(logged).toEqual([`${id} locked`, ...failed])
  })

  it('fails with 1491 while it does not respond, without counting the attempt', async () => {
    const { world, source, logIn } = await openDirectory(open)
    source.before = () => Promise.reject(new Error('ECONNREFUSED of cn=tracker'))
    for (let count = 0; count < 6; count++)
      await expect(logIn('erin')).rejects.toMatchObject({ code: 'login_provider_unavailable', number: 1491 })
    expect(await rowsOf(world, 'login_attempts')).toEqual([])
    source.before = () => Promise.reject(new LoginProviderError('not valid', 'several entries'))
    await expect(logIn('erin')).rejects.toMatchObject(wrong)
    source.before = () => undefined
    expect(await logIn('erin')).toMatchObject({ id: expect.any(Number) as number })
  })
})

onEveryStore('the account of a person of a directory', (open) => {
  it('is never one that exists, unless adopt is on, and never one with administrative rights', async () => {
    for (const adopt of [false, true]) {
      const { world, list, logIn, linked } = await openDirectory(open, { emails: 'all', accounts: 'all', adopt })
      await givePassword(world, 'alice', password)
      await join(world, 'carl', 'editusers')
      for (const name of ['alice', 'bob', 'carl']) list(name, at(name))
      const adopted = async (name: string) =>
        logIn(name).then(
          ({ id }) => id,
          (error: { data: { reason: string } }) => error.data.reason,
        )
      const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
      const expected = adopt ? [alice, bob, 'account_exists'] : Array.from({ length: 3 }, () => 'account_exists')
      expect([await adopted('alice'), await adopted('bob'), await adopted('carl')]).toEqual(expected)
      expect((await linked()).length).toBe(adopt ? 2 : 0)
    }
  })

  it('requires an address that the operator trusts, the required group and an enabled account', async () => {
    const { logIn: untrusted } = await openDirectory(open, {})
    await expect(untrusted('erin')).rejects.toMatchObject(refused('email_not_verified'))
    const { world, list, logIn } = await openDirectory(open, { emails: 'all', accounts: 'all', requireGroup: 'staff' })
    await expect(logIn('erin')).rejects.toMatchObject(refused('not_allowed'))
    list('erin', 'erin@example.com', { groups: ['staff'] })
    const { token, id } = await logIn('erin')
    list('erin', 'erin@example.com', { groups: [] })
    await expect(logIn('erin')).rejects.toMatchObject(refused('not_allowed'))
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    list('erin', 'erin@example.com', { groups: ['staff'] })
    await world.as('admin').users.update({ ids: [id], login_denied_text: 'Left' })
    await expect(logIn('erin')).rejects.toMatchObject({ code: 'account_disabled' })
    await expect(logIn('erin', 'wrong')).rejects.toMatchObject(wrong)
  })

  it('gets the groups that the directory decides about', async () => {
    const { world, list, logIn } = await openDirectory(open, { emails: 'all', accounts: 'all', groups: ['editbugs'] })
    list('erin', 'erin@example.com', { groups: ['editbugs', 'admin'] })
    const { id } = await logIn('erin')
    const names = async () =>
      ((await world.as('admin').users.get({ ids: [id] })).users[0]?.groups ?? []).map(({ name }) => name)
    expect(await names()).toContain('editbugs')
    expect(await names()).not.toContain('admin')
    list('erin', 'erin@example.com', { groups: [] })
    await logIn('erin')
    expect(await names()).not.toContain('editbugs')
  })

  it('requires its one-time password, unless the directory asks for the second factor', async () => {
    const { world, list, logIn } = await openDirectory(open, { emails: 'all', adopt: true })
    list('bob', at('bob'))
    const { id } = await logIn('bob')
    const { shown } = await withAuthenticator(world, 'bob')
    await changeUser(world, 'bob', { password_hash: null })
    await expect(logIn('bob')).rejects.toMatchObject({ code: 'second_factor_required' })
    await expect(logIn('bob', 'wrong', { otp: shown() })).rejects.toMatchObject(wrong)
    await expect(logIn('bob', secret, { otp: '000000' })).rejects.toMatchObject({ code: 'second_factor_wrong' })
    expect(await logIn('bob', secret, { otp: shown() })).toMatchObject({ id })
  })

  it('keeps its second factor from another person whose password it is given', async () => {
    const { world, list, logIn } = await openDirectory(open, { emails: 'all', adopt: true })
    list('bob', at('bob'))
    await logIn('bob')
    const { shown } = await withAuthenticator(world, 'bob')
    const { own } = await withAuthenticator(world, 'alice')
    for (const name of ['alice', 'bob']) await changeUser(world, name, { password_hash: null })
    list(at('alice'), at('bob'), { subject: 'id-bob' })
    await expect(own.renewRecoveryCodes({ current_password: secret, otp: shown() })).rejects.toMatchObject(wrong)
    world.clock.advance(30)
    await expect(own.remove({ current_password: secret, otp: shown() })).rejects.toMatchObject(wrong)
    expect(await own.get()).toMatchObject({ is_set_up: true, recovery_codes_left: 10 })
  })

  it('sets up its second factor with the password of the directory', async () => {
    const { world, source, logIn } = await openDirectory(open)
    const mine = world.tracker.as({ token: (await logIn('erin')).token })
    expect(await mine.secondFactor.begin({ current_password: secret })).toHaveProperty('secret')
    await expect(mine.secondFactor.begin({ current_password: 'wrong' })).rejects.toMatchObject(wrong)
    expect(source.asked).toEqual(['erin', 'erin', 'erin'])
  })

  it('changes its address, and gets a password of the tracker, with the password of the directory', async () => {
    const mail = { mailer: memoryMailer(), onDemand: true }
    const { world, list, logIn } = await openDirectory(open, undefined, { mail })
    const { id, token } = await logIn('erin')
    await inStore(world.store, (tx) => setParameter(tx, 'allowemailchange', '1'))
    const { accounts, users } = world.tracker.as({ token })
    const address = { email: at('alison') }
    await expect(accounts.requestAddress({ ...address, current_password: 'wrong' })).rejects.toMatchObject(wrong)
    expect(await accounts.requestAddress({ ...address, current_password: secret })).toEqual({})
    await expect(users.updateSelf({ password, current_password: 'wrong' })).rejects.toMatchObject(wrong)
    await users.updateSelf({ password, current_password: secret })
    expect(await logIn('erin@example.com', password)).toMatchObject({ id })
    // Another person has the login of an account.
    list(at('alice'), at('alice'), { subject: 'id-erin' })
    const alice = world.as('alice').users.updateSelf({ password, current_password: secret })
    await expect(alice).rejects.toMatchObject(wrong)
  })

  it('works with the password in single requests once it exists, whatever password_login_group says', async () => {
    const { world, logIn } = await openDirectory(open)
    const direct = () => world.tracker.as({ login: 'erin', password: secret }).users.whoami()
    await expect(direct()).rejects.toMatchObject(refused('no_account'))
    const { id } = await logIn('erin')
    expect(await direct()).toMatchObject({ id })
    await givePassword(world, 'admin', password)
    await inStore(world.store, (tx) => setParameter(tx, 'password_login_group', 'admin'))
    expect(await direct()).toMatchObject({ id })
    expect(await logIn('erin')).toMatchObject({ id })
    expect((await world.as(null).accounts.get()).passwords).toBe('all')
  })

  it('confirms its session with the password of the directory, and shows the link without offering one', async () => {
    const { world, logIn } = await openDirectory(open)
    const { token } = await logIn('erin')
    const mine = world.tracker.as({ token })
    world.clock.advance(16 * 60)
    expect((await mine.sessions.current()).confirm_by).toEqual(['password'])
    await expect(mine.apiKeys.create({})).rejects.toMatchObject({ code: 'confirmation_required' })
    await expect(mine.sessions.confirm({ password: 'wrong' })).rejects.toMatchObject(wrong)
    await mine.sessions.confirm({ password: secret })
    expect(await mine.apiKeys.create({})).toMatchObject({ api_key: expect.any(String) as string })
    const { linked_accounts, providers } = await mine.linkedAccounts.get()
    expect(linked_accounts).toMatchObject([{ name: 'directory', title: 'Example directory', shown_as: 'erin' }])
    expect(providers).toEqual([])
    await expect(mine.linkedAccounts.remove({ issuer: 'ldap:directory' })).rejects.toMatchObject({
      code: 'param_invalid',
    })
  })

  it('confirms its session after the person was renamed, and another one has the old login', async () => {
    const { world, source, list, logIn } = await openDirectory(open)
    const mine = world.tracker.as({ token: (await logIn('erin')).token })
    source.people.delete('erin')
    list('erin.new', 'erin@example.com', { subject: 'id-erin' })
    source.people.set('erin', { password: 'of the other', person: person('id-other', 'other@example.com') })
    await expect(mine.sessions.confirm({ password: 'of the other' })).rejects.toMatchObject(wrong)
    await mine.sessions.confirm({ password: secret })
    const other = { login: 'nobody', password: secret, subject: 'id-erin' }
    await expect(world.tracker.as(other).users.whoami()).rejects.toMatchObject(wrong)
  })

  it('is asked again by the login that it has now, and never by the part of an ID that pages show', async () => {
    const { world, list, logIn } = await openDirectory(open)
    const { token } = await logIn('erin')
    const mine = world.tracker.as({ token })
    const shown = async () => (await mine.linkedAccounts.get()).linked_accounts.map(({ shown_as }) => shown_as)
    // As an import writes it.
    await inStore(world.store, (tx) =>
      tx.update('external_accounts', { col: 'subject', eq: 'id-erin' }, { shown_as: null }),
    )
    expect(await shown()).toEqual(['id-…'])
    await logIn('erin')
    expect(await shown()).toEqual(['erin'])
    await mine.sessions.confirm({ password: secret })
    list('kate@example.com', 'kate@example.com', { shown_as: '' })
    const kate = world.tracker.as({ token: (await logIn('kate@example.com')).token })
    await kate.sessions.confirm({ password: secret })
    expect((await kate.linkedAccounts.get()).linked_accounts).toMatchObject([{ shown_as: 'id-k…' }])
  })
})

onEveryStore('the option logins.passwords', (open) => {
  it('is refused where it cannot be', async () => {
    const { store } = await open()
    const source = testSource()
    const bad: readonly (readonly [passwords: unknown, field: string])[] = [
      [{}, 'logins.passwords.source'],
      [{ source: { ...source, verify: 1 } }, 'logins.passwords.source'],
      [{ source: { ...source, name: 'X' } }, 'logins.passwords.source.name'],
      [{ source, emails: 'some' }, 'logins.passwords.emails'],
      [{ source, provider: source }, 'logins.passwords.provider'],
    ]
    for (const [passwords, field] of bad)
      await expect(createTracker({ store, logins: { providers: [], passwords } as never })).rejects.toMatchObject({
        code: 'invalid_options',
        data: { field },
      })
  })
})
