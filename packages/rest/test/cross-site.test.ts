// Requests that a page of another site sends with the cookies of who is logged in to the host.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Identity, type Tracker } from '@trackerkit/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRestHandler, type RestOptions } from '../src/index.js'

let tracker: Tracker
beforeEach(async () => {
  tracker = await createTracker({ store: memoryStore() })
  await tracker.asSystem().users.create({ email: 'alice@example.com' })
})
afterEach(() => tracker.close())

const cookie = { Cookie: 'session=1' }

/** Sends a request to a host that knows alice by a cookie. */
async function send(method: string, path: string, headers: Record<string, string>, options: RestOptions = {}) {
  const identify = (request: Request): Identity | undefined =>
    request.headers.get('cookie') === 'session=1' ? { login: 'alice@example.com' } : undefined
  const rest = createRestHandler(tracker, { identify, ...options })
  const body = method === 'PUT' ? { body: JSON.stringify({ full_name: 'Mallory' }) } : {}
  const all = { 'Content-Type': 'application/json', ...headers }
  const response = await rest(new Request(`https://bugs.example.com/rest${path}`, { method, headers: all, ...body }))
  return { status: response.status, text: await response.text() }
}

const nameOfAlice = async () => (await tracker.as({ login: 'alice@example.com' }).users.whoami()).real_name

describe('The option cors', () => {
  const headersFrom = async (cors: RestOptions['cors'], origin: string, method = 'GET') => {
    const rest = createRestHandler(tracker, { cors })
    const { headers } = await rest(
      new Request('https://bugs.example.com/rest/version', { method, headers: { Origin: origin } }),
    )
    const read = (name: string) => headers.get(`access-control-allow-${name}`)
    return { origin: read('origin'), credentials: read('credentials'), vary: headers.get('vary') }
  }

  it('lets pages of the origins that it lists read answers, with cookies where it says so', async () => {
    const app = 'https://app.example.net'
    const vary = 'Accept, Origin'
    for (const method of ['GET', 'OPTIONS']) {
      const cors = { origins: [app, 'capacitor://localhost'], credentials: true }
      expect(await headersFrom(cors, app, method)).toEqual({ origin: app, credentials: 'true', vary })
      expect(await headersFrom(cors, 'https://evil.example', method)).toEqual({ origin: null, credentials: null, vary })
      expect(await headersFrom({ origins: [app] }, app, method)).toEqual({ origin: app, credentials: null, vary })
    }
    for (const cors of ['*', { origins: ['*'] }] as const)
      expect(await headersFrom(cors, app)).toMatchObject({ origin: '*', credentials: null })
  })

  it('is refused with credentials for all origins, and with what no browser sends as an origin', () => {
    const make = (cors: RestOptions['cors']) => () => createRestHandler(tracker, { cors })
    expect(make({ origins: ['https://app.example.net', '*'], credentials: true })).toThrow(RangeError)
    const wrong = ['https://app.example.net/', 'https://App.example.net', 'https://app.example.net:443', 'null', 'a.b']
    for (const origin of wrong) expect(make({ origins: [origin] })).toThrow(RangeError)
  })
})

describe('A request of a user named by identify', () => {
  it('changes nothing when a page of another site has sent it', async () => {
    const foreign = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'same-origin, cross-site' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://bugs.example.com' },
      { Origin: 'https://evil.example' },
      { Origin: 'https://bugs.example.com.evil.example' },
      { Origin: 'https://bugs.example.com:8443' },
      { Origin: 'null' },
    ]
    for (const headers of foreign) {
      const { status, text } = await send('PUT', '/whoami', { ...cookie, ...(headers as Record<string, string>) })
      expect([status, JSON.parse(text)]).toMatchObject([403, { error: true, code: 1462, name: 'cross_site_request' }])
    }
    expect(await nameOfAlice()).toBe('')
  })

  it('counts when it comes from a page of the host, from the address bar, or from no browser', async () => {
    const own = [
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://bugs.example.com' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://bugs.example.com' },
      {},
    ]
    for (const headers of own)
      expect((await send('PUT', '/whoami', { ...cookie, ...(headers as Record<string, string>) })).status).toBe(200)
    expect(await nameOfAlice()).toBe('Mallory')
  })

  it('counts when it comes from an origin that cors lists with credentials, and from no other', async () => {
    const app = 'https://app.example.net'
    const from = (origin: string, site: string) => ({ ...cookie, Origin: origin, 'Sec-Fetch-Site': site })
    const trusting = { cors: { origins: [app], credentials: true } }
    for (const headers of [from(app, 'cross-site'), from(app, 'same-site'), { ...cookie, Origin: app }])
      expect((await send('PUT', '/whoami', headers, trusting)).status).toBe(200)
    const foreign = [from('https://evil.example', 'cross-site'), { ...cookie, 'Sec-Fetch-Site': 'cross-site' }]
    for (const headers of foreign) expect((await send('PUT', '/whoami', headers, trusting)).status).toBe(403)
    for (const cors of [{ origins: [app] }, [app], '*'] as const)
      expect((await send('PUT', '/whoami', from(app, 'cross-site'), { cors })).status).toBe(403)
  })

  it('may read from anywhere: what a page of another site must not see, the browser keeps from it', async () => {
    expect((await send('GET', '/whoami', { ...cookie, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200)
  })

  it('is not looked at with csrf: false, nor when credentials in headers say who calls', async () => {
    const foreign = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await send('PUT', '/whoami', { ...cookie, ...foreign }, { csrf: false })).status).toBe(200)
    const { api_key } = await tracker.as({ login: 'alice@example.com' }).apiKeys.create({})
    expect((await send('PUT', '/whoami', { 'X-Tracker-API-Key': api_key, ...foreign })).status).toBe(200)
  })

  it('is not answered in JSONP, which any page could read', async () => {
    const { status, text } = await send('GET', '/whoami?callback=steal', { ...cookie, Accept: '*/*' })
    expect(status).toBe(400)
    expect(text).not.toContain('steal')
    expect(text).not.toContain('alice')
    const shown = (options: RestOptions) => send('GET', '/version?callback=show', { Accept: '*/*' }, options)
    expect((await shown({})).text).toContain('show(')
    expect(await shown({ jsonp: false })).toMatchObject({ status: 400 })
  })
})
