// Real requests to servers on loopback.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { senderThatAsks, type HttpSenderOptions } from '../src/http-sender.js'
import { certificate, key } from './certificate.js'

type AnyServer = Pick<Server, 'listen' | 'close' | 'address'> & { readonly closeAllConnections?: () => void }

const open: AnyServer[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function listening(server: AnyServer, host = '127.0.0.1', port = 0): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return (server.address() as AddressInfo).port
}

const serving = (answer: RequestListener) => listening(createServer(answer))

/** A sender to whom every name is of loopback, and allowed. */
function localSender(options: HttpSenderOptions = {}) {
  return senderThatAsks(async () => [{ address: '127.0.0.1', family: 4 }], { allow: ['hooks.example.com'], ...options })
}

const never = new AbortController().signal

function to(port: number, { scheme = 'http', signal = never, path = '/in?x=1' } = {}) {
  const headers = { 'content-type': 'application/json', 'user-agent': 'TrackerKit/1', authorization: 'Bearer x' }
  return { url: `${scheme}://hooks.example.com:${port}${path}`, headers, body: '{"a":"ü"}', signal }
}

describe('httpSender', () => {
  it('posts the given body with the host name of the URL, and returns the response', async () => {
    let seen: object = {}
    const port = await serving((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { method, url, headers } = request
        seen = { method, url, headers, body: Buffer.concat(parts).toString() }
        response.writeHead(429, { 'Retry-After': '7' }).end('later')
      })
    })
    const answer = await localSender().send(to(port))
    expect(answer).toMatchObject({ status: 429, body: 'later', headers: { 'retry-after': '7' } })
    expect(seen).toMatchObject({
      ...{ method: 'POST', url: '/in?x=1', body: '{"a":"ü"}' },
      headers: { host: `hooks.example.com:${port}`, authorization: 'Bearer x', 'user-agent': 'TrackerKit/1' },
    })
  })

  it('looks a name up once, and connects to what came of it, whatever the name leads to afterwards', async () => {
    const asked: string[] = []
    const server = (name: string) =>
      createServer((_request, response) => {
        asked.push(name)
        response.end()
      })
    const port = await listening(server('judged'), '127.0.0.2')
    await listening(server('inner'), '127.0.0.1', port)
    const answers = ['127.0.0.2', '127.0.0.1']
    let looked = 0
    const resolve = async () => [{ address: answers[Math.min(looked++, 1)] ?? '', family: 4 }]
    const sender = senderThatAsks(resolve, { allow: ['127.0.0.2'] })
    expect(await sender.send(to(port))).toMatchObject({ status: 200 })
    expect([looked, asked]).toEqual([1, ['judged']])
    // The next attempt checks again.
    await expect(sender.send(to(port))).rejects.toThrow('it does not lead to a public address')
    expect(asked).toEqual(['judged'])
  })

  it('connects to nothing that is not public, however the URL says it', async () => {
    let count = 0
    const port = await serving((_request, response) => {
      count++
      response.end()
    })
    const sender = senderThatAsks(async () => [{ address: '127.0.0.1', family: 4 }])
    for (const host of ['hooks.example.com', 'localhost', '127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '0x7f.1'])
      await expect(sender.send({ ...to(port), url: `http://${host}:${port}/` })).rejects.toThrow('public')
    expect(count).toBe(0)
  })

  it('follows no redirect', async () => {
    const asked: (string | undefined)[] = []
    const port = await serving((request, response) => {
      asked.push(request.url)
      response.writeHead(302, { Location: '/elsewhere' }).end()
    })
    expect(await localSender().send(to(port))).toMatchObject({ status: 302 })
    expect(asked).toEqual(['/in?x=1'])
  })

  it('reads the beginning of an answer of any length', async () => {
    const port = await serving((_request, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    const { status, body } = await localSender().send(to(port))
    expect([status, body.length]).toEqual([200, 65_536])
  })

  it('returns a status within two seconds, though the body drips or breaks off', async () => {
    const dripping = await serving((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const broken = await serving((_request, response) => {
      response.writeHead(503, { 'Retry-After': '7' }).write('later')
      setTimeout(() => response.destroy(), 50)
    })
    const began = performance.now()
    expect(await localSender().send(to(dripping))).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^x+$/) as unknown,
    })
    expect(performance.now() - began).toBeLessThan(2000)
    expect(await localSender({ timeout: 150 }).send(to(dripping))).toMatchObject({ status: 200 })
    expect(await localSender().send(to(broken))).toMatchObject({
      status: 503,
      body: 'later',
      headers: { 'retry-after': '7' },
    })
  })

  it('does not wait for receivers that say nothing, nor beyond the signal', async () => {
    const silent = await serving(() => undefined)
    const unlistening = await listening(createTcpServer() as unknown as AnyServer)
    const late = 'it did not respond in time'
    for (const port of [silent, unlistening])
      await expect(localSender({ timeout: 150 }).send(to(port))).rejects.toThrow(late)
    const stopped = AbortSignal.abort(new Error('enough'))
    await expect(localSender().send(to(silent, { signal: stopped }))).rejects.toThrow('enough')
    const asleep = senderThatAsks(() => new Promise(() => undefined), { timeout: 100 })
    await expect(asleep.send(to(silent))).rejects.toThrow(late)
  })

  it('does not wait longer after memory was freed', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const silent = await serving(() => setTimeout(collect, 20))
    await expect(localSender({ timeout: 150 }).send(to(silent))).rejects.toThrow('it did not respond in time')
  })

  it('says in plain words why a connection failed, and takes no endless headers', async () => {
    const server = createServer()
    const port = await listening(server)
    server.close()
    await expect(localSender().send(to(port))).rejects.toThrow('the connection was refused')
    const chatty = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.write(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(40)}`)
    })
    const chattyPort = await listening(chatty as unknown as AnyServer)
    await expect(localSender().send(to(chattyPort))).rejects.toThrow('the headers of its answer are too long')
    const rude = createTcpServer((socket) => socket.destroy())
    const rudePort = await listening(rude as unknown as AnyServer)
    await expect(localSender().send(to(rudePort))).rejects.toThrow('the connection was broken off')
  })

  it('asks for a certificate that is known and for the name of the URL', async () => {
    const server = createSecureServer({ cert: certificate, key }, (_request, response) => response.end('well'))
    const port = await listening(server)
    const known = localSender({ ca: certificate, allow: ['127.0.0.0/8'] })
    expect(await known.send(to(port, { scheme: 'https' }))).toMatchObject({ status: 200, body: 'well' })
    await expect(localSender().send(to(port, { scheme: 'https' }))).rejects.toThrow(/self.signed/)
    const other = { ...to(port), url: `https://other.example.com:${port}/` }
    await expect(known.send(other)).rejects.toThrow('its certificate is for another name')
  })

  it('uses no proxy of the environment', async () => {
    const port = await serving((_request, response) => response.end('direct'))
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.1:9'
    try {
      expect(await localSender().send(to(port))).toMatchObject({ body: 'direct' })
    } finally {
      delete process.env['HTTP_PROXY']
      delete process.env['http_proxy']
    }
  })
})
