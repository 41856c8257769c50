import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join, rowsOf } from '../../../test/people.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

const email = 'carol@example.com'

async function userRow(world: World, login: string) {
  return (await rowsOf(world, 'users')).find((user) => user.login === login)
}

async function set(world: World, name: string, value: string) {
  await inStore(world.store, (tx) => setParameter(tx, name, value))
}

async function setPattern(world: World, group: string, user_regexp: string) {
  await inStore(world.store, async (tx) => {
    await tx.update('groups', { col: 'name', eq: group }, { user_regexp })
    await bumpCatalogueVersion(tx)
  })
}

onAnyStore('users.create', (open) => {
  it('creates a user with a login name and a real name [USR-10] [USR-13] [USR-14]', async () => {
    const world = await open()
    const { id } = await world.as('admin').users.create({ email: ` ${email} `, full_name: ' Carol Example ' })
    const { users } = await world.as('admin').users.get({ ids: [id] })
    expect(users).toMatchObject([
      {
        id,
        name: email,
        email,
        real_name: 'Carol Example',
        can_login: true,
        email_enabled: true,
        login_denied_text: '',
      },
    ])
    const other = await world.as('admin').users.create({ email: 'dave@example.com' })
    expect((await world.as('admin').users.get({ ids: [other.id] })).users).toMatchObject([
      { name: 'dave@example.com', real_name: '' },
    ])
    expect(await userRow(world, email)).toMatchObject({ creation_time: world.clock.now() })
  })

  it('is for members of editusers [USR-11] [USR-12]', async () => {
    const world = await open()
    await expect(world.as(null).users.create({ email })).rejects.toMatchObject({ code: 'login_required', number: 410 })
    for (const who of ['alice', 'eve', 'carl']) {
      const attempt = world.as(who).users.create({ email })
      await expect(attempt).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    }
    await expect(world.as('alice').users.create({ password: 7 } as never)).rejects.toMatchObject({ number: 304 })
    expect(await userRow(world, email)).toBeUndefined()
    expect(await world.tracker.asSystem().users.create({ email })).toMatchObject({ id: expect.any(Number) as number })
  })

  it('sets a password, without the blanks around it [USR-15] [USR-16]', async () => {
    const world = await open()
    await world.as('admin').users.create({ email, password: '  correct horse\t' })
    const { token } = await world.as(null).sessions.create({ login: email, password: 'correct horse' })
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: email })
    const untrimmed = world.as(null).sessions.create({ login: email, password: '  correct horse\t' })
    await expect(untrimmed).rejects.toMatchObject({ number: 300 })
  })

  it('stores the password with scrypt [AUTH-21]', async () => {
    const world = await open()
    await world.as('admin').users.create({ email, password: 'correct horse' })
    expect((await userRow(world, email))?.password_hash).toMatch(/^scrypt\$/)
    expect(JSON.stringify([await rowsOf(world, 'users'), await rowsOf(world, 'audit_log')])).not.toContain('horse')
  })

  it('without a password, or with a blank one, makes an account that no password opens [USR-17]', async () => {
    const world = await open()
    const { users, sessions } = world.as('admin')
    await users.create({ email })
    await users.create({ email: 'dave@example.com', password: '   ' })
    for (const login of [email, 'dave@example.com']) {
      expect((await userRow(world, login))?.password_hash).toBeNull()
      for (const password of ['', '   ', '*'])
        await expect(sessions.create({ login, password })).rejects.toMatchObject({ number: 300 })
    }
  })

  it('refuses a password of less than 6 characters, without repeating it', async () => {
    const world = await open()
    const error: unknown = await world
      .as('admin')
      .users.create({ email, password: ' q7!zx ' })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'password_too_short', number: 502, data: { field: 'password', limit: 6 } })
    expect(JSON.stringify(error) + String(error)).not.toContain('q7!zx')
    expect(await userRow(world, email)).toBeUndefined()
  })

  it('repeats no password that has the wrong type [AUTH-22]', async () => {
    const world = await open()
    const attempt = world.as('admin').users.create({ email, password: 8675309 } as never)
    const error: unknown = await attempt.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'param_invalid', data: { field: 'password' } })
    expect(JSON.stringify(error) + String(error)).not.toContain('8675309')
  })

  it.each([
    ['mixed_letters', ['lowercase', 'UPPERCASE', '123456'], 'lowerUPPER'],
    ['letters_numbers', ['lowerUPPER', 'lower1', 'UPPER1'], 'lowerUP1'],
    ['letters_numbers_specialchars', ['lowerUP1', '!"§$%&1', 'lower!'], 'lower1!'],
  ])('requires the password complexity %s when the parameter says so', async (complexity, tooSimple, enough) => {
    const world = await open()
    await set(world, 'password_complexity', complexity)
    const { users } = world.as('admin')
    for (const password of tooSimple) {
      const attempt = users.create({ email, password })
      await expect(attempt).rejects.toMatchObject({
        code: 'password_not_complex',
        number: 305,
        data: { field: 'password' },
      })
    }
    expect(await users.create({ email, password: enough })).toMatchObject({ id: expect.any(Number) as number })
  })

  it('rejects a login that is not an email address', async () => {
    const world = await open()
    const long = `${'a'.repeat(116)}@example.com`
    for (const value of [
      '',
      'carol',
      'carol@',
      '@example.com',
      'carol@example',
      'a b@example.com',
      'a@b@example.com',
      'cärol@example.com',
      'a..b@example.com',
      'a,b@example.com',
      '<a@example.com>',
      `${long}`,
    ]) {
      const attempt = world.as('admin').users.create({ email: value })
      await expect(attempt).rejects.toMatchObject({
        code: 'illegal_email_address',
        number: 501,
        data: { field: 'email', value },
      })
    }
    for (const right of [long.slice(1), "o'neil+tag@mail.example.com", 'x@1.example'])
      expect(await world.as('admin').users.create({ email: right })).toMatchObject({ id: expect.any(Number) as number })
  })

  it('requires the form that the parameter emailregexp says, before a suffix that login names leave off', async () => {
    const world = await open()
    await set(world, 'emailregexp', '^[a-z]+$')
    await set(world, 'emailsuffix', '@example.com')
    const { users } = world.as('admin')
    await expect(users.create({ email })).rejects.toMatchObject({ number: 501 })
    await expect(users.create({ email: 'Carol' })).rejects.toMatchObject({ number: 501 })
    const { id } = await users.create({ email: 'carol' })
    expect((await users.get({ ids: [id] })).users).toMatchObject([{ name: 'carol', email: 'carol@example.com' }])
  })

  it('cannot be stopped by a pattern that would take for ever', async () => {
    const world = await open()
    await set(world, 'emailregexp', '^(([a-z])+.)+[A-Z]([a-z])+$')
    const attempt = world.as('admin').users.create({ email: `${'a'.repeat(100)}@example.com` })
    await expect(attempt).rejects.toMatchObject({ number: 501 })
  })

  it('rejects a login that exists, in any case', async () => {
    const world = await open()
    for (const value of ['alice@example.com', 'ALICE@Example.com', 'dora@example.com']) {
      const attempt = world.as('admin').users.create({ email: value })
      await expect(attempt).rejects.toMatchObject({
        code: 'account_exists',
        number: 500,
        data: { field: 'email', value },
      })
    }
  })

  it('lets one of two succeed who create the same user at once', async () => {
    const world = await open()
    const attempts = [email, email.toUpperCase()].map((one) => world.as('admin').users.create({ email: one }))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({ code: 'account_exists' })
  })

  it('makes the user a member of the groups whose pattern the login name matches', async () => {
    const world = await open()
    await setPattern(world, 'insiders', '@EXAMPLE\\.com$')
    await setPattern(world, 'secret', '^nobody@')
    const { id } = await world.as('admin').users.create({ email })
    const rows = (await rowsOf(world, 'user_groups')).filter((row) => row.user_id === id)
    expect(rows).toEqual([{ user_id: id, group_id: await groupId(world, 'insiders'), kind: 'pattern' }])
    const { users } = await world.tracker.as({ login: email }).users.get({ ids: [id] })
    expect(users[0]?.groups?.map((group) => group.name)).toEqual(['insiders'])
  })

  it.each(['admin', 'chiefs', 'leads'])(
    'refuses a login name that would make an administrator by the pattern of the group %s',
    async (group) => {
      const world = await open()
      await join(world, 'carl', 'editusers')
      for (const name of ['chiefs', 'leads']) await world.as('admin').groups.create({ name, description: name })
      await world.as('admin').groups.inherit({ names: ['admin'], membership: { add: ['chiefs'] } })
      await world.as('admin').groups.inherit({ names: ['chiefs'], membership: { add: ['leads'] } })
      await world.as('admin').groups.update({ names: [group], user_regexp: '@head\\.example\\.com$' })
      const before = await rowsOf(world, 'users')
      const attempt = world.as('carl').users.create({ email: 'me@head.example.com' })
      await expect(attempt).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
      expect(await rowsOf(world, 'users')).toEqual(before)
      await world.as('carl').users.create({ email })
      await world.as('admin').users.create({ email: 'me@head.example.com' })
    },
  )

  it('needs one email', async () => {
    const world = await open()
    const { users } = world.as('admin')
    await expect(users.create({} as never)).rejects.toMatchObject({
      code: 'param_required',
      number: 50,
      data: { field: 'email' },
    })
    await expect(users.create({ email, groups: [] } as never)).rejects.toMatchObject({
      code: 'unknown_parameter',
      number: 53,
      data: { field: 'groups' },
    })
    await expect(users.create({ email, full_name: 'x'.repeat(256) })).rejects.toMatchObject({
      code: 'text_too_long',
      number: 104,
      data: { field: 'full_name' },
    })
  })

  it('refuses a login name in the words of the installation where its pattern does not match', async () => {
    const world = await open()
    const parameters = { emailregexp: '@example\\.com$', emailregexpdesc: 'addresses of Example only' }
    await world.as('admin').parameters.update({ parameters })
    await expect(world.as('admin').users.create({ email: 'dave@example.org' })).rejects.toThrow(
      'is not a valid login: addresses of Example only',
    )
  })

  it('leaves an entry in the audit log', async () => {
    const world = await open()
    const { id } = await world.as('admin').users.create({ email })
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      { class: 'User', object_id: id, field: '__create__', added: email, at: world.clock.now() },
    ])
  })
})
