import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { keysOf, present, testAuthenticator, verified } from '../../../test/authenticator.js'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import { addPasskey, begin, logIn, openWithPasskey, origin, sessionOf } from '../../../test/passkeys.js'
import { changeUser, join, rowsOf, userId } from '../../../test/people.js'
import { password, withAuthenticator } from '../../../test/second-factor.js'

const flowNotValid = { code: 'login_flow_not_valid', number: 1490 }
const notValid = { code: 'passkey_not_valid', number: 1494, data: { reason: 'wrong' } }

onEveryStore('passkeys', (open) => {
  it('log in with every kind of key, and count as two factors', async () => {
    for (const kind of ['ES256', 'EdDSA', 'RS256'] as const) {
      const { world, mine, logInWith, options } = await openWithPasskey(open, { kind })
      expect(options).toMatchObject({
        rp: { id: 'bugs.example.com' },
        user: { name: at('alice') },
        pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      })
      const { token = '', ...done } = await logInWith()
      expect(done).toEqual({ outcome: 'done', return_to: '/bug/1', id: (await mine.users.whoami()).id })
      expect(await world.tracker.as({ token }).sessions.current()).toMatchObject({ login_by: 'passkey' })
      expect((await rowsOf(world, 'tokens')).map(({ has_second_factor }) => has_second_factor)).toEqual([false, true])
      const { passkeys } = await mine.passkeys.get()
      expect(passkeys).toMatchObject([{ name: 'Laptop', host: 'bugs.example.com', is_backed_up: false }])
      expect(passkeys[0]?.last_used).toEqual(world.clock.now())
    }
  })

  it('are refused for a used flow, another challenge, origin, host, key, user, or without the person', async () => {
    const { world, nobody, authenticator } = await openWithPasskey(open)
    const other = await logIn(world, 'bob')
    const { authenticator: others } = await addPasskey(other)
    const first = await begin(nobody)
    const answer = authenticator.get(first.options)
    await nobody.logins.finish({ flow: first.flow, answer })
    await expect(nobody.logins.finish({ flow: first.flow, answer })).rejects.toMatchObject(flowNotValid)
    const next = await begin(nobody)
    await expect(nobody.logins.finish({ flow: next.flow, answer })).rejects.toMatchObject(notValid)
    const lies = [
      { type: 'webauthn.create' },
      { challenge: first.options.challenge },
      { origin: 'https://bugs.example.com.evil.example' },
      { origin: 'http://bugs.example.com' },
      { crossOrigin: true },
      { rpId: 'example.com' },
      { flags: present },
      { flags: verified },
      { flags: present | verified | 0x10 },
      { flags: present | verified | 0x40 },
      { tail: Buffer.from([0]) },
      { id: others.id },
      { id: 'AAAA' },
      { userHandle: Buffer.from('bob').toString('base64url') },
      { key: keysOf('ES256').privateKey },
      { key: others.privateKey },
    ]
    for (const lie of lies) {
      const given = nobody.logins.finish({ flow: next.flow, answer: authenticator.get(next.options, lie) })
      expect([lie, await given.catch((error: unknown) => error)]).toMatchObject([lie, notValid])
    }
    await expect(nobody.logins.finish({ flow: next.flow, answer: { code: 'x', state: 'y' } })).rejects.toMatchObject(
      notValid,
    )
    expect(await nobody.logins.finish({ flow: next.flow, answer: authenticator.get(next.options) })).toHaveProperty(
      'token',
    )
    const late = await begin(nobody)
    world.clock.advance(10 * 60)
    await expect(
      nobody.logins.finish({ flow: late.flow, answer: authenticator.get(late.options) }),
    ).rejects.toMatchObject(flowNotValid)
  })

  it('log in while wrong passwords have locked the account', async () => {
    const { world, nobody, logInWith } = await openWithPasskey(open)
    for (let n = 0; n < 6; n++)
      await nobody.sessions.create({ login: at('alice'), password: 'a guess' }).catch(() => undefined)
    await expect(sessionOf(world, 'alice')).rejects.toMatchObject({ code: 'account_locked' })
    expect(await logInWith()).toMatchObject({ outcome: 'done' })
  })

  it('let one of two in that come with one flow at once', async () => {
    const { world, nobody, authenticator } = await openWithPasskey(open, { counts: false })
    const { flow, options } = await begin(nobody)
    const answer = authenticator.get(options)
    const outcomes = await Promise.allSettled([1, 2, 3].map(async () => nobody.logins.finish({ flow, answer })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await rowsOf(world, 'tokens')).toHaveLength(2)
  })

  it('are of the host of their pages: https with a name, or localhost', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    const origins = {
      'https://bugs.example.com': true,
      'https://bugs.example.com:8443': true,
      'http://localhost:8080': true,
      'http://bugs.example.com': false,
      'http://127.0.0.1:8080': false,
      'https://127.0.0.1': false,
      'https://[::1]': false,
      'https://bugs.example.com/': false,
      'https://BUGS.example.com': false,
      'javascript:alert(1)': false,
      '': false,
    }
    for (const [one, passkeys] of Object.entries(origins)) {
      expect([one, await world.as(null).accounts.get({ origin: one })]).toMatchObject([one, { passkeys }])
      const begun = await mine.passkeys.begin({ origin: one }).catch((error: unknown) => error)
      expect([one, begun]).toMatchObject([one, passkeys ? { options: {} } : { code: 'param_invalid' }])
    }
    expect(await world.as(null).accounts.get()).toMatchObject({ passkeys: false })
    await expect(mine.passkeys.begin()).rejects.toMatchObject({ code: 'param_required' })
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://bugs.example.com/tracker/'))
    expect(await world.as(null).accounts.get()).toMatchObject({ passkeys: true })
    expect((await mine.passkeys.begin()).options.rp).toEqual({ id: 'bugs.example.com', name: 'bugs.example.com' })
    const { authenticator } = await addPasskey(mine)
    const elsewhere = await begin(world.as(null), 'login', 'https://other.example.com')
    const lie = authenticator.get(elsewhere.options, { origin: 'https://other.example.com' })
    await expect(world.as(null).logins.finish({ flow: elsewhere.flow, answer: lie })).rejects.toMatchObject(notValid)
  })

  it('are refused when their counter does not grow, and the user is notified', async () => {
    const { world, messageTo, arrived } = await openMailWorld(open)
    const mine = await logIn(world, 'alice')
    const { authenticator } = await addPasskey(mine)
    expect((await messageTo('alice')).text).toContain('with the passkey Laptop')
    const nobody = world.as(null)
    for (const counter of [1, 0]) {
      const { flow, options } = await begin(nobody)
      const answer = authenticator.get(options, { counter })
      await expect(nobody.logins.finish({ flow, answer })).rejects.toMatchObject(notValid)
      expect((await messageTo('alice')).text).toContain('a copy of it may exist')
    }
    const { flow, options } = await begin(nobody)
    expect(await nobody.logins.finish({ flow, answer: authenticator.get(options, { counter: 7 }) })).toHaveProperty(
      'token',
    )
    expect(await arrived()).toEqual([])
    const logged = (await rowsOf(world, 'audit_log')).map(({ field, added }) => [field, added])
    expect(logged).toEqual(
      expect.arrayContaining([
        ['passkey', 'Laptop'],
        ['passkey_refused', ''],
        ['login', 'by passkey'],
      ]),
    )
  })

  it('without a counter work, and reveal that an account is disabled only after the right signature', async () => {
    const { world, nobody, authenticator, logInWith } = await openWithPasskey(open, { counts: false })
    expect(await logInWith()).toHaveProperty('token')
    expect(await logInWith()).toHaveProperty('token')
    await changeUser(world, 'alice', { login_denied_text: 'Left' })
    const { flow, options } = await begin(nobody)
    const wrong = authenticator.get(options, { key: keysOf('ES256').privateKey })
    await expect(nobody.logins.finish({ flow, answer: wrong })).rejects.toMatchObject(notValid)
    await expect(logInWith()).rejects.toMatchObject({ code: 'account_disabled', data: { reason: 'Left' } })
  })

  it('are added only from answers to their own flow, in its session, and once', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    const bob = await logIn(world, 'bob')
    const { flow, options } = await mine.passkeys.begin({ origin })
    const one = testAuthenticator(origin)
    const name = 'Laptop'
    const create = (answer: object, who = mine) => who.passkeys.create({ flow, answer: answer as never, name })
    const lies = [
      ...[{ type: 'webauthn.get' }, { challenge: 'x' }, { origin: 'https://evil.example' }, { crossOrigin: true }],
      ...[{ rpId: 'example.com' }, { flags: present | 0x40 }, { flags: present | verified }, { id: 'AAAA' }],
    ]
    for (const lie of lies) {
      const given = await create(one.create(options, lie)).catch((error: unknown) => error)
      expect([lie, given]).toMatchObject([lie, notValid])
    }
    const answer = one.create(options)
    const changed = (response: object) => ({ ...answer, response: { ...answer.response, ...response } })
    const weak = createHash('sha256').digest('base64url')
    for (const response of [{ publicKey: weak }, { publicKeyAlgorithm: -8 }, { publicKeyAlgorithm: -999 }])
      await expect(create(changed(response))).rejects.toMatchObject(notValid)
    await expect(create(changed({ publicKey: undefined }))).rejects.toMatchObject({
      code: 'passkey_not_valid',
      data: { reason: 'unsupported' },
    })
    await expect(create(answer, bob)).rejects.toMatchObject(flowNotValid)
    await expect(world.as('alice').passkeys.begin({ origin })).rejects.toMatchObject({ code: 'login_required' })
    await expect(world.as(null).logins.finish({ flow, answer: one.get(options) })).rejects.toMatchObject(flowNotValid)
    for (const bad of ['', ' ', 'x'.repeat(65)])
      await expect(mine.passkeys.create({ flow, answer, name: bad })).rejects.toMatchObject({ data: { field: 'name' } })
    expect(await rowsOf(world, 'passkeys')).toEqual([])
    await create(answer)
    await expect(create(answer)).rejects.toMatchObject(flowNotValid)
    const again = await bob.passkeys.begin({ origin })
    const same = { ...again, answer: one.create(again.options), name }
    await expect(bob.passkeys.create({ flow: same.flow, answer: same.answer, name })).rejects.toMatchObject(notValid)
    expect((await mine.passkeys.begin({ origin })).options.excludeCredentials).toMatchObject([{ id: one.id }])
  })

  it('are 20 at most, and are renamed and removed by their owner only', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    const bob = await logIn(world, 'bob')
    const ids: number[] = []
    for (let n = 0; n < 20; n++) ids.push((await addPasskey(mine, { name: `Key ${n}` })).id)
    await expect(mine.passkeys.begin({ origin })).rejects.toMatchObject({ data: { reason: 'too_many' } })
    const [id = 0, second = 0] = ids
    const absent = { code: 'object_does_not_exist' }
    await expect(bob.passkeys.update({ id, name: 'x' })).rejects.toMatchObject(absent)
    await expect(bob.passkeys.remove({ id })).rejects.toMatchObject(absent)
    await mine.passkeys.update({ id, name: ' Telephone ' })
    await mine.passkeys.remove({ id: second })
    const { passkeys } = await mine.passkeys.get()
    expect([passkeys.length, passkeys[0]?.name]).toEqual([19, 'Telephone'])
    expect((await bob.passkeys.get()).passkeys).toEqual([])
  })

  it('confirm the session in which that began, for its own user', async () => {
    const { world, mine, authenticator } = await openWithPasskey(open)
    const { authenticator: bobs } = await addPasskey(await logIn(world, 'bob'))
    world.clock.advance(15 * 60)
    const create = () => mine.apiKeys.create({})
    await expect(create()).rejects.toMatchObject({ code: 'confirmation_required' })
    await expect(mine.passkeys.remove({ id: 1 })).rejects.toMatchObject({ code: 'confirmation_required' })
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['password', 'passkey'] })
    const { flow, options } = await begin(mine, 'confirm')
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id, transports: ['internal'] }])
    await expect(mine.logins.finish({ flow, answer: bobs.get(options) })).rejects.toMatchObject(notValid)
    const answer = authenticator.get(options)
    await expect(world.as(null).logins.finish({ flow, answer })).rejects.toMatchObject(flowNotValid)
    const done = await mine.logins.finish({ flow, answer })
    expect(done).toMatchObject({ outcome: 'done', return_to: '/bug/1' })
    expect(done).not.toHaveProperty('token')
    expect(await create()).toHaveProperty('api_key')
    await expect(world.as(null).logins.begin({ by: 'passkey', purpose: 'confirm', origin })).rejects.toMatchObject({
      code: 'login_required',
    })
    await expect(mine.logins.begin({ by: 'passkey', purpose: 'link', origin })).rejects.toMatchObject({
      code: 'param_invalid',
    })
  })
})

onEveryStore('a passkey as second factor', (open) => {
  it('makes the password too little, ends other sessions, and goes with the last one', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    const other = await sessionOf(world, 'alice')
    const { id, recovery_codes = [] } = await addPasskey(mine, { is_second_factor: true, current_password: password })
    expect(recovery_codes).toHaveLength(10)
    await expect(other.sessions.current()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    await expect(sessionOf(world, 'alice')).rejects.toMatchObject({ code: 'second_factor_required', number: 1480 })
    await expect(sessionOf(world, 'alice', '000000')).rejects.toMatchObject({ code: 'second_factor_wrong' })
    const { id: second, recovery_codes: none } = await addPasskey(mine, {
      is_second_factor: true,
      current_password: password,
    })
    expect(none).toBeUndefined()
    await mine.passkeys.remove({ id, current_password: password })
    expect(await mine.secondFactor.get()).toMatchObject({ is_set_up: true, recovery_codes_left: 10 })
    expect(await sessionOf(world, 'alice', recovery_codes[0])).toBeDefined()
    await mine.passkeys.remove({ id: second, current_password: password })
    expect(await mine.secondFactor.get()).toMatchObject({ is_set_up: false, recovery_codes_left: 0 })
    expect(await sessionOf(world, 'alice')).toBeDefined()
    expect(JSON.stringify(await rowsOf(world, 'audit_log'))).toContain('second_factor')
  })

  it('takes no one-time password computed from the secret that it does not have', async () => {
    const world = await open()
    const mine = await logIn(world, 'alice')
    await addPasskey(mine, { is_second_factor: true, current_password: password })
    const { TOTP, Secret } = await import('otpauth')
    const otp = new TOTP({ secret: new Secret({ size: 0 }) }).generate({ timestamp: world.clock.now().getTime() })
    await expect(sessionOf(world, 'alice', otp)).rejects.toMatchObject({ code: 'second_factor_wrong' })
  })

  it('is turned on for members of the group that needs one, who can add it before', async () => {
    const world = await open()
    await join(world, 'alice', 'editusers')
    await inStore(world.store, (tx) => setParameter(tx, 'second_factor_group', 'editusers'))
    const mine = await logIn(world, 'alice')
    const nowhere = { code: 'second_factor_not_set_up' }
    await expect(mine.passkeys.get()).rejects.toMatchObject(nowhere)
    const { recovery_codes, authenticator } = await addPasskey(mine, { current_password: password })
    expect(recovery_codes).toHaveLength(10)
    expect(await mine.passkeys.get()).toHaveProperty('passkeys')
    const { flow, options } = await begin(world.as(null))
    const { token = '' } = await world.as(null).logins.finish({ flow, answer: authenticator.get(options) })
    expect(await world.tracker.as({ token }).parameters.get()).toHaveProperty('parameters.maintainer')
  })

  it('stays beside an authenticator app when it is removed', async () => {
    const world = await open()
    const { logIn: logInWith, shown } = await withAuthenticator(world, 'alice')
    const mine = world.tracker.as({ token: (await logInWith(shown())).token })
    const { id, recovery_codes } = await addPasskey(mine, { is_second_factor: true, current_password: password })
    expect(recovery_codes).toBeUndefined()
    await mine.passkeys.remove({ id })
    expect(await mine.secondFactor.get()).toMatchObject({ is_set_up: true })
  })
})

onEveryStore('an account with nothing but passkeys', (open) => {
  it('keeps the last one, and lets the last link go', async () => {
    const { world, mine, id } = await openWithPasskey(open)
    await changeUser(world, 'alice', { password_hash: null })
    await expect(mine.passkeys.remove({ id })).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'id' } })
    const second = await addPasskey(mine)
    await mine.passkeys.remove({ id })
    await expect(mine.passkeys.remove({ id: second.id })).rejects.toMatchObject({ code: 'param_invalid' })
  })

  it('administers the tracker, and is erased with them', async () => {
    const world = await open()
    const mine = await logIn(world, 'admin')
    await addPasskey(mine, { name: 'Of admin' })
    await changeUser(world, 'admin', { password_hash: null })
    expect(await world.tracker.canBeAdministered()).toBe(true)
    const erased = await logIn(world, 'eve')
    await addPasskey(erased, { name: 'Telephone' })
    await world.tracker.asSystem().users.erase({ ids: [await userId(world, 'eve')], reason: 'Asked for' })
    expect((await rowsOf(world, 'passkeys')).map(({ name }) => name)).toEqual(['Of admin'])
  })
})
