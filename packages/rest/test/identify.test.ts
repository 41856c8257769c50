// Callers identified by the host: with Fetch, createRest and node:http.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Identity, type Tracker } from '@trackerkit/core'
import { createNodeHandler } from '@trackerkit/http-node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRest, createRestHandler, type Identify, type LogEntry, type RequestContext } from '../src/index.js'

let tracker: Tracker
const keys = { alice: '', bob: '' }
beforeEach(async () => {
  tracker = await createTracker({ store: memoryStore() })
  const system = tracker.asSystem()
  for (const name of ['alice', 'bob'] as const) {
    const user = `${name}@example.com`
    await system.users.create({ email: user, password: `the word of ${name}` })
    keys[name] = (await system.apiKeys.create({ user })).api_key
  }
})
afterEach(() => tracker.close())

const alice = { login: 'alice@example.com' }
const loggedOut = [401, 410]

/** The name by which the tracker knows the caller, or the status and number of the error. */
async function answerOf(response: Response): Promise<unknown> {
  const { name, code } = (await response.json()) as { readonly name: string; readonly code: number }
  return response.status === 200 ? name : [response.status, code]
}

/** Returns the caller if the host identifies `identity`. */
async function whoIs(identity: Identity | undefined, headers: Record<string, string> = {}): Promise<unknown> {
  const rest = createRestHandler(tracker, { identify: () => identity, log: () => undefined })
  return answerOf(await rest(new Request('http://localhost/rest/whoami', { headers })))
}

const keyOf = (name: 'alice' | 'bob') => ({ 'X-Tracker-API-Key': keys[name] })

describe('The option identify', () => {
  it('says who calls by login name or by id', async () => {
    expect(await whoIs(alice)).toBe('alice@example.com')
    const rest = createRestHandler(tracker, { identify: () => alice })
    const { headers } = await rest(new Request('http://localhost/rest/version'))
    expect(headers.get('vary')).toBe('Accept, Cookie, Authorization')
    const { id } = await tracker.as(alice).users.whoami({})
    expect(await whoIs({ user_id: id })).toBe('alice@example.com')
  })

  it('gets Authorization whole, also when it is longer than credentials of the tracker may be', async () => {
    const lengths: number[] = []
    const identify = ({ headers }: Request) => {
      lengths.push(headers.get('authorization')?.length ?? 0)
      return alice
    }
    const rest = createRestHandler(tracker, { identify })
    const headers = { Authorization: `Bearer ${'x'.repeat(20_000)}` }
    expect(await answerOf(await rest(new Request('http://localhost/rest/whoami', { headers })))).toBe(alice.login)
    expect(lengths).toEqual([20_007])
  })

  it('may hand on what has to be proven yet', async () => {
    expect(await whoIs({ ...alice, password: 'the word of alice' })).toBe('alice@example.com')
    expect(await whoIs({ ...alice, password: 'the word of bob' })).toEqual([401, 300])
    expect(await whoIs({ api_key: keys.bob })).toBe('bob@example.com')
  })

  it('is not called for a path that is malformed or unknown', async () => {
    let calls = 0
    const identify = () => {
      calls++
      return alice
    }
    const rest = createRestHandler(tracker, { identify, log: () => undefined })
    const statusOf = async (path: string) => (await rest(new Request(`http://localhost/rest/${path}`))).status
    expect([await statusOf('bug/%zz'), await statusOf('nothing'), calls]).toEqual([400, 404, 0])
    expect([await statusOf('whoami'), calls]).toEqual([200, 1])
  })

  it('treats null as no caller, ignoring credentials in the request, even malformed ones', async () => {
    expect(await whoIs(null)).toEqual(loggedOut)
    expect(await whoIs(null, keyOf('alice'))).toEqual(loggedOut)
    expect(await whoIs(null, { Authorization: 'Basic !' })).toEqual(loggedOut)
    const rest = createRestHandler(tracker, { identify: () => null })
    expect(await answerOf(await rest(new Request(`http://localhost/rest/whoami?api_key=${keys.alice}`)))).toEqual(
      loggedOut,
    )
  })

  it('says by undefined that the host does not know: the credentials of the request count then', async () => {
    expect(await whoIs(undefined)).toEqual(loggedOut)
    expect(await whoIs(undefined, keyOf('bob'))).toBe('bob@example.com')
    expect(await whoIs(undefined, { 'X-Tracker-API-Key': 'x'.repeat(40) })).toEqual([401, 306])
  })

  it('conflicts with credentials of another user in the request', async () => {
    expect(await whoIs(alice, keyOf('alice'))).toBe('alice@example.com')
    expect(await whoIs(alice, keyOf('bob'))).toEqual([401, 307])
  })

  it('rejects an unknown user', async () => {
    expect(await whoIs({ login: 'carol@example.com' })).toEqual([401, 504])
  })
})

describe('An identify that fails', () => {
  it('gets 500 and a log entry when it throws, and is never anonymous', async () => {
    const failures = [
      new Error('the session store is down'),
      await tracker
        .as({ login: 'x' })
        .users.whoami({})
        .catch((e: unknown) => e),
    ]
    for (const failure of failures) {
      const log: LogEntry[] = []
      const identify = () => {
        throw failure as Error
      }
      const rest = createRestHandler(tracker, { identify, log: (entry) => void log.push(entry) })
      const response = await rest(new Request('http://localhost/rest/product_enterable', { headers: keyOf('alice') }))
      expect(response.status).toBe(500)
      expect(await response.text()).not.toContain((failure as Error).message)
      expect(log[0]?.fault).toContain((failure as Error).message)
    }
  })

  it('is one that answers with something that is no identity, such as the right to everything', async () => {
    const wrong = [
      { system: true },
      {},
      [],
      '',
      false,
      { login: 7 },
      { user_id: 'x' },
      [alice],
    ] as unknown as Identity[]
    for (const identity of wrong) expect(await whoIs(identity)).toEqual([500, -32000])
  })
})

describe('The host', () => {
  it('is asked once for each request, before the body is read, and not for what no operation answers', async () => {
    const asked: string[] = []
    const identify: Identify = (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname} ${request.bodyUsed ? 'read' : 'unread'}`)
      return alice
    }
    const rest = createRestHandler(tracker, { identify })
    const comment = { body: JSON.stringify({ ids: [1] }), headers: { 'Content-Type': 'application/json' } }
    await rest(new Request('http://localhost/rest/bug/1', { method: 'PUT', ...comment }))
    await rest(new Request('http://localhost/rest/nothing'))
    await rest(new Request('http://localhost/rest/openapi.json'))
    await rest(new Request('http://localhost/rest/bug', { method: 'OPTIONS' }))
    expect(asked).toEqual(['PUT /rest/bug/1 unread'])
  })

  it('may say who calls when it hands over the request, and is not asked then', async () => {
    const identify = () => {
      throw new Error('asked')
    }
    const rest = createRestHandler(tracker, { identify, log: () => undefined })
    const ask = async (context: RequestContext) => {
      const request = new Request('http://localhost/rest/whoami', { headers: keyOf('alice') })
      return answerOf(await rest(request, context))
    }
    expect(await ask({ identity: alice })).toBe('alice@example.com')
    expect(await ask({ identity: { login: 'bob@example.com' } })).toEqual([401, 307])
    expect(await ask({ identity: null })).toEqual(loggedOut)
    expect(await ask({})).toEqual([500, -32000])
  })

  it('lets those whom it knows send large bodies', async () => {
    const body = JSON.stringify({ real_name: 'x'.repeat(100_000) })
    const statusOf = async (identity: Identity) => {
      const rest = createRestHandler(tracker, { identify: () => identity })
      const headers = { 'Content-Type': 'application/json' }
      return (await rest(new Request('http://localhost/rest/whoami', { method: 'PUT', body, headers }))).status
    }
    expect([await statusOf(alice), await statusOf(null)]).toEqual([400, 413])
  })

  it('is asked with the request as its server knows it', async () => {
    const bare = createRest(tracker, { identify: (native: { readonly who: string }) => ({ login: native.who }) })
    const request = { method: 'GET', target: '/rest/whoami', headers: {}, body: async () => new Uint8Array() }
    const { body } = await bare(request, { who: 'bob@example.com' })
    expect(JSON.parse(body as string)).toMatchObject({ name: 'bob@example.com' })

    const identify = ({ headers }: IncomingMessage) => (headers.cookie === 'session=1' ? alice : undefined)
    const answer = createNodeHandler(tracker, { identify })
    const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/whoami`
    const [known, unknown] = await Promise.all([fetch(url, { headers: { Cookie: 'session=1' } }), fetch(url)])
    expect([await answerOf(known), await answerOf(unknown)]).toEqual(['alice@example.com', loggedOut])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})
