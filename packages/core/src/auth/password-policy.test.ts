import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../test/bug-rows.js'
import { at } from '../../test/bugs.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { browserOf, logins, person, testProvider } from '../../test/login-provider.js'
import { openMailWorld } from '../../test/mail.js'
import { changeUser, givePassword, join, rowsOf, userId } from '../../test/people.js'
import { password } from '../../test/second-factor.js'

const off = { code: 'password_login_off', number: 1486 }

type Open = (options?: object) => Promise<World>

/** Alice is an administrator of the group that logs in with a password; bob is in neither. */
async function openRestricted(open: Open) {
  const provider = testProvider()
  const opened = await openMailWorld((more) => open({ ...logins(provider), ...more }))
  const { world } = opened
  await world.as('admin').groups.create({ name: 'emergency', description: 'For when no provider responds' })
  for (const name of ['alice', 'bob']) await givePassword(world, name, password)
  const parameters = { password_login_group: 'emergency' }
  const set = async () => world.as('admin').parameters.update({ parameters })
  return { ...opened, provider, set }
}

onEveryStore('the parameter password_login_group', (open) => {
  it('is refused without an administrator who has a password, except from the embedding program', async () => {
    const { world, set } = await openRestricted(open)
    const empty = { code: 'param_invalid', number: 53, data: { field: 'parameters.password_login_group' } }
    await expect(set()).rejects.toMatchObject(empty)
    await join(world, 'alice', 'emergency')
    await expect(set()).rejects.toMatchObject(empty)
    await join(world, 'alice', 'admin')
    await changeUser(world, 'alice', { login_denied_text: 'Away' })
    await expect(set()).rejects.toMatchObject(empty)
    await changeUser(world, 'alice', { login_denied_text: '' })
    await set()
    await world.tracker.asSystem().parameters.update({ parameters: { password_login_group: 'bz_quip_moderators' } })
  })

  const last = { code: 'param_invalid', number: 53, data: { field: 'parameters.password_login_group' } }

  it('keeps the last administrator who can log in with a password, until there is another', async () => {
    const { world, set } = await openRestricted(open)
    const { users, groups, parameters } = world.as('admin')
    for (const name of ['chiefs', 'directors']) await groups.create({ name, description: 'Administer the tracker' })
    await groups.inherit({ names: ['admin'], membership: { add: ['chiefs'] } })
    await groups.inherit({ names: ['chiefs'], membership: { add: ['directors'] } })
    await join(world, 'alice', 'directors')
    await parameters.update({ parameters: { allowuserdeletion: true } })
    await set()
    const ids = [await userId(world, 'alice')]
    const removals: readonly (() => Promise<unknown>)[] = [
      () => users.update({ ids, login_denied_text: 'Away' }),
      () => users.update({ ids, groups: { remove: ['directors'] } }),
      () => users.erase({ ids, reason: 'Asked for', reassign_to: at('bob') }),
      () => groups.inherit({ names: ['admin'], membership: { remove: ['chiefs'] } }),
      () => groups.delete({ names: ['chiefs'] }),
    ]
    for (const remove of removals) await expect(remove()).rejects.toMatchObject(last)
    expect(await world.as(null).sessions.create({ login: at('alice'), password })).toHaveProperty('token')
    await users.update({ ids, full_name: 'Alice' })
    await join(world, 'bob', 'admin')
    for (const remove of removals) await remove()
  })

  it('keeps the last administrator who is one by a pattern', async () => {
    const { world, set } = await openRestricted(open)
    const { users, groups } = world.as('admin')
    await groups.update({ names: ['admin'], user_regexp: '^alice@' })
    await set()
    await expect(groups.update({ names: ['admin'], user_regexp: '^carl@' })).rejects.toMatchObject(last)
    await expect(users.update({ names: [at('alice')], email: at('alicia') })).rejects.toMatchObject(last)
    await groups.update({ names: ['admin'], user_regexp: '^alic' })
    await users.update({ names: [at('alice')], email: at('alicia') })
  })

  it('prevents no change where no administrator could log in with a password before', async () => {
    const { world } = await openRestricted(open)
    await world.tracker.asSystem().parameters.update({ parameters: { password_login_group: 'emergency' } })
    const changed = await world.as('admin').users.update({ names: [at('alice')], login_denied_text: 'Away' })
    expect(changed).toHaveProperty('users')
  })

  it('lets only members in with a password, also in single requests, and hides who is a member', async () => {
    const { world, set, arrived } = await openRestricted(open)
    await join(world, 'alice', 'emergency')
    await join(world, 'alice', 'admin')
    await world.as('admin').parameters.update({ parameters: { maintainer: 'root@example.com' } })
    await set()
    await arrived()
    const { sessions, accounts } = world.as(null)
    expect(await sessions.create({ login: at('alice'), password })).toHaveProperty('token')
    expect(await arrived()).toMatchObject([
      { to: 'root@example.com', subject: expect.stringContaining(at('alice')) as unknown },
    ])
    const before = (await rowsOf(world, 'tokens')).length
    await expect(sessions.create({ login: at('bob'), password })).rejects.toMatchObject(off)
    expect((await rowsOf(world, 'tokens')).length).toBe(before)
    const wrong = { code: 'invalid_login_or_password' }
    await expect(sessions.create({ login: at('bob'), password: 'a guess' })).rejects.toMatchObject(wrong)
    await expect(world.tracker.as({ login: at('bob'), password }).users.whoami()).rejects.toMatchObject(off)
    expect(await world.tracker.as({ login: at('alice'), password }).users.whoami()).toMatchObject({ name: at('alice') })
    // To an operation that is open to all, the caller is anonymous.
    expect(
      Object.keys((await world.tracker.as({ login: at('bob'), password }).parameters.get()).parameters),
    ).toHaveLength(2)
    expect(await accounts.get()).toMatchObject({ passwords: 'some', can_register: false })
  })

  it('notifies the maintainer of passwords in single requests, once a day for each address', async () => {
    const { world, set, arrived } = await openRestricted(open)
    for (const group of ['emergency', 'admin']) await join(world, 'alice', group)
    await world.as('admin').parameters.update({ parameters: { maintainer: 'root@example.com' } })
    const ask = async (name: string, address?: string, given = password) =>
      world.tracker.as({ login: at(name), password: given }, { address }).users.whoami()
    await ask('alice')
    await set()
    await arrived()
    const reported = async () => (await arrived()).map(({ to, subject }) => [to, subject])
    const report = ['root@example.com', expect.stringContaining(at('alice')) as unknown]
    const first = async (address?: string) => {
      await ask('alice', address)
      let mails: unknown[] = []
      await expect.poll(async () => (mails = await reported()).length, { timeout: 60_000 }).toBe(1)
      return mails
    }
    expect(await first()).toEqual([report])
    await ask('alice')
    await expect(ask('bob')).rejects.toMatchObject(off)
    await expect(ask('alice', undefined, 'a guess')).rejects.toMatchObject({ code: 'invalid_login_or_password' })
    await ask('alice')
    expect(await first('10.0.0.1')).toEqual([report])
    world.clock.advance(24 * 3600 + 1)
    expect(await first()).toEqual([report])
  })

  it('notifies the maintainer of passwords that link an account or confirm a session', async () => {
    const { world, set, provider, arrived } = await openRestricted(open)
    for (const group of ['emergency', 'admin']) await join(world, 'alice', group)
    await world.as('admin').parameters.update({ parameters: { maintainer: 'root@example.com' } })
    await set()
    const reported = async () =>
      (await arrived()).filter(({ to }) => to === 'root@example.com').map(({ subject }) => subject)
    await reported()
    const { flow } = await browserOf(world, provider).finish(person('1', at('bob')))
    const wrong = { code: 'invalid_login_or_password' }
    await expect(world.as(null).logins.complete({ flow, password: 'a guess' })).rejects.toMatchObject(wrong)
    expect(await reported()).toEqual([])
    const { token = '' } = await world.as(null).logins.complete({ flow, password })
    const used = [expect.stringContaining(at('bob')) as unknown]
    expect(await reported()).toEqual(used)
    await world.tracker.as({ token }).sessions.confirm({ password })
    expect(await reported()).toEqual(used)
  })

  it('sends mail for a forgotten password to members only, and permits no registration', async () => {
    const { world, set, readers } = await openRestricted(open)
    await join(world, 'alice', 'emergency')
    await join(world, 'alice', 'admin')
    await inStore(world.store, (tx) => setParameter(tx, 'createemailregexp', '.'))
    await set()
    await readers()
    const { accounts } = world.as(null)
    for (const name of ['alice', 'bob', 'none']) expect(await accounts.requestPassword({ login: at(name) })).toEqual({})
    await expect.poll(readers, { timeout: 60_000 }).toEqual(['alice'])
    const codes = await rowsOf(world, 'account_codes')
    expect(codes.map(({ login }) => login)).toEqual([at('alice')])
    await expect(accounts.register({ email: 'new@example.com' })).rejects.toMatchObject({ code: 'registration_denied' })
  })

  it('still lets a password link the account that has the address', async () => {
    const { world, set, provider } = await openRestricted(open)
    await join(world, 'alice', 'emergency')
    await join(world, 'alice', 'admin')
    await set()
    const { outcome, flow } = await browserOf(world, provider).finish(person('1', at('bob')))
    expect(outcome).toBe('password')
    expect(await world.as(null).logins.complete({ flow, password })).toMatchObject({ outcome: 'done' })
  })

  it('keeps the last linked account of a user whose password does not log in', async () => {
    const { world, set, provider } = await openRestricted(open)
    await join(world, 'alice', 'emergency')
    await join(world, 'alice', 'admin')
    const { flow } = await browserOf(world, provider).finish(person('1', at('bob')))
    await world.as(null).logins.complete({ flow, password })
    await set()
    const { linkedAccounts } = world.as('bob')
    await expect(linkedAccounts.remove({ issuer: provider.issuer })).rejects.toMatchObject({ code: 'param_invalid' })
    await join(world, 'bob', 'emergency')
    expect(await linkedAccounts.remove({ issuer: provider.issuer })).toEqual({})
  })
})

onEveryStore('a required second factor', (open) => {
  const notSetUp = { code: 'second_factor_not_set_up', number: 1482 }

  async function openProvider(secondFactor: 'here' | 'provider') {
    const provider = testProvider()
    const world = await open(logins(provider, { accounts: 'all', secondFactor }))
    const { token = '', id = 0 } = await browserOf(world, provider).finish(person('1', 'erin@example.com'))
    const mine = world.tracker.as({ token })
    const { api_key } = await mine.apiKeys.create({})
    await world.as('admin').parameters.update({ parameters: { second_factor_group: 'editbugs' } })
    await world.as('admin').users.update({ ids: [id], groups: { add: ['editbugs'] } })
    return { world, mine, byKey: world.tracker.as({ api_key }) }
  }

  it('is required of people without a password, too', async () => {
    const { mine, byKey } = await openProvider('here')
    await expect(mine.bugs.search({})).rejects.toMatchObject(notSetUp)
    await expect(byKey.bugs.search({})).rejects.toMatchObject(notSetUp)
    expect(Object.keys((await mine.parameters.get()).parameters)).toHaveLength(2)
    expect(await mine.secondFactor.get()).toMatchObject({ is_required: true })
  })

  it('is not required after a provider that asks for it', async () => {
    const { mine, byKey } = await openProvider('provider')
    expect(await mine.bugs.search({})).toHaveProperty('bugs')
    expect(await byKey.bugs.search({})).toHaveProperty('bugs')
  })

  it('is required with a password in single requests, even if a provider of the user asks for it', async () => {
    const { world, byKey } = await openProvider('provider')
    await givePassword(world, 'erin', password)
    const byPassword = world.tracker.as({ login: at('erin'), password })
    await expect(byPassword.bugs.search({})).rejects.toMatchObject(notSetUp)
    expect(await byPassword.secondFactor.get()).toMatchObject({ is_required: true })
    expect(await byKey.bugs.search({})).toHaveProperty('bugs')
  })

  it('is not required of accounts with neither a password nor a provider', async () => {
    const world = await open()
    await join(world, 'bob', 'editbugs')
    const { api_key } = await world.as('bob').apiKeys.create({})
    await world.as('admin').parameters.update({ parameters: { second_factor_group: 'editbugs' } })
    expect(await world.tracker.as({ api_key }).secondFactor.get()).toMatchObject({ is_required: false })
    expect(await world.tracker.as({ api_key }).bugs.search({})).toHaveProperty('bugs')
  })
})
