// Every limit of `requestLimits`: what is as long is taken, what is longer is answered as the table says.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Identity } from '@trackerkit/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRest, requestLimits, type Beyond, type HeaderName, type Rest, type RestRequest } from '@trackerkit/rest'
import { checkHeaders, checkTarget, headerOf, peekHeader, wrongCredential } from '../src/http/request/request-limits.js'

const { headers } = requestLimits
const names = Object.keys(headers) as HeaderName[]
const noBody = async () => new Uint8Array()

let rest: Rest
beforeAll(async () => {
  rest = createRest(await createTracker({ store: memoryStore() }))
})

interface Said {
  readonly code?: number
  readonly name?: string
  readonly message?: string
}

async function ask(request: Partial<RestRequest>, identity?: Identity) {
  const whole = { method: 'GET', target: '/rest/version', headers: {}, body: noBody, ...request }
  const answer = await rest(whole, undefined, identity === undefined ? {} : { identity })
  return { ...answer, said: JSON.parse((answer.body as string) || '{}') as Said }
}

const post = (sent: Record<string, string>, body = '{}', target = '/rest/bug') =>
  ask({
    method: 'POST',
    target,
    headers: { 'content-type': 'application/json', ...sent },
    body: async () => Buffer.from(body),
  })

/** Returns the response to a long header, or the status or code of the error. */
const expected: Readonly<Record<Beyond, unknown>> = {
  absent: undefined,
  'wrong credential': wrongCredential,
  foreign: 'null',
  param_invalid: 'param_invalid',
  idempotency_key_invalid: 'idempotency_key_invalid',
  400: 400,
  415: 415,
}

function resultOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    const { status, code } = error as { readonly status?: number; readonly code?: string }
    return status ?? code
  }
}

describe('headerOf', () => {
  it.each(names)('returns %s whole up to its limit, and never more', (name) => {
    const { most, beyond } = headers[name]
    const fits = 'x'.repeat(most)
    expect(headerOf({ headers: { [name]: fits } }, name)).toBe(fits)
    const longer = { headers: { [name]: `${fits}x` } }
    expect(peekHeader(longer, name)).toBeUndefined()
    expect(resultOf(() => headerOf(longer, name))).toEqual(expected[beyond])
  })

  it('counts what came several times together', () => {
    const request = { headers: { 'if-none-match': ['a'.repeat(2048), 'b'.repeat(2048)] } }
    expect(headerOf(request, 'if-none-match')).toBeUndefined()
  })

  it('shows those who look on nothing long of other headers either', () => {
    const most = requestLimits.otherHeader
    expect(peekHeader({ headers: { 'x-mine': 'x'.repeat(most) } }, 'x-mine')).toHaveLength(most)
    expect(peekHeader({ headers: { 'x-mine': 'x'.repeat(most + 1) } }, 'x-mine')).toBeUndefined()
  })
})

describe('a request', () => {
  it('may have a long target and a path that is shorter', async () => {
    const query = (length: number) => `/rest/version?${'x'.repeat(length - '/rest/version?'.length)}`
    expect(() => checkTarget(query(32_768))).not.toThrow()
    expect((await ask({ target: query(32_769) })).status).toBe(414)
    const path = (length: number) => `/rest/${'x'.repeat(length - '/rest/'.length)}`
    expect((await ask({ target: path(8192) })).status).toBe(404)
    expect((await ask({ target: path(8193) })).status).toBe(414)
    expect((await ask({ target: `/a${'/'.repeat(30_000)}x/` })).status).toBe(414)
  })

  it('finds nothing by a part of the path that is too long, however it is encoded', async () => {
    for (const [segment, code] of [
      ['x'.repeat(1000), 100],
      ['x'.repeat(1001), 32614],
      ['%78'.repeat(1001), 32614],
    ])
      expect(await ask({ target: `/rest/bug/${segment}` })).toMatchObject({ status: 404, said: { code } })
  })

  it('may have 200 headers, also of names that come again', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'y']))
    expect((await ask({ headers: many(200) })).status).toBe(200)
    expect((await ask({ headers: many(201) })).status).toBe(431)
    expect((await ask({ headers: {}, headerCount: 201 })).status).toBe(431)
    expect(() => checkHeaders({ headers: {}, headerCount: 200 })).not.toThrow()
  })

  it.each(['host', 'x-forwarded-host', 'x-forwarded-proto'] as const)('is refused for a long %s', async (name) => {
    expect((await ask({ headers: { [name]: 'h'.repeat(260) } })).status).toBe(200)
    expect((await ask({ headers: { [name]: 'h'.repeat(261) } })).status).toBe(400)
  })

  it('is answered as without them when what it would rather have is too long', async () => {
    const long = 'text/html,'.padEnd(1025, 'x')
    for (const name of ['accept', 'accept-encoding', 'prefer', 'traceparent', 'cookie'])
      expect((await ask({ headers: { [name]: long.padEnd(16_385, 'x') } })).headers['Content-Type']).toContain('json')
    const { headers: first } = await ask({})
    const tag = String(first['ETag'])
    const held = (length: number) => ask({ headers: { 'if-none-match': `${tag},`.padEnd(length, 'x') } })
    expect([(await held(4096)).status, (await held(4097)).status]).toEqual([304, 200])
  })

  it('counts a credential that is too long as a wrong one, in headers, query and body', async () => {
    const long = 'x'.repeat(4097)
    const target = '/rest/whoami'
    const refused = async (headers: Record<string, string>) => (await ask({ target, headers })).said.name
    expect(await refused({ 'x-tracker-api-key': long })).toBe('api_key_not_valid')
    expect(await refused({ authorization: `Bearer ${long}` })).toBe('api_key_not_valid')
    expect(await refused({ authorization: `Basic ${long}` })).toBe('api_key_not_valid')
    expect(await refused({ 'x-tracker-token': long })).toBe('auth_invalid_token')
    expect(await refused({ 'x-tracker-login': 'a@example.com', 'x-tracker-password': long })).toBe(
      'invalid_login_or_password',
    )
    expect(await refused({ 'x-tracker-login': long, 'x-tracker-password': 'a' })).toBe('invalid_login_or_password')
    expect((await ask({ target: `${target}?api_key=${long}` })).said.name).toBe('api_key_not_valid')
    expect((await post({}, JSON.stringify({ api_key: long }))).said.name).toBe('api_key_not_valid')
  })

  it('is slowed down after too many credentials that are too long', async () => {
    const strict = createRest(await createTracker({ store: memoryStore() }), { limits: { attempts: { failures: 1 } } })
    const login = async (password: string) => {
      const sent = { 'x-tracker-login': 'a@example.com', 'x-tracker-password': password }
      const request = { method: 'GET', target: '/rest/whoami', headers: sent, body: noBody, address: '192.0.2.1' }
      return (await strict(request, undefined)).status
    }
    expect([await login('x'.repeat(4097)), await login('another')]).toEqual([401, 429])
  })

  it('is refused for a content type that is too long, and for a condition or a key that cannot be read', async () => {
    const type = (length: number) => 'application/json;'.padEnd(length, ' ')
    expect((await post({ 'content-type': type(256) })).status).not.toBe(415)
    expect(await post({ 'content-type': type(257) })).toMatchObject({ status: 415, said: { code: 32613 } })
    const write = async (name: string, length: number) => {
      const sent = { [name]: '"'.padEnd(length - 1, 'x').padEnd(length, '"') }
      const body = async () => Buffer.from('{"summary":"x"}')
      const type = { 'content-type': 'application/json' }
      return ask({ method: 'PUT', target: '/rest/bug/1', headers: { ...type, ...sent }, body })
    }
    expect((await write('if-match', 4097)).said.message).toContain('if-match')
    expect((await write('if-match', 4096)).said.message).not.toContain('if-match')
    expect((await write('idempotency-key', 515)).said.name).toBe('idempotency_key_invalid')
  })

  it('is refused for a place in the change feed that is too long', async () => {
    const after = (length: number) =>
      ask({ target: '/rest/changes/stream', headers: { 'last-event-id': '1'.repeat(length) } })
    expect(await after(513)).toMatchObject({ status: 400, said: { name: 'param_invalid' } })
  })

  it('comes from elsewhere when it is too long in saying from where', async () => {
    const who = { login: 'nobody@example.com' }
    const from = async (name: string, length: number) => {
      const sent = { 'content-type': 'application/json', host: 'h', [name]: 'x'.repeat(length) }
      return (await ask({ method: 'POST', target: '/rest/bug', headers: sent }, who)).said.name
    }
    for (const name of ['origin', 'sec-fetch-site']) expect(await from(name, 513)).toBe('cross_site_request')
  })

  it('may have parameters with names of 256 characters', async () => {
    const named = async (length: number) => (await ask({ target: `/rest/version?${'n'.repeat(length)}=1` })).status
    expect([await named(256), await named(257)]).toEqual([200, 400])
    expect((await post({}, JSON.stringify({ ['n'.repeat(257)]: 1 }))).said.message).toContain('256 characters')
  })
})
