// HTTP protocol errors, over raw sockets.
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { hostOf } from '@trackerkit/core/host'
import { afterEach, describe, expect, it } from 'vitest'
import { serve, type LogEntry, type RunningServer, type ServeOptions } from '../src/index.js'

const opened: RunningServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.stop()
})

async function start(options: Partial<ServeOptions> = {}): Promise<{ server: RunningServer; tracker: Tracker }> {
  const tracker = await createTracker({ store: memoryStore() })
  const server = await serve({ tracker, port: 0, ...options })
  opened.push(server)
  return { server, tracker }
}

function open({ port }: RunningServer): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** All that the server says until it closes the connection. */
function everything(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}

async function say(
  server: RunningServer,
  text: string | Uint8Array,
): Promise<{ status: number; id: string | undefined; body: { code?: number; error?: true } }> {
  const socket = await open(server)
  const answer = everything(socket)
  socket.write(text)
  const said = await answer
  const [head = '', body = ''] = said.split('\r\n\r\n')
  expect(head).toMatch(/content-type: application\/json/i)
  const id = /^x-request-id: (.*)$/im.exec(head)?.[1]
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), id, body: JSON.parse(body) as { code?: number } }
}

describe('a request that is no proper HTTP', () => {
  it('gets a JSON error, and the server continues', async () => {
    const { server } = await start()
    const bad = [
      'nonsense\r\n\r\n',
      'FLY /rest/version HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /rest/version HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n',
      'POST /rest/bug HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
      'POST /rest/bug HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
      '\u0016\u0003\u0001\u0002\u0000',
    ]
    for (const text of bad) {
      const { status, body } = await say(server, text)
      expect([text, status, body.error, body.code]).toEqual([text, 400, true, 32000])
    }
    expect((await fetch(`${server.url}/version`)).status).toBe(200)
  })

  it('is answered with 400 without a body where HEAD was meant', async () => {
    const { server } = await start()
    const socket = await open(server)
    const answer = everything(socket)
    socket.write('HEAD /rest/version HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/)
  })

  it('is answered with 431 when the headers are too long', async () => {
    const { server } = await start()
    const range = (tabs: string) =>
      `GET /rest/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\nRange: bytes=${tabs}-${tabs}-\r\n\r\n`
    expect(await say(server, range('\t'.repeat(20_000)))).toMatchObject({ status: 200 })
    const refused = { status: 431, body: { error: true, code: 32000 } }
    expect(await say(server, range('\t'.repeat(30_000)))).toMatchObject(refused)
    const many = (count: number) =>
      `GET /rest/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'X: y\r\n'.repeat(count - 2)}\r\n`
    expect(await say(server, many(200))).toMatchObject({ status: 200 })
    expect(await say(server, many(201))).toMatchObject(refused)
  })

  it('is answered with 414 or 431 for pages, too', async () => {
    const { server } = await start({ pages: () => async () => new Response('a page') })
    const get = async (target: string, more = '') => {
      const socket = await open(server)
      const answer = everything(socket)
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`)
      return (await answer).slice(9, 12)
    }
    expect(await get(`/a${'/'.repeat(30_000)}x/`)).toBe('414')
    expect(await get('/a', 'X: y\r\n'.repeat(198))).toBe('200')
    expect(await get('/a', 'X: y\r\n'.repeat(199))).toBe('431')
  })

  it('is answered with 405 when a tunnel is asked for', async () => {
    const { server } = await start()
    const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'
    expect(await say(server, tunnel)).toMatchObject({ status: 405, body: { error: true } })
  })

  it('is logged under the request id that the answer has', async () => {
    const log: LogEntry[] = []
    const { server } = await start({ log: (entry) => void log.push(entry) })
    const refused = [
      'nonsense\r\n\r\n',
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
      'GET /rest/version HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n',
    ]
    const answers = []
    for (const text of refused) answers.push(await say(server, text))
    expect(log).toMatchObject(answers.map(({ status, id }) => ({ status, id: id ?? 'none', address: '127.0.0.1' })))
    expect(log.map(({ method, url }) => `${method} ${url}`)).toEqual([
      ' ',
      'CONNECT example.com:443',
      'GET /rest/version',
    ])
  })

  it('is answered all the same when the request line has a whole URL, as proxies send it', async () => {
    const { server } = await start()
    const proxied = `GET http://127.0.0.1:${server.port}/rest/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    expect(await say(server, proxied)).toMatchObject({ status: 200 })
    const star = 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    expect(await say(server, star)).toMatchObject({ status: 404, body: { error: true, code: 32614 } })
  })
})

describe('clients that are slow or gone', () => {
  it('get 408 when a request does not arrive in time', async () => {
    const { server } = await start({ timeouts: { request: 0.2 } })
    const begun =
      'POST /rest/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"log'
    expect(await say(server, begun)).toMatchObject({ status: 408, body: { error: true, code: 32000 } })
    expect(await say(server, 'GET /rest/ver')).toMatchObject({ status: 408 })
  })

  it('get 408 when they send a little again and again, of headers or of a body', async () => {
    const { server } = await start({ timeouts: { request: 0.3 } })
    const begun = `POST /rest/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n`
    for (const [start, drop] of [
      [begun, 'X-A: b\r\n'],
      [`${begun}\r\n`, ' '],
    ] as const) {
      const socket = await open(server)
      const answer = everything(socket)
      socket.write(start)
      const dripping = setInterval(() => socket.writable && socket.write(drop), 20)
      expect((await answer).split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
      clearInterval(dripping)
    }
    expect((await fetch(`${server.url}/version`)).status).toBe(200)
  })

  it('do no harm when they hang up in the middle of a body', async () => {
    const { server } = await start()
    const socket = await open(server)
    socket.write(
      'POST /rest/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"log',
    )
    await wait(20)
    socket.destroy()
    expect((await fetch(`${server.url}/version`)).status).toBe(200)
  })

  it('can read that a body is too large while they still send it', async () => {
    const { server } = await start({ limits: { bodyBytes: 1000 } })
    const socket = await open(server)
    const answer = everything(socket)
    socket.write(
      'POST /rest/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    for (let count = 0; count < 50; count++) socket.write(`3e8\r\n${' '.repeat(1000)}\r\n`)
    socket.write('0\r\n\r\nGET /rest/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })
})

const toLogin = 'POST /rest/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n'

/** A request whose body is these bytes. */
async function send(server: RunningServer, body: Uint8Array): Promise<{ status: number; body: { code?: number } }> {
  return say(server, Buffer.concat([Buffer.from(`${toLogin}Content-Length: ${body.length}\r\n\r\n`), body]))
}

describe('request bodies over HTTP', () => {
  it('are awaited with 100 when the client expects that, and no other expectation is accepted', async () => {
    const { server } = await start()
    const socket = await open(server)
    const answer = everything(socket)
    socket.write(`${toLogin}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`)
    const first = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())))
    expect(first).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/)
    socket.write('{}')
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 400'])
    const odd = await say(server, `${toLogin}Content-Length: 2\r\nExpect: a-miracle\r\n\r\n{}`)
    expect(odd).toMatchObject({ status: 417, body: { error: true, code: 32000 } })
  })

  it('may come in chunks, with extensions and trailers', async () => {
    const { server } = await start()
    const chunked = `${toLogin}Transfer-Encoding: chunked\r\n\r\n1;a=b\r\n{\r\n1\r\n}\r\n0\r\nX-After: 1\r\n\r\n`
    expect(await say(server, chunked)).toMatchObject({ status: 400, body: { code: 50 } })
    const broken = `${toLogin}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n{}\r\n0\r\n\r\n`
    expect(await say(server, broken)).toMatchObject({ status: 400, body: { error: true, code: 32000 } })
  })

  it('are refused when they are no UTF-8, nested too deep or no object, and may repeat a key', async () => {
    const { server } = await start()
    const cases: [Uint8Array, number][] = [
      [Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 32000],
      [Uint8Array.of(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d), 32000],
      [Buffer.from('{"login": "a"}', 'utf16le'), 32000],
      [Buffer.from(`{"login": ${'{"a": '.repeat(40)}1${'}'.repeat(40)}}`), 32000],
      [Buffer.from(`${'['.repeat(500_000)}`), 32000],
      [Buffer.from('[{"login": "a"}]'), 53],
      [Buffer.from('{"login": "a", "login": "", "login": "a@b.example", "password": "", "password": "x"}'), 300],
    ]
    for (const [body, code] of cases) {
      const answer = await send(server, body)
      expect([body.length, answer.body.code]).toEqual([body.length, code])
    }
  })
})

describe('connections to the server', () => {
  it('stay open for the next request', async () => {
    const { server } = await start()
    const socket = await open(server)
    const answer = everything(socket)
    const request = 'GET /rest/version HTTP/1.1\r\nHost: x\r\n\r\n'
    socket.write(request + request + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    expect((await answer).match(/HTTP\/1\.1 200/g)).toHaveLength(3)
  })

  it('let requests in flight finish when the server stops, and close the tracker after them', async () => {
    const { server, tracker } = await start()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const stopHolding = holdReads(tracker, held)
    const slow = fetch(`${server.url}/version`)
    const idle = await open(server)
    const idleClosed = new Promise<void>((resolve) => idle.once('close', () => resolve()))
    await stopHolding.entered
    const stopped = server.stop()
    await idleClosed
    await expect(fetch(`${server.url}/version`)).rejects.toThrow('fetch failed')
    release()
    expect((await slow).status).toBe(200)
    await stopped
    await expect(tracker.as(null).server.version()).rejects.toMatchObject({ code: 'tracker_closed' })
    await server.stop()
  })

  it('are cut when a request takes longer than the grace period', async () => {
    const { server, tracker } = await start({ timeouts: { grace: 0.1 } })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const { entered } = holdReads(tracker, held)
    const slow = fetch(`${server.url}/version`).then(
      () => 'answered',
      () => 'cut',
    )
    await entered
    const stopped = server.stop()
    expect(await slow).toBe('cut')
    release()
    await stopped
  })
})

/** Makes the tracker's next operation wait. `entered` says when one does. */
function holdReads(tracker: Tracker, held: Promise<void>): { readonly entered: Promise<void> } {
  const host = hostOf(tracker)
  const run = host.run.bind(host)
  let tell = () => {}
  const entered = new Promise<void>((resolve) => (tell = resolve))
  Object.assign(host, {
    run: async (...call: Parameters<typeof run>) => {
      tell()
      await held
      return run(...call)
    },
  })
  return { entered }
}
