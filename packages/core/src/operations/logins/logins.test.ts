import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { browserOf, logins, person, testProvider, type TestProvider } from '../../../test/login-provider.js'
import { openMailWorld } from '../../../test/mail.js'
import { add, changeUser, givePassword, join, rowsOf, userId } from '../../../test/people.js'
import { hashQuickly } from '../../../test/quick-hashing.js'
import { password, shownBy, withAuthenticator } from '../../../test/second-factor.js'
import { hashSecret } from '../../auth/secrets.js'
import { LoginProviderError, type LoginPolicy, type ProviderPerson } from '../../call/login-provider.js'
import { createTracker } from '../../tracker/tracker.js'

hashQuickly()

const notValid = { code: 'login_flow_not_valid', number: 1490 }
const refused = (reason: string) => ({ code: 'login_refused', number: 1492, data: { reason } })

type Open = (options?: object) => Promise<World>

async function openAcme(open: Open, policy: LoginPolicy = {}, more: object = {}) {
  const provider = testProvider()
  const world = await open({ ...logins(provider, policy), ...more })
  const linked = async () =>
    (await rowsOf(world, 'external_accounts')).map(({ user_id, subject }) => [user_id, subject])
  const sessions = async () => (await rowsOf(world, 'tokens')).length
  return { provider, world, linked, sessions, ...browserOf(world, provider) }
}

onEveryStore('a flow of a login', (open) => {
  it('leads to the provider and back, once, and begins without writing', async () => {
    const { provider, world, begin, sessions } = await openAcme(open, { accounts: 'all' })
    provider.people.set('a', person('1', 'erin@example.com'))
    const { flow, state } = await begin()
    expect(await rowsOf(world, 'login_flows')).toEqual([])
    const answer = { code: 'a', state, extra: 'x' }
    const done = await world.as(null).logins.finish({ flow, answer })
    expect(done).toMatchObject({ outcome: 'done', return_to: '/bug/1' })
    expect(await world.tracker.as({ token: done.token as string }).users.whoami()).toMatchObject({
      name: 'erin@example.com',
    })
    await expect(world.as(null).logins.finish({ flow, answer })).rejects.toMatchObject(notValid)
    expect(await sessions()).toBe(1)
    const [asked, finished] = provider.asked
    expect({ ...finished, signal: 0 }).toEqual({ ...asked, signal: 0 })
    expect(new Set([asked?.state, asked?.nonce, asked?.code_verifier, flow]).size).toBe(4)
    expect(asked?.code_verifier).toMatch(/^[\w-]{43}$/)
  })

  it('is refused when it is forged, foreign, over or answered wrongly, before the provider is asked', async () => {
    const { provider, world, begin, sessions } = await openAcme(open)
    const [mine, other] = [await begin(), await begin()]
    const asked = provider.asked.length
    const [body = '', signature = ''] = mine.flow.split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), by: 'x' }),
    )
    const attacks: (readonly [flow: string, answer: Record<string, string>, error: object])[] = [
      ['', { code: 'a', state: mine.state }, notValid],
      ['x'.repeat(4096), { code: 'a', state: mine.state }, notValid],
      [`${forged.toString('base64url')}.${signature}`, { code: 'a', state: mine.state }, notValid],
      [`${body}.${other.flow.split('.')[1]}`, { code: 'a', state: mine.state }, notValid],
      [`${mine.flow}.x`, { code: 'a', state: mine.state }, notValid],
      [mine.flow, { code: 'a', state: other.state }, notValid],
      [mine.flow, { code: 'a' }, notValid],
      [mine.flow, { state: mine.state }, notValid],
      [mine.flow, JSON.parse('{"__proto__":"x","code":"a"}') as Record<string, string>, notValid],
      [mine.flow, { state: mine.state, error: 'access_denied' }, refused('provider_said_no')],
    ]
    for (const [flow, answer, error] of attacks)
      await expect(world.as(null).logins.finish({ flow, answer })).rejects.toMatchObject(error)
    world.clock.advance(10 * 60)
    await expect(
      world.as(null).logins.finish({ flow: mine.flow, answer: { code: 'a', state: mine.state } }),
    ).rejects.toMatchObject(notValid)
    expect(provider.asked.length).toBe(asked)
    expect(await sessions()).toBe(0)
  })

  it('is refused at the redirect address of another provider, which could have led there with this state', async () => {
    const { provider, world, begin, sessions } = await openAcme(open, { accounts: 'all' })
    provider.people.set('a', person('1', 'erin@example.com'))
    const { flow, state } = await begin()
    const [begun] = provider.asked
    const answer = { code: 'a', state }
    const redirect_uri = 'https://bugs.example.com/-/login/other/callback'
    await expect(world.as(null).logins.finish({ flow, answer, redirect_uri })).rejects.toMatchObject(notValid)
    expect([provider.asked.length, await sessions()]).toEqual([1, 0])
    const own = begun?.redirect_uri as string
    expect(await world.as(null).logins.finish({ flow, answer, redirect_uri: own })).toMatchObject({ outcome: 'done' })
  })

  it('keeps names of the provider at a length and in characters that can be stored', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all', follows: true })
    const long = `a\u0007b${'x'.repeat(251)}\u{1f600}\u{1f600}`
    const kept = `a b${'x'.repeat(251)}\u{1f600}`
    const names = { shown_as: long, full_name: long }
    for (const subject of ['1', '1']) {
      await finish(person(subject, 'erin@example.com', names))
      expect(await rowsOf(world, 'external_accounts')).toMatchObject([{ shown_as: kept }])
      expect((await rowsOf(world, 'users')).map(({ real_name }) => real_name)).toContain(kept)
    }
    await expect(finish(person('a\u0000', 'kate@example.com'))).rejects.toMatchObject(notValid)
  })

  it('lets one of two in who come with the same answer at once', async () => {
    const { provider, world, begin, sessions } = await openAcme(open, { accounts: 'all' })
    provider.people.set('a', person('1', 'erin@example.com'))
    const { flow, state } = await begin()
    const finish = async () => world.as(null).logins.finish({ flow, answer: { code: 'a', state } })
    const outcomes = await Promise.allSettled([finish(), finish(), finish()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await sessions()).toBe(1)
  })

  it('makes one account for two logins of one new person at once', async () => {
    const { world, provider, begin, linked } = await openAcme(open, { accounts: 'all' })
    provider.people.set('a', person('1', 'erin@example.com'))
    const flows = [await begin(), await begin()]
    const outcomes = await Promise.allSettled(
      flows.map(async ({ flow, state }) => world.as(null).logins.finish({ flow, answer: { code: 'a', state } })),
    )
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await linked()).toHaveLength(1)
  })

  it('may be finished again after the provider did not respond, and is forgotten once it is over', async () => {
    const { provider, world, begin, finish } = await openAcme(open, { accounts: 'all' })
    provider.people.set('a', person('1', 'erin@example.com'))
    const { flow, state } = await begin()
    const answer = { code: 'a', state }
    provider.before = () => Promise.reject(new LoginProviderError('unavailable', 'no answer'))
    await expect(world.as(null).logins.finish({ flow, answer })).rejects.toMatchObject({ number: 1491 })
    provider.before = () => undefined
    expect(await world.as(null).logins.finish({ flow, answer })).toMatchObject({ outcome: 'done' })
    expect(await rowsOf(world, 'login_flows')).toHaveLength(1)
    world.clock.advance(10 * 60)
    await finish(person('1', 'erin@example.com'))
    expect(await rowsOf(world, 'login_flows')).toHaveLength(1)
  })

  it('leaves nothing if the process ends before the commit, and can begin again', async () => {
    const provider = testProvider()
    const world = await open()
    let isEnding = false
    const store = new Proxy(world.store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const call = value.bind(target) as (...given: unknown[]) => unknown
        if (name !== 'write' || !isEnding) return call
        const write = call as World['store']['write']
        return async (work: Parameters<typeof write>[0]) =>
          write(async (tx) => {
            await work(tx)
            throw new Error('the process was ended')
          })
      },
    })
    const options = {
      logger: { warn: () => undefined, error: () => undefined },
      ...logins(provider, { accounts: 'all' }),
    }
    const tracker = await createTracker({ store, ...options })
    const { finish } = browserOf({ tracker }, provider)
    const entities = ['users', 'external_accounts', 'tokens', 'login_flows', 'audit_log'] as const
    const counts = async () => Promise.all(entities.map(async (entity) => (await rowsOf(world, entity)).length))
    const before = await counts()
    isEnding = true
    await expect(finish(person('1', 'erin@example.com'))).rejects.toBeInstanceOf(Error)
    isEnding = false
    expect(await counts()).toEqual(before)
    expect(await finish(person('1', 'erin@example.com'))).toMatchObject({ outcome: 'done' })
    expect((await counts()).slice(0, 4)).toEqual(before.slice(0, 4).map((count) => count + 1))
  })

  it('says what went wrong at the provider, and logs no secret', async () => {
    const warned: unknown[] = []
    const logger = {
      warn: (...entry: unknown[]) => void warned.push(entry),
      error: () => undefined,
      info: () => undefined,
    }
    const { provider, world, finish } = await openAcme(open, {}, { logger })
    const cases = [
      [new LoginProviderError('unavailable', 'no answer'), { code: 'login_provider_unavailable', number: 1491 }],
      [new LoginProviderError('said no', 'no'), refused('provider_said_no')],
      [new LoginProviderError('not allowed', 'no'), refused('not_allowed')],
      [new LoginProviderError('not valid', 'wrong nonce'), notValid],
      [new Error('secret-of-client'), { code: 'login_provider_unavailable' }],
    ] as const
    for (const [error, expected] of cases) {
      provider.before = () => Promise.reject(error)
      await expect(finish(person('1', 'erin@example.com'))).rejects.toMatchObject(expected)
    }
    provider.before = () => undefined
    await expect(finish(person('', 'erin@example.com'))).rejects.toMatchObject(notValid)
    expect(JSON.stringify(warned)).toContain('wrong nonce')
    expect(JSON.stringify(warned)).not.toContain('secret-of-client')
    await expect(world.as(null).logins.begin({ by: 'none', redirect_uri: 'https://x.example/' })).rejects.toMatchObject(
      {
        code: 'login_provider_unknown',
        number: 1493,
      },
    )
  })
})

const addressOf = at('bob')

interface Takeover {
  readonly name: string
  readonly policy?: LoginPolicy
  readonly person?: Partial<ProviderPerson>
  readonly prepare?: (world: World) => Promise<unknown>
  /** An outcome, or the reason of a refusal. */
  readonly comes: string
}

const adopt = { adopt: true }
const withPassword = (world: World) => givePassword(world, 'bob', password)

/** A person new here who proves, or does not prove, the address of bob. */
const takeovers: readonly Takeover[] = [
  { name: 'without a password', comes: 'account_exists' },
  { name: 'with a password', prepare: withPassword, comes: 'password' },
  { name: 'adopted', policy: adopt, comes: 'done' },
  { name: 'adopted, with a password', policy: adopt, prepare: withPassword, comes: 'done' },
  { name: 'in capitals', policy: adopt, person: { email: addressOf.toUpperCase() }, comes: 'done' },
  { name: 'not verified', policy: adopt, person: { proof: 'none' }, comes: 'email_not_verified' },
  { name: 'not verified, of nobody', person: { proof: 'none', email: 'x@example.com' }, comes: 'email_not_verified' },
  { name: 'no address', policy: adopt, person: { email: undefined }, comes: 'email_not_verified' },
  { name: 'verified by the operator', policy: { ...adopt, emails: 'all' }, person: { proof: 'none' }, comes: 'done' },
  { name: 'verified once', policy: adopt, person: { proof: 'once' }, prepare: withPassword, comes: 'password' },
  {
    name: 'an address that folds alike',
    policy: adopt,
    person: { email: 'bo\u212A@example.com' },
    comes: 'email_not_verified',
  },
  { name: 'a second address', policy: adopt, person: { email: `x@y,${addressOf}` }, comes: 'email_not_verified' },
  { name: 'an address with a line', policy: adopt, person: { email: `${addressOf}\n` }, comes: 'email_not_verified' },
  {
    name: 'an administrator',
    policy: adopt,
    prepare: async (world) => [await withPassword(world), await join(world, 'bob', 'admin')],
    comes: 'password',
  },
  {
    name: 'an administrator without a password',
    policy: adopt,
    prepare: (world) => join(world, 'bob', 'admin'),
    comes: 'account_exists',
  },
  {
    name: 'an editor of users',
    policy: adopt,
    prepare: (world) => join(world, 'bob', 'editusers'),
    comes: 'account_exists',
  },
  { name: 'with two factors', policy: adopt, prepare: (world) => withAuthenticator(world, 'bob'), comes: 'password' },
  {
    name: 'disabled',
    policy: adopt,
    prepare: (world) => changeUser(world, 'bob', { login_denied_text: 'Left' }),
    comes: 'account_disabled',
  },
  { name: 'a new address', person: { email: 'erin@example.com' }, comes: 'login_not_allowed' },
  {
    name: 'a new address, verified once',
    policy: { ...adopt, accounts: 'all' },
    person: { email: 'erin@example.com', proof: 'once' },
    comes: 'email_not_verified',
  },
  {
    name: 'a new address, verified once, by the word of the operator',
    policy: { accounts: 'all', emails: 'all' },
    person: { email: 'erin@example.com', proof: 'once' },
    comes: 'done',
  },
  { name: 'a new address, for all', policy: { accounts: 'all' }, person: { email: 'erin@example.com' }, comes: 'done' },
  {
    name: 'a new address, for none',
    policy: { accounts: 'none' },
    person: { email: 'erin@example.com' },
    comes: 'no_account',
  },
  {
    name: 'not in the group',
    policy: { ...adopt, requireGroup: 'staff' },
    person: { groups: ['x'] },
    comes: 'not_allowed',
  },
  { name: 'without groups', policy: { ...adopt, requireGroup: 'staff' }, comes: 'not_allowed' },
  { name: 'in the group', policy: { ...adopt, requireGroup: 'staff' }, person: { groups: ['staff'] }, comes: 'done' },
  {
    name: 'linked to another of the issuer',
    policy: adopt,
    prepare: async (world) => {
      const identity = { issuer: 'https://acme.example.com', subject: 'other', digest: '', kind: 'linked' }
      await add(world, 'external_accounts', [{ ...identity, user_id: await userId(world, 'bob') }])
    },
    comes: 'account_exists',
  },
]

onEveryStore('a person whom nobody has seen before', (open) => {
  it.each(takeovers)('$name: $comes', async ({ policy, person: more, prepare, comes }) => {
    const { world, finish, sessions, linked } = await openAcme(open, policy)
    await prepare?.(world)
    const before = await sessions()
    const links = await linked()
    const outcome = await finish(person('1', addressOf, more)).catch((error: unknown) => error as { code: string })
    const {
      outcome: reached,
      code,
      data,
    } = outcome as {
      readonly outcome?: string
      readonly code?: string
      readonly data?: { readonly reason?: string }
    }
    expect(reached ?? (code === 'login_refused' ? data?.reason : code)).toBe(comes)
    const gained = comes === 'done' ? 1 : 0
    expect([await sessions(), (await linked()).length]).toEqual([before + gained, links.length + gained])
  })

  it('gets an account only if its address is permitted, without the suffix of all logins', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all' })
    await inStore(world.store, (tx) => setParameter(tx, 'emailregexp', '^[^@]+@example\\.com$'))
    await expect(finish(person('1', 'erin@else.example'))).rejects.toMatchObject(refused('login_not_allowed'))
    expect(await finish(person('1', 'erin@example.com'))).toMatchObject({ outcome: 'done' })
    await inStore(world.store, (tx) => setParameter(tx, 'emailregexp', '^[a-z]+$'))
    await inStore(world.store, (tx) => setParameter(tx, 'emailsuffix', '@example.com'))
    await expect(finish(person('2', 'fay@else.example'))).rejects.toMatchObject(refused('email_not_verified'))
    const { token = '' } = await finish(person('2', 'fay@example.com'))
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: 'fay' })
  })

  it('gets a name from the address and groups by its pattern, up to a limit an hour', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all' })
    await inStore(world.store, (tx) => setParameter(tx, 'registrations_per_hour', '2'))
    await world.tracker
      .asSystem()
      .groups.create({ name: 'partners', description: 'x', user_regexp: '@partner\\.example' })
    const { token = '' } = await finish(person('1', 'erin@partner.example', { full_name: 'E'.repeat(300) }))
    const { users } = await world.as('admin').users.get({ names: ['erin@partner.example'] })
    expect(users[0]).toMatchObject({ real_name: 'E'.repeat(255) })
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: 'erin@partner.example' })
    expect(users[0]?.groups?.map(({ name }: { name: string }) => name)).toContain('partners')
    await finish(person('2', 'fay@example.com'))
    await expect(finish(person('3', 'gil@example.com'))).rejects.toMatchObject({ code: 'too_busy' })
    expect(await finish(person('2', 'fay@example.com'))).toMatchObject({ outcome: 'done' })
    world.clock.advance(3600)
    expect(await finish(person('3', 'gil@example.com'))).toMatchObject({ outcome: 'done' })
  })
})

onEveryStore('a person who has been here before', (open) => {
  it('is known only by issuer and subject, and keeps what was set here', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all' })
    const first = await finish(person('1', 'erin@example.com'))
    const again = await finish(person('1', at('bob'), { full_name: 'Bob' }))
    expect(again.id).toBe(first.id)
    expect(await world.tracker.as({ token: again.token as string }).users.whoami()).toMatchObject({
      name: 'erin@example.com',
      real_name: 'The 1',
    })
    const other = await finish(person('2', 'frank@example.com'))
    expect(other.id).not.toBe(first.id)
  })

  it('is another person where another issuer has the same subject', async () => {
    const [acme, other] = [testProvider('acme'), testProvider('other')]
    const providers = [acme, other].map((provider) => ({ provider, accounts: 'all' as const }))
    const world = await open({ logins: { providers } })
    const one = await browserOf(world, acme).finish(person('1', 'erin@example.com'))
    const two = await browserOf(world, other).finish(person('1', 'frank@example.com'))
    expect(one.id).not.toBe(two.id)
    // A flow of one provider is not finished at the other.
    const { flow, state } = await browserOf(world, acme).begin()
    acme.people.delete('code')
    other.people.set('code', person('1', 'frank@example.com'))
    await expect(world.as(null).logins.finish({ flow, answer: { code: 'code', state } })).rejects.toMatchObject({
      code: 'login_provider_unavailable',
    })
  })

  it('is in the groups that the provider decides about, and in no other by it', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all', groups: ['insiders', 'absent'] })
    const groupsOf = async (one: ProviderPerson) => {
      const { id = 0 } = await finish(one)
      const { users } = await world.as('admin').users.get({ ids: [id] })
      return users[0]?.groups?.map(({ name }: { name: string }) => name)
    }
    expect(await groupsOf(person('1', 'erin@example.com', { groups: ['Insiders', 'admin'] }))).toEqual(['insiders'])
    expect(await groupsOf(person('1'))).toEqual(['insiders'])
    expect(await groupsOf(person('1', undefined, { groups: [] }))).toEqual([])
  })

  it('follows the provider in name and login only where the policy says so, and takes no name of another account', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all', follows: true })
    await finish(person('1', 'erin@example.com'))
    const { token = '' } = await finish(person('1', 'eve.new@example.com', { full_name: 'Erin New' }))
    const mine = world.tracker.as({ token })
    expect(await mine.users.whoami()).toMatchObject({ name: 'eve.new@example.com', real_name: 'Erin New' })
    await expect(mine.users.updateSelf({ full_name: 'X' })).rejects.toMatchObject({ code: 'managed_by_host' })
    const { token: later = '' } = await finish(person('1', at('bob'), { proof: 'now' }))
    expect(await world.tracker.as({ token: later }).users.whoami()).toMatchObject({ name: 'eve.new@example.com' })
    await finish(person('1', at('carl'), { proof: 'none' }))
    await finish(person('1', 'eve.newer@example.com', { proof: 'once' }))
    expect(await rowsOf(world, 'users')).toContainEqual(expect.objectContaining({ login: 'eve.new@example.com' }))
  })

  it('learns that the account is disabled, and keeps no session after leaving the required group', async () => {
    const { provider, world, finish, sessions } = await openAcme(open, { accounts: 'all', requireGroup: 'staff' })
    const { id = 0, token = '' } = await finish(person('1', at('erin'), { groups: ['staff'] }))
    await join(world, 'erin', 'bz_sudoers')
    await world.tracker.as({ token }).sessions.actAs({ user: at('bob'), reason: 'Bug 35' })
    expect(await sessions()).toBe(2)
    await expect(finish(person('1', 'erin@example.com', { groups: [] }))).rejects.toMatchObject(refused('not_allowed'))
    expect(await sessions()).toBe(0)
    await finish(person('1', 'erin@example.com', { groups: ['staff'] }))
    provider.before = () => {
      throw new LoginProviderError('not allowed', 'not in the organization', { subject: '1' })
    }
    await expect(finish(person('1'))).rejects.toMatchObject(refused('not_allowed'))
    expect(await sessions()).toBe(0)
    provider.before = () => undefined
    await world.as('admin').users.update({ ids: [id], login_denied_text: 'Left the company' })
    await expect(finish(person('1', undefined, { groups: ['staff'] }))).rejects.toMatchObject({
      code: 'account_disabled',
    })
  })

  it('has a session for as many hours as the policy says, used or not, and by the name of the provider', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all', sessionHours: 12 })
    const { token = '' } = await finish(person('1', 'erin@example.com'))
    const mine = world.tracker.as({ token })
    const { login_by, expires } = await mine.sessions.current()
    expect([login_by, expires]).toEqual(['acme', new Date(world.clock.now().getTime() + 12 * 3_600_000)])
    world.clock.advance(12 * 3600 - 1)
    expect(await mine.sessions.get()).toMatchObject({ sessions: [{ login_by: 'acme', expires }] })
    world.clock.advance(1)
    await expect(mine.users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    expect((await rowsOf(world, 'audit_log')).map(({ field, added }) => [field, added])).toContainEqual([
      'login',
      'by acme',
    ])
  })

  it('logs out at the provider, too, where the policy says so, and in any case here', async () => {
    const logoutUrl = async (to: string) => `https://acme.example.com/end?to=${encodeURIComponent(to)}`
    const provider = testProvider('acme', { logoutUrl })
    const return_to = 'https://bugs.example.com/'
    const logOut = async (policy: LoginPolicy, of = provider) => {
      const world = await open(logins(of, { accounts: 'all', ...policy }))
      const { token = '' } = await browserOf(world, of).finish(person('1', 'erin@example.com'))
      expect(await world.as(null).sessions.delete({ token: 'x', return_to })).toEqual({})
      const left = await world.as(null).sessions.delete({ token, return_to })
      expect(await rowsOf(world, 'tokens')).toEqual([])
      return left
    }
    expect(await logOut({ logout: 'provider' })).toEqual({
      logout_url: 'https://acme.example.com/end?to=https%3A%2F%2Fbugs.example.com%2F',
    })
    expect(await logOut({})).toEqual({})
    const down = testProvider('acme', { logoutUrl: async () => Promise.reject(new Error('no')) })
    expect(await logOut({ logout: 'provider' }, down)).toEqual({})
    expect(await logOut({ logout: 'provider' }, testProvider('acme'))).toEqual({})
  })

  it('logs out at the provider that began the session after it was renamed', async () => {
    const { provider, world, finish } = await openAcme(open, { accounts: 'all' })
    const { token = '' } = await finish(person('1', 'erin@example.com'))
    const { issuer } = provider
    const renamed = testProvider('staff', { issuer, logoutUrl: async () => 'https://acme.example.com/end' })
    const other = testProvider('acme', {
      issuer: 'https://x.example.com',
      logoutUrl: async () => 'https://x.example.com',
    })
    const providers = [renamed, other].map((one) => ({ provider: one, logout: 'provider' as const }))
    const tracker = await createTracker({
      store: world.store,
      testing: { clock: world.clock.now },
      logins: { providers },
    })
    const left = await tracker.as(null).sessions.delete({ token, return_to: 'https://bugs.example.com/' })
    expect(left).toEqual({ logout_url: 'https://acme.example.com/end' })
    await tracker.close()
  })

  it('is not concerned by a lock after wrong passwords', async () => {
    const { world, finish } = await openAcme(open, { adopt: true })
    await givePassword(world, 'bob', password)
    await finish(person('1', at('bob')))
    for (let n = 0; n < 6; n++)
      await world
        .as(null)
        .sessions.create({ login: at('bob'), password: 'x' })
        .catch(() => undefined)
    expect(await finish(person('1', at('bob')))).toMatchObject({ outcome: 'done' })
  })
})

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
    await link(person('1234567', undefined, { shown_as: '' }))
    const id = await userId(world, 'bob')
    const { audit_log } = await world.as('admin').audit.get({ class: 'User', object_id: id })
    const logged = audit_log.filter(({ field }) => field === 'linked_account').toReversed()
    const { issuer } = provider
    expect(logged.map(({ user, removed, added }) => [user, removed, added])).toEqual([
      [at('bob'), '', `${issuer}: other@example.com`],
      [at('bob'), `${issuer}: other@example.com from 192.0.2.7`, ''],
      [at('bob'), '', `${issuer}: 123…`],
      [at('bob'), `${issuer}: 123… from 192.0.2.7`, ''],
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

  it('lets a provider that asks again confirm the session, of this person and now', async () => {
    const { world, token, mine, finish } = await openBob()
    const now = () => world.clock.now()
    await finish(person('9'), { token }, 'link')
    world.clock.advance(16 * 60)
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['password', 'acme'] })
    const long = new Date(now().getTime() - 61_000)
    for (const one of [
      person('9'),
      person('9', undefined, { auth_time: long }),
      person('8', undefined, { auth_time: now() }),
    ])
      await expect(finish(one, { token }, 'confirm')).rejects.toMatchObject(notValid)
    await expect(mine.apiKeys.create({})).rejects.toMatchObject({ code: 'confirmation_required' })
    await finish(person('9', undefined, { auth_time: now() }), { token }, 'confirm')
    expect(provider.asked.at(-1)?.again).toBe(true)
    expect(await mine.apiKeys.create({})).toHaveProperty('api_key')
  })

  it('does not lead to a provider at which the user has no account to confirm the session', async () => {
    const { token, finish } = await openBob()
    const asked = provider.asked.length
    const attempt = finish(person('9', undefined, { auth_time: new Date() }), { token }, 'confirm')
    await expect(attempt).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'by' } })
    expect(provider.asked).toHaveLength(asked)
  })

  it('confirms no session of an account with a second factor by a provider that is one factor', async () => {
    const world = await open(logins(provider))
    const { browser, mine, token, now } = await linkTwofold(world, provider)
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['password', 'otp'] })
    const again = () => browser.finish(person('9', undefined, { auth_time: now() }), { token }, 'confirm')
    const asked = provider.asked.length
    await expect(again()).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'by', value: 'acme' } })
    expect(provider.asked).toHaveLength(asked)
    await expect(mine.apiKeys.create({})).rejects.toMatchObject({ code: 'confirmation_required' })
  })

  it('confirms a session of an account with a second factor by a provider that asks for one', async () => {
    const world = await open(logins(provider, { secondFactor: 'provider' }))
    const { browser, mine, token, now } = await linkTwofold(world, provider)
    expect(await mine.sessions.current()).toMatchObject({ confirm_by: ['password', 'otp', 'acme'] })
    await browser.finish(person('9', undefined, { auth_time: now() }), { token }, 'confirm')
    expect(await mine.apiKeys.create({})).toHaveProperty('api_key')
  })
})

/** Links alice, who has an authenticator app, to person 9, a while ago. */
async function linkTwofold(world: World, provider: TestProvider) {
  const { logIn, shown } = await withAuthenticator(world, 'alice')
  const { token } = await logIn(shown())
  const browser = browserOf(world, provider)
  await browser.finish(person('9'), { token }, 'link')
  world.clock.advance(16 * 60)
  return { browser, token, mine: world.tracker.as({ token }), now: () => world.clock.now() }
}

onEveryStore('a provider that finds out only at its first request that it cannot ask again', (open) => {
  it('confirms no session, and is not offered for that any more', async () => {
    let asks = 0
    const provider = testProvider('acme', {
      begin: async ({ state }) => {
        asks++
        return `https://acme.example.com/?state=${state}`
      },
    })
    // The first request is that of the login.
    Object.defineProperty(provider, 'mayConfirm', { get: () => asks < 2 })
    const world = await open(logins(provider, { accounts: 'all' }))
    const { finish, begin } = browserOf(world, provider)
    const { token = '' } = await finish(person('1', 'erin@example.com'))
    const mine = world.tracker.as({ token })
    expect((await mine.sessions.current()).confirm_by).toContain('acme')
    await expect(begin({ token }, 'confirm')).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'by' } })
    expect((await mine.sessions.current()).confirm_by).not.toContain('acme')
  })
})

it('createTracker refuses providers that contradict each other', async () => {
  const { memoryStore } = await import('@trackerkit/adapter-memory')
  const way = (name: string, more: object = {}) => ({ provider: testProvider(name), ...more })
  const wrong: object[] = [
    { providers: 1 },
    { provider: [] },
    { providers: [{}] },
    { providers: [way('Acme')] },
    { providers: [way('acme'), way('acme')] },
    { providers: [way('acme'), { provider: testProvider('b', { issuer: 'https://acme.example.com' }) }] },
    { providers: [way('acme', { groups: ['QA'] }), way('b', { groups: ['qa '] })] },
    { providers: [way('acme', { groups: ['ours'] })] },
    { providers: [way('acme', { sessionHours: 0 })] },
    { providers: [way('acme', { adopt: 'yes' })] },
    { providers: [way('acme', { adpt: true })] },
    { providers: Array.from({ length: 9 }, (_, n) => way(`a${n}`)) },
  ]
  for (const one of wrong)
    await expect(
      createTracker({ store: memoryStore(), hostUsers: { groups: ['ours'] }, logins: one as never }),
    ).rejects.toMatchObject({ code: 'invalid_options' })
})
