import { expect, it } from 'vitest'
import { testAuthenticator } from '../../../test/authenticator.js'
import { at } from '../../../test/bugs.js'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import { addPasskey, begin, logIn, openWithPasskey, origin, sessionOf } from '../../../test/passkeys.js'
import { changeUser, join, rowsOf } from '../../../test/people.js'
import { password, shownBy, withAuthenticator } from '../../../test/second-factor.js'

const unconfirmed = { code: 'confirmation_required' }
const needsPassword = { code: 'param_required', data: { field: 'current_password' } }
const wrongPassword = { code: 'invalid_login_or_password' }
const needsSession = { code: 'login_required' }
const isSecond = { is_second_factor: true, current_password: password }

/** A user with a passkey, which confirms the session. */
async function openConfirming(open: Parameters<typeof openWithPasskey>[0]) {
  const { authenticator, mine, ...opened } = await openWithPasskey(open)
  const confirm = async () => {
    const { flow, options } = await begin(mine, 'confirm')
    await mine.logins.finish({ flow, answer: authenticator.get(options) })
  }
  return { ...opened, mine, confirm }
}

async function factorsLogged(world: World) {
  const logged = (await rowsOf(world, 'audit_log')).filter(({ field }) => field === 'second_factor')
  return logged.map(({ removed, added }) => [removed, added])
}

onEveryStore('a passkey that turns the second factor on', (open) => {
  it('takes the password, also in a session that has just begun, and writes nothing without it', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    await expect(addPasskey(mine, { is_second_factor: true })).rejects.toMatchObject(needsPassword)
    await expect(addPasskey(mine, { ...isSecond, current_password: 'wrong' })).rejects.toMatchObject(wrongPassword)
    expect([await rowsOf(world, 'passkeys'), await rowsOf(world, 'second_factors')]).toEqual([[], []])
    expect(await addPasskey(mine, isSecond)).toHaveProperty('recovery_codes')
  })

  it('takes it from members of the group that needs one, and for no passkey after it', async () => {
    const world = await open()
    await join(world, 'alice', 'editusers')
    await inStore(world.store, (tx) => setParameter(tx, 'second_factor_group', 'editusers'))
    const mine = await logIn(world, 'alice')
    await expect(addPasskey(mine)).rejects.toMatchObject(needsPassword)
    expect(await addPasskey(mine, { current_password: password })).toHaveProperty('recovery_codes')
    expect(await addPasskey(mine, { name: 'Telephone' })).not.toHaveProperty('recovery_codes')
  })

  it('takes a session that was confirmed, not only begun, from accounts without a password', async () => {
    const { world, mine, confirm } = await openConfirming(open)
    await changeUser(world, 'alice', { password_hash: null })
    await expect(addPasskey(mine, { is_second_factor: true })).rejects.toMatchObject(unconfirmed)
    await expect(mine.secondFactor.begin({})).rejects.toMatchObject(unconfirmed)
    expect(await rowsOf(world, 'second_factors')).toEqual([])
    await confirm()
    expect(await addPasskey(mine, { is_second_factor: true })).toHaveProperty('recovery_codes')
  })
})

onEveryStore('removing a passkey of the second factor', (open) => {
  it('takes a session and the password, also where it is not the last', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    const { id } = await addPasskey(mine, isSecond)
    const added = await addPasskey(mine, { name: 'Of a thief' })
    const { api_key } = await mine.apiKeys.create({ scopes: ['write', 'admin'] })
    const byKey = world.tracker.as({ api_key })
    const proof = { current_password: password }
    for (const input of [{ id }, { id, ...proof }])
      await expect(byKey.passkeys.remove(input)).rejects.toMatchObject(needsSession)
    await expect(mine.passkeys.remove({ id })).rejects.toMatchObject(needsPassword)
    await expect(mine.passkeys.remove({ id, current_password: 'wrong' })).rejects.toMatchObject(wrongPassword)
    expect(await mine.secondFactor.get()).toMatchObject({ is_set_up: true, recovery_codes_left: 10 })
    await mine.passkeys.remove({ id, ...proof })
    expect(await mine.secondFactor.get()).toMatchObject({ is_set_up: true, recovery_codes_left: 10 })
    await expect(mine.passkeys.remove({ id: added.id })).rejects.toMatchObject(needsPassword)
    await mine.passkeys.remove({ id: added.id, ...proof })
    expect(await mine.secondFactor.get()).toMatchObject({ is_set_up: false })
  })

  it('ends the other sessions that passkeys began', async () => {
    const { world, mine, id, logInWith } = await openWithPasskey(open)
    const { token = '' } = await logInWith()
    const other = await sessionOf(world, 'alice')
    await mine.passkeys.remove({ id })
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    expect([await mine.users.whoami(), await other.users.whoami()]).toMatchObject([{}, {}])
  })

  it('keeps the session in which it is removed', async () => {
    const { world, id, logInWith } = await openWithPasskey(open)
    const [{ token: first = '' }, { token = '' }] = [await logInWith(), await logInWith()]
    await world.tracker.as({ token }).passkeys.remove({ id })
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: at('alice') })
    await expect(world.tracker.as({ token: first }).users.whoami()).rejects.toMatchObject({
      code: 'auth_invalid_token',
    })
  })
})

onEveryStore('a second factor of passkeys alone', (open) => {
  it('is proven by a confirmed session, without using up recovery codes', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    const { authenticator } = await addPasskey(mine, isSecond)
    expect(await mine.secondFactor.get()).toMatchObject({ has_authenticator: false, recovery_codes_left: 10 })
    world.clock.advance(15 * 60)
    const proof = { current_password: password }
    await expect(mine.secondFactor.renewRecoveryCodes(proof)).rejects.toMatchObject(unconfirmed)
    const { flow, options } = await begin(mine, 'confirm')
    await mine.logins.finish({ flow, answer: authenticator.get(options) })
    await expect(mine.secondFactor.renewRecoveryCodes({})).rejects.toMatchObject(needsPassword)
    const wrong = mine.secondFactor.renewRecoveryCodes({ current_password: 'wrong' })
    await expect(wrong).rejects.toMatchObject(wrongPassword)
    expect((await mine.secondFactor.renewRecoveryCodes(proof)).recovery_codes).toHaveLength(10)
    const { secret } = await mine.secondFactor.begin(proof)
    expect(await mine.secondFactor.get()).toMatchObject({ recovery_codes_left: 10 })
    await mine.secondFactor.confirm({ otp: shownBy(secret, world) })
    expect(await mine.secondFactor.get()).toMatchObject({ has_authenticator: true })
    expect(await factorsLogged(world)).toEqual([
      ['', 'passkey'],
      ['passkey', 'authenticator'],
    ])
    await expect(mine.secondFactor.remove(proof)).rejects.toMatchObject({ code: 'second_factor_required' })
  })

  it('gets an authenticator app beside them, about which its user is notified', async () => {
    const { world, messageTo, arrived } = await openMailWorld(open)
    const mine = await logIn(world, 'alice')
    await addPasskey(mine, isSecond)
    await arrived()
    const { secret } = await mine.secondFactor.begin({ current_password: password })
    await mine.secondFactor.confirm({ otp: shownBy(secret, world) })
    const { subject, text } = await messageTo('alice')
    expect(subject).toContain('Authenticator app added')
    expect(text).toContain('Your passkeys are still valid.')
  })

  it('is proven by no session that has only begun, of an account without a password', async () => {
    const { world, mine, id, logInWith, confirm } = await openConfirming(open)
    await addPasskey(mine, isSecond)
    await changeUser(world, 'alice', { password_hash: null })
    const thief = world.tracker.as({ token: (await logInWith()).token ?? '' })
    for (const attempt of [
      () => thief.secondFactor.remove({}),
      () => thief.secondFactor.renewRecoveryCodes({}),
      () => thief.secondFactor.begin({}),
      () => thief.passkeys.remove({ id }),
      () => mine.secondFactor.remove({}),
    ])
      await expect(attempt()).rejects.toMatchObject(unconfirmed)
    await confirm()
    await mine.secondFactor.remove({})
    expect(await mine.secondFactor.get()).toMatchObject({ is_set_up: false })
    expect(await factorsLogged(world)).toEqual([
      ['', 'passkey'],
      ['passkey', ''],
    ])
  })

  it('with confirm_minutes 0 takes a session that was confirmed in the last 15 minutes, beside the password', async () => {
    const { world, mine, confirm } = await openConfirming(open)
    await addPasskey(mine, isSecond)
    await inStore(world.store, (tx) => setParameter(tx, 'confirm_minutes', '0'))
    const proof = { current_password: password }
    await expect(mine.secondFactor.renewRecoveryCodes(proof)).rejects.toMatchObject(unconfirmed)
    await confirm()
    world.clock.advance(15 * 60)
    await expect(mine.secondFactor.renewRecoveryCodes(proof)).rejects.toMatchObject(unconfirmed)
    await confirm()
    world.clock.advance(15 * 60 - 1)
    expect((await mine.secondFactor.renewRecoveryCodes(proof)).recovery_codes).toHaveLength(10)
    await mine.secondFactor.remove(proof)
  })

  it('takes a recovery code in place of the session, and in calls with another credential', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    const { recovery_codes: [first = '', second = ''] = [] } = await addPasskey(mine, isSecond)
    const { api_key } = await mine.apiKeys.create({ scopes: ['write', 'admin'] })
    world.clock.advance(15 * 60)
    const proof = { current_password: password }
    const byKey = world.tracker.as({ api_key }).secondFactor
    await expect(byKey.renewRecoveryCodes(proof)).rejects.toMatchObject({ code: 'second_factor_required' })
    const renewed = await byKey.renewRecoveryCodes({ ...proof, otp: first })
    await expect(mine.secondFactor.remove({ ...proof, otp: second })).rejects.toMatchObject({
      code: 'second_factor_wrong',
    })
    await mine.secondFactor.remove({ ...proof, otp: renewed.recovery_codes[0] })
    expect(await mine.secondFactor.get()).toMatchObject({ is_set_up: false })
  })
})

onEveryStore('passkeys of others', (open) => {
  it('are seen and removed by user administrators, those of administrators by administrators only', async () => {
    const { world, id, logInWith } = await openWithPasskey(open)
    await join(world, 'bob', 'editusers')
    const [bob, carol] = [world.as('bob'), world.as('eve')]
    const user = at('alice')
    await expect(carol.passkeys.get({ user })).rejects.toMatchObject({ code: 'auth_failure' })
    await expect(carol.passkeys.remove({ id, user })).rejects.toMatchObject({ code: 'auth_failure' })
    await expect(bob.passkeys.get({ user: at('nobody') })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    const others = await addPasskey(await logIn(world, 'admin'))
    await expect(bob.passkeys.get({ user: at('admin') })).rejects.toMatchObject({ code: 'auth_failure' })
    const ofAdmin = { id: others.id, user: at('admin') }
    await expect(bob.passkeys.remove(ofAdmin)).rejects.toMatchObject({ code: 'auth_failure' })
    const mixed = { id: others.id, user }
    await expect(bob.passkeys.remove(mixed)).rejects.toMatchObject({ code: 'object_does_not_exist' })
    expect((await bob.passkeys.get({ user })).passkeys).toMatchObject([{ id, name: 'Laptop' }])
    const { token = '' } = await logInWith()
    await changeUser(world, 'alice', { password_hash: null })
    await bob.passkeys.remove({ id, user })
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    await expect(logInWith()).rejects.toMatchObject({ code: 'passkey_not_valid' })
    expect((await bob.passkeys.get({ user })).passkeys).toEqual([])
  })

  it('go with their sessions when two-factor authentication is reset, and their users are notified', async () => {
    const { world, arrived } = await openMailWorld(open)
    const mine = await logIn(world, 'alice')
    const { authenticator } = await addPasskey(mine, isSecond)
    const { logIn: logInAsBob, shown } = await withAuthenticator(world, 'bob')
    await addPasskey(world.tracker.as({ token: (await logInAsBob(shown())).token }), { name: 'Beside the app' })
    const nobody = world.as(null)
    const { flow, options } = await begin(nobody)
    const { token = '' } = await nobody.logins.finish({ flow, answer: authenticator.get(options) })
    await arrived()
    await world.as('admin').secondFactor.reset({ names: [at('alice'), at('bob')] })
    const nameIn = (text: string) => /passkey (.*?)\./.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? ''
    const notices = (await arrived()).map(({ to, text }) => `${to} ${nameIn(text)}`)
    const lost = [`${at('alice')} Laptop`, `${at('bob')} Beside the app`]
    expect(notices.toSorted()).toEqual([`${at('alice')} `, `${at('bob')} `, ...lost].toSorted())
    expect(await rowsOf(world, 'passkeys')).toEqual([])
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    expect(await sessionOf(world, 'alice')).toBeDefined()
    const logged = (await rowsOf(world, 'audit_log')).map(({ field, removed }) => [field, removed])
    expect(logged).toEqual(
      expect.arrayContaining([
        ['passkey', 'Laptop'],
        ['passkey', 'Beside the app'],
      ]),
    )
  })
})

onEveryStore('a session of 15 minutes', (open) => {
  it('begins no passkey, also beside an API key', async () => {
    const world = await open()
    await logIn(world, 'alice')
    const { token } = await world.as(null).sessions.create({ login: at('alice'), password })
    const mine = world.tracker.as({ token })
    const { api_key } = await mine.apiKeys.create({ scopes: ['write', 'admin'] })
    world.clock.advance(15 * 60 - 1)
    const { flow, options } = await mine.passkeys.begin({ origin })
    world.clock.advance(1)
    await expect(mine.passkeys.begin({ origin })).rejects.toMatchObject(unconfirmed)
    const both = world.tracker.as([{ token }, { api_key }])
    await expect(both.passkeys.begin({ origin })).rejects.toMatchObject(unconfirmed)
    const answer = testAuthenticator(origin).create(options)
    await expect(both.passkeys.create({ flow, answer, name: 'Late' })).rejects.toMatchObject(unconfirmed)
    await mine.sessions.confirm({ password })
    expect(await both.passkeys.create({ flow, answer, name: 'Late' })).toHaveProperty('id')
  })
})

onEveryStore('the host of urlbase', (open) => {
  it('has passkeys on its own port only', async () => {
    const { world, mine } = await openWithPasskey(open)
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', `${origin}/tracker/`))
    const nobody = world.as(null)
    const foreign = `${origin}:8443`
    const offered = async (one: string) => (await nobody.accounts.get({ origin: one })).passkeys
    expect([await offered(origin), await offered(foreign)]).toEqual([true, false])
    await expect(mine.passkeys.begin({ origin: foreign })).rejects.toMatchObject({ code: 'param_invalid' })
    await expect(begin(nobody, 'login', foreign)).rejects.toMatchObject({ code: 'param_invalid' })
    expect(await offered('https://other.example.com')).toBe(true)
  })

  it('decides whether a passkey is a way to log in', async () => {
    const { world, mine, id } = await openWithPasskey(open)
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://new.example.com/'))
    const second = await addPasskey(mine, { name: 'New' }, 'https://new.example.com')
    await changeUser(world, 'alice', { password_hash: null })
    await expect(mine.passkeys.remove({ id: second.id })).rejects.toMatchObject({ code: 'param_invalid' })
    await mine.passkeys.remove({ id })
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', `${origin}/`))
    expect(await mine.sessions.current()).not.toMatchObject({ confirm_by: ['passkey'] })
  })

  it('decides whether a passkey is a way to administer', async () => {
    const world = await open()
    await addPasskey(await logIn(world, 'admin'))
    await changeUser(world, 'admin', { password_hash: null })
    expect(await world.tracker.canBeAdministered()).toBe(true)
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://new.example.com/'))
    expect(await world.tracker.canBeAdministered()).toBe(false)
  })
})

onEveryStore('passkeys.update', (open) => {
  it('is in the audit log', async () => {
    const { world, mine, id } = await openWithPasskey(open)
    await mine.passkeys.update({ id, name: 'Telephone' })
    await mine.passkeys.update({ id, name: 'Telephone' })
    const logged = (await rowsOf(world, 'audit_log')).filter(({ field }) => field === 'passkey')
    expect(logged.map(({ removed, added }) => [removed, added])).toEqual([
      ['', 'Laptop'],
      ['Laptop', 'Telephone'],
    ])
  })
})
