import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oidc, type OidcOptions } from '../src/index.js'
import { clientId, clientSecret, lyingProvider, type Lies, type LyingProvider } from './lying-provider.js'

let liar: LyingProvider
beforeAll(async () => {
  liar = await lyingProvider()
})
afterAll(async () => liar.close())

function providerOf(more: Partial<OidcOptions> = {}) {
  return oidc({ name: 'liar', title: 'Liar', issuer: liar.issuer, clientId, clientSecret, ...more })
}

async function end(lies: Lies = {}, type?: string, provider = providerOf()) {
  liar.lies = lies
  const token = await liar.logoutToken(type)
  return provider.ended?.(token, AbortSignal.timeout(10_000))
}

const now = () => Math.floor(Date.now() / 1000)
const event = 'http://schemas.openid.net/event/backchannel-logout'

describe('a logout token', () => {
  it('names the person who has logged out, and when', async () => {
    for (const type of ['logout+jwt', 'JWT', undefined]) {
      const { subject, at } = (await end({}, type)) ?? {}
      expect(subject).toBe('1')
      expect(Math.abs((at?.getTime() ?? 0) - Date.now())).toBeLessThan(5000)
    }
    expect(await end({ claims: { iat: now() - 100 } })).toMatchObject({ subject: '1' })
    const { at: ahead } = (await end({ claims: { iat: now() + 50 } })) ?? {}
    expect(ahead?.getTime()).toBeLessThanOrEqual(Date.now())
  })

  const lies: readonly (Lies & { readonly name: string; readonly type?: string })[] = [
    { name: 'another issuer', claims: { iss: 'https://evil.example' } },
    { name: 'another audience', claims: { aud: 'other' } },
    { name: 'a second audience', claims: { aud: [clientId, 'other'] } },
    { name: 'no audience', claims: { aud: undefined } },
    { name: 'an age of more than two minutes', claims: { iat: now() - 400 } },
    { name: 'a time in the future', claims: { iat: now() + 400 } },
    { name: 'no time', claims: { iat: undefined } },
    { name: 'an end that is over', claims: { exp: now() - 120 } },
    { name: 'no event', claims: { events: undefined } },
    { name: 'another event', claims: { events: { 'http://schemas.openid.net/event/other': {} } } },
    { name: 'an event that is a text', claims: { events: event } },
    { name: 'a nonce, as an ID token has', claims: { nonce: 'x' } },
    { name: 'no subject', claims: { sub: undefined, sid: 's' } },
    { name: 'a subject that is a number', claims: { sub: 1 } },
    { name: 'the type of an access token', type: 'at+jwt' },
    { name: 'no signature', alg: 'none' },
    { name: 'a signature by the secret of the client', alg: 'HS256' },
    { name: 'a signature by the public key', alg: 'public key as HS256' },
    { name: 'a signature by a foreign key', key: 'foreign' },
  ]
  it.each(lies)('is refused with $name', async ({ name: _, type = 'logout+jwt', ...lie }) => {
    await expect(end(lie, type)).rejects.toMatchObject({ name: 'LoginProviderError', reason: 'not valid' })
  })

  it('is refused with HS256 and none even if the provider lists them', async () => {
    const document = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] }
    for (const alg of ['none', 'HS256'] as const)
      await expect(end({ alg, document })).rejects.toMatchObject({ reason: 'not valid' })
    await expect(end({}, undefined, providerOf({ alg: 'ES256' }))).rejects.toMatchObject({ reason: 'not valid' })
  })

  it('requests keys that could not be read again after 30 seconds', async () => {
    let [time, asked, isDown] = [0, 0, true]
    const send = async (url: string, options: RequestInit) => {
      const isForKeys = url.endsWith('/keys')
      if (isForKeys) asked++
      return isForKeys && isDown ? new Response('', { status: 500 }) : fetch(url, options)
    }
    const provider = providerOf({ fetch: send, now: () => time })
    for (let count = 0; count < 3; count++)
      await expect(end({}, undefined, provider)).rejects.toMatchObject({ reason: 'unavailable' })
    expect(asked).toBe(1)
    time = 30_001
    isDown = false
    expect(await end({}, undefined, provider)).toMatchObject({ subject: '1' })
    expect(asked).toBe(2)
  })

  it('is refused if it is no token, without a request to the provider for each', async () => {
    const provider = providerOf()
    liar.lies = {}
    await provider.ended?.(await liar.logoutToken(), AbortSignal.timeout(10_000))
    liar.requests.length = 0
    for (const token of ['', 'x', 'a.b.c', '.'.repeat(16_384), `${await liar.logoutToken()}x`])
      await expect(provider.ended?.(token, AbortSignal.timeout(10_000))).rejects.toMatchObject({ reason: 'not valid' })
    liar.lies = { key: 'new' }
    for (let count = 0; count < 3; count++)
      await expect(provider.ended?.(await liar.logoutToken(), AbortSignal.timeout(10_000))).rejects.toMatchObject({
        reason: 'not valid',
      })
    expect(liar.requests).toEqual([])
  })
})
