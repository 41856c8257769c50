// Handlers that speak in Request and Response, inside servers of node:http.
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import type { Block } from '@trackerkit/core/host'
import { createRestHandler, type LogEntry, type RestHandler } from '@trackerkit/rest'
import { afterEach, describe, expect, it } from 'vitest'
import { toNodeHandler, type FetchContext, type ToNodeOptions } from '../src/index.js'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

type Before = (request: IncomingMessage & { originalUrl?: string; rawBody?: unknown; body?: unknown }) => unknown

/** A server that may do something with each request before the handler answers it. */
async function open(handler: RestHandler, options: ToNodeOptions & { before?: Before } = {}) {
  const log: LogEntry[] = []
  const answer = toNodeHandler(handler, { log: (entry) => void log.push(entry), ...options })
  const server = createServer((request, response) => {
    void Promise.resolve(options.before?.(request)).then(() => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, log }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** All that the server says to these letters, until it closes the connection. */
function say(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.on('data', (chunk) => (said += chunk.toString('latin1'))).on('close', () => resolve(said))
  })
}

const echo: RestHandler = async (request, context) =>
  Response.json({
    method: request.method,
    url: request.url,
    address: context?.address,
    cookie: request.headers.get('cookie'),
    text: await request.text(),
  })

describe('toNodeHandler', () => {
  it('hands on method, path, headers, body and address, and answers with status, headers and body', async () => {
    const { url } = await open(async (request, context) => {
      const answer = await echo(request, context)
      answer.headers.append('Set-Cookie', 'a=1')
      answer.headers.append('Set-Cookie', 'b=2')
      return new Response(answer.body, { status: 201, headers: answer.headers })
    })
    const headers = { Cookie: 'session=é', 'Content-Type': 'text/plain' }
    const response = await fetch(`${url}/a%20b/?c=%C3%A9`, { method: 'PUT', headers, body: 'é'.repeat(100_000) })
    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.json()).toEqual({
      method: 'PUT',
      url: `${url}/a%20b/?c=%C3%A9`,
      address: '127.0.0.1',
      cookie: 'session=é',
      text: 'é'.repeat(100_000),
    })
  })

  it('uses the path that the client sees, wherever it is mounted, and never another host', async () => {
    const { port } = await open(echo, { before: (request) => (request.originalUrl = `/tracker${request.url}`) })
    const said = await say(port, 'GET /x HTTP/1.1\r\nHost: bugs.example.com\r\nConnection: close\r\n\r\n')
    expect(said).toContain('"url":"http://bugs.example.com/tracker/x"')
    const plain = await open(echo)
    const other = await say(plain.port, 'GET //evil.example/x HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n')
    expect(other).toContain('"url":"http://a.example//evil.example/x"')
    const whole = await say(
      plain.port,
      'GET http://b.example/x HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n',
    )
    expect(whole).toContain('"url":"http://a.example/x"')
  })

  it('answers 400 to what no Request can say', async () => {
    const { port } = await open(echo)
    const lines = ['TRACE / HTTP/1.1\r\nHost: x', 'GET / HTTP/1.1\r\nHost: user@x/y', 'GET /bug/1 HTTP/1.1\r\nHost:']
    for (const line of lines)
      expect(await say(port, `${line}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('accepts a body that a parser has read before: bytes, text, the object made of JSON or of a form', async () => {
    const kinds: [Before, string, string, string][] = [
      [async (request) => (request.rawBody = await bytesOf(request)), 'text/plain', 'é', 'é'],
      [async (request) => (request.body = (await bytesOf(request)).toString()), 'text/plain', 'é', 'é'],
      [
        async (request) => (request.body = JSON.parse((await bytesOf(request)).toString()) as unknown),
        'application/json',
        '{ "a": "é" }',
        '{"a":"é"}',
      ],
      [
        async (request) => {
          await bytesOf(request)
          request.body = { a: ['é', '&'], b: '' }
        },
        'application/x-www-form-urlencoded; charset=utf-8',
        'a=%C3%A9&a=%26&b=',
        'a=%C3%A9&a=%26&b=',
      ],
    ]
    for (const [before, type, sent, seen] of kinds) {
      const { url } = await open(echo, { before })
      const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: sent })
      expect(await response.json()).toMatchObject({ text: seen })
    }
  })

  it('has the REST API answer 500 for a body that a parser has read and not kept', async () => {
    const tracker = await createTracker({ store: memoryStore() })
    closings.push(() => tracker.close())
    const entries: LogEntry[] = []
    const rest = createRestHandler(tracker, { log: (entry) => void entries.push(entry) })
    const { url } = await open(rest, { before: bytesOf })
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${url}/rest/bug`, { method: 'POST', headers, body: '{}' })
    expect([response.status, await response.json()]).toMatchObject([500, { name: 'body_already_read', code: 1463 }])
    expect(entries.at(-1)?.fault).toContain('request.rawBody')
  })

  it('reads no more of a body than is wanted, and answers a client that is still sending', async () => {
    const { port } = await open(async (request) => {
      await request.body?.getReader().read()
      return new Response('enough', { status: 413 })
    })
    const sending = ask({ port, method: 'POST', host: '127.0.0.1' })
    const answered = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve))
    // More than any buffer on the way holds, and its end never comes before the answer.
    sending.write(Buffer.alloc(20_000_000))
    expect((await answered).statusCode).toBe(413)
    sending.destroy()
  })

  it('keeps the connection usable for the next request after an unread body', async () => {
    const { port } = await open(async () => new Response('done'))
    const first = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(200_000)}`
    const said = await say(port, `${first}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(said.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })

  it('reports an incomplete body to the handler', async () => {
    let tell: (error: unknown) => void
    const broken = new Promise<unknown>((resolve) => (tell = resolve))
    const { port } = await open(async (request) => {
      await request.text().catch(tell)
      return new Response()
    })
    const socket = connect(port, '127.0.0.1', () => {
      socket.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')
    })
    expect(String(await broken)).toContain('cut off')
  })

  it('ends a body that it streams when the client goes away', async () => {
    let cancelled: (word: string) => void
    const over = new Promise<string>((resolve) => (cancelled = resolve))
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => cancelled('ended'),
      })
    const { url } = await open(async () => new Response(endless()))
    const leaving = new AbortController()
    const response = await fetch(url, { signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
    expect(await over).toBe('ended')
  })

  it('gives no body to HEAD', async () => {
    const { port } = await open(async () => new Response('text'))
    const said = await say(port, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(said).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n$/)
  })

  it('answers 500 for a handler that fails, and writes down why', async () => {
    const { url, log } = await open(async () => {
      throw new Error('the cause')
    })
    const response = await fetch(`${url}/page?token=abc`)
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('cause')])
    expect(log).toMatchObject([{ status: 500, url: '/page?token=***' }])
    expect(log[0]?.fault).toContain('the cause')
  })

  it('logs a page that keeps the event loop, and reports it to the observer', async () => {
    const blocks: Block[] = []
    const spin = () => {
      const end = performance.now() + 150
      while (performance.now() < end);
      return 'done'
    }
    const observer = () => ({ block: (block: Block) => void blocks.push(block), ended: () => undefined })
    const site = await open(
      async (_request, context: FetchContext = {}) => {
        context.onRoute?.('/bug/:id')
        return new Response(context.measure?.('render', spin))
      },
      { observer },
    )
    expect(await (await fetch(`${site.url}/bug/7?search=words`)).text()).toBe('done')
    await expect
      .poll(() => site.log)
      .toMatchObject([{ level: 'warn', status: 200, operation: 'page:/bug/:id', blocked: { stage: 'render' } }])
    expect(blocks).toMatchObject([{ operation: 'page:/bug/:id', stage: 'render' }])
  })

  it('accepts forwarded addresses only from trusted proxies', async () => {
    const tracker = await createTracker({ store: memoryStore(), logger: { warn() {}, error() {} } })
    closings.push(() => tracker.close())
    const { url } = await open(echo, { tracker })
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    expect(await (await fetch(url, { headers })).json()).toMatchObject({ address: '127.0.0.1' })
    await tracker.asSystem().parameters.update({ parameters: { inbound_proxies: '127.0.0.1' } })
    expect(await (await fetch(url, { headers })).json()).toMatchObject({ address: '203.0.113.9' })
  })

  it('takes forwarded addresses without their ports', async () => {
    const tracker = await createTracker({ store: memoryStore() })
    closings.push(() => tracker.close())
    await tracker.asSystem().parameters.update({ parameters: { inbound_proxies: '127.0.0.1' } })
    const { url } = await open(echo, { tracker })
    const addresses = [
      ['203.0.113.9:5678', '203.0.113.9'],
      ['[2001:db8::1]:443', '2001:db8::1'],
      ['2001:db8::1', '2001:db8::1'],
    ] as const
    for (const [sent, address] of addresses)
      expect(await (await fetch(url, { headers: { 'X-Forwarded-For': sent } })).json()).toMatchObject({ address })
  })

  it('warns once of a proxy that the tracker does not know, whichever of its handlers is asked', async () => {
    const warnings: string[] = []
    const logger = { warn: (message: string) => void warnings.push(message), error() {} }
    const tracker = await createTracker({ store: memoryStore(), logger })
    closings.push(() => tracker.close())
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    for (const { url } of [await open(echo, { tracker }), await open(echo, { tracker })]) await fetch(url, { headers })
    expect(warnings).toEqual([expect.stringContaining('inbound_proxies')])
  })

  it('answers also when the log throws', async () => {
    const log = () => {
      throw new Error('The disk is full')
    }
    const { url } = await open(async () => Promise.reject(new Error('the cause')), { log })
    expect((await fetch(url)).status).toBe(500)
    const tracker = await createTracker({ store: memoryStore() })
    closings.push(() => tracker.close())
    const answer = await createRestHandler(tracker, { log })(new Request('http://127.0.0.1/rest/version'))
    expect(answer.status).toBe(200)
  })
})
