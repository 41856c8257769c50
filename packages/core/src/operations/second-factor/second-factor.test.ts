import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { whereIs } from '../../../test/erasure.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import { givePassword, join, rowsOf, userId } from '../../../test/people.js'
import { password, shownBy, withAuthenticator } from '../../../test/second-factor.js'
import { exportTracker } from '../../moving/copy/export-tracker.js'
import type { Store } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'

const required = { code: 'second_factor_required', number: 1480 }
const wrong = { code: 'second_factor_wrong', number: 1481 }
const notSetUp = { code: 'second_factor_not_set_up', number: 1482 }
const absent = { code: 'second_factor_absent', number: 1484 }
const wrongPassword = { code: 'invalid_login_or_password' }

/** Returns the audit log entries of a user, in order. */
async function loggedOf(world: World, name: string): Promise<string[]> {
  const id = await userId(world, name)
  const rows = await rowsOf(world, 'audit_log')
  return rows.filter((row) => row.class === 'User' && row.object_id === id).map(({ field }) => field)
}

onAnyStore('setting up a second factor', (open) => {
  it('changes nothing until a first one-time password was shown, then logging in takes one each time', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { sessions } = world.as(null)
    const own = world.as('alice').secondFactor
    const { secret, otpauth_url } = await own.begin({ current_password: password })
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(otpauth_url).searchParams.get('secret')).toBe(secret)
    const { token } = await sessions.create({ login: at('alice'), password })
    expect(await own.get()).toMatchObject({ is_set_up: false, set_up_time: null, recovery_codes_left: 0 })
    const { recovery_codes } = await own.confirm({ otp: shownBy(secret, world) })
    expect(recovery_codes).toHaveLength(10)
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await own.get()).toMatchObject({ is_set_up: true, set_up_time: world.clock.now(), recovery_codes_left: 10 })
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    await expect(sessions.create({ login: at('alice'), password })).rejects.toMatchObject(required)
    world.clock.advance(30)
    const otp = shownBy(secret, world)
    expect(await sessions.create({ login: at('alice'), password, otp })).toHaveProperty('token')
  })

  it('ends all sessions but the one that it is done in, and no API key', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const logIn = async () => (await world.as(null).sessions.create({ login: at('alice'), password })).token
    const [here, elsewhere] = [await logIn(), await logIn()]
    const mine = world.tracker.as({ token: here })
    const { api_key } = await mine.apiKeys.create({})
    const { secret } = await mine.secondFactor.begin({ current_password: password })
    await mine.secondFactor.confirm({ otp: shownBy(secret, world) })
    expect(await mine.users.whoami()).toMatchObject({ name: at('alice') })
    expect(await world.tracker.as({ api_key }).users.whoami()).toMatchObject({ name: at('alice') })
    const { users } = world.tracker.as({ token: elsewhere })
    await expect(users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
  })

  it('asks for the password, and no key without the scope admin can begin it', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const begin = world.as('alice').secondFactor.begin({ current_password: 'a guess' })
    await expect(begin).rejects.toMatchObject(wrongPassword)
    const { api_key } = await world.as('alice').apiKeys.create({ scopes: ['read', 'write'] })
    const byKey = world.tracker.as({ api_key }).secondFactor.begin({ current_password: password })
    await expect(byKey).rejects.toMatchObject({ code: 'api_key_scope' })
    expect(await rowsOf(world, 'second_factors')).toEqual([])
  })

  it('accepts one-time passwords of the last secret only, for 30 minutes, and only until it is enabled', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const own = world.as('alice').secondFactor
    await expect(own.confirm({ otp: '123456' })).rejects.toMatchObject(absent)
    const first = await own.begin({ current_password: password })
    const second = await own.begin({ current_password: password })
    expect(second.secret).not.toBe(first.secret)
    for (const otp of [shownBy(first.secret, world), '', '28708é', 'K5QX-TANB'])
      await expect(own.confirm({ otp })).rejects.toMatchObject(wrong)
    world.clock.advance(30 * 60)
    await expect(own.confirm({ otp: shownBy(second.secret, world) })).rejects.toMatchObject(absent)
    const third = await own.begin({ current_password: password })
    await own.confirm({ otp: shownBy(third.secret, world) })
    await expect(own.confirm({ otp: shownBy(third.secret, world, 1) })).rejects.toMatchObject(absent)
    await expect(own.begin({ current_password: password })).rejects.toMatchObject(required)
  })

  it('moves to another authenticator without a moment in which neither or both are valid', async () => {
    const { world, messageTo, arrived } = await openMailWorld(open)
    const { own, secret, recovery_codes, logIn, shown } = await withAuthenticator(world, 'alice')
    await arrived()
    const [spare = '', otp = ''] = recovery_codes
    await expect(own.begin({ current_password: 'a guess', otp })).rejects.toMatchObject(wrongPassword)
    await expect(own.begin({ current_password: password, otp: '000000' })).rejects.toMatchObject(wrong)
    const abandoned = await own.begin({ current_password: password, otp: shown() })
    world.clock.advance(30 * 60)
    await expect(own.confirm({ otp: shownBy(abandoned.secret, world) })).rejects.toMatchObject(absent)
    const next = await own.begin({ current_password: password, otp })
    expect(await logIn(shown())).toHaveProperty('token')
    await expect(logIn(shownBy(next.secret, world))).rejects.toMatchObject(wrong)
    for (const old of [shown(1), shownBy(abandoned.secret, world)])
      await expect(own.confirm({ otp: old })).rejects.toMatchObject(wrong)
    const renewed = await own.confirm({ otp: shownBy(next.secret, world) })
    expect(await messageTo('alice')).toMatchObject({ subject: expect.stringContaining('replaced') as unknown })
    expect(await whereIs(world, secret)).toEqual([])
    world.clock.advance(60)
    for (const old of [shown(), spare]) await expect(logIn(old)).rejects.toMatchObject(wrong)
    expect(await logIn(shownBy(next.secret, world))).toHaveProperty('token')
    expect(await logIn(renewed.recovery_codes[0])).toHaveProperty('token')
  })

  it('leaves the secret and the recovery codes in no other place, and in no error', async () => {
    const { world, arrived } = await openMailWorld(open)
    const { own, secret, recovery_codes, logIn } = await withAuthenticator(world, 'alice')
    await logIn(recovery_codes[0])
    const error: unknown = await logIn(recovery_codes[0]).catch((thrown: unknown) => thrown)
    const missing: unknown = await own.confirm({ otp: '4711' }).catch((thrown: unknown) => thrown)
    const told = await world.as('admin').users.get({ names: [at('alice')], include_fields: ['_all', 'second_factor'] })
    expect(told.users).toMatchObject([{ second_factor: true }])
    expect(await whereIs(world, secret)).toEqual(['second_factors.secret'])
    const said = JSON.stringify([
      error,
      String(error),
      missing,
      String(missing),
      told,
      await own.get(),
      await arrived(),
    ])
    for (const word of [secret, '4711', ...recovery_codes]) {
      expect(said).not.toContain(word)
      expect([word, await whereIs(world, word.replaceAll('-', ''))]).toEqual([
        word,
        word === secret ? ['second_factors.secret'] : [],
      ])
    }
  })

  it('is kept by a copy, and by none without secrets', async () => {
    const world = await open()
    const { secret } = await withAuthenticator(world, 'alice')
    const copyOf = async (withoutSecrets: boolean) => {
      const lines: string[] = []
      await exportTracker(world.store, (line) => void lines.push(line), { withoutSecrets })
      return lines.join('\n')
    }
    expect(await copyOf(false)).toContain(secret)
    const shared = await copyOf(true)
    expect(shared).not.toContain(secret)
    expect(shared).not.toContain('recovery_codes')
  })

  it('sends an email and an audit entry when it is enabled and disabled', async () => {
    const { world, messageTo } = await openMailWorld(open)
    const { own, recovery_codes, shown } = await withAuthenticator(world, 'alice')
    expect(await messageTo('alice')).toMatchObject({ subject: expect.stringContaining('turned on') as unknown })
    await own.renewRecoveryCodes({ current_password: password, otp: recovery_codes[0] as string })
    await own.remove({ current_password: password, otp: shown() })
    expect(await messageTo('alice')).toMatchObject({ subject: expect.stringContaining('turned off') as unknown })
    expect(await loggedOf(world, 'alice')).toEqual([
      ...['second_factor', 'recovery_code_used', 'recovery_codes', 'second_factor'],
    ])
  })
})

onAnyStore('logging in with a second factor', (open) => {
  it('takes a one-time password of the period before and the one after as well, and none of others', async () => {
    const world = await open()
    const { logIn, shown } = await withAuthenticator(world, 'alice')
    world.clock.advance(10 * 60)
    for (const periods of [-2, 2]) await expect(logIn(shown(periods))).rejects.toMatchObject(wrong)
    for (const periods of [-1, 0, 1]) expect(await logIn(shown(periods))).toHaveProperty('token')
  })

  it('takes each one-time password once, and none that is older than one that was taken', async () => {
    const world = await open()
    const { logIn, shown } = await withAuthenticator(world, 'alice')
    // With blanks, in the digits of some keyboards.
    const wide = shown().replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    await logIn(` ${wide.slice(0, 3)} ${wide.slice(3)}`)
    await expect(logIn(shown())).rejects.toMatchObject(wrong)
    await expect(logIn(shown(-1))).rejects.toMatchObject(wrong)
    world.clock.advance(30)
    expect(await logIn(shown())).toHaveProperty('token')
  })

  it('does not take the one-time password that it was set up with', async () => {
    const world = await open()
    const { logIn, shown } = await withAuthenticator(world, 'alice')
    await expect(logIn(shown(-1))).rejects.toMatchObject(wrong)
  })

  it('lets one of two in who come with the same one-time password or recovery code at once', async () => {
    const world = await open()
    const { logIn, shown, recovery_codes } = await withAuthenticator(world, 'alice')
    for (const otp of [shown(), recovery_codes[3]]) {
      const outcomes = await Promise.allSettled([logIn(otp), logIn(otp), logIn(otp)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    }
  })

  it('counts no right one-time password as wrong, however many come with it at once', async () => {
    const world = await open()
    const { logIn, shown, recovery_codes } = await withAuthenticator(world, 'alice')
    const otp = shown()
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, async () => logIn(otp)))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(refused).toEqual(Array.from({ length: 5 }, () => expect.objectContaining(wrong) as unknown))
    expect(await logIn(recovery_codes[0])).toHaveProperty('token')
  })

  it('takes each recovery code once, however it is typed, and no old one after new ones were made', async () => {
    const world = await open()
    const { own, logIn, shown, recovery_codes } = await withAuthenticator(world, 'alice')
    const [first = '', second = ''] = recovery_codes
    expect(await logIn(first.toLowerCase().replaceAll('-', ' '))).toHaveProperty('token')
    await expect(logIn(first)).rejects.toMatchObject(wrong)
    expect(await own.get()).toMatchObject({ recovery_codes_left: 9 })
    const renewed = await own.renewRecoveryCodes({ current_password: password, otp: shown() })
    await expect(logIn(second)).rejects.toMatchObject(wrong)
    expect(await logIn(renewed.recovery_codes[0])).toHaveProperty('token')
  })

  it('accepts no one-time password without the right password, and none of another user', async () => {
    const world = await open()
    const { logIn, shown, recovery_codes } = await withAuthenticator(world, 'alice')
    const ofBob = await withAuthenticator(world, 'bob')
    for (const otp of [shown(), recovery_codes[0], undefined])
      await expect(logIn(otp, 'a guess')).rejects.toMatchObject(wrongPassword)
    expect(await logIn(shown())).toHaveProperty('token')
    for (const otp of [shown(1), recovery_codes[0]]) await expect(ofBob.logIn(otp)).rejects.toMatchObject(wrong)
    expect(await logIn(recovery_codes[0])).toHaveProperty('token')
  })

  it('recovers after a clock far ahead was corrected', async () => {
    const world = await open()
    const { logIn, shown } = await withAuthenticator(world, 'alice')
    world.clock.advance(1000 * 3600)
    await logIn(shown())
    world.clock.advance(-1000 * 3600)
    expect(await logIn(shown())).toHaveProperty('token')
    await expect(logIn(shown())).rejects.toMatchObject(wrong)
  })

  it('takes one for a password that comes with each request, too', async () => {
    const world = await open()
    const { shown } = await withAuthenticator(world, 'alice')
    const as = (otp?: string) => world.tracker.as({ login: at('alice'), password, otp })
    await expect(as().users.whoami()).rejects.toMatchObject(required)
    await expect(as('000000').users.whoami()).rejects.toMatchObject(wrong)
    expect(await as(shown()).users.whoami()).toMatchObject({ name: at('alice') })
    await expect(as(shown()).users.whoami()).rejects.toMatchObject(wrong)
    // A caller without complete credentials counts as anonymous.
    expect(await as().sessions.check({ login: at('alice') })).toBe(false)
  })

  it('stays after a new password by mail, and after one that an administrator sets', async () => {
    const { world, arrived } = await openMailWorld(open)
    const { logIn, shown } = await withAuthenticator(world, 'alice')
    await world.as(null).accounts.requestPassword({ login: at('alice') })
    let code = ''
    const look = async () => {
      for (const { text } of await arrived()) code = /Code \| (\w+)/.exec(text)?.[1] ?? code
      return code
    }
    await expect.poll(look, { timeout: 60_000 }).not.toBe('')
    await world.as(null).accounts.setPassword({ code, password: 'battery staple' })
    await expect(logIn(undefined, 'battery staple')).rejects.toMatchObject(required)
    await world.as('admin').users.update({ names: [at('alice')], password: 'a third one' })
    await expect(logIn(undefined, 'a third one')).rejects.toMatchObject(required)
    expect(await logIn(shown(), 'a third one')).toHaveProperty('token')
  })
})

onAnyStore('a login that is under way while a second factor is turned on', (open) => {
  it('creates no session with only the password', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const { secret } = await world.as('alice').secondFactor.begin({ current_password: password })
    let isOn = true
    // The first write of a login notes that the password was right.
    const store: Store = {
      ...world.store,
      close: () => undefined,
      async write(work) {
        if (!isOn) await world.as('alice').secondFactor.confirm({ otp: shownBy(secret, world) })
        isOn = true
        return world.store.write(work)
      },
    }
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const given = { login: at('alice'), password }
    isOn = false
    await expect(tracker.as(null).sessions.create(given)).rejects.toMatchObject(required)
    expect(isOn).toBe(true)
    expect(await rowsOf(world, 'tokens')).toEqual([])
    await tracker.close()
  })
})

onAnyStore('guessing at a second factor', (open) => {
  it('locks the address after five wrong codes, and a right password does not reset the count', async () => {
    const world = await open()
    const { logIn, shown } = await withAuthenticator(world, 'alice')
    for (let i = 0; i < 3; i++) await expect(logIn('guess', password, '192.0.2.1')).rejects.toMatchObject(wrong)
    await expect(logIn(undefined, password, '192.0.2.1')).rejects.toMatchObject(required)
    await expect(logIn('guess', password, '192.0.2.1')).rejects.toMatchObject(wrong)
    await expect(logIn(undefined, 'a guess', '192.0.2.1')).rejects.toMatchObject(wrongPassword)
    await expect(logIn(shown(), password, '192.0.2.1')).rejects.toMatchObject({ code: 'account_locked' })
    expect(await logIn(shown(), password, '192.0.2.2')).toHaveProperty('token')
    const failures = ['second_factor_failed', 'second_factor_failed', 'second_factor_failed', 'second_factor_failed']
    const seen = async () => (await loggedOf(world, 'alice')).filter((field) => field !== 'login').toSorted()
    await expect.poll(seen, { timeout: 60_000 }).toEqual(['locked', 'second_factor', ...failures].toSorted())
  })

  it('stops for twice as long after each five, wherever they come from and whatever the password becomes', async () => {
    const world = await open()
    const { logIn, shown, recovery_codes } = await withAuthenticator(world, 'alice')
    let host = 0
    /** Each from a separate address. */
    const guess = (otp: string, given = password) => logIn(otp, given, `10.0.0.${++host}`)
    const guessFiveTimes = async () => {
      for (let i = 0; i < 5; i++) await expect(guess('000000')).rejects.toMatchObject(wrong)
      await expect(guess(shown())).rejects.toMatchObject({ code: 'account_locked' })
    }
    await guessFiveTimes()
    world.clock.advance(30 * 60)
    await guessFiveTimes()
    world.clock.advance(59 * 60)
    await world.as('admin').users.update({ names: [at('alice')], password: 'battery staple' })
    await expect(guess(shown(), 'battery staple')).rejects.toMatchObject({ code: 'account_locked' })
    // A user with a recovery code is not guessing.
    expect(await guess(recovery_codes[0] as string, 'battery staple')).toHaveProperty('token')
    expect(await guess(shown(), 'battery staple')).toHaveProperty('token')
  })

  it('distinguishes a wrong code from a wrong password and an unknown login only with the right password', async () => {
    const world = await open()
    const { logIn, shown } = await withAuthenticator(world, 'alice')
    const errorOf = async (attempt: Promise<unknown>) => attempt.then(String, (error: unknown) => String(error))
    const { sessions } = world.as(null)
    const others = ['nobody', 'bob', 'carl'].flatMap((name) => {
      const given = { login: at(name), password }
      return [errorOf(sessions.create(given)), errorOf(sessions.create({ ...given, otp: '000000' }))]
    })
    const own = [logIn(undefined, 'a guess'), logIn('000000', 'a guess'), logIn(shown(), 'a guess')].map(errorOf)
    expect(new Set(await Promise.all([...others, ...own])).size).toBe(1)
  })
})

onAnyStore('a second factor that is required of a group', (open) => {
  /** A world in which those of editbugs need one, and alice, who is in it by another group, has a password. */
  async function openRequired() {
    const world = await open()
    await givePassword(world, 'eve', password)
    await join(world, 'eve', 'insiders')
    await world.as('admin').groups.inherit({ names: ['editbugs'], membership: { add: ['insiders'] } })
    const { token } = await world.as(null).sessions.create({ login: at('eve'), password })
    const { api_key } = await world.tracker.as({ token }).apiKeys.create({})
    await world.as('admin').parameters.update({ parameters: { second_factor_group: 'EditBugs' } })
    return { world, eve: world.tracker.as({ token }), token, api_key }
  }

  it('leaves members nothing but to set it up, also those by another group and in sessions begun before', async () => {
    const { world, eve, token } = await openRequired()
    await expect(eve.bugs.search({})).rejects.toMatchObject(notSetUp)
    await expect(eve.apiKeys.create({})).rejects.toMatchObject(notSetUp)
    await expect(eve.users.updateSelf({ full_name: 'Eve' })).rejects.toMatchObject(notSetUp)
    expect(await eve.users.whoami()).toMatchObject({ name: at('eve') })
    expect(await eve.secondFactor.get()).toMatchObject({ is_set_up: false, is_required: true })
    const later = await world.as(null).sessions.create({ login: at('eve'), password })
    const { secret } = await eve.secondFactor.begin({ current_password: password })
    await eve.secondFactor.confirm({ otp: shownBy(secret, world) })
    expect(await eve.bugs.search({})).toHaveProperty('bugs')
    await expect(world.tracker.as(later).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    await eve.secondFactor.remove({ current_password: password, otp: shownBy(secret, world, 1) })
    await expect(eve.bugs.search({})).rejects.toMatchObject(notSetUp)
    expect(await world.as(null).sessions.delete({ token })).toEqual({})
  })

  it('holds for API keys and for passwords that come with each request', async () => {
    const { world, api_key } = await openRequired()
    await expect(world.tracker.as({ api_key }).bugs.search({})).rejects.toMatchObject(notSetUp)
    const withPassword = world.tracker.as({ login: at('eve'), password })
    await expect(withPassword.bugs.search({})).rejects.toMatchObject(notSetUp)
  })

  it('concerns neither others, nor whom the host knows, nor those who have no password', async () => {
    const { world } = await openRequired()
    await givePassword(world, 'carl', password)
    const { token } = await world.as(null).sessions.create({ login: at('carl'), password })
    expect(await world.tracker.as({ token }).bugs.search({})).toHaveProperty('bugs')
    expect(await world.as('eve').bugs.search({})).toHaveProperty('bugs')
    const { api_key } = await world.as('bob').apiKeys.create({})
    expect(await world.tracker.as({ api_key }).bugs.search({})).toHaveProperty('bugs')
    expect(await world.tracker.asSystem(at('eve')).bugs.search({})).toHaveProperty('bugs')
  })
})

onAnyStore('removing a second factor', (open) => {
  it('takes the password and a one-time password; afterwards the password is enough', async () => {
    const world = await open()
    const { own, logIn, shown, recovery_codes } = await withAuthenticator(world, 'alice')
    const attempts = [
      [{ current_password: 'a guess', otp: shown() }, wrongPassword],
      [{ current_password: password, otp: shown(-1) }, wrong],
    ] as const
    for (const [given, error] of attempts) {
      await expect(own.remove(given)).rejects.toMatchObject(error)
      await expect(own.renewRecoveryCodes(given)).rejects.toMatchObject(error)
    }
    await own.remove({ current_password: password, otp: recovery_codes[1] as string })
    expect(await logIn()).toHaveProperty('token')
    const again = { current_password: password, otp: shown() }
    await expect(own.remove(again)).rejects.toMatchObject(absent)
    await expect(own.renewRecoveryCodes(again)).rejects.toMatchObject(absent)
    expect([...(await rowsOf(world, 'second_factors')), ...(await rowsOf(world, 'recovery_codes'))]).toEqual([])
  })

  it('of others is for who edits users, of an administrator for administrators', async () => {
    const world = await open()
    const { logIn } = await withAuthenticator(world, 'alice')
    await withAuthenticator(world, 'admin')
    await join(world, 'carl', 'editusers')
    const reset = (by: string, name: string) => world.as(by).secondFactor.reset({ names: [at(name)] })
    await expect(reset('bob', 'alice')).rejects.toMatchObject({ code: 'auth_failure' })
    await expect(reset('carl', 'admin')).rejects.toMatchObject({ code: 'auth_failure' })
    await expect(reset('carl', 'bob')).rejects.toMatchObject(absent)
    await expect(reset('carl', 'nobody')).rejects.toMatchObject({ code: 'object_does_not_exist' })
    await expect(logIn()).rejects.toMatchObject(required)
    const changes = { second_factor: { removed: 'authenticator', added: '' } }
    expect(await reset('carl', 'alice')).toEqual({ users: [{ id: await userId(world, 'alice'), changes }] })
    expect(await logIn()).toHaveProperty('token')
    const forOthers = { field: 'names', value: at('admin'), problem: 'use secondFactor.remove for yourself' }
    await expect(reset('admin', 'admin')).rejects.toMatchObject({ code: 'param_invalid', data: forOthers })
    const byId = world.as('admin').secondFactor.reset({ ids: [await userId(world, 'admin')] })
    await expect(byId).rejects.toMatchObject({ data: forOthers })
    const bySystem = world.tracker.asSystem(at('admin')).secondFactor.reset({ names: [at('admin')] })
    expect(await bySystem).toMatchObject({ users: [{}] })
    expect(await loggedOf(world, 'alice')).toEqual(['second_factor', 'second_factor', 'login'])
  })

  it('is visible to its user and to members of editusers, and to no one else', async () => {
    const world = await open()
    await withAuthenticator(world, 'alice')
    const seenBy = async (name: string) => {
      const asked = { names: [at('alice'), at('bob')], include_fields: ['name', 'second_factor'] as const }
      return (await world.as(name).users.get(asked)).users.map(({ second_factor }) => second_factor)
    }
    expect(await seenBy('admin')).toEqual([true, false])
    expect(await seenBy('alice')).toEqual([true, undefined])
    expect(await seenBy('ivan')).toEqual([undefined, undefined])
    await givePassword(world, 'bob', password)
    await world.as('bob').secondFactor.begin({ current_password: password })
    expect(await seenBy('admin')).toEqual([true, false])
  })

  it('is labeled in authenticators with the host of urlbase, without the port', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://bugs.example.com:8443/'))
    await givePassword(world, 'bob', password)
    const { otpauth_url } = await world.as('bob').secondFactor.begin({ current_password: password })
    expect(otpauth_url).toMatch(/^otpauth:\/\/totp\/bugs\.example\.com:bob%40[^?]+\?issuer=bugs\.example\.com&/)
  })
})
