import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import { changeUser, givePassword, rowsOf } from '../../../test/people.js'
import { password, shownBy, withAuthenticator } from '../../../test/second-factor.js'
import type { AnyOperation } from '../../call/define/operation.js'
import { operations } from '../../tracker/operations.js'

const unconfirmed = { code: 'confirmation_required', number: 1485 }
const minutes = (count: number) => count * 60

async function logIn(world: World, name: string, otp?: string): Promise<string> {
  return (await world.as(null).sessions.create({ login: at(name), password, otp })).token
}

/** The operations of a session whose account has no password any more. */
async function openWithoutPassword(world: World, name: string) {
  await givePassword(world, name, password)
  const mine = world.tracker.as({ token: await logIn(world, name) })
  await changeUser(world, name, { password_hash: null })
  return mine
}

/** A session of an administrator that is a quarter of an hour old. */
async function openOld(open: (options?: object) => Promise<World>) {
  const world = await open()
  await givePassword(world, 'admin', password)
  const token = await logIn(world, 'admin')
  world.clock.advance(minutes(15))
  const run = (name: string, input: object, who: Parameters<World['tracker']['as']>[0] = { token }) => {
    const [resource, verb] = name.split('.') as [string, string]
    const own = world.tracker.as(who) as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
    return own[resource]?.[verb]?.(input) as Promise<unknown>
  }
  return { world, token, mine: world.tracker.as({ token }), run }
}

const hook = { name: 'Builds', url: 'https://ci.example.com/', events: ['created'] }
const intake = { name: 'app', product: 'Widgets', component: 'UI', version: '1.0' }
const bob = { names: ['bob@example.com'] }

const passkey = {
  id: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', authenticatorData: 'x', publicKey: 'x', publicKeyAlgorithm: -7 },
}

/** Inputs that give lasting access or more power. */
const lasting: readonly (readonly [name: string, input: object])[] = [
  ['apiKeys.create', {}],
  ['apiKeys.update', { ids: [1], is_revoked: false }],
  ['users.create', { email: 'new@example.com' }],
  ['users.update', { ...bob, email: 'robert@example.com' }],
  ['users.update', { ...bob, password: 'battery staple' }],
  ['users.update', { ...bob, groups: { add: ['admin'] } }],
  ['users.update', { ...bob, bless_groups: { add: ['admin'] } }],
  ['users.update', { ...bob, login_denied_text: ' ' }],
  ['users.erase', { ids: [2], reason: 'Asked for' }],
  ['secondFactor.reset', bob],
  ['groups.create', { name: 'mine', description: 'Mine' }],
  ['groups.update', { names: ['editbugs'], user_regexp: '.' }],
  ['groups.inherit', { ids: [1] }],
  ['parameters.update', { parameters: { confirm_minutes: 0 } }],
  ['sessions.actAs', { user: 'bob@example.com', reason: 'Bug 35' }],
  ['logins.begin', { by: 'acme', purpose: 'link', redirect_uri: 'https://bugs.example.com/' }],
  ['linkedAccounts.remove', { issuer: 'https://acme.example.com' }],
  ['passkeys.begin', { origin: 'https://bugs.example.com' }],
  ['passkeys.create', { flow: 'x', answer: passkey, name: 'Laptop' }],
  ['passkeys.remove', { id: 1 }],
  ['webhooks.create', hook],
  ['webhooks.update', { ids: [1], url: hook.url }],
  ['webhooks.rotate', { id: 1 }],
  ['codeHooks.create', { name: 'Git', host: 'github', account: 'bob@example.com' }],
  ['codeHooks.update', { ids: [1], account: 'bob@example.com' }],
  ['codeHooks.rotate', { id: 1 }],
  ['intakes.create', { ...intake, account: 'bob@example.com' }],
  ['intakes.update', { ids: [1], account: 'bob@example.com' }],
  ['intakes.update', { ids: [1], holds: false }],
  ['intakes.update', { ids: [1], accepts: 'anybody' }],
]

/** Inputs of the same operations that give nothing. */
const harmless: readonly (readonly [name: string, input: object])[] = [
  ['apiKeys.update', { ids: [1], is_revoked: true }],
  ['users.update', { ...bob, full_name: 'Robert' }],
  ['users.update', { ...bob, login_denied_text: 'Left' }],
  ['webhooks.update', { ids: [1], is_enabled: false }],
  ['logins.begin', { by: 'acme', redirect_uri: 'https://bugs.example.com/' }],
  ['codeHooks.update', { ids: [1], is_enabled: false }],
  ['intakes.create', intake],
  ['intakes.update', { ids: [1], is_active: false, accepts: 'accounts', holds: true, account: null }],
  ['logins.begin', { by: 'passkey', purpose: 'confirm', origin: 'https://bugs.example.com' }],
]

/** Operations of the scope `admin` that take the password, only take away, or reveal nothing that lasts. */
const others = [
  ...['accounts.requestAddress', 'users.updateSelf', 'secondFactor.begin', 'secondFactor.confirm'],
  ...['secondFactor.remove', 'secondFactor.renewRecoveryCodes', 'apiKeys.revokeAll'],
  ...['linkedAccounts.get', 'sessions.end', 'sessions.deleteOthers', 'sessions.confirm', 'sessions.requestCode'],
  ...['codeHooks.get', 'codeHooks.delete', 'passkeys.get', 'passkeys.update'],
  ...['webhooks.get', 'webhooks.list', 'webhooks.delete', 'webhooks.deliveries', 'webhooks.ping', 'webhooks.redeliver'],
]

const all = Object.values(operations).flatMap((verbs) => Object.values<AnyOperation>(verbs))

it('every operation of the scope admin is known to need a confirmed session or not to', () => {
  const named = new Set(lasting.map(([name]) => name))
  expect(new Set(all.filter((one) => one.confirms !== undefined).map(({ name }) => name))).toEqual(named)
  const scoped = all.filter(({ scope, name }) => scope === 'admin' && !named.has(name)).map(({ name }) => name)
  expect(scoped.toSorted()).toEqual(others.toSorted())
})

onEveryStore('a session of 15 minutes', (open) => {
  it('gives no lasting access until it is confirmed, in any form', async () => {
    const { world, mine, run } = await openOld(open)
    for (const [name, input] of lasting)
      await expect(run(name, input), `${name} ${JSON.stringify(input)}`).rejects.toMatchObject(unconfirmed)
    for (const [name, input] of harmless)
      expect([name, await run(name, input).catch((error: unknown) => error)]).not.toMatchObject([name, unconfirmed])
    expect(await rowsOf(world, 'api_keys')).toEqual([])
    expect(await mine.sessions.confirm({ password })).toEqual({
      confirmed_until: new Date(world.clock.now().getTime() + 15 * 60_000),
    })
    expect(await run('apiKeys.create', {})).toHaveProperty('api_key')
    world.clock.advance(minutes(15))
    await expect(run('apiKeys.create', {})).rejects.toMatchObject(unconfirmed)
  })

  it('confirms only itself, does not last longer, and is restricted in nothing else', async () => {
    const { world, mine, token } = await openOld(open)
    const before = await mine.sessions.current()
    const other = await logIn(world, 'admin')
    world.clock.advance(minutes(15))
    await mine.sessions.confirm({ password })
    await expect(world.tracker.as({ token: other }).apiKeys.create({})).rejects.toMatchObject(unconfirmed)
    const after = await mine.sessions.current()
    expect(after).toMatchObject({ login_by: 'password', creation_time: before.creation_time, confirm_by: ['password'] })
    expect(after.confirmed_until?.getTime()).toBeGreaterThan(before.confirmed_until?.getTime() ?? 0)
    expect(after.expires?.getTime()).toBeLessThanOrEqual(
      Math.max(before.expires?.getTime() ?? 0, world.clock.now().getTime() + 30 * 86_400_000),
    )
    expect(await mine.users.whoami()).toMatchObject({ name: at('admin') })
    expect(await mine.sessions.deleteOthers()).toEqual({ ended: 1 })
    expect(await world.tracker.as({ token }).sessions.get()).toMatchObject({ sessions: [{ login_by: 'password' }] })
  })

  it('does not concern passwords, API keys, the host and the system', async () => {
    const { world, token, run } = await openOld(open)
    const { api_key } = await world.as('admin').apiKeys.create({})
    const password_too = { login: at('admin'), password }
    for (const who of [{ api_key }, password_too, { login: at('admin') }, [{ token }, { api_key }]])
      expect(await run('apiKeys.create', {}, who)).toHaveProperty('api_key')
    const { confirmed_until, login_by } = await world.tracker.as({ api_key }).sessions.current()
    expect({ confirmed_until, login_by }).toEqual({ confirmed_until: null, login_by: null })
    await expect(world.tracker.as({ api_key }).sessions.confirm({ password })).rejects.toMatchObject({
      code: 'login_required',
    })
  })

  it('is not asked in a transaction less than outside, and never with confirm_minutes 0', async () => {
    const { world, token, run } = await openOld(open)
    const within = world.tracker.transaction((tx) => tx.as({ token }).groups.create({ name: 'x', description: 'x' }))
    await expect(within).rejects.toMatchObject(unconfirmed)
    await inStore(world.store, (tx) => setParameter(tx, 'confirm_minutes', '0'))
    expect(await run('apiKeys.create', {})).toHaveProperty('api_key')
    expect(await world.tracker.as({ token }).sessions.current()).toMatchObject({ confirmed_until: null })
  })

  it('counts wrong proofs as wrong passwords, and takes no proof of another account', async () => {
    const { world, mine } = await openOld(open)
    const { recovery_codes } = await withAuthenticator(world, 'bob')
    for (const proof of [{}, { otp: recovery_codes[0] }, { code: 'AAAAAAAA' }])
      await expect(mine.sessions.confirm(proof)).rejects.toMatchObject({ code: 'param_required' })
    for (let n = 0; n < 5; n++)
      await expect(mine.sessions.confirm({ password: 'a guess' })).rejects.toMatchObject({
        code: 'invalid_login_or_password',
      })
    await expect(mine.sessions.confirm({ password })).rejects.toMatchObject({ code: 'account_locked' })
    await expect(logIn(world, 'admin')).rejects.toMatchObject({ code: 'account_locked' })
  })

  it('takes password and one-time password where there are two factors', async () => {
    const world = await open()
    const { secret } = await withAuthenticator(world, 'alice')
    const token = await logIn(world, 'alice', shownBy(secret, world))
    world.clock.advance(minutes(15))
    const { sessions } = world.tracker.as({ token })
    expect(await sessions.current()).toMatchObject({ confirm_by: ['password', 'otp'] })
    await expect(sessions.confirm({ password })).rejects.toMatchObject({ code: 'second_factor_required' })
    expect(await sessions.confirm({ password, otp: shownBy(secret, world) })).toHaveProperty('confirmed_until')
  })

  it('confirms nothing by a clock that was far ahead', async () => {
    const { world, mine } = await openOld(open)
    world.clock.advance(minutes(60 * 24))
    await mine.sessions.confirm({ password })
    world.clock.advance(-minutes(60 * 24))
    await expect(mine.apiKeys.create({})).rejects.toMatchObject(unconfirmed)
  })
})

const codeIn = (text: string) => /Code \| (\w+)/.exec(text)?.[1] as string

onEveryStore('a session of an account without a password', (open) => {
  it('is confirmed by a code by email, once, and then sets password, address and second factor', async () => {
    const { world, messageTo } = await openMailWorld(open)
    await givePassword(world, 'alice', password)
    const mine = world.tracker.as({ token: await logIn(world, 'alice') })
    await expect(mine.sessions.requestCode()).rejects.toMatchObject({ code: 'auth_failure' })
    await changeUser(world, 'alice', { password_hash: null })
    world.clock.advance(minutes(15))
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['mail'] })
    await expect(mine.secondFactor.begin({})).rejects.toMatchObject(unconfirmed)
    await expect(mine.users.updateSelf({ password: 'battery staple' })).rejects.toMatchObject(unconfirmed)
    await mine.sessions.requestCode()
    const code = codeIn((await messageTo('alice')).text)
    expect(code).toMatch(/^[A-Z2-7]{8}$/)
    await expect(mine.sessions.confirm({ code: 'AAAAAAAA' })).rejects.toMatchObject({ code: 'account_code_not_valid' })
    await mine.sessions.confirm({ code: ` ${code.toLowerCase()}` })
    await expect(mine.sessions.confirm({ code })).rejects.toMatchObject({ code: 'account_code_not_valid' })
    const { secret } = await mine.secondFactor.begin({})
    await mine.secondFactor.confirm({ otp: shownBy(secret, world) })
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['otp'] })
    await expect(mine.sessions.requestCode()).rejects.toMatchObject({ code: 'auth_failure' })
    await expect(mine.secondFactor.begin({})).rejects.toMatchObject({ code: 'second_factor_required' })
    await mine.users.updateSelf({ password: 'battery staple' })
    await expect(mine.users.updateSelf({ password: 'a third one' })).rejects.toMatchObject({ code: 'param_required' })
  })

  it('must be confirmed to set a password, address or second factor, even if it has just begun', async () => {
    const { world, messageTo } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'allowemailchange', '1'))
    await givePassword(world, 'alice', password)
    const mine = world.tracker.as({ token: await logIn(world, 'alice') })
    await changeUser(world, 'alice', { password_hash: null })
    const changes = [
      () => mine.accounts.requestAddress({ email: 'mallory@example.com' }),
      () => mine.secondFactor.begin({}),
      () => mine.users.updateSelf({ password: 'battery staple' }),
    ]
    for (const change of changes) await expect(change()).rejects.toMatchObject(unconfirmed)
    await mine.sessions.requestCode()
    await mine.sessions.confirm({ code: codeIn((await messageTo('alice')).text) })
    for (const change of changes) await change()
  })

  it('must have just begun to set a password or second factor of an account with no way to confirm it', async () => {
    const world = await open()
    await givePassword(world, 'alice', password)
    const mine = world.tracker.as({ token: await logIn(world, 'alice') })
    await changeUser(world, 'alice', { password_hash: null })
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: [] })
    await mine.secondFactor.begin({})
    await mine.users.updateSelf({ password: 'battery staple' })
    await changeUser(world, 'alice', { password_hash: null })
    for (const confirm_minutes of ['15', '0']) {
      await inStore(world.store, (tx) => setParameter(tx, 'confirm_minutes', confirm_minutes))
      world.clock.advance(minutes(15))
      await expect(mine.secondFactor.begin({})).rejects.toMatchObject(unconfirmed)
      await expect(mine.users.updateSelf({ password: 'battery staple' })).rejects.toMatchObject(unconfirmed)
    }
  })

  it('leaves the places of other logins free, however often it tries at once', async () => {
    const { world } = await openMailWorld(open)
    await givePassword(world, 'alice', password)
    const token = await logIn(world, 'alice')
    await changeUser(world, 'alice', { password_hash: null })
    const mine = world.tracker.as({ token }, { address: '192.0.2.1' })
    const tries = Array.from({ length: 40 }, async () =>
      mine.sessions.confirm({ code: 'x' }).then(
        () => 'confirmed',
        ({ code }: { readonly code: string }) => code,
      ),
    )
    const outcomes = new Set(await Promise.all(tries))
    expect(outcomes).toContain('too_many_attempts')
    expect(outcomes).not.toContain('too_busy')
  })

  it('takes no code of another account, none after 10 minutes, and no more than five tries', async () => {
    const { world, messageTo, arrived } = await openMailWorld(open)
    const [alice, ivan] = [await openWithoutPassword(world, 'alice'), await openWithoutPassword(world, 'ivan')]
    await alice.sessions.requestCode()
    const ofAlice = codeIn((await messageTo('alice')).text)
    await expect(ivan.sessions.confirm({ code: ofAlice })).rejects.toMatchObject({ code: 'account_code_not_valid' })
    world.clock.advance(minutes(10))
    await expect(alice.sessions.confirm({ code: ofAlice })).rejects.toMatchObject({ code: 'account_code_not_valid' })
    await alice.sessions.requestCode()
    const second = codeIn((await messageTo('alice')).text)
    for (let n = 0; n < 4; n++)
      await expect(alice.sessions.confirm({ code: 'x' })).rejects.toMatchObject({ code: 'account_code_not_valid' })
    await expect(alice.sessions.confirm({ code: second })).rejects.toMatchObject({ code: 'account_locked' })
    world.clock.advance(minutes(35))
    await arrived()
    for (let n = 0; n < 3; n++) await alice.sessions.requestCode()
    await expect(alice.sessions.requestCode()).rejects.toMatchObject({ code: 'too_many_attempts' })
  })

  it('is sent at most three codes within half an hour, whatever other users request', async () => {
    const { world } = await openMailWorld(open)
    const [alice, ivan] = [await openWithoutPassword(world, 'alice'), await openWithoutPassword(world, 'ivan')]
    for (let n = 0; n < 3; n++) await alice.sessions.requestCode()
    world.clock.advance(minutes(11))
    await ivan.sessions.requestCode()
    await expect(alice.sessions.requestCode()).rejects.toMatchObject({ code: 'too_many_attempts' })
    world.clock.advance(minutes(19))
    await alice.sessions.requestCode()
    expect(await rowsOf(world, 'account_codes')).toHaveLength(2)
  })
})

onEveryStore('whoever still lacks a required second factor', (open) => {
  it('is anonymous for operations that need no login, and can confirm their session', async () => {
    const world = await open()
    await givePassword(world, 'admin', password)
    await inStore(world.store, (tx) => setParameter(tx, 'second_factor_group', 'admin'))
    const mine = world.tracker.as({ token: await logIn(world, 'admin') })
    expect(await mine.parameters.get()).toEqual(await world.as(null).parameters.get())
    await expect(mine.preferences.get()).rejects.toMatchObject({ code: 'second_factor_not_set_up' })
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['password'] })
    expect(await mine.sessions.confirm({ password })).toHaveProperty('confirmed_until')
  })
})
