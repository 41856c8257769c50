// A provider that lies: what it answers can be changed in every part.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose'

export const clientId = 'tracker'
export const clientSecret = 'a secret of 32 bytes, or more of it'

/** Changes what the provider answers. */
export interface Lies {
  /** More claims of the ID token; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly alg?: 'none' | 'HS256' | 'public key as HS256'
  readonly key?: 'foreign' | 'new' | 'curve'
  readonly document?: Readonly<Record<string, unknown>>
  /** The discovery document is elsewhere. */
  readonly isElsewhere?: boolean
  readonly userinfo?: Readonly<Record<string, unknown>>
  readonly token?: 'missing' | 'refused' | 'quotes' | 'hangs' | 'hangs later' | 'endless' | 'redirects' | 'fails'
}

export interface LyingProvider {
  readonly issuer: string
  /** Set before a login. */
  lies: Lies
  /** The nonce of the next ID token. */
  nonce: string
  readonly requests: string[]
  /** Signs a logout token, with claims and a type changed by `lies`. */
  logoutToken(type?: string): Promise<string>
  close(): Promise<void>
}

export async function lyingProvider(): Promise<LyingProvider> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const [foreign, later] = [await generateKeyPair('RS256'), await generateKeyPair('RS256', { extractable: true })]
  const curve = await generateKeyPair('ES256', { extractable: true })
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: LyingProvider = {
    issuer,
    lies: {},
    nonce: '',
    requests: [],
    logoutToken: (type = 'logout+jwt') => {
      const now = Math.floor(Date.now() / 1000)
      const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return signed({ iss: issuer, aud: clientId, sub: '1', iat: now, jti: 'j', events: event }, type)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    provider.requests.push(path)
    const { lies } = provider
    if (path === '/token') return tokenAnswer(response)
    if (path === '/userinfo') return json(response, { sub: '1', ...lies.userinfo })
    if (path === '/keys') return json(response, { keys: [await publicKey(pairOf(lies.key), lies.key)] })
    if (lies.isElsewhere && path !== '/elsewhere')
      return void response.writeHead(302, { Location: `${issuer}/elsewhere` }).end()
    return json(response, { ...document(), ...lies.document })
  }

  /** The pair whose public key the provider shows. */
  const pairOf = (key: Lies['key']) => (key === 'new' ? later : key === 'curve' ? curve : own)

  const document = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['auth_time'],
  })

  async function tokenAnswer(response: ServerResponse): Promise<void> {
    const { token } = provider.lies
    if (token === 'hangs') return
    if (token === 'hangs later') return void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{')
    if (token === 'fails') return void response.writeHead(500).end()
    if (token === 'redirects') return void response.writeHead(302, { Location: `${issuer}/userinfo` }).end()
    if (token === 'endless') {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      for (let n = 0; n < 100 && !response.destroyed; n++) response.write('x'.repeat(100_000))
      return
    }
    if (token === 'quotes') return json(response, { error: `${clientSecret} ${'x'.repeat(10_000)}` }, 400)
    if (token === 'refused') return json(response, { error: 'invalid_grant' }, 400)
    const id_token = token === 'missing' ? undefined : await idToken()
    return json(response, { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token })
  }

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: issuer, aud: clientId, sub: '1', nonce: provider.nonce, iat: now, exp: now + 300 }
    const about = { email: 'erin@example.com', email_verified: true, name: 'Erin', auth_time: now }
    return signed({ ...usual, ...about })
  }

  async function signed(honest: Readonly<Record<string, unknown>>, typ?: string): Promise<string> {
    const { claims, alg, key } = provider.lies
    const all = Object.entries({ ...honest, ...claims }).filter(([, value]) => value !== undefined)
    const payload = Object.fromEntries(all) as JWTPayload
    if (alg === 'none') return new UnsecuredJWT(payload).encode()
    if (alg !== undefined) return hmacToken(payload, alg)
    const { privateKey } = key === 'foreign' ? foreign : pairOf(key)
    return new SignJWT(payload)
      .setProtectedHeader({ alg: algOf(key), kid: kidOf(key), ...(typ !== undefined && { typ }) })
      .sign(privateKey)
  }

  async function hmacToken(payload: JWTPayload, alg: Lies['alg']): Promise<string> {
    const secret = alg === 'HS256' ? clientSecret : JSON.stringify(await exportJWK(own.publicKey))
    return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: 'own' }).sign(Buffer.from(secret))
  }

  return provider
}

async function publicKey({ publicKey: key }: { readonly publicKey: CryptoKey }, lie: Lies['key']) {
  return { ...(await exportJWK(key)), kid: kidOf(lie), alg: algOf(lie), use: 'sig' }
}

function algOf(key: Lies['key']): string {
  return key === 'curve' ? 'ES256' : 'RS256'
}

function kidOf(key: Lies['key']): string {
  return key === undefined || key === 'foreign' ? 'own' : key
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}
