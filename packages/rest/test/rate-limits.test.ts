import { createServer, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { createNodeHandler } from '@trackerkit/http-node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRestHandler, type RequestContext, type RestOptions } from '../src/index.js'

let tracker: Tracker
let now = 0
const keys = { one: '', two: '', ofBob: '' }

beforeEach(async () => {
  tracker = await createTracker({ store: memoryStore(), administrator: { login: 'admin@example.com' } })
  const system = tracker.asSystem('admin@example.com')
  await system.users.create({ email: 'bob@example.com', full_name: 'Bob', password: 'correct horse battery' })
  keys.one = (await system.apiKeys.create({})).api_key
  keys.two = (await system.apiKeys.create({})).api_key
  keys.ofBob = (await system.apiKeys.create({ user: 'bob@example.com' })).api_key
  now = 0
})
afterEach(() => tracker.close())

interface Ask {
  readonly key?: string
  readonly method?: string
  readonly body?: unknown
  readonly context?: RequestContext
  readonly headers?: Record<string, string>
}

/** A handler that allows ten a minute to whoever is known, and four to others. */
function open(options: RestOptions = {}) {
  const limits = { rate: { perMinute: 10, anonymousPerMinute: 4, now: () => now } }
  const rest = createRestHandler(tracker, { limits, ...options })
  return async (path: string, { key, method = 'GET', body, context, headers }: Ask = {}) => {
    const request = new Request(`https://bugs.example.com/rest${path}`, {
      method,
      headers: {
        ...(key !== undefined && { 'X-Tracker-API-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await rest(request, { address: '192.0.2.1', ...context })
    const of = (name: string) => answer.headers.get(name)
    return { status: answer.status, left: of('RateLimit'), policy: of('RateLimit-Policy'), answer }
  }
}

/** Sends this many requests in sequence and returns their statuses. */
async function inTurn(count: number, ask: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await ask()).status)
  return statuses
}

const ok = (count: number) => Array.from({ length: count }, () => 200)

describe('limits of what a caller may ask for in a minute', () => {
  it('reject a key with too many requests, and slow down no other key of the same user and no anonymous caller', async () => {
    const ask = open()
    expect(await inTurn(12, () => ask('/whoami', { key: keys.one }))).toEqual([...ok(10), 429, 429])
    expect((await ask('/whoami', { key: keys.two })).status).toBe(200)
    expect((await ask('/whoami', { key: keys.ofBob })).status).toBe(200)
    expect((await ask('/version')).status).toBe(200)
  })

  it('say in each answer what is left, and in a refusal when to come back, in the shape of every error', async () => {
    const ask = open()
    const first = await ask('/whoami', { key: keys.one })
    expect([first.policy, first.left]).toEqual(['"default";q=10;w=60', '"default";r=9;t=6'])
    expect((await ask('/bug/99', { key: keys.one })).left).toBe('"default";r=8;t=12')
    await inTurn(8, () => ask('/whoami', { key: keys.one }))
    const { status, left, policy, answer } = await ask('/whoami', { key: keys.one })
    expect([status, left, policy]).toEqual([429, '"default";r=0;t=60', '"default";q=10;w=60'])
    expect(answer.headers.get('Retry-After')).toBe('6')
    expect(await answer.json()).toEqual({
      error: true,
      code: 32000,
      message: 'Rate limit exceeded. Try again in 6 seconds.',
    })
    now += 6000
    expect((await ask('/whoami', { key: keys.one })).status).toBe(200)
    expect((await ask('/whoami', { key: keys.one })).status).toBe(429)
    now += 3_600_000
    expect((await ask('/whoami', { key: keys.one })).left).toBe('"default";r=9;t=6')
  })

  it('count five for a search and two for a write, and let one pass where the limit is less than it costs', async () => {
    const ask = open()
    expect((await ask('/bug?quicksearch=lamp', { key: keys.one })).left).toBe('"default";r=5;t=30')
    const body = { name: 'lamps', description: 'Lamps' }
    expect((await ask('/keyword', { key: keys.one, method: 'POST', body })).left).toBe('"default";r=3;t=42')
    expect((await ask('/bug?quicksearch=lamp', { key: keys.one })).answer.headers.get('Retry-After')).toBe('12')
    expect(await inTurn(2, () => ask('/bug?quicksearch=lamp'))).toEqual([200, 429])
  })

  it('apply to an address without a recent login, and to a network of IPv6', async () => {
    const ask = open()
    const from = (address: string) => () => ask('/version', { context: { address } })
    expect(await inTurn(5, from('192.0.2.1'))).toEqual([...ok(4), 429])
    expect(await inTurn(5, from('192.0.2.2'))).toEqual([...ok(4), 429])
    expect(await inTurn(4, from('2001:db8::1'))).toEqual(ok(4))
    expect((await from('2001:db8::2')()).status).toBe(429)
    expect((await from('2001:db8:0:1::1')()).status).toBe(200)
  })

  it('limit wrong keys of one address like anonymous callers, and let right ones pass once they are known', async () => {
    const ask = open()
    expect((await ask('/whoami', { key: keys.one })).status).toBe(200)
    let count = 0
    const wrong = () => ask('/whoami', { key: `${count++}`.padStart(40, 'x') })
    expect(await inTurn(5, wrong)).toEqual([401, 401, 401, 401, 429])
    expect((await ask('/whoami', { key: keys.one })).status).toBe(200)
    expect((await ask('/version')).status).toBe(200)
  })

  it('count all sessions of a person together, from every address', async () => {
    const ask = open()
    const logIn = async () => {
      const body = { login: 'bob@example.com', password: 'correct horse battery' }
      const { answer } = await ask('/login', { method: 'POST', body })
      return ((await answer.json()) as { readonly token: string }).token
    }
    const tokens = [await logIn(), await logIn()]
    now += 3_600_000
    const asBob = (token = '', address = '192.0.2.1') =>
      ask('/whoami', { context: { address }, headers: { 'X-Tracker-Token': token } })
    expect(await inTurn(5, () => asBob(tokens[0]))).toEqual(ok(5))
    expect(await inTurn(5, () => asBob(tokens[1], '192.0.2.9'))).toEqual(ok(5))
    expect((await asBob(tokens[0])).status).toBe(429)
    expect((await asBob(tokens[1], '192.0.2.9')).status).toBe(429)
  })

  it('do not count for a person what is asked with a session that has ended', async () => {
    const ask = open()
    const { token } = await tracker.asSystem().sessions.create({
      login: 'bob@example.com',
      password: 'correct horse battery',
    })
    const headers = { 'X-Tracker-Token': token }
    expect((await ask('/whoami', { headers })).left).toBe('"default";r=9;t=6')
    expect((await ask('/logout', { method: 'POST', body: {}, headers })).left).toBe('"default";r=7;t=18')
    expect(await inTurn(5, () => ask('/whoami', { headers }))).toEqual([401, 401, 401, 401, 429])
    const inside = { context: { address: '192.0.2.2', identity: { login: 'bob@example.com' } } }
    expect((await ask('/whoami', inside)).left).toBe('"default";r=6;t=24')
  })

  it('count what pages ask inside once, for the person whom they name, and not for the address', async () => {
    const ask = open()
    const inside = { context: { identity: { login: 'bob@example.com' } } }
    expect((await ask('/whoami', inside)).left).toBe('"default";r=9;t=6')
    expect((await ask('/whoami', inside)).left).toBe('"default";r=8;t=12')
    expect((await ask('/version')).left).toBe('"default";r=3;t=15')
  })

  it('use the client addresses behind the proxies in inbound_proxies', async () => {
    await tracker.asSystem().parameters.update({ parameters: { inbound_proxies: '127.0.0.1' } })
    const limits = { rate: { anonymousPerMinute: 2, now: () => now } }
    const answer = createNodeHandler(tracker, { limits })
    const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const from = async (client: string) => {
      const headers = { 'X-Forwarded-For': client }
      const sent = requestOf({ port, host: '127.0.0.1', path: '/rest/version', headers, agent: false }).end()
      const [answer] = (await once(sent, 'response')) as [{ readonly statusCode: number; resume(): void }]
      answer.resume()
      return { status: answer.statusCode }
    }
    expect(await inTurn(3, () => from('192.0.2.1'))).toEqual([200, 200, 429])
    expect((await from('192.0.2.2')).status).toBe(200)
    server.close()
    await once(server, 'close')
  })

  it('are not there unless they are asked for, nor where they are 0', async () => {
    for (const options of [{ limits: undefined }, { limits: { rate: { perMinute: 0, anonymousPerMinute: 0 } } }]) {
      const ask = open(options)
      for (const { status, left, policy } of [await ask('/version'), await ask('/whoami', { key: keys.one })])
        expect([status, left, policy]).toEqual([200, null, null])
    }
  })

  it('expose the remaining quota to pages of other origins', async () => {
    const ask = open({ cors: ['https://app.example.com'] })
    const { answer } = await ask('/version', { headers: { Origin: 'https://app.example.com' } })
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('RateLimit, RateLimit-Policy')
  })
})
