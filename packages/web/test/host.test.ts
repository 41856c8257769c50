// Pages whose people are those of a host: of its sessions, or of a proxy in front of it.
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { serve, type RunningServer } from '@trackerkit/http-node'
import { createRestHandler, trustedHeaders } from '@trackerkit/rest'
import { hasBrowser } from '@trackerkit/test-browser'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHandler } from '../src/server/handler.js'
import type { Identity } from '../src/server/options.js'
import type { WebHandler } from '../src/server/web-handler.js'
import { useStage } from './browser.js'
import { builtAssets, origin, people } from './harness.js'

let tracker: Tracker
beforeAll(async () => {
  tracker = await createTracker({ store: memoryStore(), hostUsers: { groups: ['qa'] } })
  await tracker.asSystem().groups.create({ name: 'qa', description: 'Testers' })
  await tracker.asSystem().users.create({ email: 'grace@example.com', full_name: 'Grace Tan' })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => tracker.close())

/** Pages for whom `answer` names. */
async function pagesFor(answer: () => Identity | undefined, loginUrl?: (to: string) => string): Promise<WebHandler> {
  const options = { rest: createRestHandler(tracker), prefix: '/tracker', identify: answer, loginUrl }
  return createHandler(options, await builtAssets())
}

const ask = async (pages: WebHandler, path: string, init?: RequestInit) => {
  const response = await pages(new Request(`${origin}/tracker${path}`, init))
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** The login that the pages show and pass to their scripts. */
async function whoIs(pages: WebHandler, headers: Record<string, string> = {}) {
  const { status, text } = await ask(pages, '/-/rest/whoami', { headers: { 'X-TrackerKit-Web': '1', ...headers } })
  return status === 200 ? (JSON.parse(text) as { readonly name: string }).name : status
}

describe('pages whose host says who is logged in', () => {
  it('take each form of an identity that the API takes, and give an account to who has none', async () => {
    const { users } = await tracker.asSystem().users.get({ names: ['grace@example.com'] })
    const { api_key } = await tracker.as({ login: 'grace@example.com' }).apiKeys.create({})
    const forms: Identity[] = [{ login: 'grace@example.com' }, { user_id: users[0]?.id ?? 0 }, { api_key }]
    for (const form of forms) expect(await whoIs(await pagesFor(() => form))).toBe('grace@example.com')
    const carol = { subject: '7', login: 'carol@example.com', full_name: 'Carol Müller', groups: ['qa'] }
    const pages = await pagesFor(() => ({ host: carol }))
    expect((await ask(pages, '/help')).text).toContain('Carol Müller')
    expect(await tracker.as({ login: 'carol@example.com' }).users.whoami()).toMatchObject({ real_name: 'Carol Müller' })
    expect(await whoIs(pages)).toBe('carol@example.com')
  })

  it('render as logged out when the host identifies no user, ignoring credentials', async () => {
    const { api_key } = await tracker.as({ login: 'grace@example.com' }).apiKeys.create({})
    for (const nobody of [null, undefined]) {
      const pages = await pagesFor(() => nobody)
      expect(await whoIs(pages, { 'X-Tracker-API-Key': api_key, authorization: `Bearer ${api_key}` })).toBe(401)
    }
  })

  it('show users without an account their name, and nothing else', async () => {
    const name = 'ned<b>@example.com'
    const taken = { issuer: 'other', subject: '8', login: 'carol2@example.com' }
    await tracker.as({ host: taken }).users.whoami()
    const strangers: Identity[] = [{ login: name }, { host: { ...taken, subject: '9' } }]
    for (const stranger of strangers) {
      const pages = await pagesFor(() => stranger)
      const { status, text } = await ask(pages, '/bugs?status=__open__')
      const login = 'host' in (stranger ?? {}) ? taken.login : 'ned&lt;b>@example.com'
      expect([status, text]).toEqual([403, expect.stringContaining(`No account for ${login}`)])
      expect(text).not.toContain('<script')
      expect(await whoIs(pages)).toBe(401)
    }
  })

  it('say why a disabled account may not come in', async () => {
    const pages = await pagesFor(() => ({ host: { subject: '10', login: 'dora@example.com', disabled: 'Left us.' } }))
    const { status, text } = await ask(pages, '/help')
    expect([status, text]).toEqual([401, expect.stringContaining('Left us.')])
  })

  it('fail, instead of rendering as logged out, when the host cannot identify the caller', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const pages = await pagesFor(() => {
      throw new Error('the session store is down')
    })
    for (const path of ['/help', '/-/attachment/1']) expect((await ask(pages, path)).status).toBe(500)
    expect(await whoIs(pages)).toBe(500)
    expect(log).toHaveBeenCalledTimes(3)
  })

  it('lead to its login from each page, and from there back to that page and to no other site', async () => {
    const pages = await pagesFor(
      () => null,
      (to) => `https://login.example/?to=${encodeURIComponent(to)}`,
    )
    const { text } = await ask(pages, '/bugs?status=__all__')
    const link = /<a class="button log-in" href="\/tracker([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const target = async (path: string) => (await ask(pages, path)).headers.get('location')
    expect(await target(link)).toBe('https://login.example/?to=%2Ftracker%2Fbugs%3Fstatus%3D__all__')
    const other = new URLSearchParams({ return_to: '//evil.example' })
    expect(await target(`/-/login?${other}`)).toBe('https://login.example/?to=%2Ftracker%2F')
    expect(await target('/-/login')).toBe('https://login.example/?to=%2Ftracker%2F')
    const back = await ask(await pagesFor(() => null), '/-/login?return_to=%2Fbugs')
    expect([back.status, back.headers.get('location')]).toEqual([302, '/tracker/bugs'])
    for (const path of ['/login', '/me/sessions']) expect((await ask(pages, path)).status).toBe(404)
  })

  it('lead to it from pages about the user, and back to their addresses', async () => {
    const pages = await pagesFor(
      () => null,
      (to) => `https://login.example/?to=${encodeURIComponent(to)}`,
    )
    const paths = ['/dashboard', '/inbox?show=done', '/requests?status=%2B', '/new?product=A+b', '/me/searches?page=2']
    for (const path of paths) {
      const { status, headers } = await ask(pages, path)
      const login = `/tracker/-/login?${new URLSearchParams({ return_to: path })}`
      expect([status, headers.get('location')]).toEqual([302, login])
    }
  })

  it('lead to it from a bug, and back to the comments that were shown', async () => {
    const system = tracker.asSystem()
    await system.products.create({ name: 'Widgets', description: 'Widgets', version: '1.0' })
    const described = { description: 'Surfaces', default_assignee: 'grace@example.com' }
    await system.components.create({ product: 'Widgets', name: 'UI', ...described })
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id } = await tracker.as({ login: 'grace@example.com' }).bugs.create({ ...place, summary: 'It blinks' })
    const { text } = await ask(await pagesFor(() => null), `/bug/${id}?comments=all`)
    const [, href] = /<a [^>]*href="([^"]*)"[^>]*>Log in to comment/.exec(text) ?? []
    expect(href).toBe(`/tracker/-/login?return_to=%2Fbug%2F${id}%3Fcomments%3Dall`)
  })

  it('ask for a login, instead of leading in a circle, where the host has no page for it', async () => {
    const { status, text } = await ask(await pagesFor(() => null), '/dashboard')
    expect([status, text]).toEqual([401, expect.stringContaining('<h1>Log in to see this page</h1>')])
    expect(text).toContain('href="/tracker/-/login?return_to=%2Fdashboard"')
  })

  it('let no page of another site change anything in the name of who is logged in', async () => {
    const pages = await pagesFor(() => ({ login: 'grace@example.com' }))
    const change = (headers: Record<string, string>) => {
      const body = JSON.stringify({ real_name: 'Mallory' })
      const all = { 'Content-Type': 'application/json', ...headers }
      return ask(pages, '/-/rest/user/grace@example.com', { method: 'PUT', headers: all, body })
    }
    const ours = { 'X-TrackerKit-Web': '1' }
    const forged: Record<string, string>[] = [
      {},
      { ...ours, 'Sec-Fetch-Site': 'cross-site' },
      { ...ours, 'Sec-Fetch-Site': 'same-site' },
      { ...ours, Origin: 'https://evil.example' },
      { ...ours, Origin: 'null' },
    ]
    for (const headers of forged) expect([headers, (await change(headers)).status]).toEqual([headers, 403])
    const login = await ask(pages, '/-/login', { method: 'POST', headers: ours })
    expect(login.status).toBe(405)
    expect((await tracker.as({ login: 'grace@example.com' }).users.whoami()).real_name).toBe('Grace Tan')
  })
})

describe.skipIf(!hasBrowser)('a link to a page about the user, for who is not logged in at the host', () => {
  const stage = useStage({
    identify: () => null,
    loginUrl: (to) => `/products?${new URLSearchParams({ to })}`,
  })

  it('leads to the login of the host', async () => {
    const { plain } = stage.world.bugs
    const address = `${stage.url}/requests?status=%2B`
    await stage.world.tracker.as({ login: people.grace }).comments.create({ id: plain, comment: `See ${address}` })
    const page = await stage.open(`/bug/${plain}`)
    await page.getByRole('link', { name: address }).click()
    await page.waitForURL('**/products?to=*')
    expect(new URL(page.url()).searchParams.get('to')).toBe('/requests?status=%2B')
  })
})

describe('a server behind a proxy that logs people in', () => {
  let server: RunningServer
  const secret = { header: 'X-Proxy-Secret', value: 'the word of the proxy' }
  const warnings: string[] = []

  beforeAll(async () => {
    const assets = await builtAssets()
    const identify = trustedHeaders({
      from: ['127.0.0.1'],
      login: 'X-Forwarded-User',
      fullName: 'X-Forwarded-Name',
      groups: 'X-Forwarded-Groups',
      secret,
      logger: { warn: (message) => void warnings.push(message) },
    })
    const pages: Parameters<typeof serve>[0]['pages'] = (rest) => createHandler({ rest, identify }, assets)
    const open = () => createTracker({ store: memoryStore() })
    server = await serve({ tracker: open, port: 0, identify, pages, log: () => undefined })
  })
  afterAll(() => server.stop())

  /** The caller as the API and the pages see it, or the status of the response. */
  async function whoBothSay(headers: readonly string[]): Promise<readonly unknown[]> {
    const said = async (path: string) => {
      const all = ['Host', `127.0.0.1:${server.port}`, 'X-TrackerKit-Web', '1', ...headers]
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        const { port } = server
        sendRequest({ port, host: '127.0.0.1', path, headers: all, agent: false }, resolve).on('error', reject).end()
      })
      const text = Buffer.concat(await incoming.toArray()).toString()
      return incoming.statusCode === 200 ? (JSON.parse(text) as { readonly name: string }).name : incoming.statusCode
    }
    return [await said('/rest/whoami'), await said('/-/rest/whoami')]
  }

  const [user, name, groups] = ['X-Forwarded-User', 'X-Forwarded-Name', 'X-Forwarded-Groups']
  const word = [secret.header, secret.value]

  it('takes for the caller whom the proxy names, by the API as by the pages', async () => {
    const carol = [user, 'carol@example.com', name, 'Müller, Carol', groups, 'staff, qa']
    expect(await whoBothSay([...word, ...carol])).toEqual(['carol@example.com', 'carol@example.com'])
    expect(await whoBothSay([...word, user, 'CAROL@example.com'])).toEqual(['carol@example.com', 'carol@example.com'])
    expect(await whoBothSay(word)).toEqual([401, 401])
    expect(await whoBothSay([...word, user, ''])).toEqual([401, 401])
    expect(warnings).toEqual([])
  })

  it('rejects the first request without the secret of the proxy', async () => {
    const mallory = [user, 'admin@example.com']
    const guesses = [[], [secret.header, ''], [secret.header, 'guess'], [...word, ...word]]
    for (const guess of guesses) expect([guess, await whoBothSay([...guess, ...mallory])]).toEqual([guess, [401, 401]])
    expect(warnings).toHaveLength(1)
    expect(warnings.join()).not.toMatch(/admin@|word of/)
  })

  it('refuses a header that came twice: one of the two was sent by the client', async () => {
    const carol = [...word, user, 'carol@example.com']
    const twice = [
      [user, 'admin@example.com'],
      [user, ''],
      [name, 'Carol', name, 'Admin'],
      [groups, 'qa', groups, 'admin'],
    ]
    for (const more of twice) expect([more, await whoBothSay([...carol, ...more])]).toEqual([more, [400, 400]])
  })
})
