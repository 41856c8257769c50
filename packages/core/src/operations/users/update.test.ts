import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { givePassword, groupId, join, rowsOf, userId } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'

const carl = 'carl@example.com'
const denied = { code: 'auth_failure', number: 304 }

/** As the administrator sees the user. */
async function userNamed(world: World, name: string) {
  return userNamedBy(world, 'admin', name)
}

async function userNamedBy(world: World, who: string, name: string) {
  return (await world.as(who).users.get({ names: [`${name}@example.com`] })).users[0]
}

/** The rows of the user's own memberships of a kind, by group name. */
async function granted(world: World, name: string, kind = 'direct') {
  const [id, groups] = [await userId(world, name), await rowsOf(world, 'groups')]
  const rows = (await rowsOf(world, 'user_groups')).filter((row) => row.user_id === id && row.kind === kind)
  return rows.map((row) => groups.find((group) => group.id === row.group_id)?.name ?? '').toSorted()
}

async function changesOf(world: World, input: object, who = 'admin') {
  return (await world.as(who).users.update({ names: [carl], ...input })).users[0]?.changes
}

onAnyStore('users.update', (open) => {
  it('changes a user and returns the changes [USR-18] [USR-20] [USR-21] [USR-24] [USR-33]', async () => {
    const world = await open()
    const id = await userId(world, 'carl')
    const answer = await world.as('admin').users.update({
      ids: [id],
      full_name: ' Carl\tCharles ',
      email: 'charles@example.com',
      email_enabled: false,
    })
    expect(answer).toEqual({
      users: [
        {
          id,
          changes: {
            full_name: { removed: 'Carl Example', added: 'Carl Charles' },
            email: { removed: carl, added: 'charles@example.com' },
            email_enabled: { removed: '1', added: '0' },
          },
        },
      ],
    })
    expect(await userNamed(world, 'charles')).toMatchObject({
      id,
      name: 'charles@example.com',
      email: 'charles@example.com',
      real_name: 'Carl Charles',
      email_enabled: false,
    })
    await expect(userNamed(world, 'carl')).rejects.toMatchObject({ number: 51 })
    expect((await world.as('alice').users.get({ match: ['charles'] })).users).toHaveLength(1)
  })

  it('keeps the id when the login name changes [DATA-20]', async () => {
    const world = await open()
    const id = await userId(world, 'carl')
    await changesOf(world, { email: 'charles@example.com' })
    expect(await userNamed(world, 'charles')).toMatchObject({ id, name: 'charles@example.com' })
  })

  it('renames the login in the lists of users who receive email', async () => {
    const world = await open()
    const admin = world.as('admin')
    await admin.parameters.update({ parameters: { globalwatchers: 'eve@example.com, bob@example.com' } })
    const cc_list = 'Bob@example.com, team@example.org'
    const { id } = await admin.flagTypes.create({ name: 'review', description: 'x', cc_list })
    await admin.users.update({ names: ['bob@example.com'], email: 'bobby@example.com' })
    const { parameters } = await admin.parameters.get()
    expect(parameters['globalwatchers']).toBe('eve@example.com, bobby@example.com')
    const { bug } = await admin.flagTypes.get({ ids: [id] })
    expect(bug[0]?.cc_list).toBe('bobby@example.com, team@example.org')
  })

  it('is for members of editusers [USR-11] [USR-12]', async () => {
    const world = await open()
    const input = { names: [carl], full_name: 'Nobody' }
    await expect(world.as(null).users.update(input)).rejects.toMatchObject({ code: 'login_required', number: 410 })
    for (const who of ['alice', 'carl']) await expect(world.as(who).users.update(input)).rejects.toMatchObject(denied)
    expect(await userNamed(world, 'carl')).toMatchObject({ real_name: 'Carl Example' })
    await join(world, 'alice', 'editusers')
    expect((await world.as('alice').users.update(input)).users).toHaveLength(1)
  })

  it('changes all users that ids and names name, each once [USR-19]', async () => {
    const world = await open()
    const ids = [await userId(world, 'carl'), await userId(world, 'eve')]
    const { users } = await world
      .as('admin')
      .users.update({ ids: [ids[1] ?? 0], names: ['CARL@example.com', 'eve@example.com'], email_enabled: false })
    const changes = { email_enabled: { removed: '1', added: '0' } }
    expect(users.toSorted((a, b) => a.id - b.id)).toEqual(ids.toSorted((a, b) => a - b).map((id) => ({ id, changes })))
  })

  it('refuses an email for several users, and changes none [USR-22]', async () => {
    const world = await open()
    const before = await rowsOf(world, 'users')
    const attempt = world
      .as('admin')
      .users.update({ names: [carl, 'eve@example.com'], email: 'new@example.com', full_name: 'x' })
    await expect(attempt).rejects.toMatchObject({ code: 'param_invalid', number: 53, data: { field: 'email' } })
    expect(await rowsOf(world, 'users')).toEqual(before)
  })

  it('sets a password, which ends sessions [USR-23]', async () => {
    const world = await open()
    await givePassword(world, 'carl', 'old password')
    const logIn = (password: string) => world.as(null).sessions.create({ login: carl, password })
    const { token } = await logIn('old password')
    expect(await changesOf(world, { password: ' new password ' })).toEqual({
      password: { removed: '', added: 'scrypt' },
    })
    await expect(logIn('old password')).rejects.toMatchObject({ number: 300 })
    await expect(world.tracker.as({ token }).users.get({ names: [carl] })).rejects.toMatchObject({ number: 307 })
    const again = await logIn('new password')
    expect(await world.tracker.as({ token: again.token }).users.whoami()).toMatchObject({ name: carl })
    const said = JSON.stringify([await rowsOf(world, 'audit_log'), await rowsOf(world, 'users')])
    expect(said).not.toContain('new password')
  })

  it('revokes the API keys only when another user sets the password', async () => {
    const world = await open()
    const keyOf = async (name: string) => (await world.as(name).apiKeys.create({})).api_key
    const [carls, bobs, admins] = [await keyOf('carl'), await keyOf('bob'), await keyOf('admin')]
    const use = (api_key: string) => world.tracker.as({ api_key }).users.whoami()
    await changesOf(world, { full_name: 'Carl' })
    await changesOf(world, { password: 'the first password' })
    expect(await use(carls)).toMatchObject({ name: carl })
    await changesOf(world, { password: 'new password' })
    await expect(use(carls)).rejects.toMatchObject({ code: 'api_key_revoked' })
    expect(await use(bobs)).toMatchObject({ name: 'bob@example.com' })
    expect((await rowsOf(world, 'audit_log')).filter((row) => row.class === 'ApiKey')).toContainEqual(
      expect.objectContaining({ field: 'is_revoked', removed: '0', added: '1' }),
    )
    // Users who change their own password keep their API keys.
    await world.tracker.as({ api_key: admins }).users.update({ names: ['admin@example.com'], password: 'new password' })
    expect(await use(admins)).toMatchObject({ name: 'admin@example.com' })
    await world.tracker
      .asSystem('admin@example.com')
      .users.update({ names: ['admin@example.com'], password: 'another one' })
    await expect(use(admins)).rejects.toMatchObject({ code: 'api_key_revoked' })
  })

  it('frees an account that wrong passwords have locked [USR-23]', async () => {
    const world = await open()
    await givePassword(world, 'carl', 'old password')
    const logIn = (password: string) => world.as(null).sessions.create({ login: carl, password })
    for (let attempt = 0; attempt < 5; attempt++) await expect(logIn('wrong')).rejects.toMatchObject({ number: 300 })
    await expect(logIn('old password')).rejects.toMatchObject({ code: 'account_locked' })
    await changesOf(world, { password: 'new password' })
    expect(await logIn('new password')).toHaveProperty('token')
  })

  it('disables an account with a reason, ends its sessions, and enables it with none [USR-25] [STATE-12]', async () => {
    const world = await open()
    const other = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    const asCarl = other.as({ login: carl })
    await givePassword(world, 'carl', 'my password')
    const logIn = () => world.as(null).sessions.create({ login: carl, password: 'my password' })
    const { token } = await logIn()
    const { api_key } = await world.as('carl').apiKeys.create({})
    const byKey = () => world.tracker.as({ api_key }).users.whoami()
    expect(await asCarl.users.whoami()).toMatchObject({ name: carl })
    expect(await changesOf(world, { login_denied_text: 'On leave' })).toEqual({
      login_denied_text: { removed: '', added: 'On leave' },
    })
    await expect(asCarl.users.whoami()).rejects.toMatchObject({ code: 'account_disabled', number: 301 })
    for (const use of [logIn, byKey]) await expect(use()).rejects.toMatchObject({ number: 301 })
    expect(await userNamed(world, 'carl')).toMatchObject({ can_login: false, login_denied_text: 'On leave' })
    await changesOf(world, { login_denied_text: ' ' })
    expect(await asCarl.users.whoami()).toMatchObject({ name: carl })
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ number: 307 })
    expect(await logIn()).toHaveProperty('token')
    expect(await byKey()).toMatchObject({ name: carl })
  })

  it('puts a user into groups and takes the user out of others [USR-26] [USR-30] [USR-33]', async () => {
    const world = await open()
    const insiders = await groupId(world, 'insiders')
    expect(await changesOf(world, { groups: { add: ['Secret', insiders], remove: ['canconfirm', 'secret'] } })).toEqual(
      {
        groups: { removed: 'canconfirm', added: 'insiders, secret' },
      },
    )
    expect(await granted(world, 'carl')).toEqual(['insiders', 'secret'])
    expect((await world.as('carl').products.get({ names: ['Vault'] })).products).toHaveLength(1)
    expect(await changesOf(world, { groups: { add: [String(insiders)], remove: ['canconfirm'] } })).toEqual({})
  })

  it('keeps membership by pattern [USR-26]', async () => {
    const world = await open()
    const input = { names: ['alice@example.com'], groups: { remove: ['editbugs'] } }
    expect((await world.as('admin').users.update(input)).users[0]?.changes).toEqual({})
    expect(await granted(world, 'alice', 'pattern')).toEqual(['editbugs'])
  })

  it('makes the membership exactly the groups of set, whatever add and remove say [USR-27] [USR-29]', async () => {
    const world = await open()
    await join(world, 'carl', 'insiders')
    const lists = { set: ['secret', 'insiders'], add: ['nothing'], remove: ['insiders', 'nothing'] }
    expect(await changesOf(world, { groups: lists })).toEqual({ groups: { removed: 'canconfirm', added: 'secret' } })
    expect(await granted(world, 'carl')).toEqual(['insiders', 'secret'])
    await changesOf(world, { groups: { set: [] } })
    expect(await granted(world, 'carl')).toEqual([])
  })

  it('with set leaves the groups that the caller may not grant [USR-28]', async () => {
    const world = await open()
    await join(world, 'alice', 'editusers')
    await join(world, 'carl', 'admin')
    await join(world, 'carl', 'secret')
    await changesOf(world, { groups: { set: ['insiders'] } }, 'alice')
    expect(await granted(world, 'carl')).toEqual(['admin', 'insiders'])
  })

  it('refuses a group that the caller may not grant as one that there is not [USR-31]', async () => {
    const world = await open()
    await join(world, 'alice', 'editusers')
    for (const group of ['admin', 'nothing', 999]) {
      for (const key of ['groups', 'bless_groups']) {
        for (const lists of [{ add: ['secret', group] }, { remove: [group] }, { set: [group] }]) {
          await expect(changesOf(world, { [key]: lists }, 'alice')).rejects.toMatchObject({
            ...denied,
            data: { field: `${key}.${Object.keys(lists).at(-1)}` },
            message: expect.stringContaining(
              `: You do not have permission to grant or revoke the group ${group}.`,
            ) as string,
          })
        }
      }
    }
    expect(await granted(world, 'carl')).toEqual(['canconfirm'])
  })

  it('changes what a user may grant, by the same rules [USR-32] [USR-33]', async () => {
    const world = await open()
    const grantable = async () => (await world.as('carl').groups.get()).groups.map((group) => group.name)
    expect(await changesOf(world, { bless_groups: { add: ['secret', 'insiders'], remove: ['secret'] } })).toEqual({
      bless_groups: { removed: '', added: 'insiders, secret' },
    })
    expect([await grantable(), await granted(world, 'carl')]).toEqual([['insiders', 'secret'], ['canconfirm']])
    expect(await changesOf(world, { bless_groups: { set: ['canconfirm'], add: ['secret'] } })).toEqual({
      bless_groups: { removed: 'insiders, secret', added: 'canconfirm' },
    })
    expect(await grantable()).toEqual(['canconfirm'])
  })

  it('updates membership by pattern with the login name, and ends the sessions of the old one', async () => {
    const world = await open()
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: '^charles@' })
    await changesOf(world, { email: 'charles@example.com' })
    expect(await granted(world, 'charles', 'pattern')).toEqual(['secret'])
    expect(await granted(world, 'charles')).toEqual(['canconfirm'])
    await world.as('admin').users.update({ names: ['charles@example.com'], email: 'CARL@example.com' })
    expect((await rowsOf(world, 'user_groups')).filter((row) => row.kind === 'pattern')).not.toContainEqual(
      expect.objectContaining({ group_id: await groupId(world, 'secret') }),
    )
  })

  it('refuses a new login name that would make an administrator, also by what a group inherits', async () => {
    const world = await open()
    await join(world, 'alice', 'editusers')
    await world.as('admin').groups.inherit({ names: ['admin'], membership: { add: ['secret'] } })
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: '@head\\.example\\.com$' })
    const email = 'carl@head.example.com'
    await expect(changesOf(world, { email }, 'alice')).rejects.toMatchObject(denied)
    expect(await userNamed(world, 'carl')).toMatchObject({ name: carl })
    expect(await changesOf(world, { email: 'charles@example.com' }, 'alice')).toHaveProperty('email')
    await world.as('admin').users.update({ names: ['charles@example.com'], email })
  })

  it('can change only the case of a login', async () => {
    const world = await open()
    await changesOf(world, { email: 'Carl@example.com' })
    expect(await userNamed(world, 'carl')).toMatchObject({ name: 'Carl@example.com' })
  })

  it('leaves login name, password and account of an administrator to administrators', async () => {
    const world = await open()
    await join(world, 'alice', 'editusers')
    const admin = { names: ['admin@example.com'] }
    for (const change of [{ password: 'my new one' }, { email: 'x@example.com' }, { login_denied_text: 'Ha' }])
      await expect(world.as('alice').users.update({ ...admin, ...change })).rejects.toMatchObject(denied)
    expect(await userNamed(world, 'admin')).toMatchObject({ can_login: true })
    expect((await world.as('alice').users.update({ ...admin, full_name: 'The boss' })).users).toHaveLength(1)
    await join(world, 'carl', 'admin')
    await expect(changesOf(world, { password: 'my new one' }, 'alice')).rejects.toMatchObject(denied)
    expect((await world.as('carl').users.update({ ...admin, password: 'my new one' })).users).toHaveLength(1)
  })

  it('refuses to leave no administrator who can log in', async () => {
    const world = await open()
    const admin = { names: ['admin@example.com'] }
    const refused = { code: 'still_in_use', number: 32000, data: { value: 'admin@example.com' } }
    for (const change of [{ login_denied_text: 'Gone' }, { groups: { remove: ['admin'] } }, { groups: { set: [] } }])
      await expect(world.as('admin').users.update({ ...admin, ...change })).rejects.toMatchObject(refused)
    expect(await granted(world, 'admin')).toContain('admin')
    await join(world, 'dora', 'admin')
    await expect(world.as('admin').users.update({ ...admin, login_denied_text: 'Gone' })).rejects.toMatchObject(refused)
    await join(world, 'carl', 'admin')
    expect((await world.as('admin').users.update({ ...admin, login_denied_text: 'Gone' })).users).toHaveLength(1)
    expect(await userNamedBy(world, 'carl', 'admin')).toMatchObject({ can_login: false })
  })

  it.each<[what: string, input: object, code: string, number: number, field: string | undefined]>([
    ['no user', { names: [] }, 'params_required', 50, undefined],
    ['an unknown user', { names: [carl, 'nobody@example.com'] }, 'object_does_not_exist', 51, 'names'],
    ['an unknown id', { ids: [999] }, 'object_does_not_exist', 51, 'ids'],
    ['an email that is none', { email: 'carl' }, 'illegal_email_address', 501, 'email'],
    ['an email in use', { email: 'EVE@example.com' }, 'account_exists', 500, 'email'],
    ['a short password', { password: ' 12345 ' }, 'password_too_short', 502, 'password'],
    ['a blank password', { password: '' }, 'password_too_short', 502, 'password'],
    ['a simple password', { password: 'longenough' }, 'password_not_complex', 305, 'password'],
    ['a long name', { full_name: 'x'.repeat(256) }, 'text_too_long', 104, 'full_name'],
    ['groups that are no list', { groups: { add: 'secret' } }, 'param_invalid', 53, 'groups.add'],
    ['an unknown list', { groups: { plus: [] } }, 'unknown_parameter', 53, 'groups.plus'],
    ['an unknown input', { real_name: 'x' }, 'unknown_parameter', 53, 'real_name'],
  ])('refuses %s, and changes nothing', async (_what, input, code, number, field) => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'password_complexity', 'letters_numbers'))
    const before = await rowsOf(world, 'users')
    await expect(changesOf(world, { email_enabled: false, ...input })).rejects.toMatchObject({
      code,
      number,
      data: field === undefined ? {} : { field },
    })
    expect(await rowsOf(world, 'users')).toEqual(before)
  })

  it('leaves an entry in the audit log about what changed, and none when nothing did', async () => {
    const world = await open()
    await changesOf(world, { full_name: 'Carl Example', email: carl, email_enabled: true, login_denied_text: '' })
    expect(await rowsOf(world, 'audit_log')).toEqual([])
    await changesOf(world, { password: 'a new password', groups: { add: ['secret'] } })
    const about = { class: 'User', object_id: await userId(world, 'carl'), user_id: await userId(world, 'admin') }
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      { ...about, field: 'password', removed: '', added: 'scrypt' },
      { ...about, field: 'groups', removed: '', added: 'secret' },
    ])
  })
})
