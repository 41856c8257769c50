import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Logger, type Tracker } from '@trackerkit/core'
import type { LoginPolicy } from '@trackerkit/core/host'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { gitlab, keycloak, oidc, type OidcOptions } from '../src/index.js'
import { isSafeAddress, limitedFetch } from '../src/limited-fetch.js'
import { clientId, clientSecret, lyingProvider, type Lies, type LyingProvider } from './lying-provider.js'

let liar: LyingProvider
beforeAll(async () => {
  liar = await lyingProvider()
})
afterAll(async () => liar.close())

const redirect_uri = 'http://localhost:8080/-/login/liar/callback'

const quiet: Logger = { warn: () => undefined, error: () => undefined }

async function openTracker(
  more: Partial<OidcOptions> = {},
  policy: LoginPolicy = { accounts: 'all' },
  logger: Logger = quiet,
) {
  const options = { name: 'liar', title: 'Liar', issuer: liar.issuer, clientId, clientSecret }
  const provider = oidc({ ...options, ...more })
  const tracker = await createTracker({
    store: memoryStore(),
    administrator: { login: 'admin@example.com', password: 'correct horse' },
    logins: { providers: [{ provider, ...policy }] },
    logger,
  })
  return { tracker, provider }
}

/** Goes to the provider and comes back with what it leads back with. */
async function logIn({ logins }: ReturnType<Tracker['as']>, lies: Lies = {}, back: Record<string, string> = {}) {
  liar.lies = lies
  const { flow, url = '' } = await logins.begin({ by: 'liar', redirect_uri })
  const { searchParams } = new URL(url)
  liar.nonce = searchParams.get('nonce') ?? ''
  const answer = { code: 'a', state: searchParams.get('state') ?? '', ...back }
  return logins.finish({ flow, answer })
}

const now = () => Math.floor(Date.now() / 1000)

interface Lie extends Lies {
  readonly name: string
  readonly back?: Record<string, string>
  readonly code?: string
}

const lies: readonly Lie[] = [
  { name: 'another issuer', claims: { iss: 'https://evil.example' } },
  { name: 'another audience', claims: { aud: 'other' } },
  { name: 'a second audience', claims: { aud: [clientId, 'other'] } },
  { name: 'a second audience with azp', claims: { aud: [clientId, 'other'], azp: clientId } },
  { name: 'another authorized party', claims: { azp: 'other' } },
  { name: 'another nonce', claims: { nonce: 'x' } },
  { name: 'no nonce', claims: { nonce: undefined } },
  { name: 'an expired token', claims: { exp: now() - 120 } },
  { name: 'a token of the future', claims: { nbf: now() + 3600 } },
  { name: 'no subject', claims: { sub: undefined } },
  { name: 'an empty subject', claims: { sub: '' } },
  { name: 'a subject that is a number', claims: { sub: 1 } },
  { name: 'a long subject', claims: { sub: 'x'.repeat(256) } },
  { name: 'no signature', alg: 'none' },
  { name: 'a signature by the secret of the client', alg: 'HS256' },
  { name: 'a signature by the public key', alg: 'public key as HS256' },
  { name: 'a signature by a foreign key', key: 'foreign' },
  { name: 'no ID token', token: 'missing' },
  { name: 'a code that was used', token: 'refused' },
  { name: 'userinfo of another subject', claims: { email: undefined }, userinfo: { sub: '2', email: 'x@example.com' } },
  { name: 'another issuer in the callback', back: { iss: 'https://evil.example' } },
  { name: 'an error', back: { error: 'access_denied' }, code: 'login_refused' },
  { name: 'an address that is not verified', claims: { email_verified: false }, code: 'login_refused' },
  { name: 'an address verified by a text', claims: { email_verified: 'true' }, code: 'login_refused' },
  { name: 'an endless response', token: 'endless', code: 'login_provider_unavailable' },
  { name: 'a redirect', token: 'redirects', code: 'login_provider_unavailable' },
  { name: 'a failure', token: 'fails', code: 'login_provider_unavailable' },
]

describe('presets with a server of your own', () => {
  it('read groups from the claim that is named', async () => {
    const ask = {
      ...{ redirect_uri, state: 's', nonce: 'n', code_verifier: 'v'.repeat(43), again: false },
      signal: AbortSignal.timeout(10_000),
    }
    const client = { clientId, clientSecret, groupsClaim: 'roles' }
    for (const provider of [keycloak({ ...client, issuer: liar.issuer }), gitlab({ ...client, url: liar.issuer })]) {
      liar.lies = { claims: { roles: ['a', 'b'], groups: ['c'], groups_direct: ['d'] } }
      liar.nonce = 'n'
      expect(await provider.finish({ code: 'a', state: 's' }, ask)).toMatchObject({ groups: ['a', 'b'] })
    }
  })
})

describe('oidc with a provider that lies', () => {
  it('gives no session', async () => {
    const { tracker } = await openTracker()
    const nobody = tracker.as(null)
    for (const { name, back, code = 'login_flow_not_valid', ...lie } of lies) {
      const outcome: unknown = await logIn(nobody, lie, back).catch((error: unknown) => error)
      expect([name, outcome]).toMatchObject([name, { code }])
    }
    const { users } = await tracker.asSystem().users.get({ match: ['example.com'] })
    expect(users.map((user) => user.name)).toEqual(['admin@example.com'])
    expect(await logIn(nobody, { claims: { nbf: now() + 50 } })).toMatchObject({ outcome: 'done' })
    await tracker.close()
  })

  it('writes none of its texts to the log', async () => {
    const logged: unknown[] = []
    const logger = {
      warn: (...entry: unknown[]) => void logged.push(entry),
      error: () => undefined,
    }
    const { tracker } = await openTracker({}, {}, logger)
    await expect(logIn(tracker.as(null), { token: 'quotes' })).rejects.toMatchObject({
      code: 'login_provider_unavailable',
    })
    expect(JSON.stringify(logged)).toContain('"provider":"liar"')
    expect(JSON.stringify(logged)).not.toContain(clientSecret)
    expect(JSON.stringify(logged).length).toBeLessThan(300)
    await tracker.close()
  })

  it('takes no unsigned token though the discovery document lists that', async () => {
    const document = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] }
    for (const alg of ['none', 'HS256', 'public key as HS256'] as const) {
      const { tracker } = await openTracker()
      await expect(logIn(tracker.as(null), { document, alg })).rejects.toMatchObject({ code: 'login_flow_not_valid' })
      await tracker.close()
    }
  })

  it('takes no discovery document of another issuer, without keys, without https, by a redirect, or that requires iss and gets none', async () => {
    const document = (more: object) => ({ document: more as Record<string, unknown> })
    const cases = [
      document({ issuer: 'https://evil.example' }),
      document({ jwks_uri: undefined }),
      document({ token_endpoint: 'http://evil.example/token' }),
      document({ userinfo_endpoint: 'file:///etc/passwd' }),
      document({ authorization_endpoint: 'javascript:alert(1)' }),
      { isElsewhere: true },
    ]
    for (const one of cases) {
      const { tracker } = await openTracker()
      await expect(logIn(tracker.as(null), one)).rejects.toMatchObject({ code: 'login_provider_unavailable' })
      await tracker.close()
    }
    const { tracker } = await openTracker()
    const required = document({ authorization_response_iss_parameter_supported: true })
    await expect(logIn(tracker.as(null), required)).rejects.toMatchObject({ code: 'login_flow_not_valid' })
    expect(await logIn(tracker.as(null), required, { iss: liar.issuer })).toMatchObject({ outcome: 'done' })
    await tracker.close()
  })

  it('asks a provider that fails once in half a minute, and keeps a document for a day', async () => {
    let clock = 0
    const { tracker } = await openTracker({ now: () => clock })
    const asked = () => liar.requests.filter((path) => path.startsWith('/.well-known')).length
    const before = asked()
    const { logins } = tracker.as(null)
    liar.lies = { document: { issuer: 'https://evil.example' } }
    const begin = async () => logins.begin({ by: 'liar', redirect_uri })
    for (let n = 0; n < 3; n++) await expect(begin()).rejects.toMatchObject({ code: 'login_provider_unavailable' })
    expect(asked()).toBe(before + 1)
    liar.lies = {}
    clock = 30_001
    await begin()
    clock += 86_000_000
    await begin()
    expect(asked()).toBe(before + 2)
    clock += 500_000
    await begin()
    expect(asked()).toBe(before + 3)
    await tracker.close()
  })

  it('ends a response that hangs when its time is over', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const times = vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => timeout(time / 50))
    const { tracker } = await openTracker()
    try {
      for (const token of ['hangs', 'hangs later'] as const)
        await expect(logIn(tracker.as(null), { token })).rejects.toMatchObject({ code: 'login_provider_unavailable' })
      expect(times).toHaveBeenLastCalledWith(10_000)
    } finally {
      times.mockRestore()
      await tracker.close()
    }
  })

  it('reads new keys of a provider at most once a minute, and takes no others', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { tracker } = await openTracker()
    const keysRead = () => liar.requests.filter((path) => path === '/keys').length
    try {
      const before = keysRead()
      expect(await logIn(tracker.as(null))).toMatchObject({ outcome: 'done' })
      for (let n = 0; n < 3; n++)
        await expect(logIn(tracker.as(null), { key: 'new' })).rejects.toMatchObject({ code: 'login_flow_not_valid' })
      expect(keysRead()).toBe(before + 1)
      vi.setSystemTime(Date.now() + 61_000)
      expect(await logIn(tracker.as(null), { key: 'new' })).toMatchObject({ outcome: 'done' })
      expect(keysRead()).toBe(before + 2)
      await expect(logIn(tracker.as(null))).rejects.toMatchObject({ code: 'login_flow_not_valid' })
    } finally {
      vi.useRealTimers()
      await tracker.close()
    }
  })

  it('reads keys again after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { tracker } = await openTracker()
    const keysRead = () => liar.requests.filter((path) => path === '/keys').length
    try {
      const before = keysRead()
      await logIn(tracker.as(null))
      vi.setSystemTime(Date.now() + 290_000)
      await logIn(tracker.as(null))
      expect(keysRead()).toBe(before + 1)
      vi.setSystemTime(Date.now() + 20_000)
      await logIn(tracker.as(null))
      expect(keysRead()).toBe(before + 2)
    } finally {
      vi.useRealTimers()
      await tracker.close()
    }
  })

  it('takes every asymmetric algorithm that the provider lists, or the one of the options', async () => {
    const curve = { key: 'curve', document: { id_token_signing_alg_values_supported: ['RS256', 'ES256'] } } as const
    const notValid = { code: 'login_flow_not_valid' }
    const outcomes = async (more: Partial<OidcOptions>, document: Lies['document']) => {
      const found: unknown[] = []
      for (const key of ['curve', undefined] as const) {
        const { tracker } = await openTracker(more)
        found.push(
          await logIn(tracker.as(null), { ...(key && { key }), ...(document && { document }) }).catch(
            (error: unknown) => error,
          ),
        )
        await tracker.close()
      }
      return found
    }
    const done = { outcome: 'done' }
    expect(await outcomes({}, curve.document)).toMatchObject([done, done])
    expect(await outcomes({ alg: 'ES256' }, curve.document)).toMatchObject([done, notValid])
    expect(await outcomes({ alg: 'RS256' }, curve.document)).toMatchObject([notValid, done])
    expect(await outcomes({}, undefined)).toMatchObject([notValid, done])
  })

  it('reads claims, groups and the time of the login of an honest one', async () => {
    const { provider } = await openTracker({ groupsClaim: 'roles', acr: ['gold'] })
    const ask = {
      redirect_uri,
      state: 's',
      nonce: 'n',
      code_verifier: 'v'.repeat(43),
      again: true,
      signal: AbortSignal.timeout(10_000),
    }
    liar.lies = {
      claims: { roles: ['a', 2, 'b'], acr: 'gold', email: undefined },
      userinfo: { email: 'x@example.com', email_verified: true },
    }
    liar.nonce = 'n'
    const url = new URL(await provider.begin(ask))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{
        client_id: clientId,
        redirect_uri,
        response_type: 'code',
        response_mode: 'query',
        scope: 'openid email profile',
      },
      ...{ state: 's', nonce: 'n', code_challenge_method: 'S256', acr_values: 'gold', prompt: 'login', max_age: '0' },
    })
    expect(await provider.finish({ code: 'a', state: 's' }, ask)).toMatchObject({
      ...{ subject: '1', full_name: 'Erin', email: 'x@example.com', proof: 'now', groups: ['a', 'b'] },
      auth_time: expect.any(Date) as unknown,
    })
    expect(provider.mayConfirm).toBe(true)
    liar.lies = {
      claims: { acr: 'gold', email: undefined, email_verified: true },
      userinfo: { email: 'x@example.com', email_verified: false },
    }
    expect(await provider.finish({ code: 'a', state: 's' }, ask)).toMatchObject({ proof: 'none' })
    liar.lies = { claims: { acr: 'gold' }, userinfo: { roles: ['c'], email: 'x@example.com', email_verified: false } }
    expect(await provider.finish({ code: 'a', state: 's' }, ask)).toMatchObject({
      email: 'erin@example.com',
      proof: 'now',
      groups: ['c'],
    })
    liar.lies = { claims: { acr: 'silver' } }
    await expect(provider.finish({ code: 'a', state: 's' }, ask)).rejects.toMatchObject({ reason: 'not allowed' })
  })
})

it('addresses of providers are encrypted, or of this machine', () => {
  const safe = ['https://a.example/x', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:1']
  const unsafe = [
    'http://a.example',
    'http://localhost.evil.example',
    'ftp://localhost',
    'javascript:x',
    '',
    undefined,
    1,
  ]
  expect([safe.every(isSafeAddress), unsafe.some(isSafeAddress)]).toEqual([true, false])
})

it('asks a provider for at most eight things at once', async () => {
  const ends: (() => void)[] = []
  const send = limitedFetch(async () => {
    await new Promise<void>((resolve) => ends.push(resolve))
    return new Response('{}')
  })
  const ask = async () => (await send('https://id.example.com/', {})).status
  const all = Array.from({ length: 9 }, async () => ask().catch((error: Error) => error.message))
  expect(await all[8]).toBe('too many requests at once')
  for (const end of ends.splice(0)) end()
  expect(await Promise.all(all.slice(0, 8))).toEqual(Array.from({ length: 8 }, () => 200))
  const later = ask()
  ends[0]?.()
  expect(await later).toBe(200)
})
