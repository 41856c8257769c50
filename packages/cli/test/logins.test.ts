// Logins at a provider and confirmed sessions, by the command as it is built.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { answerAt, certifiedProvider } from '../../oidc/test/certified-provider.js'
import { freePort } from '../../test-postgres/src/free-port.js'
import { eachInAFolder, folder, run, start } from './command.js'

eachInAFolder()

const [login, password, key] = ['admin@example.com', 'correct horse', 'AdministratorsKey1234567890']
const given = { env: { TRACKERKIT_ADMIN_PASSWORD: password, TRACKERKIT_ADMIN_API_KEY: key } }
const place = { product: 'Widgets', component: 'UI', version: '1.0' }

type Body = Record<string, unknown>

async function send(url: string, method: string, path: string, body?: Body, more: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { 'X-Tracker-API-Key': key, 'Content-Type': 'application/json', ...more },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

/** A server with a product, on an address that is known before it starts. */
async function serveWidgets(...more: readonly string[]) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const serving = start(['serve', '--db', 't.db', '--port', String(port), '--origin', origin, ...more], given)
  const url = await serving.url()
  await send(url, 'POST', '/product', { name: 'Widgets', description: 'All', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'x', default_assignee: login }
  expect(await send(url, 'POST', '/component', component)).toMatchObject({ status: 200 })
  return { serving, url, origin }
}

it('a session of 16 minutes changes bugs and ends sessions, but grants no rights until it is confirmed', async () => {
  const { url } = await serveWidgets()
  await send(url, 'POST', '/user', { email: 'bob@example.com' })
  await send(url, 'POST', '/bug', { ...place, summary: 'It blinks' })
  const logIn = async () => (await send(url, 'GET', `/login?${new URLSearchParams({ login, password })}`)).body
  const [{ token }] = [await logIn(), await logIn()]
  const db = new Database(join(folder, 't.db'))
  db.exec(`UPDATE tokens SET creation_time = creation_time - 960000, confirmed_time = confirmed_time - 960000`)
  db.close()
  const mine = { 'X-Tracker-API-Key': '', 'X-Tracker-Token': String(token) }
  const statuses = async () => {
    const found: (readonly unknown[])[] = []
    for (const [method, path, body] of [
      ['POST', '/api_key', {}],
      ['PUT', '/user/bob@example.com', { groups: { add: ['admin'] } }],
      ['PUT', '/parameters', { parameters: { confirm_minutes: 0 } }],
      ['PUT', '/bug/1', { priority: 'High' }],
      ['DELETE', '/sessions', undefined],
    ] as const) {
      const { status, body: told } = await send(url, method, path, body, mine)
      found.push([method, path, status, told['code'] ?? told['ended']])
    }
    return found
  }
  expect(await statuses()).toEqual([
    ['POST', '/api_key', 403, 1485],
    ['PUT', '/user/bob@example.com', 403, 1485],
    ['PUT', '/parameters', 403, 1485],
    ['PUT', '/bug/1', 200, undefined],
    ['DELETE', '/sessions', 200, 1],
  ])
  expect(await send(url, 'POST', '/sessions/confirm', { password }, mine)).toMatchObject({ status: 200 })
  expect((await statuses()).map(([, path, status]) => [path, status])).toEqual([
    ['/api_key', 200],
    ['/user/bob@example.com', 200],
    ['/parameters', 200],
    ['/bug/1', 200],
    ['/sessions', 200],
  ])
})

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

const mona = { login: 'mona', id: 1001, type: 'User', site_admin: false }
const issue = {
  ...{ id: 900_000_000_003, number: 3, title: 'It blinks', body: 'Often', state: 'open', state_reason: null },
  ...{ user: mona, assignees: [], labels: [], milestone: null, comments: 1, locked: false },
  html_url: 'https://github.com/octocat/hello/issues/3',
  ...{ created_at: '2011-04-10T20:09:31Z', updated_at: '2011-04-22T13:33:48Z', closed_at: null },
}
const comment = {
  ...{ id: 3_000_000_001, event: 'commented', body: 'Still', user: mona, actor: mona },
  ...{ created_at: '2011-04-12T08:00:00Z', updated_at: '2011-04-12T08:00:00Z', author_association: 'NONE' },
}
/** The person may have another name by now. */
const renamed = { ...mona, login: 'mona-lisa', name: 'Mona Lisa', email: null }
const emails = [{ email: 'mona@example.com', primary: true, verified: true, visibility: 'private' }]

/** GitHub as an Enterprise Server: issues, and a person who agrees to log in at once. */
async function fakeGithub(): Promise<string> {
  const api: Readonly<Record<string, unknown>> = {
    '/repos/octocat/hello': { id: 1296269, full_name: 'octocat/hello' },
    '/repos/octocat/hello/issues': [issue],
    '/repos/octocat/hello/issues/3/timeline': [comment],
    '/user': renamed,
    '/user/emails': emails,
  }
  const answer = ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const tell = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/login/oauth/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' }).toString()
      return response.writeHead(302, { Location: back.href }).end()
    }
    if (pathname === '/login/oauth/access_token') return tell(200, { access_token: 'gho_x', token_type: 'bearer' })
    if (!headers['user-agent']) return tell(403, { message: 'Request forbidden by administrative rules.' })
    const body = api[pathname.replace('/api/v3', '')]
    return body === undefined ? tell(404, { message: 'Not Found' }) : tell(200, body)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Follows redirects with the cookies of one browser, to the first page that is none. */
async function visit(url: string, cookies: Map<string, string>): Promise<string> {
  for (let next = url; ;) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    await response.body?.cancel()
    for (const one of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const to = response.headers.get('location')
    if (to === null || new URL(to, next).pathname === '/dashboard') return to ?? next
    next = new URL(to, next).href
  }
}

it('an imported account belongs to the person who logs in with the same account at GitHub', async () => {
  const github = await fakeGithub()
  const preset = { preset: 'github', url: github, client_id: 'tracker', client_secret: 'x', accounts: 'all' }
  writeFileSync(join(folder, 'logins.json'), JSON.stringify({ providers: [preset] }), { mode: 0o600 })
  const { serving, url, origin } = await serveWidgets('--logins', 'logins.json')
  const bring = ['import', 'github', '--db', 't.db', '--repo', 'octocat/hello', '--product', 'Widgets']
  expect(await run([...bring, '--api-url', `${github}/api/v3/`], { env: { GITHUB_TOKEN: 'ghp_x' } })).toMatchObject({
    code: 0,
  })
  const imported = (await send(url, 'GET', '/user?names=mona@github.invalid')).body as { users?: readonly Body[] }
  expect(imported.users).toMatchObject([{ can_login: false }])
  const cookies = new Map<string, string>()
  expect(await visit(`${origin}/-/login/github?return_to=/dashboard`, cookies)).toBe('/dashboard')
  const [token = ''] = cookies.get(`trackerkit-${new URL(origin).port}`)?.split('.') ?? []
  const mine = { 'X-Tracker-API-Key': '', 'X-Tracker-Token': token }
  expect((await send(url, 'GET', '/whoami', undefined, mine)).body).toMatchObject({
    id: imported.users?.[0]?.['id'],
    name: 'mona@example.com',
    real_name: 'Mona Lisa',
  })
  expect((await send(url, 'GET', '/sessions/current', undefined, mine)).body).toMatchObject({ login_by: 'github' })
  expect((await send(url, 'GET', '/bug/3/comment', undefined, mine)).body).toMatchObject({
    bugs: {
      3: {
        comments: [
          { text: 'Often', creator: 'mona@example.com' },
          { text: 'Still', creator: 'mona@example.com' },
        ],
      },
    },
  })
  await serving.stop()
  expect(await run(['doctor', '--db', 't.db'])).toMatchObject({ code: 0 })
})

it('a person logs in at a certified provider, and the administrator with a password while it is down', async () => {
  const certified = await certifiedProvider()
  ends.push(() => void certified.close())
  const client = { client_id: 'tracker', client_secret: 'a secret of the tracker' }
  const preset = { preset: 'oidc', name: 'staff', title: 'Staff', issuer: certified.issuer, accounts: 'all', ...client }
  writeFileSync(join(folder, 'logins.json'), JSON.stringify({ providers: [preset] }), { mode: 0o600 })
  const { serving, url, origin } = await serveWidgets('--logins', 'logins.json', '--log')
  const callback = `${origin}/-/login/staff/callback`
  certified.open({ ...client, redirect_uris: [callback] })
  const check = async () =>
    run(['config', 'check'], { env: { TRACKERKIT_ORIGIN: origin, TRACKERKIT_LOGINS: 'logins.json' } })
  expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining(`staff: ${callback}`) as unknown })

  const begun = await fetch(`${origin}/-/login/staff?return_to=/dashboard`, { redirect: 'manual' })
  const [flow = ''] = begun.headers.getSetCookie().map((one) => one.split(';')[0])
  const back = await answerAt(begun.headers.get('location') ?? '', 'erin', callback)
  const done = await fetch(back, { redirect: 'manual', headers: { cookie: flow } })
  expect([done.status, done.headers.get('location')]).toEqual([303, '/dashboard'])
  const [, token = ''] = /^[^=]+=([^.;]+)/.exec(done.headers.getSetCookie()[0] ?? '') ?? []
  const mine = { 'X-Tracker-API-Key': '', 'X-Tracker-Token': token }
  expect((await send(url, 'GET', '/sessions/current', undefined, mine)).body).toMatchObject({ login_by: 'staff' })
  for (const cookie of [flow, '']) expect((await fetch(back, { headers: { cookie } })).status).toBe(400)

  await expect.poll(() => serving.err()).toContain('"operation":"logins.finish"')
  for (const name of ['code', 'state']) expect(serving.err()).not.toContain(back.searchParams.get(name))
  for (const text of [flow, token, 'erin']) expect(serving.err()).not.toContain(text)

  await certified.close()
  const down = await check()
  expect([down.code, down.err]).toEqual([1, expect.stringMatching(/^trackerkit: login provider staff: [^\n]+\n$/)])
  const again = await serveWidgets('--logins', 'logins.json', '--db', 'other.db', '--log')
  for (const attempt of [1, 2]) {
    const failed = await fetch(`${again.origin}/-/login/staff`, { redirect: 'manual' })
    expect([attempt, failed.status, /role="alert"/.test(await failed.text())]).toEqual([attempt, 503, true])
  }
  const logged =
    /"message":"a login provider failed","provider":"staff","reason":"unavailable","error":"[^"]+","request_id":/
  await expect.poll(() => again.serving.err()).toMatch(logged)
  const byPassword = `/login?${new URLSearchParams({ login, password })}`
  expect((await send(again.url, 'GET', byPassword, undefined, { 'X-Tracker-API-Key': '' })).body).toHaveProperty(
    'token',
  )
})
