import { expect, it } from 'vitest'
import { onEveryStore, type World } from '../../../test/harness.js'
import { browserOf, logins, notValid, openAcme, person, refused, testProvider } from '../../../test/login-provider.js'
import { rowsOf } from '../../../test/people.js'
import { LoginProviderError } from '../../call/login-provider.js'
import { createTracker } from '../../tracker/tracker.js'

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

  it('ends after five failed exchanges, and asks the provider no more', async () => {
    const { provider, world, begin, sessions } = await openAcme(open, { accounts: 'all' })
    const [mine, other] = [await begin(), await begin()]
    provider.people.set('a', person('1', 'erin@example.com'))
    const finish = ({ flow, state }: typeof mine, code: string, n = 0) =>
      world.tracker.as(null, { address: `10.0.${n}.1` }).logins.finish({ flow, answer: { code, state } })
    provider.before = () => Promise.reject(new LoginProviderError('not valid', 'invalid_grant'))
    // At once, and from several networks.
    await Promise.allSettled([0, 1, 2].map((n) => finish(mine, 'guess', n)))
    for (const one of [other, mine, mine]) await expect(finish(one, 'guess')).rejects.toMatchObject(notValid)
    provider.before = () => undefined
    const asked = provider.asked.length
    await expect(finish(mine, 'a')).rejects.toMatchObject(notValid)
    expect([provider.asked.length, await sessions()]).toEqual([asked, 0])
    expect(await finish(other, 'a')).toMatchObject({ outcome: 'done' })
    await expect(finish(other, 'a')).rejects.toMatchObject(notValid)
    expect([provider.asked.length, await sessions()]).toEqual([asked + 1, 1])
  })

  it('costs no write when a first code is invalid, and is not ended by a provider that does not respond', async () => {
    const { provider, world, begin } = await openAcme(open, { accounts: 'all' })
    provider.people.set('a', person('1', 'erin@example.com'))
    const { flow, state } = await begin()
    const finish = (code: string) => world.as(null).logins.finish({ flow, answer: { code, state } })
    provider.before = () => Promise.reject(new LoginProviderError('not valid', 'invalid_grant'))
    await expect(finish('guess')).rejects.toMatchObject(notValid)
    provider.before = () => Promise.reject(new LoginProviderError('unavailable', 'no answer'))
    for (let n = 0; n < 6; n++) await expect(finish('a')).rejects.toMatchObject({ number: 1491 })
    expect(await rowsOf(world, 'login_flows')).toEqual([])
    provider.before = () => undefined
    expect(await finish('a')).toMatchObject({ outcome: 'done' })
  })

  it('is finished while another network holds its share of the places at the provider', async () => {
    const { provider, world, begin } = await openAcme(open, { accounts: 'all' })
    const releases: (() => void)[] = []
    provider.before = () => new Promise<void>((resolve) => releases.push(resolve))
    const attempt = async (address: string) => {
      const { flow, state } = await begin()
      return world.tracker.as(null, { address }).logins.finish({ flow, answer: { code: 'a', state } })
    }
    const refusals: unknown[] = []
    const held = Array.from({ length: 15 }, (_, n) =>
      attempt(`192.0.2.${n}`).catch((error: unknown) => void refusals.push(error)),
    )
    await expect.poll(() => [releases.length, refusals.length]).toEqual([4, 3])
    const crowded = { code: 'too_many_attempts', number: 32000 }
    expect(refusals).toMatchObject([crowded, crowded, crowded])
    const [hang, answer] = [provider.before, () => undefined]
    provider.people.set('a', person('1', 'erin@example.com'))
    provider.before = answer
    expect(await attempt('198.51.100.1')).toMatchObject({ outcome: 'done' })
    provider.before = hang
    expect(releases).toHaveLength(4)
    provider.before = answer
    for (const release of releases) release()
    await Promise.all(held)
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
    const { provider, world, begin, finish } = await openAcme(open, {}, { logger })
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
    const { flow, state } = await begin()
    for (const requestId of ['r-1', 'two\nlines', 'x'.repeat(101)])
      await expect(
        world.tracker.as(null, { requestId }).logins.finish({ flow, answer: { code: 'code', state } }),
      ).rejects.toMatchObject({ code: 'login_provider_unavailable' })
    const facts = { provider: 'acme', reason: 'unavailable', error: 'Error' }
    expect(warned.slice(-3)).toEqual([
      ['a login provider failed', { ...facts, request_id: 'r-1' }],
      ['a login provider failed', facts],
      ['a login provider failed', facts],
    ])
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
