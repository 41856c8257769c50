import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, TrackerError } from '@trackerkit/core'
import { hostOf } from '@trackerkit/core/host'
import { describe, expect, it, vi } from 'vitest'
import { createNodeHandler, type LogEntry } from '@trackerkit/http-node'
import { createAnswerer } from '../src/answer/answer.js'
import { answerError } from '../src/http/errors.js'
import { aNumber, aText, onAnySite } from './harness.js'

onAnySite('errors of the API', (open) => {
  it('have error, message and code, and no status of success [ERR-01, ERR-13]', async () => {
    const site = await open()
    const failing = ['/bug/99', '/nothing', '/whoami', '/user?ids=1', '/user', '/bug/%zz', '/version?callback=1;2']
    for (const path of failing) {
      const { status, body, headers } = await site.get(path)
      const { field: _field, name: _name, data: _data, ...always } = body
      expect(status).toBeGreaterThanOrEqual(400)
      expect(always).toEqual({ error: true, code: aNumber, message: aText })
      expect(body.message).toMatch(/\w{3}/)
      expect(Number.isInteger(body.code)).toBe(true)
      expect(headers.get('content-type')).toBe('application/json; charset=UTF-8')
    }
  })

  it('contain the symbolic code, and the data that is in the message', async () => {
    const site = await open()
    const wrong = await site.put('/bug/1', { status: 'None' }, { as: 'alice' })
    expect(wrong.body).toMatchObject({ name: 'bug_id_does_not_exist', data: { field: 'ids', value: '1' } })
    const long = { email: 'x@example.com', full_name: 'x'.repeat(300) }
    const { body } = await site.post('/user', long, { as: 'admin' })
    expect(body).toMatchObject({ name: 'text_too_long', field: 'full_name' })
    expect(body['data']).toEqual({ field: 'full_name', limit: 255 })
  })

  it('say which required argument is missing [ERR-02]', async () => {
    const site = await open()
    const component = { product: 'Widgets', name: 'Core', description: 'x' }
    const { status, body } = await site.post('/component', component, { as: 'admin' })
    expect([status, body.error]).toEqual([400, true])
    expect(body.message).toContain('default_assignee')
    expect(await site.get('/login')).toMatchObject({ status: 400, body: { code: 50 } })
  })

  it('are 404 when the path names what does not exist [ERR-03]', async () => {
    const site = await open()
    const missing = { '/bug/99': 101, '/bug/99/comment': 101, '/bug/99/history': 101, '/bug/no-such-alias': 100 }
    const others = { '/bug/comment/99': 111, '/user/nobody@example.com': 51, '/user/999': 51 }
    for (const [path, code] of Object.entries({ ...missing, ...others })) {
      expect([path, await site.get(path, { as: 'alice' })]).toMatchObject([path, { status: 404, body: { code } }])
    }
    expect((await site.post('/bug/99/comment', { comment: 'x' }, { as: 'alice' })).status).toBe(404)
  })

  it('are 400 when only query or body name what does not exist [ERR-03, ERR-07]', async () => {
    const site = await open()
    expect(await site.get('/user?names=nobody@example.com')).toMatchObject({ status: 400, body: { code: 51 } })
    expect(await site.get('/user/alice@example.com?names=nobody@example.com')).toMatchObject({
      status: 400,
      body: { code: 51 },
    })
    expect(await site.get('/bug/comment/99?comment_ids=98', { as: 'alice' })).toMatchObject({ status: 404 })
    const component = { product: 'Widgets', name: 'Core', description: 'x', default_assignee: 'nobody@example.com' }
    expect(await site.post('/component', component, { as: 'admin' })).toMatchObject({ status: 400, body: { code: 51 } })
  })

  it('are 401 for callers who are not logged in, and for those without the right [ERR-04, ERR-05]', async () => {
    const site = await open()
    const anonymous = await site.post('/product', { name: 'x' })
    expect(anonymous).toMatchObject({ status: 401, body: { code: 410 } })
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer realm="tracker"')
    expect(await site.post('/product', { name: 'x' }, { as: 'eve' })).toMatchObject({
      status: 401,
      body: { code: 304 },
    })
    expect(await site.get('/user?ids=1')).toMatchObject({ status: 401, body: { code: 505 } })
    for (const method of ['GET', 'PUT']) {
      const refused = await site.ask(method, '/product?api_key=wrong', { body: method === 'PUT' ? {} : undefined })
      expect(refused.headers.get('www-authenticate') ?? '').not.toMatch(/basic/i)
    }
  })

  it('are not to be cached, in whatever form they are sent', async () => {
    const site = await open()
    const requests: readonly (readonly [path: string, status: number, headers?: Record<string, string>])[] = [
      ['/bug/99', 404],
      ['/bug/99', 404, { Accept: 'text/html' }],
      ['/bug/99?callback=show', 404, { Accept: '*/*' }],
      ['/whoami', 401],
      ['/nothing', 404],
      ['/bug?limit=x', 400],
      ['/bug/attachment/99/data', 404],
    ]
    for (const [path, status, headers = {}] of requests) {
      const answer = await site.get(path, { headers })
      expect(answer.status, `the status of ${path}`).toBe(status)
      expect(answer.headers.get('cache-control'), `the cache control of ${path}`).toBe('no-store')
    }
  })

  it('are 405 for a method that the path does not have [ERR-08]', async () => {
    const site = await open()
    const cases = [
      ['DELETE', '/time', 'GET, HEAD, OPTIONS'],
      ['POST', '/bug/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
      ['PATCH', '/login', 'GET, HEAD, POST, OPTIONS'],
    ] as const
    for (const [method, path, allow] of cases) {
      const { status, headers, body } = await site.ask(method, path)
      expect([status, headers.get('allow'), body.code]).toEqual([405, allow, 32614])
    }
  })

  it('are 413 for a body that is too large, with or without Content-Length [ERR-09]', async () => {
    const site = await open({ limits: { bodyBytes: 1000 } })
    const large = JSON.stringify({ name: 'x'.repeat(1000) })
    expect(await site.ask('POST', '/product', { body: large, as: 'admin' })).toMatchObject({
      status: 413,
      body: { error: true, code: 32000 },
    })
    const chunks = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 20; count++) controller.enqueue(Buffer.from(' '.repeat(100)))
        controller.close()
      },
    })
    const response = await fetch(`${site.server.url}/product`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Tracker-API-Key': site.keys.admin },
      body: chunks,
      duplex: 'half',
    })
    expect(response.status).toBe(413)
    expect((await site.get('/version')).status).toBe(200)
  })

  it('about size leave room for the largest attachment in base64 [ERR-09]', async () => {
    const site = await open()
    const { parameters } = (await site.get('/parameters', { as: 'admin' })).body
    const base64 = 'A'.repeat(Math.ceil((Number(parameters['maxattachmentsize']) * 1024) / 3) * 4)
    const fits = await site.post('/product', { data: base64 }, { as: 'admin' })
    expect(fits.status).toBe(400)
    const tooLarge = await site.post('/product', { data: base64 + 'A'.repeat(2_000_000) }, { as: 'admin' })
    expect(tooLarge.status).toBe(413)
  })

  it('are answered for paths, URLs and everything else that is sent wrongly', async () => {
    const site = await open()
    expect(await site.get(`/bug/${'x'.repeat(40_000)}`)).toMatchObject({ status: 414, body: { error: true } })
    expect(await site.get(`/product?${'ids=1&'.repeat(1000)}`)).toMatchObject({ status: 200 })
    expect(await site.get(`/product?${'ids=1&'.repeat(5000)}`)).toMatchObject({ status: 400 })
    expect(await site.get('/bug/comment/abc')).toMatchObject({ status: 400, body: { code: 52 } })
    expect(await site.get('/bug/1/history?new_since=yesterday')).toMatchObject({ status: 400, body: { code: 56 } })
  })

  it('do not come from text that no store keeps', async () => {
    const site = await open()
    await site.post('/bug', { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' }, { as: 'alice' })
    const paths = ['/bug/%00', '/bug/%00/comment', '/bug/x%00y/history', '/user/%00', '/user/nobody%00', '/group/%00']
    for (const path of [...paths, '/component/Widgets/%00', '/saved_search?names=%00']) {
      const { status } = await site.get(path, { as: 'admin' })
      expect([path, status < 500]).toEqual([path, true])
    }
    const empty = ['/audit_log?class=%00', '/bug?summary=%00x', '/bug?v1=%00x&f1=short_desc&o1=casesubstring']
    for (const path of [...empty, '/user?match=%00x', '/bug/comment/tags/%00abc', '/bug?quicksearch=x%00y']) {
      expect([path, (await site.get(path, { as: 'admin' })).status]).toEqual([path, 200])
    }
    const half =
      '{"product": "Widgets", "component": "UI", "version": "1.0", "summary": "\\ud800 \\u0000!", "alias": "\\u0000a"}'
    expect((await site.ask('POST', '/bug', { body: half, as: 'alice' })).status).toBe(200)
    expect((await site.get('/bug/a')).body.bugs[0]?.['summary']).toBe('\uFFFD !')
  })
})

onAnySite('a tracker that is down for maintenance', (open) => {
  it('answers 503 to all but its administrators, who can end the maintenance', async () => {
    const site = await open()
    await site.setParameter('shutdownhtml', 'Back at noon.')
    const refusals = [
      await site.get('/product'),
      await site.get('/bug/1', { as: 'alice' }),
      await site.post('/bug', {}, { as: 'alice' }),
    ]
    for (const { status, body, headers } of refusals) {
      expect([status, body.error, body.code]).toEqual([503, true, 32000])
      expect(body.message).toContain('Back at noon.')
      expect(headers.get('retry-after')).toBe('3600')
    }
    expect((await site.get('/version')).status).toBe(200)
    expect((await site.get('/product', { as: 'admin' })).status).toBe(200)
    await site.setParameter('shutdownhtml', '')
    expect((await site.get('/product')).status).toBe(200)
  })
})

describe('statuses of errors', () => {
  it('are 401 for the codes of authentication, wherever they come from [ERR-06]', () => {
    const errors = [
      new TrackerError('entry_access_denied', { field: 'product', value: 'x' }),
      new TrackerError('product_edit_denied', { value: 'x' }),
      new TrackerError('user_not_insider', { field: 'is_private' }),
      new TrackerError('illegal_change', { field: 'priority' }),
      new TrackerError('group_restriction_not_allowed', { value: 'x' }),
      new TrackerError('invalid_login_or_password'),
      new TrackerError('account_disabled', { reason: 'x' }),
      new TrackerError('auth_failure', { action: 'x' }),
      new TrackerError('password_not_complex', { field: 'password', accepted: 'x' }),
      new TrackerError('api_key_not_valid'),
      new TrackerError('auth_invalid_token'),
      new TrackerError('login_required'),
      new TrackerError('invalid_username', { value: 'x' }),
      new TrackerError('user_access_by_id_denied'),
    ]
    const numbers = errors.map(({ number }) => number)
    expect(numbers).toEqual([106, 109, 113, 115, 120, 300, 301, 304, 305, 306, 307, 410, 504, 505])
    // Not even when the path names it.
    const path = new Map([['product', 'x']])
    for (const error of errors)
      expect([error.number, answerError(error, path, true).status]).toEqual([error.number, 401])
  })

  it('are 400 for other mistakes of a caller [ERR-07]', () => {
    const errors = [
      new TrackerError('param_required', { field: 'summary' }),
      new TrackerError('object_does_not_exist', { kind: 'product', field: 'product', value: 'x' }),
      new TrackerError('unknown_parameter', { field: 'x' }),
      new TrackerError('missing_resolution', {}),
      new TrackerError('account_exists', { value: 'x' }),
      new TrackerError('name_in_use', { kind: 'version', value: 'x' }),
    ]
    for (const error of errors) expect(answerError(error, new Map(), false).status).toBe(400)
  })

  it('are 412 for a conflict only when the request had If-Match [ERR-11]', () => {
    const conflict = new TrackerError('conflict', { field: 'x', last_change_time: new Date(0) })
    expect(answerError(conflict, new Map(), true).status).toBe(412)
    expect(answerError(conflict, new Map(), false).status).toBe(400)
  })

  it('are 500 for an internal fault, of which the answer says nothing [ERR-12]', async () => {
    const secret = 'SELECT password FROM users'
    const tracker = await createTracker({ store: memoryStore() })
    vi.spyOn(hostOf(tracker), 'run').mockRejectedValue(new Error(secret))
    const answer = await createAnswerer(tracker)({
      method: 'GET',
      target: '/rest/version',
      headers: {},
      body: () => Promise.resolve(new Uint8Array()),
    })
    expect(answer.status).toBe(500)
    const body = answer.body as string
    expect(JSON.parse(body)).toEqual({ error: true, code: -32000, message: aText, name: 'internal_error' })
    expect(body + JSON.stringify(answer.headers)).not.toContain('SELECT')
    expect(answer.fault).toMatchObject({ message: secret })
    await tracker.close()
  })

  it('are 503 with Retry-After while the store cannot be used', () => {
    for (const error of [
      new TrackerError('store_busy'),
      new TrackerError('store_unavailable'),
      new TrackerError('store_full'),
      new TrackerError('store_read_only'),
      new TrackerError('schema_newer'),
      new TrackerError('tracker_closed'),
    ]) {
      const { status, headers, fault } = answerError(error, new Map(), false)
      expect([status, fault]).toEqual([503, undefined])
      expect(Number(headers['Retry-After'])).toBeGreaterThan(0)
    }
  })

  it('of 5xx are logged with the request id that the answer has', async () => {
    const entries: LogEntry[] = []
    const tracker = await createTracker({ store: memoryStore() })
    vi.spyOn(hostOf(tracker), 'run').mockRejectedValue(new Error('out of order'))
    const handler = createNodeHandler(tracker, { log: (entry) => void entries.push(entry) })
    const server = createServer((request, response) => void handler(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/rest/version?api_key=hush&x=1`)
    await new Promise((resolve) => server.close(resolve))
    expect(response.status).toBe(500)
    expect(entries).toMatchObject([
      { status: 500, id: response.headers.get('x-request-id'), method: 'GET', url: '/rest/version?api_key=***&x=1' },
    ])
    expect(entries[0]?.fault).toContain('out of order')
    await tracker.close()
  })
})

describe('the data of errors', () => {
  const dataOf = (error: TrackerError) => answerError(error, new Map(), false).body.data

  it('are sent as the message tells them, times with their milliseconds', () => {
    const last_change_time = new Date('2026-03-01T12:00:00.250Z')
    expect(dataOf(new TrackerError('conflict', { field: 'expected_last_change_time', last_change_time }))).toEqual({
      field: 'expected_last_change_time',
      last_change_time: '2026-03-01T12:00:00.250Z',
    })
    const accepted = ['FIXED', 'INVALID']
    expect(dataOf(new TrackerError('illegal_value', { field: 'resolution', value: 'NONE', accepted }))).toEqual({
      field: 'resolution',
      value: 'NONE',
      accepted,
    })
  })

  it('are kept back where the message keeps them back, such as a password', () => {
    const about = { field: 'password', value: 'pass', limit: 6 }
    expect(dataOf(new TrackerError('password_too_short', about))).toEqual({ field: 'password', limit: 6 })
  })
})
