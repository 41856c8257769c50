// Secrets anywhere in a request are never repeated by logs or errors.
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { logEntry } from '../src/observe/log.js'
import { onAnySite, type Ask, type Site } from './harness.js'

const secret = 'hush-0123456789abcdefghijklmnopqrstuvwxyz'

const names = ['api_key', 'Bugzilla_api_key', 'Tracker_api_key', 'token', 'Bugzilla_token', 'Tracker_token', 'password']
const passwords = [
  'Bugzilla_password',
  'Tracker_password',
  'API_KEY',
  'X-BUGZILLA-API-KEY',
  'x-tracker-token',
  'otp',
  'Tracker_otp',
  'apikey',
]
const login = { Bugzilla_login: 'alice@example.com', login: 'alice@example.com' }

type Case = readonly [method: string, path: string, ask?: Ask]

const inQueries: readonly Case[] = [...names, ...passwords].flatMap((name): Case[] => {
  const query = new URLSearchParams({ ...login, [name]: secret }).toString()
  return [
    ['GET', `/whoami?${query}`],
    ['GET', `/bug?limit=1&${query}`],
    ['GET', `/nothing?${name}=${secret}`],
    ['PUT', `/product/Widgets?${query}`, { body: {} }],
    ['GET', `/bug/99?${name}=${secret}&${name}=${secret}`, { headers: { Accept: 'text/html' } }],
    ['GET', `/bug/99?callback=f&${name}=${secret}`],
    ['DELETE', `/time?${name}=${secret}`],
    ['OPTIONS', `/time?${name}=${secret}`],
  ]
})

const oddQueries: readonly Case[] = [
  `?x=1;api_key=${secret}`,
  `?api_key%3D${secret}`,
  `?%61pi_key=${secret}`,
  `?x=%7B%22password%22%3A%22${secret}%22%7D`,
  `?x?token=${secret}`,
  `?api_key[]=${secret}`,
  `?user[password]=${secret}`,
  `?Authorization=Bearer%20${secret}`,
  `/api_key=${secret}`,
  `;password=${secret}`,
].map((odd) => ['GET', `/version${odd}`])

const inBodies: readonly Case[] = [...names, ...passwords].flatMap((name): Case[] => [
  ['POST', '/bug', { body: { ...login, [name]: secret } }],
  ['POST', '/user', { body: { email: 'x@example.com', full_name: 'x', [name]: secret }, as: 'admin' }],
  ['PUT', '/user/bob@example.com', { body: { [name]: [secret, { x: secret }] }, as: 'admin' }],
  ['POST', '/login', { body: { ...login, [name]: secret } }],
  ['POST', '/bug', { body: `{"${name}": "${secret}", oops` }],
  ['POST', '/bug', { body: `["${name}", "${secret}"]` }],
  ['PUT', '/component/Widgets/UI', { body: { updates: { [name]: secret } }, as: 'admin' }],
])

const ofOperations: readonly Case[] = [
  ['POST', '/api_key', { body: { key: `${secret}!` }, as: 'alice' }],
  ['POST', '/api_key', { body: { key: { secret } }, as: 'alice' }],
  ['PUT', '/user/bob@example.com', { body: { password: secret.repeat(10_000) }, as: 'admin' }],
  ['PUT', '/parameters', { body: { parameters: { smtp_password: [secret] } }, as: 'admin' }],
  ['PUT', '/parameters', { body: { parameters: { smtp_password: secret.repeat(5000) } }, as: 'admin' }],
  ['GET', `/valid_login?login=alice@example.com&token=${secret}`],
  ['GET', `/logout?token=${secret}`],
  ['PUT', '/bug/1', { body: { update_token: secret }, as: 'alice' }],
]

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

const inHeaders: readonly Case[] = [
  { Authorization: `Bearer ${secret}` },
  { Authorization: `bearer  1-${secret}` },
  { Authorization: basic(`alice@example.com:${secret}`) },
  { Authorization: basic(secret) },
  { Authorization: `Digest response="${secret}"` },
  { Cookie: `Bugzilla_logincookie=${secret}; Bugzilla_login=1; token=${secret}` },
  ...['X-BUGZILLA-API-KEY', 'X-TRACKER-API-KEY', 'X-BUGZILLA-TOKEN', 'X-TRACKER-TOKEN'].map((name) => ({
    [name]: secret,
  })),
  { 'X-BUGZILLA-LOGIN': 'alice@example.com', 'X-BUGZILLA-PASSWORD': secret },
  { 'X-Request-Id': secret, Referer: `http://x.example/?token=${secret}`, 'If-Match': `"${secret}"` },
].flatMap((headers): Case[] => [
  ['GET', '/whoami', { headers }],
  ['GET', '/logout', { headers }],
  ['GET', '/nothing', { headers: { ...headers, Accept: 'text/html' } }],
  ['PUT', '/bug/99', { headers, body: {} }],
])

/** Sends a raw request and returns the complete response. */
function say({ server }: Site, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}

onAnySite('a secret in a request', (open) => {
  it('is in no response and no line of the log, in any position [AUTH-22]', async () => {
    const site = await open({ limits: { attempts: { failures: 0 } } })
    await site.post('/bug', { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' }, { as: 'alice' })
    const cases = [...inQueries, ...oddQueries, ...inBodies, ...ofOperations, ...inHeaders]
    for (const [method, path, ask] of cases) {
      const { status, text, headers } = await site.ask(method, path, ask)
      const heard = text + JSON.stringify([...headers])
      expect([method, path, ask, status < 500, heard.includes(secret)]).toEqual([method, path, ask, true, false])
      const line = JSON.stringify(site.log.at(-1))
      expect([path, ask, line.includes(secret)]).toEqual([path, ask, false])
    }
    expect(site.log.length).toBeGreaterThanOrEqual(cases.length)
  })

  it('is not repeated in the user part of an absolute URL or in an incomplete request [AUTH-22]', async () => {
    const site = await open()
    const close = 'Host: x\r\nConnection: close\r\n\r\n'
    const whole = await say(
      site,
      `GET http://alice:${secret}@127.0.0.1/rest/nothing#token=${secret} HTTP/1.1\r\n${close}`,
    )
    expect(whole).toContain('404')
    const noHttp = await say(
      site,
      `GET /rest/bug?token=${secret} HTTP/9\r\nAuthorization: Bearer ${secret}\r\n${close}`,
    )
    const tooLong = await say(site, `GET /rest/bug?x=${'x'.repeat(70_000)}&token=${secret} HTTP/1.1\r\n${close}`)
    for (const heard of [whole, noHttp, tooLong, JSON.stringify(site.log)]) expect(heard).not.toContain(secret)
  })
})

describe('the logged URL', () => {
  const lineFor = (target: string) =>
    logEntry({ id: 'x', request: { method: 'GET', target, address: undefined }, status: 200, milliseconds: 1 }).url

  it('keeps everything but the secret', () => {
    const lines = {
      '/rest/bug?a=1&Bugzilla_api_key=abc&b=2': '/rest/bug?a=1&Bugzilla_api_key=***&b=2',
      '/rest/login?login=a@b.example&password=x': '/rest/login?login=a@b.example&password=***',
      '/rest/api_key/7': '/rest/api_key/7',
      '/rest/bug?f1=token&v1=x': '/rest/bug?f1=token&v1=x',
      '/setup?code=abc&b=2': '/setup?code=***&b=2',
      '/login?return_to=%2Fsetup%3Fcode%3Dabc': '/login?return_to=/setup?code=***',
      '/rest/bug?quicksearch=code%20review': '/rest/bug?quicksearch=code%20review',
      '/rest/bug/%zz?api_key=': '/rest/bug/%zz?api_key=',
      '/-/login/google/callback?state=abc&code=def&iss=https%3A%2F%2Fx.example&session_state=g&error=denied':
        '/-/login/google/callback?state=***&code=***&iss=https%3A%2F%2Fx.example&session_state=***&error=denied',
      '/-/login/google/callback?id_token=abc#nonce=def': '/-/login/google/callback?id_token=***#nonce=***',
      '/rest/code_hook/7?secret=abc&x=1': '/rest/code_hook/7?secret=***&x=1',
      '/rest/unsubscribe/abc-def?x=1': '/rest/unsubscribe/***?x=1',
      '/tracker/rest/Unsubscribe/abc%2Fdef': '/tracker/rest/Unsubscribe/***',
    }
    for (const [target, line] of Object.entries(lines)) expect(lineFor(target)).toBe(line)
    expect(lineFor('http://u:p@x.example/rest/bug?%61pi_key=secret')).toBe('http://***@x.example/rest/bug?api_key=***')
    // If it cannot be decoded as a whole, it is searched as it is.
    expect(lineFor('/rest/bug?api_key=%FFsecret')).toBe('/rest/bug?api_key=%25***')
  })
})
