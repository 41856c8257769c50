import crypto from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { shownBy } from '../../core/test/second-factor.js'
import { aNumber, aText, onAnySite, password, type Site } from './harness.js'

const login = 'alice@example.com'
const basic = (name: string, word: string) => `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}`
const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters).toString()}`

/** Returns the authenticated user, or the error. */
async function whoIs(site: Site, parameters: Record<string, string>, headers: Record<string, string> = {}) {
  const { status, body } = await site.get(`/whoami${query(parameters)}`, { headers })
  return status === 200 ? body.name : { status, code: body.code }
}

const loggedOut = { status: 401, code: 410 }

onAnySite('credentials', (open) => {
  it('may be an API key in the query string [AUTH-01, AUTH-03]', async () => {
    const site = await open()
    expect(await whoIs(site, { api_key: site.keys.alice })).toBe(login)
    expect(await whoIs(site, { Tracker_api_key: site.keys.alice })).toBe(login)
    expect(await whoIs(site, {})).toEqual(loggedOut)
  })

  it('may be an API key in the body, which the operation does not see [AUTH-02, AUTH-03]', async () => {
    const site = await open()
    const carol = { email: 'carol@example.com', Tracker_api_key: site.keys.admin }
    expect(await site.post('/user', carol)).toMatchObject({ status: 200, body: { id: aNumber } })
    const dan = { email: 'dan@example.com', api_key: site.keys.admin }
    expect(await site.post('/user', dan)).toMatchObject({ status: 200 })
  })

  it('may be a login name and password in the body [AUTH-02, AUTH-05]', async () => {
    const site = await open()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' }
    expect(await site.post('/bug', { ...bug, login, password })).toMatchObject({ status: 200 })
    const long = { email: 'dan@example.com', Tracker_login: 'admin@example.com', Tracker_password: password }
    expect(await site.post('/user', long)).toMatchObject({ status: 200 })
  })

  it('are not the login name and password of a new user', async () => {
    const site = await open()
    const carol = { login: 'carol@example.com', password: 'battery staple' }
    expect(await site.post('/user', carol)).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.post('/user', carol, { as: 'admin' })).toMatchObject({ status: 200 })
    expect(await whoIs(site, carol)).toBe('carol@example.com')
    const change = { login: 'admin@example.com', password }
    expect(await site.put('/user/carol@example.com', change, { as: 'admin' })).toMatchObject({ body: { code: 53 } })
    // In the URL of a request with a body they can be nothing else.
    const dan = { email: 'dan@example.com', password: 'dans own password' }
    const asAdmin = query({ login: 'admin@example.com', password })
    expect(await site.post(`/user${asAdmin}`, dan)).toMatchObject({ status: 200 })
    expect(await whoIs(site, { login: 'dan@example.com', password: 'dans own password' })).toBe('dan@example.com')
  })

  it('are answered with 401 when the API key is wrong [AUTH-04]', async () => {
    const site = await open()
    expect(await whoIs(site, { api_key: 'x'.repeat(40) })).toEqual({ status: 401, code: 306 })
    expect(await whoIs(site, { api_key: site.keys.alice.toLowerCase() })).toEqual({ status: 401, code: 306 })
    expect((await site.get('/product?api_key=wrong')).status).toBe(401)
  })

  it('are answered with 401 when the key was revoked or the account is disabled [AUTH-04, AUTH-10]', async () => {
    const site = await open()
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    const made = await site.post('/api_key', {}, { as: 'alice' })
    await site.put(`/api_key/${made.body.id}`, { is_revoked: true }, { as: 'alice' })
    expect(await whoIs(site, { api_key: made.body.api_key })).toEqual({ status: 401, code: 306 })
    await site.put(`/user/${login}`, { login_denied_text: 'On leave' }, { as: 'admin' })
    expect(await whoIs(site, { login, password })).toEqual({ status: 401, code: 301 })
    expect(await whoIs(site, { api_key: site.keys.alice })).toEqual({ status: 401, code: 301 })
    expect((await whoIs(site, { token })) as object).toMatchObject({ status: 401 })
    expect(await site.get(`/login${query({ login, password })}`)).toMatchObject({ status: 401, body: { code: 301 } })
  })

  it('may be a login name and password, the name without regard to case [AUTH-05]', async () => {
    const site = await open()
    expect(await whoIs(site, { Tracker_login: login, Tracker_password: password })).toBe(login)
    expect(await whoIs(site, { login, password })).toBe(login)
    expect(await whoIs(site, { login: 'ALICE@example.com', password })).toBe(login)
  })

  it('get 401 for a wrong password, even for public operations [AUTH-06]', async () => {
    const site = await open()
    const wrong = { login, password: 'wrong' }
    expect(await whoIs(site, wrong)).toEqual({ status: 401, code: 300 })
    expect(await whoIs(site, { login: 'nobody@example.com', password })).toEqual({ status: 401, code: 300 })
    expect(await site.get(`/product${query(wrong)}`)).toMatchObject({ status: 401, body: { code: 300 } })
  })

  it('may be a token from Login [AUTH-08]', async () => {
    const site = await open()
    const { body } = await site.get(`/login${query({ login, password })}`)
    expect(body).toEqual({ id: aNumber, token: aText })
    expect(body.token).toMatch(/^\d+-\w{10,}$/)
    expect(await whoIs(site, { token: body.token })).toBe(login)
    expect(await whoIs(site, { Tracker_token: body.token })).toBe(login)
  })

  it('are answered with 401 when the token is not valid, and accepted with a new one [AUTH-09, ERR-04]', async () => {
    const site = await open()
    for (const token of ['1-wrong', 'no token at all', '999999-abcdefghij']) {
      expect(await whoIs(site, { token })).toEqual({ status: 401, code: 307 })
    }
    const first = (await site.get(`/login${query({ login, password })}`)).body.token
    expect(await site.get(`/logout${query({ token: first })}`)).toMatchObject({ status: 200, body: {} })
    expect(await whoIs(site, { token: first })).toEqual({ status: 401, code: 307 })
    const second = (await site.get(`/login${query({ login, password })}`)).body.token
    expect(await whoIs(site, { token: second })).toBe(login)
  })

  it('may have the names that existing clients use [AUTH-11]', async () => {
    const site = await open()
    expect(await whoIs(site, { Bugzilla_api_key: site.keys.alice })).toBe(login)
    expect(await whoIs(site, { Bugzilla_login: login, Bugzilla_password: password })).toBe(login)
    const signedIn = { Bugzilla_login: login, Bugzilla_password: password, Bugzilla_restrictlogin: '1' }
    const { body } = await site.get(`/login${query(signedIn)}`)
    expect(await whoIs(site, { Bugzilla_token: body.token })).toBe(login)
  })

  it('may be an API key in a header [AUTH-12]', async () => {
    const site = await open()
    for (const name of ['X-BUGZILLA-API-KEY', 'X-TRACKER-API-KEY']) {
      expect(await whoIs(site, {}, { [name]: site.keys.alice })).toBe(login)
      expect(await whoIs(site, {}, { [name]: 'wrong' })).toEqual({ status: 401, code: 306 })
    }
  })

  it('may be a token in a header [AUTH-13]', async () => {
    const site = await open()
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    for (const name of ['X-BUGZILLA-TOKEN', 'X-TRACKER-TOKEN']) {
      expect(await whoIs(site, {}, { [name]: token })).toBe(login)
      expect(await whoIs(site, {}, { [name]: '1-wrong' })).toEqual({ status: 401, code: 307 })
    }
  })

  it('may be a login name and password in headers, encoded where need be [AUTH-14]', async () => {
    const site = await open()
    await site.system.users.create({ email: 'zoe@example.com', password: 'smörgås 100%' })
    for (const kind of ['BUGZILLA', 'TRACKER']) {
      const names = [`X-${kind}-LOGIN`, `X-${kind}-PASSWORD`] as const
      expect(await whoIs(site, {}, { [names[0]]: login, [names[1]]: password })).toBe(login)
      expect(await whoIs(site, {}, { [names[0]]: login, [names[1]]: 'wrong' })).toEqual({ status: 401, code: 300 })
      const encoded = { [names[0]]: 'zoe@example.com', [names[1]]: encodeURIComponent('smörgås 100%') }
      expect(await whoIs(site, {}, encoded)).toBe('zoe@example.com')
      const bytes = Buffer.from('smörgås 100%').toString('latin1')
      expect(await whoIs(site, {}, { [names[0]]: 'zoe@example.com', [names[1]]: bytes })).toBe('zoe@example.com')
    }
  })

  it('may be an API key or a token as bearer [AUTH-15]', async () => {
    const site = await open()
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    expect(await whoIs(site, {}, { Authorization: `Bearer ${site.keys.alice}` })).toBe(login)
    expect(await whoIs(site, {}, { Authorization: `bearer ${token}` })).toBe(login)
    expect(await whoIs(site, {}, { Authorization: 'Bearer wrong' })).toEqual({ status: 401, code: 306 })
    expect(await whoIs(site, {}, { Authorization: 'Bearer 1-wrong' })).toEqual({ status: 401, code: 307 })
  })

  it('may be a login name and password in HTTP Basic authentication [AUTH-16]', async () => {
    const site = await open()
    await site.system.users.create({ email: 'zoe@example.com', password: 'wört:mit:Doppelpunkt' })
    expect(await whoIs(site, {}, { Authorization: basic(login, password) })).toBe(login)
    expect(await whoIs(site, {}, { Authorization: basic('zoe@example.com', 'wört:mit:Doppelpunkt') })).toBe(
      'zoe@example.com',
    )
    expect(await whoIs(site, {}, { Authorization: basic(login, 'wrong') })).toEqual({ status: 401, code: 300 })
    expect(await whoIs(site, {}, { Authorization: 'Basic bm8gY29sb24=' })).toEqual({ status: 401, code: 300 })
  })

  it('count as absent when they are empty [AUTH-17]', async () => {
    const site = await open()
    const empty = { api_key: '', Tracker_api_key: '', Bugzilla_token: '', login: '', password: '' }
    expect(await whoIs(site, empty)).toEqual(loggedOut)
    expect(await whoIs(site, { ...empty, Bugzilla_api_key: site.keys.alice })).toBe(login)
    expect(await whoIs(site, {}, { 'X-BUGZILLA-API-KEY': '', Authorization: 'Bearer ' })).toEqual(loggedOut)
    expect((await site.get(`/product${query(empty)}`)).status).toBe(200)
  })

  it('are no attempt to log in without a password', async () => {
    const site = await open()
    expect(await whoIs(site, { login })).toEqual(loggedOut)
    expect(await whoIs(site, { Tracker_login: login })).toEqual(loggedOut)
    expect(await whoIs(site, { password })).toEqual(loggedOut)
    expect(await whoIs(site, {}, { 'X-BUGZILLA-LOGIN': login })).toEqual(loggedOut)
  })

  it('must all be of one person [AUTH-18]', async () => {
    const site = await open()
    const { alice, bob } = site.keys
    expect(await whoIs(site, { api_key: alice }, { 'X-BUGZILLA-API-KEY': bob })).toEqual({ status: 401, code: 307 })
    expect(await whoIs(site, { api_key: alice, Tracker_api_key: bob })).toEqual({ status: 401, code: 307 })
    expect(await whoIs(site, { api_key: alice, login, password })).toBe(login)
    expect(await whoIs(site, { api_key: alice }, { Authorization: basic(login, password) })).toBe(login)
    const wrongBeside = { api_key: alice, Tracker_login: login, Tracker_password: 'wrong' }
    expect(await whoIs(site, wrongBeside)).toEqual({ status: 401, code: 300 })
    const many = new URLSearchParams(
      Array.from({ length: 9 }, (_, index): [string, string] => ['api_key', `key${index}`]),
    )
    expect(await site.get(`/whoami?${many.toString()}`)).toMatchObject({ status: 401, body: { code: 307 } })
  })

  it('make no difference to public operations [AUTH-19]', async () => {
    const site = await open()
    for (const path of ['version', 'parameters', 'timezone', 'time', 'extensions']) {
      expect((await site.get(`/${path}?api_key=wrong`)).status).toBe(200)
      expect((await site.get(`/${path}`, { headers: { Authorization: 'Bearer 1-wrong' } })).status).toBe(200)
    }
    const signedIn = await site.get(`/login${query({ login, password, api_key: 'wrong' })}`)
    expect(signedIn).toMatchObject({ status: 200, body: { token: aText } })
    const { body } = await site.get('/parameters?api_key=wrong')
    expect(Object.keys(body.parameters).toSorted()).toEqual(['maintainer', 'requirelogin'])
  })
})

onAnySite('logging in and out', (open) => {
  it('restricts a token to the address it was made for [AUTH-07]', async () => {
    const site = await open()
    const askFor = async (parameters: Record<string, string>) =>
      (await site.get(`/login${query({ ...parameters })}`)).body.token
    const bound = [
      await askFor({ login, password, restrict_login: '1' }),
      await askFor({ Tracker_login: login, Tracker_password: password, Tracker_restrictlogin: 'true' }),
    ]
    const free = await askFor({ login, password, Tracker_restrictlogin: '0' })
    const whoAmI = (token: string, address: string) => site.tracker.as({ token }, { address }).users.whoami()
    for (const token of bound) {
      expect(await whoIs(site, { token })).toBe(login)
      await expect(whoAmI(token, '192.0.2.7')).rejects.toMatchObject({ code: 'auth_invalid_token' })
    }
    expect((await whoAmI(free, '192.0.2.7')).name).toBe(login)
  })

  it('sets no cookies [USR-08]', async () => {
    const site = await open()
    for (const answer of [
      await site.get(`/login${query({ login, password })}`),
      await site.post('/login', { login, password }),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  it('makes the client delete its stale login cookies, and no others [USR-07]', async () => {
    const site = await open()
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    const Cookie = 'Bugzilla_login=7; theme=dark; Bugzilla_logincookie=x=y; Tracker_login=7; Bugzilla_login_x=1'
    const { status, headers } = await site.get(`/logout${query({ token })}`, { headers: { Cookie } })
    expect(status).toBe(200)
    const forgotten = headers.getSetCookie()
    expect(forgotten.map((one) => one.split('=')[0])).toEqual([
      'Bugzilla_login',
      'Bugzilla_logincookie',
      'Tracker_login',
    ])
    for (const one of forgotten) expect(one).toMatch(/^\w+=; Path=\/; Max-Age=0/)
    expect((await site.get('/logout')).headers.getSetCookie()).toEqual([])
  })

  it('works by POST, which keeps passwords out of URLs', async () => {
    const site = await open()
    const { body } = await site.post('/login', { login, password })
    expect(await whoIs(site, { token: body.token })).toBe(login)
    expect(await site.post('/logout', { token: body.token })).toMatchObject({ status: 200, body: {} })
    expect(await whoIs(site, { token: body.token })).toEqual({ status: 401, code: 307 })
  })

  it('needs a login name and a password', async () => {
    const site = await open()
    for (const parameters of [{}, { login }, { password }, { api_key: site.keys.alice }]) {
      expect(await site.get(`/login${query(parameters)}`)).toMatchObject({ status: 400, body: { code: 50 } })
    }
  })

  it('logs out by token only, in header, query or body, and never fails', async () => {
    const site = await open()
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    expect(await site.get('/logout')).toMatchObject({ status: 200, body: {} })
    expect(await site.get('/logout?token=1-dead')).toMatchObject({ status: 200, body: {} })
    expect(await whoIs(site, { token })).toBe(login)
    expect((await site.get('/logout', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200)
    expect(await whoIs(site, { token })).toEqual({ status: 401, code: 307 })
  })

  it('returns whether a token is valid as a bare true or false', async () => {
    const site = await open()
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    expect((await site.get(`/valid_login${query({ login, token })}`)).text).toBe('true')
    expect((await site.get(`/valid_login${query({ login, Bugzilla_token: token })}`)).text).toBe('true')
    expect((await site.get(`/valid_login${query({ login, api_key: site.keys.alice })}`)).text).toBe('true')
    expect((await site.get(`/valid_login${query({ login: 'bob@example.com', token })}`)).text).toBe('false')
    expect(await site.get(`/valid_login${query({ login, token: '1-dead' })}`)).toMatchObject({
      status: 200,
      body: false,
    })
    expect((await site.get(`/valid_login${query({ login })}`)).text).toBe('false')
    expect(await site.get(`/valid_login${query({ token })}`)).toMatchObject({ status: 400, body: { code: 50 } })
  })

  it('makes an address wait that tries too many wrong keys, and accepts right ones [ERR-10]', async () => {
    let now = 0
    const site = await open({ limits: { attempts: { failures: 3, window: 60, now: () => now } } })
    // A client that repeats an old key counts as one wrong key.
    for (let count = 0; count < 5; count++) expect((await site.get('/product?api_key=old')).status).toBe(401)
    for (const key of ['a', 'b']) expect((await site.get(`/product?api_key=${key}`)).status).toBe(401)
    const refused = await site.get('/product?api_key=c')
    expect(refused).toMatchObject({ status: 429, body: { error: true, code: 32000 } })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await site.get('/product', { as: 'alice' })).status).toBe(200)
    expect((await site.get(`/login${query({ login, password })}`)).status).toBe(200)
    expect((await site.get('/product')).status).toBe(200)
    now = 61_000
    expect((await site.get('/product?api_key=d')).status).toBe(401)
  })

  it('makes an address wait that tries too many wrong passwords, before they are looked at [ERR-10]', async () => {
    const site = await open({ limits: { attempts: { failures: 3, window: 60, now: () => 0 } } })
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    for (const name of ['a', 'b', 'c']) {
      const { status } = await site.get(`/login${query({ login: `${name}@example.com`, password: 'wrong' })}`)
      expect(status).toBe(401)
    }
    const admin = { login: 'admin@example.com', password }
    expect(await site.get(`/login${query(admin)}`)).toMatchObject({ status: 429, body: { code: 32000 } })
    expect(await whoIs(site, { token })).toBe(login)
    expect((await site.get(`/login${query({ login, password })}`)).status).toBe(200)
  })

  it('counts wrong secrets also where they make no difference to the answer [ERR-10]', async () => {
    const site = await open({ limits: { attempts: { failures: 2, window: 60, now: () => 0 } } })
    expect((await site.get('/version?api_key=a')).status).toBe(200)
    expect((await site.get(`/valid_login${query({ login, token: '1-wrong' })}`)).text).toBe('false')
    expect((await site.get('/version?api_key=b')).status).toBe(429)
  })

  it.each<[path: string, beside: Record<string, string>]>([
    ['/logout', {}],
    ['/login', { Tracker_login: login, Tracker_password: password }],
  ])('lets no password pass as one that was right before because %s has ignored it [ERR-10]', async (path, beside) => {
    const site = await open({ limits: { attempts: { failures: 2, window: 60, now: () => 0 } } })
    const credentials = query({ login: 'admin@example.com', password, ...beside })
    expect((await site.get(`${path}${credentials}`)).status).toBe(200)
    for (const name of ['a', 'b']) {
      const wrong = query({ login: `${name}@example.com`, password: 'wrong' })
      expect((await site.get(`/whoami${wrong}`)).status).toBe(401)
    }
    expect((await site.get(`/whoami${credentials}`)).status).toBe(429)
  })

  it('hashes no more passwords for one address than it may try, however many come at once [ERR-10]', async () => {
    const hashing = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    const site = await open({ limits: { attempts: { failures: 12, window: 60, now: () => 0 } } })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        site.post('/login', { login: `user${index}@x.example`, password: 'wrong' }),
      ),
    )
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    const statuses = answers.map(({ status }) => status)
    // How many of the 12 find a place to wait depends on how fast the ones before them are hashed.
    const hashed = hashing.mock.calls.length
    expect(hashed).toBeGreaterThanOrEqual(2)
    expect(hashed).toBeLessThanOrEqual(12)
    expect(statuses.filter((status) => status === 401)).toHaveLength(hashed)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - hashed)
  })

  it('answers 429 with Retry-After when too many of one network log in at once, while other requests are answered', async () => {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const { scrypt } = crypto
    const hashing = vi.spyOn(crypto, 'scrypt').mockImplementation((word, salt, length, cost, callback) => {
      void released.then(() => scrypt(word, salt, length, cost, callback))
    })
    syncBuiltinESMExports()
    try {
      const site = await open()
      const outcomes = Array.from({ length: 30 }, (_, index) =>
        site.post('/login', { login: `user${index}@x.example`, password: 'wrong' }),
      )
      const busy = await Promise.race(outcomes)
      expect(busy).toMatchObject({ status: 429, body: { code: 32000 } })
      expect(busy.headers.get('retry-after')).toBe('1')
      const packed = await site.get('/openapi.json', { headers: { 'Accept-Encoding': 'br' } })
      expect(packed.headers.get('content-encoding')).toBe('br')
      // As few as that are hashed at once, so that half of the threads are there for others.
      await expect.poll(() => hashing.mock.calls.length).toBe(2)
      release()
      const statuses = (await Promise.all(outcomes)).map(({ status }) => status)
      // Two are hashed, and four more of one network may wait.
      expect(statuses.filter((status) => status === 401)).toHaveLength(6)
      expect(statuses.filter((status) => status === 429)).toHaveLength(24)
    } finally {
      // Otherwise, all later logins of this process would wait behind those of this test.
      release()
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    }
  })

  it('words a failed login as clients expect it', async () => {
    const site = await open()
    const { body } = await site.get(`/login${query({ login, password: 'wrong' })}`)
    expect(body).toMatchObject({ code: 300, message: expect.stringContaining('username or password') as unknown })
  })

  it('locks an account after five wrong passwords, with 401 [ERR-04]', async () => {
    const site = await open()
    for (let count = 0; count < 5; count++) await whoIs(site, { login, password: 'wrong' })
    expect(await whoIs(site, { login, password })).toEqual({ status: 401, code: 32000 })
    site.clock.now = new Date(site.clock.now.getTime() + 31 * 60_000)
    expect(await whoIs(site, { login, password })).toBe(login)
  })
})

onAnySite('addresses of clients', (open) => {
  it('are those that trusted proxies name, and no others', async () => {
    const site = await open()
    const addressFor = async (forwarded: string) => {
      await site.get('/version', { headers: { 'X-Forwarded-For': forwarded } })
      return site.log.at(-1)?.address
    }
    expect(await addressFor('192.0.2.1')).toBe('127.0.0.1')
    await site.setParameter('inbound_proxies', '127.0.0.1, 10.0.0.1')
    expect(await addressFor('192.0.2.1')).toBe('192.0.2.1')
    expect(await addressFor('203.0.113.9, 192.0.2.1, 10.0.0.1')).toBe('192.0.2.1')
    expect(await addressFor('10.0.0.1')).toBe('10.0.0.1')
    expect(await addressFor('::ffff:192.0.2.1')).toBe('192.0.2.1')
    // Of longer lists the last 20 addresses count.
    const through = (proxies: number) => addressFor(`192.0.2.1${', 10.0.0.1'.repeat(proxies)}`)
    expect([await through(19), await through(20)]).toEqual(['192.0.2.1', '10.0.0.1'])
    await site.get('/version')
    expect(site.log.at(-1)?.address).toBe('127.0.0.1')
  })

  it('are warned of once in the log when an untrusted sender names them', async () => {
    const warnings: unknown[] = []
    const site = await open({ logger: { warn: (...told) => void warnings.push(told), error: () => undefined } })
    await site.setParameter('inbound_proxies', '127.0.0.1')
    const headers = { 'X-Forwarded-For': '192.0.2.1' }
    await site.get('/version', { headers })
    expect(warnings).toEqual([])
    await site.setParameter('inbound_proxies', '10.0.0.1')
    for (let count = 0; count < 2; count++) await site.get('/version', { headers })
    expect(warnings).toEqual([[expect.stringContaining('inbound_proxies'), { peer: '127.0.0.1' }]])
  })
})

onAnySite('API keys over REST', (open) => {
  it('are created for oneself [AUTH-23]', async () => {
    const site = await open()
    const made = await site.post('/api_key', { description: 'Nightly build', is_read_only: '1' }, { as: 'alice' })
    expect(made).toMatchObject({ status: 200, body: { id: aNumber, api_key: aText } })
    expect(await whoIs(site, { api_key: made.body.api_key })).toBe(login)
    const write = { email: 'x@example.com', api_key: made.body.api_key }
    expect(await site.post('/user', write)).toMatchObject({ status: 401 })
    expect(await site.post('/api_key', {})).toMatchObject({ status: 401, body: { code: 410 } })
  })
})

onAnySite('one-time passwords over REST', (open) => {
  it('accept a login and a password in header, query or body, and each once', async () => {
    const site = await open()
    const own = { as: 'alice' } as const
    const { secret } = (await site.post('/second_factor', { current_password: password }, own)).body
    const shown = () => shownBy(secret as string, { clock: { now: () => site.clock.now } })
    /** The next one: what was shown before was used. */
    const next = () => {
      site.clock.now = new Date(site.clock.now.getTime() + 30_000)
      return shown()
    }
    const { body } = await site.put('/second_factor', { otp: shown() }, own)
    const refused = { status: 401, code: 1480 }
    expect(await whoIs(site, { login, password })).toEqual(refused)
    expect(await whoIs(site, {}, { Authorization: basic(login, password) })).toEqual(refused)
    expect(await whoIs(site, { login, password, otp: next() })).toBe(login)
    expect(await whoIs(site, { login, password, otp: shown() })).toEqual({ status: 401, code: 1481 })
    expect(await whoIs(site, { Tracker_login: login, Tracker_password: password, Bugzilla_otp: next() })).toBe(login)
    const [first, second, third] = body.recovery_codes as string[]
    expect(await whoIs(site, {}, { Authorization: basic(login, password), 'X-Tracker-OTP': next() })).toBe(login)
    expect(await whoIs(site, { login, password }, { 'X-Bugzilla-OTP': first as string })).toBe(login)
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x', login, password, otp: second }
    expect(await site.post('/bug', bug)).toMatchObject({ status: 200 })
    expect(await site.post('/login', { login, password })).toMatchObject({ status: 401, body: { code: 1480 } })
    expect(await site.post('/login', { login, password, otp: '' })).toMatchObject({ body: { code: 1480 } })
    expect(await site.post('/login', { login, password, otp: third })).toMatchObject({ body: { token: aText } })
    expect(await site.get(`/login${query({ login, password, otp: next() })}`)).toMatchObject({ status: 200 })
    const removal = { current_password: password, otp: next() }
    expect(await site.post('/second_factor/remove', removal, own)).toMatchObject({ status: 200 })
    expect(JSON.stringify(site.log)).not.toContain(shown())
  })

  it('are accepted once per request, even one with several reads or a long duration', async () => {
    const site = await open()
    const own = { as: 'alice' } as const
    const { body: bug } = await site.post(
      '/bug',
      { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' },
      own,
    )
    const note = { file_name: 'a.txt', summary: 'a', content_type: 'text/plain', data: 'aGVsbG8=' }
    const { body: made } = await site.post(`/bug/${bug.id}/attachment`, note, own)
    const { secret } = (await site.post('/second_factor', { current_password: password }, own)).body
    const shown = () => shownBy(secret as string, { clock: { now: () => site.clock.now } })
    const { body } = await site.put('/second_factor', { otp: shown() }, own)
    const codes = [...(body.recovery_codes as string[])]
    const headers = () => ({ Authorization: basic(login, password), 'X-Tracker-OTP': codes.pop() as string })
    const [id] = made.ids as number[]
    const paths = [`/bug/attachment/${id}/data`, '/bug?product=Widgets&format=csv']
    for (const path of paths) expect(await site.get(path, { headers: headers() })).toMatchObject({ status: 200 })
    const stream = await site.ask('HEAD', '/changes/stream', { headers: headers() })
    expect(stream.status).toBe(200)
    expect(await site.get('/second_factor', own)).toMatchObject({ body: { recovery_codes_left: 7 } })
  })
})

onAnySite('secrets in use', (open) => {
  it('are in no answer and in no log [AUTH-22]', async () => {
    const site = await open()
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    const secrets = [site.keys.alice, token, password, 'wrong-secret-value']
    const requests: (readonly [string, Parameters<typeof site.ask>[2]?])[] = [
      [`/product${query({ api_key: site.keys.alice })}`, { headers: { Accept: 'text/html' } }],
      [`/product${query({ Bugzilla_token: token })}`],
      [`/whoami${query({ login, password })}`],
      [`/whoami${query({ login, password: 'wrong-secret-value' })}`],
      [`/whoami${query({ api_key: 'wrong-secret-value', Tracker_api_key: site.keys.alice })}`],
      [`/nothing${query({ API_KEY: 'wrong-secret-value' })}`],
      ['/whoami', { headers: { Authorization: `Bearer wrong-secret-value` } }],
      [`/login${query({ login, password: 'wrong-secret-value' })}`],
    ]
    for (const [path, options] of requests) {
      const { text, headers } = await site.get(path, options)
      const heard = text + JSON.stringify([...headers])
      for (const secret of secrets) expect(heard).not.toContain(secret)
    }
    const broken = await site.ask('POST', '/user', { body: `{"api_key": "${site.keys.alice}", oops` })
    expect(broken.text).not.toContain(site.keys.alice)
    const logged = JSON.stringify(site.log)
    expect(site.log.length).toBeGreaterThan(requests.length)
    for (const secret of secrets) {
      expect(logged).not.toContain(secret)
      expect(logged).not.toContain(encodeURIComponent(secret))
    }
  })

  it('are in no file of the store [AUTH-20, AUTH-21]', async () => {
    const site = await open()
    await site.system.users.create({ email: 'zoe@example.com', password })
    const { token } = (await site.get(`/login${query({ login, password })}`)).body
    const files = readdirSync(site.folder).map((name) => readFileSync(join(site.folder, name)).toString('latin1'))
    for (const secret of [site.keys.alice, token.split('-')[1] as string, password]) {
      for (const file of files) expect(file).not.toContain(secret)
    }
    // The memory store has no files.
    const hash = /scrypt\$32768\$8\$1\$[\w-]{20,}\$[\w-]{40,}/
    expect(files.length === 0 || hash.test(files.join(''))).toBe(true)
  })
})
