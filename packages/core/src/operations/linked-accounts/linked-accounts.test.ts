import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore } from '../../../test/harness.js'
import { browserOf, logins, notValid, person, refused, testProvider } from '../../../test/login-provider.js'
import { openMailWorld } from '../../../test/mail.js'
import { changeUser, givePassword, join, rowsOf, userId } from '../../../test/people.js'
import { password, shownBy } from '../../../test/second-factor.js'
import { hashSecret } from '../../auth/secrets.js'
import type { ProviderPerson } from '../../call/login-provider.js'
import { createTracker } from '../../tracker/tracker.js'

onEveryStore('linking an account', (open) => {
  /** Creates bob with a password and a session. */
  async function openBob() {
    const { world, messageTo, arrived } = await openMailWorld((more) => open({ ...logins(provider), ...more }))
    await givePassword(world, 'bob', password)
    const { token } = await world.as(null).sessions.create({ login: at('bob'), password })
    return { world, token, messageTo, arrived, mine: world.tracker.as({ token }), ...browserOf(world, provider) }
  }
  const provider = testProvider()

  it('takes a confirmed session, the same at its end, and notifies the owner', async () => {
    const { world, token, mine, begin, finish, messageTo } = await openBob()
    expect(await finish(person('9', 'other@example.com'), { token }, 'link')).toMatchObject({ outcome: 'done' })
    expect(await messageTo('bob')).toMatchObject({ subject: expect.stringContaining('Acme linked') as unknown })
    expect(await mine.linkedAccounts.get()).toMatchObject({
      linked_accounts: [{ issuer: provider.issuer, title: 'Acme', shown_as: 'other@example.com' }],
      has_password: true,
      providers: [],
    })
    const { token: elsewhere } = await world.as(null).sessions.create({ login: at('bob'), password })
    const { flow, state } = await begin({ token }, 'link')
    provider.people.set('code', person('8'))
    for (const who of [null, { token: elsewhere }, { login: at('alice') }])
      await expect(
        world.tracker.as(who).logins.finish({ flow, answer: { code: 'code', state } }),
      ).rejects.toMatchObject(notValid)
    world.clock.advance(15 * 60)
    await expect(begin({ token }, 'link')).rejects.toMatchObject({ code: 'confirmation_required' })
    await expect(begin(null, 'link')).rejects.toMatchObject({ code: 'login_required' })
  })

  it('is refused before a required second factor is set up, however it was begun', async () => {
    const { world, token, mine, begin, finish } = await openBob()
    await join(world, 'bob', 'editbugs')
    const { flow, state } = await begin({ token }, 'link')
    await inStore(world.store, (tx) => setParameter(tx, 'second_factor_group', 'editbugs'))
    const notSetUp = { code: 'second_factor_not_set_up', number: 1482 }
    const asked = provider.asked.length
    await expect(begin({ token }, 'link')).rejects.toMatchObject(notSetUp)
    expect(provider.asked).toHaveLength(asked)
    provider.people.set('code', person('9'))
    const answer = { code: 'code', state }
    await expect(mine.logins.finish({ flow, answer })).rejects.toMatchObject(notSetUp)
    expect(await rowsOf(world, 'external_accounts')).toEqual([])
    const { secret } = await mine.secondFactor.begin({ current_password: password })
    await mine.secondFactor.confirm({ otp: shownBy(secret, world) })
    expect(await finish(person('9'), { token }, 'link')).toMatchObject({ outcome: 'done' })
  })

  it('sends no email to a new account', async () => {
    const { world, arrived } = await openMailWorld((more) =>
      open({ ...logins(provider, { accounts: 'all' }), ...more }),
    )
    const { outcome } = await browserOf(world, provider).finish(person('8', 'new@bugs.example'))
    expect([outcome, await arrived()]).toEqual(['done', []])
  })

  it('takes no identity of another account, and no second one of an issuer', async () => {
    const { world, token, finish } = await openBob()
    await givePassword(world, 'alice', password)
    const { token: ofAlice } = await world.as(null).sessions.create({ login: at('alice'), password })
    await finish(person('9'), { token: ofAlice }, 'link')
    await expect(finish(person('9'), { token }, 'link')).rejects.toMatchObject(refused('account_exists'))
    await finish(person('8'), { token }, 'link')
    await expect(finish(person('7'), { token }, 'link')).rejects.toMatchObject(refused('account_exists'))
  })

  it('is undone, unless it is the last way to log in, by its owner and by who may edit the account', async () => {
    const { world, token, mine, finish } = await openBob()
    await finish(person('9'), { token }, 'link')
    const byProvider = await finish(person('9'))
    await expect(mine.linkedAccounts.remove({ issuer: 'x' })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    await expect(world.as('alice').linkedAccounts.get({ user: at('bob') })).rejects.toMatchObject({
      code: 'auth_failure',
    })
    await changeUser(world, 'bob', { password_hash: null })
    // A provider that is no longer offered is no way to log in.
    const gone = { issuer: 'https://gone.example.com', subject: '1', user_id: await userId(world, 'bob'), digest: '' }
    const dates = { shown_as: 'x', creation_time: world.clock.now(), last_login: null }
    await inStore(world.store, (tx) => tx.insert('external_accounts', [{ ...gone, ...dates, kind: 'linked' }]))
    await expect(mine.linkedAccounts.remove({ issuer: provider.issuer })).rejects.toMatchObject({
      code: 'param_invalid',
      number: 53,
    })
    await givePassword(world, 'bob', password)
    await mine.linkedAccounts.remove({ issuer: provider.issuer })
    await expect(world.tracker.as({ token: byProvider.token as string }).users.whoami()).rejects.toMatchObject({
      code: 'auth_invalid_token',
    })
    expect(await mine.users.whoami()).toMatchObject({ name: at('bob') })
    await finish(person('9'), { token }, 'link')
    await join(world, 'carl', 'editusers')
    await world.as('carl').linkedAccounts.remove({ issuer: provider.issuer, user: at('bob') })
    await expect(world.as('carl').linkedAccounts.get({ user: at('admin') })).rejects.toMatchObject({
      code: 'auth_failure',
    })
  })

  it('is in the audit log with the account there, and where the caller was, as it is undone', async () => {
    const { world, token, finish, arrived } = await openBob()
    const from = world.tracker.as({ token }, { address: '192.0.2.7' })
    const link = async (one: ProviderPerson) => {
      await finish(one, { token }, 'link')
      await from.linkedAccounts.remove({ issuer: provider.issuer })
    }
    await link(person('1234567', 'other@example.com'))
    const subjects = (await arrived()).filter(({ to }) => to === at('bob')).map(({ subject }) => subject)
    expect(subjects).toEqual([expect.stringContaining('Acme linked'), expect.stringContaining('Acme unlinked')])
    for (const shown_as of ['1234567', '']) {
      await finish(person('1234567', undefined, { shown_as }), { token }, 'link')
      const { linked_accounts } = await from.linkedAccounts.get()
      expect(linked_accounts).toMatchObject([{ shown_as: '123…' }])
      await from.linkedAccounts.remove({ issuer: provider.issuer })
    }
    const id = await userId(world, 'bob')
    const { audit_log } = await world.as('admin').audit.get({ class: 'User', object_id: id })
    const logged = audit_log.filter(({ field }) => field === 'linked_account').toReversed()
    const { issuer } = provider
    const short = [
      [at('bob'), '', `${issuer}: 123…`],
      [at('bob'), `${issuer}: 123… from 192.0.2.7`, ''],
    ]
    expect(logged.map(({ user, removed, added }) => [user, removed, added])).toEqual([
      [at('bob'), '', `${issuer}: other@example.com`],
      [at('bob'), `${issuer}: other@example.com from 192.0.2.7`, ''],
      ...short,
      ...short,
    ])
  })

  it('ends the sessions of its provider when it is undone, also if that is not offered any more', async () => {
    const { world, token, finish } = await openBob()
    await finish(person('9'), { token }, 'link')
    const { token: byProvider = '' } = await finish(person('9'))
    const tracker = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    await tracker.as({ token }).linkedAccounts.remove({ issuer: provider.issuer })
    await expect(tracker.as({ token: byProvider }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    expect(await tracker.as({ token }).users.whoami()).toMatchObject({ name: at('bob') })
    await tracker.close()
  })

  it('ends sessions whose issuer was not noted, but not those of other ways to log in', async () => {
    const [acme, other] = [testProvider(), testProvider('other')]
    const world = await open({ logins: { providers: [{ provider: acme }, { provider: other }] } })
    await givePassword(world, 'bob', password)
    const { token } = await world.as(null).sessions.create({ login: at('bob'), password })
    for (const one of [acme, other]) await browserOf(world, one).finish(person('9'), { token }, 'link')
    const old = async (login_by: string) => {
      const begun = await world.as(null).sessions.create({ login: at('bob'), password })
      const [, secret = ''] = begun.token.split('-')
      const same = { col: 'secret_hash', eq: hashSecret(secret) } as const
      await inStore(world.store, (tx) => tx.update('tokens', same, { login_by }))
    }
    const names = async () => (await rowsOf(world, 'tokens')).map(({ login_by }) => login_by).toSorted()
    const ways = ['acme', 'earlier', 'other', 'passkey', 'password']
    for (const way of ways) await old(way)
    expect(await names()).toEqual([...ways, 'password'])
    const kept = ['other', 'passkey', 'password', 'password']
    await world.tracker.as({ token }).linkedAccounts.remove({ issuer: acme.issuer })
    expect(await names()).toEqual(kept)
    await old('earlier')
    other.ended = async () => ({ subject: '9', at: new Date(world.clock.now().getTime() + 1) })
    await world.as(null).logins.ended({ by: 'other', logout_token: 'x' })
    expect(await names()).toEqual(kept.slice(1))
  })
})
