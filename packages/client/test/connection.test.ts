// The client on a bad connection, and with a server that is not a tracker.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { connect, isTrackerError, type ClientOptions } from '../src/index.js'
import { json, scripted, url, type Scripted } from './world.js'

const version = { version: '1.2.3' }
const now = { 'Retry-After': '0' }
const failure = { error: true, code: 32000, message: 'Too many concurrent writes; nothing was changed. Try again.' }
const busy = () => json({ ...failure, name: 'store_busy', data: {} }, 503, now)

function clientOf(answers: readonly Scripted[], options: Partial<ClientOptions> = {}) {
  const { fetch, asked } = scripted(...answers)
  return { remote: connect({ url, fetch, apiKey: 'secret-key', ...options }), asked }
}

/** Connection error of `fetch` in Node. */
const lost = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

describe('a client', () => {
  it('asks again for what it reads, when the server has no time or the connection breaks off', async () => {
    for (const answer of [busy(), json({}, 429, now), new Response('Bad gateway', { status: 502, headers: now })]) {
      const { remote, asked } = clientOf([answer, json(version)])
      expect(await remote.server.version()).toEqual(version)
      expect(asked.map((request) => request.url)).toEqual(Array(2).fill(`${url}/rest/version`))
    }
    const { remote, asked } = clientOf([lost('ECONNRESET'), json({ bugs: [], faults: [] })])
    // By POST, but it changes nothing.
    expect(await remote.bugs.search({ is_open: true })).toEqual({ bugs: [], faults: [] })
    expect(asked.map((request) => `${request.method} ${request.url}`)).toEqual(
      Array(2).fill(`POST ${url}/rest/bug/search`),
    )
  })

  it('includes the request ID of the server log in an error', async () => {
    const headers = { 'X-Request-Id': 'abc-1' }
    const { remote } = clientOf([
      json({ error: true, code: 101, message: 'No such bug.' }, 404, headers),
      json({}, 404),
    ])
    await expect(remote.bugs.view({ id: 1 })).rejects.toMatchObject({ message: 'No such bug.', requestId: 'abc-1' })
    await expect(remote.bugs.view({ id: 1 })).rejects.toMatchObject({ requestId: undefined })
  })

  it('says what is wrong when the last attempt fails, too', async () => {
    const { remote, asked } = clientOf([busy(), busy(), busy(), json(version)])
    await expect(remote.server.version()).rejects.toMatchObject({
      code: 'store_busy',
      number: 32000,
      message: failure.message,
      status: 503,
    })
    expect(asked).toHaveLength(3)
  })

  it('waits at most a minute, and sends a single request when retries are off', async () => {
    const patient = clientOf([json(failure, 503, { 'Retry-After': '61' }), json(version)])
    await expect(patient.remote.server.version()).rejects.toMatchObject({ code: 'unknown_error', status: 503 })
    expect(patient.asked).toHaveLength(1)
    const once = clientOf([busy(), json(version)], { retry: false })
    await expect(once.remote.server.version()).rejects.toMatchObject({ code: 'store_busy' })
    expect(once.asked).toHaveLength(1)
  })

  it('sends a change once, unless the connection was refused', async () => {
    for (const answer of [busy(), json({}, 429, now), lost('ECONNRESET'), new Response('', { status: 504 })]) {
      const { remote, asked } = clientOf([answer, json({ id: 1 })])
      await expect(remote.comments.create({ id: 1, comment: 'Once' })).rejects.toMatchObject({ name: 'TrackerError' })
      expect(asked).toHaveLength(1)
    }
    for (const code of ['ECONNREFUSED', 'ConnectionRefused']) {
      const { remote } = clientOf([lost(code), json({ id: 7 })])
      expect(await remote.comments.create({ id: 1, comment: 'Once' })).toEqual({ id: 7 })
    }
  })

  it('reports that no server listens', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const remote = connect({ url: `http://127.0.0.1:${port}`, retry: false })
    const error: unknown = await remote.server.version().catch((reason: unknown) => reason)
    expect(isTrackerError(error, 'connection_failed')).toBe(true)
    expect(error).toMatchObject({ cause: { cause: { code: 'ECONNREFUSED' } }, status: undefined })
  })

  it('says so when the connection is cut in the middle of an answer', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"version":', () => socket.destroy())
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const remote = connect({ url: `http://127.0.0.1:${port}`, retry: false })
    await expect(remote.server.version()).rejects.toMatchObject({ code: 'connection_failed' })
    await new Promise((resolve) => server.close(resolve))
  })

  it('says how what answers begins, when that is no tracker', async () => {
    const page = `<html>${'x'.repeat(200)}</html>`
    for (const [answer, begins] of [
      [new Response(page), `It begins with '<html>${'x'.repeat(74)}'.`],
      [new Response('Not here', { status: 404 }), "It begins with 'Not here'."],
      [new Response('', { status: 200 }), 'It is empty.'],
      [json({ detail: 'Forbidden' }, 403), `It begins with '{"detail":"Forbidden"}'.`],
    ] as const) {
      const { remote } = clientOf([answer])
      const message = `The answer, with status ${answer.status}, is not one of a tracker. ${begins}`
      await expect(remote.server.version()).rejects.toMatchObject({ code: 'not_a_tracker', message })
    }
  })

  it('ends a call when its signal aborts: before it, during it, and between two attempts', async () => {
    const reason = new Error('The page was left.')
    const early = clientOf([json(version)])
    await expect(early.remote.server.version({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(early.asked).toEqual([])
    for (const answer of ['nothing', json(failure, 503, { 'Retry-After': '60' })] as const) {
      const ending = new AbortController()
      const { fetch, asked } = scripted(answer)
      const remote = connect({ url, fetch })
      const call = remote.server.version({}, { signal: ending.signal })
      await expect.poll(() => asked.length).toBe(1)
      ending.abort(reason)
      await expect(call).rejects.toBe(reason)
    }
  })

  it('ends a call that waits for logging in when its signal aborts', async () => {
    const reason = new Error('The page was left.')
    const { fetch, asked } = scripted('nothing')
    const remote = connect({ url, fetch, login: { login: 'alice@example.com', password: 'x' } })
    const ending = new AbortController()
    const call = remote.users.whoami({}, { signal: ending.signal })
    await expect.poll(() => asked.map((request) => request.url)).toEqual([`${url}/rest/login`])
    ending.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  it('gives a one-time password once, right or wrong: given again it would count as a guess and lock the account', async () => {
    const refused = (code: number, name: string) => json({ error: true, code, name, message: 'x', data: {} }, 401)
    const [over, wanted] = [refused(307, 'auth_invalid_token'), refused(1480, 'second_factor_required')]
    const given = { login: 'alice@example.com', password: 'x', otp: '287082' }
    const cases = [
      { first: [json({ id: 1, token: '1-a' }), over], failures: [1480] },
      { first: [refused(1481, 'second_factor_wrong')], failures: [1481, 1480] },
    ]
    for (const { first, failures } of cases) {
      const { fetch, asked } = scripted(...first, wanted.clone())
      const remote = connect({ url, fetch, login: given })
      for (const number of failures) await expect(remote.users.whoami()).rejects.toMatchObject({ number })
      const logins = asked.filter((request) => request.url.endsWith('/login'))
      const { otp: _, ...rest } = given
      expect(await Promise.all(logins.map(async (request) => request.json()))).toEqual([given, rest])
    }
  })

  it('logs in again when its session is too old to give lasting access', async () => {
    const old = json({ error: true, code: 1485, name: 'confirmation_required', message: 'x', data: {} }, 403)
    const made = json({ id: 1, api_key: 'k' })
    const { fetch, asked } = scripted(json({ id: 1, token: '1-a' }), old, json({ id: 1, token: '1-b' }), made)
    const remote = connect({ url, fetch, login: { login: 'alice@example.com', password: 'x' } })
    expect(await remote.apiKeys.create({})).toMatchObject({ api_key: 'k' })
    expect(asked.map(({ headers }) => headers.get('x-tracker-token'))).toEqual([null, '1-a', null, '1-b'])
  })

  it('logs out the session that it replaced, too', async () => {
    const old = json({ error: true, code: 1485, name: 'confirmation_required', message: 'x', data: {} }, 403)
    const made = json({ id: 1, api_key: 'k' })
    const logins = [json({ id: 1, token: '1-a' }), old, json({ id: 1, token: '1-b' }), made] as const
    const { fetch, asked } = scripted(...logins, json({}), json({}))
    const remote = connect({ url, fetch, login: { login: 'alice@example.com', password: 'x' } })
    await remote.apiKeys.create({})
    await remote.close()
    const ended = await Promise.all(asked.slice(4).map(async (request) => request.url + (await request.text())))
    expect(ended).toEqual([expect.stringContaining('1-b'), expect.stringContaining('1-a')])
  })

  it('keeps its session when it is too old to give lasting access and the one-time password has been used', async () => {
    const old = json({ error: true, code: 1485, name: 'confirmation_required', message: 'x', data: {} }, 403)
    const { fetch, asked } = scripted(json({ id: 1, token: '1-a' }), old, json(version))
    const remote = connect({ url, fetch, login: { login: 'alice@example.com', password: 'x', otp: '287082' } })
    await expect(remote.apiKeys.create({})).rejects.toMatchObject({ code: 'confirmation_required' })
    expect(await remote.server.version()).toEqual(version)
    expect(asked.map(({ headers }) => headers.get('x-tracker-token'))).toEqual([null, '1-a', '1-a'])
  })

  it('gives up an attempt that takes too long', async () => {
    const { remote, asked } = clientOf(['nothing', 'nothing'], { retry: { attempts: 2, timeout: 5 } })
    await expect(remote.server.version()).rejects.toMatchObject({
      code: 'timed_out',
      message: 'No answer within 5 milliseconds.',
    })
    expect(asked).toHaveLength(2)
  })

  it('never includes its key in an error', async () => {
    const answers = [new Error('no'), new Response('<html>'), busy()]
    for (const answer of answers) {
      const { remote } = clientOf([answer], { retry: false })
      const error: unknown = await remote.server.version().catch((reason: unknown) => reason)
      expect(JSON.stringify(error) + String(error)).not.toContain('secret-key')
    }
  })
})
