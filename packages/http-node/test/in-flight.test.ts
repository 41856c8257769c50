// Limits of requests in progress per client.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { certificate, key } from '../../webhooks/test/certificate.js'
import { createNodeHandler, serveAdmin, toNodeHandler, type NodeHandler } from '../src/index.js'
import { createInFlight, type InFlightTimes } from '../src/in-flight.js'
import type { ServeOptions } from '../src/serve-options.js'
import { serveWithin } from '../src/serve.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

type Opening = Partial<ServeOptions> & Pick<InFlightTimes, 'maxAnswerMemory'>

async function start({ maxAnswerMemory = 1e9, ...options }: Opening = {}) {
  let now = 0
  const tracker = await createTracker({ store: memoryStore(), administrator: { login: 'admin@example.com' } })
  const { api_key } = await tracker.asSystem('admin@example.com').apiKeys.create({})
  const looks = new Set<() => void>()
  const repeat = (look: () => void) => {
    looks.add(look)
    return () => void looks.delete(look)
  }
  const inFlight = createInFlight(options.limits, { now: () => now, repeat, maxAnswerMemory })
  const server = await serveWithin({ tracker, port: 0, timeouts: { grace: 0 }, ...options }, inFlight)
  ending.push(() => server.stop())
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(new URL(path, server.url), { method: 'POST', headers, body })
  /** The server looks at its connections before and after that time. */
  const pass = (seconds: number) => {
    for (const look of looks) look()
    now += seconds * 1000
    for (const look of looks) look()
  }
  return { server, tracker, api_key, post, load: inFlight.load, pass }
}

function open(port: number, text: string, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined).write(text)
  ending.push(() => socket.destroy())
  return socket
}

function openSecure(port: number, text: string): Socket {
  const socket = connectSecure({ port, host: '127.0.0.1', rejectUnauthorized: false })
  socket.on('error', () => undefined).write(text)
  ending.push(() => socket.destroy())
  return socket
}

/** All that the server says until it closes the connection. */
function everything(socket: Socket): Promise<string> {
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString()))
  return new Promise((resolve) => socket.on('close', () => resolve(said)))
}

function head(path: string, length: number, more = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`
}

const kb = 1024
const product = JSON.stringify({ name: 'Widgets', description: 'Things', version: '1.0' })
const json = { 'Content-Type': 'application/json' }

describe('bodies that are sent and never finished', () => {
  it('are rejected with 503 beyond the share of their address, while a caller with a key is served', async () => {
    const { server, api_key, post, load } = await start({ limits: { bodyMemory: 4096 * kb } })
    const held = Array.from({ length: 3 }, () => open(server.port, head('/rest/bug', 1000 * kb) + ' '.repeat(100 * kb)))
    await expect.poll(() => load().bodyBytes).toBe(300 * kb)
    const more = open(server.port, head('/rest/bug', 1000 * kb, 'Connection: close\r\n') + ' '.repeat(200 * kb))
    const said = await everything(more)
    expect(said).toMatch(/^HTTP\/1\.1 503 /)
    expect(said).toMatch(/^Retry-After: 1\r$/im)
    expect(said).toContain('"name":"too_busy"')
    expect(load().refused.get('bodies')).toBeGreaterThan(0)
    const filed = await post('/rest/product', { ...json, 'X-Tracker-API-Key': api_key }, product)
    expect(filed.status).toBe(200)
    for (const socket of held) socket.destroy()
    await expect.poll(() => load().bodyBytes).toBe(0)
  })

  it('continue when the beginning of the body has the credentials, in JSON too', async () => {
    const { server, api_key, load } = await start({ limits: { bodyMemory: 4096 * kb } })
    for (const named of ['X-Tracker-API-Key: wrong\r\n', '']) {
      const begun = JSON.stringify({ api_key }).slice(0, -1) + ','
      open(server.port, head('/rest/bug', 900 * kb, named) + begun + ' '.repeat(200 * kb))
    }
    await expect.poll(() => load().bodyBytes).toBeGreaterThan(400 * kb)
    expect(load().refused.size).toBe(0)
  })

  it('leave half of the memory to callers whose credentials were right lately, where rates are limited', async () => {
    const { server, api_key, load } = await start({ limits: { bodyMemory: 4096 * kb, rate: { perMinute: 1000 } } })
    const whoami = await fetch(`${server.url}/whoami`, { headers: { 'X-Tracker-API-Key': api_key } })
    expect(whoami.status).toBe(200)
    const hold = (network: number, key: string) => {
      const text = head('/rest/bug', 1000 * kb, `X-Tracker-API-Key: ${key}\r\n`) + ' '.repeat(400 * kb)
      return open(server.port, text, `127.0.${network}.1`)
    }
    for (let network = 1; network <= 5; network++) hold(network, `${network}`.repeat(40))
    await expect.poll(() => load().bodyBytes).toBe(2000 * kb)
    const [refusal] = (await once(hold(6, '6'.repeat(40)), 'data')) as [Buffer]
    expect(refusal.toString()).toMatch(/^HTTP\/1\.1 503 /)
    const before = load().bodyBytes
    hold(7, api_key)
    await expect.poll(() => load().bodyBytes).toBe(before + 400 * kb)
  })

  it('are refused with 503 by pages too', async () => {
    const { server, post, load } = await start({
      limits: { bodyMemory: 64 * kb },
      pages: (rest) => async (request) => {
        const { pathname } = new URL(request.url)
        if (pathname === '/-/rest/bug') return rest(new Request(new URL('/rest/bug', request.url), request))
        return new Response(await request.text())
      },
    })
    open(server.port, head('/rest/bug', 900 * kb, 'X-Tracker-API-Key: wrong\r\n') + ' '.repeat(100 * kb))
    await expect.poll(() => load().bodyBytes).toBe(100 * kb)
    for (const path of ['/form', '/-/rest/bug']) {
      const answer = await post(path, json, '{}')
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1'])
    }
  })

  it('get 408 after ten seconds below 1 kB per second, and faster ones complete', async () => {
    const { server, pass, load } = await start()
    const wrong = 'X-Tracker-API-Key: wrong\r\n'
    const [slow, fast] = [
      open(server.port, head('/rest/bug', 99 * kb, wrong)),
      open(server.port, head('/rest/bug', 99 * kb, wrong)),
    ]
    const [ofSlow, ofFast] = [everything(slow), everything(fast)]
    await expect.poll(() => load().connections).toBe(2)
    slow.write(' '.repeat(2 * kb))
    fast.write(' '.repeat(20 * kb))
    await expect.poll(() => load().bodyBytes).toBe(22 * kb)
    pass(11)
    expect(await ofSlow).toMatch(/^HTTP\/1\.1 408 /)
    expect(load().refused.get('slow')).toBe(1)
    fast.write(' '.repeat(79 * kb))
    fast.end()
    expect(await ofFast).toMatch(/^HTTP\/1\.1 4(00|01) /)
  })
})

describe('answers that clients do not take', () => {
  /** A page of that many bytes, which is more than the system keeps for a client. */
  const pages = (bytes: number) => () => async () => new Response(new Uint8Array(bytes))
  const ask = 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n'

  it('are given up after 30 seconds, and those that are taken slowly arrive whole', async () => {
    const bytes = 16 * 1024 * kb
    const { server, pass, load } = await start({ pages: pages(bytes) })
    open(server.port, ask).pause()
    const slow = open(server.port, ask).pause()
    await expect.poll(() => load().answerBytes).toBeGreaterThan(27 * 1024 * kb)
    let [taken, wanted] = [0, 0]
    slow.on('data', (chunk) => {
      taken += chunk.length
      if (taken >= wanted) slow.pause()
    })
    for (let n = 0; n < 4; n++) {
      wanted = taken + 2.5 * 1024 * kb
      slow.resume()
      await expect.poll(() => taken).toBeGreaterThanOrEqual(wanted)
      pass(10)
    }
    await expect.poll(() => load().connections).toBe(1)
    expect(load().refused.get('answers')).toBe(1)
    wanted = Infinity
    slow.resume()
    await expect.poll(() => taken).toBeGreaterThan(bytes)
  })

  it('are given up at once where all hold too much, those first that have stalled longest', async () => {
    const { server, pass, load } = await start({ pages: pages(16 * 1024 * kb), maxAnswerMemory: 40 * 1024 * kb })
    const sockets: Socket[] = []
    for (let n = 1; n <= 3; n++) {
      sockets.push(open(server.port, ask).pause())
      await expect.poll(() => load().answerBytes).toBeGreaterThan(13 * 1024 * kb * n)
      pass(1)
    }
    await expect.poll(() => load().connections).toBe(2)
    const [first, ...others] = sockets.map((socket) => everything(socket.resume()))
    expect((await first)?.length).toBeLessThan(16 * 1024 * kb)
    expect(load().refused.get('answers')).toBe(1)
    await expect.poll(() => load().answerBytes).toBe(0)
    for (const socket of sockets) socket.end()
    for (const said of await Promise.all(others)) expect(said.length).toBeGreaterThan(16 * 1024 * kb)
  })

  it('are counted as soon as they have been made', async () => {
    const { server, tracker, api_key, load } = await start({ maxAnswerMemory: 30 * 1024 * kb })
    const admin = tracker.asSystem('admin@example.com')
    await admin.parameters.update({ parameters: { maxattachmentsize: '10000' } })
    await admin.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
    const assignee = 'admin@example.com'
    await admin.components.create({
      product: 'Widgets',
      name: 'UI',
      description: 'Screens',
      default_assignee: assignee,
    })
    const { id } = await admin.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Large' })
    const file = { file_name: 'file', summary: 'A file', content_type: 'application/octet-stream' }
    const { ids } = await admin.attachments.create({ ids: [id], data: new Uint8Array(10_000 * kb), ...file })
    const get = `GET /rest/bug/attachment/${ids[0]} HTTP/1.1\r\nHost: x\r\nX-Tracker-API-Key: ${api_key}\r\n\r\n`
    const sockets: Socket[] = []
    for (let n = 1; n <= 3; n++) {
      sockets.push(open(server.port, get).pause())
      await expect.poll(() => load().answerBytes).toBeGreaterThan(n === 1 ? 10 * 1024 * kb : 20 * 1024 * kb)
    }
    await expect.poll(() => load().refused.get('answers')).toBe(1)
    await expect.poll(() => load().connections).toBe(2)
    const last = everything(sockets[2] as Socket)
    sockets[2]?.resume().end()
    expect((await last).length).toBeGreaterThan(13 * 1024 * kb)
  })

  it('are no matter of streams, which wait for clients in their own way', async () => {
    const { server, pass, load } = await start()
    const stream = open(server.port, 'GET /rest/changes/stream HTTP/1.1\r\nHost: x\r\n\r\n')
    const first = await new Promise((resolve) => stream.once('data', (chunk: Buffer) => resolve(chunk.toString())))
    expect(first).toMatch(/^HTTP\/1\.1 200 /)
    pass(60)
    expect([load().refused.size, load().connections]).toEqual([0, 1])
  })
})

describe('many streams', () => {
  it('cause no warning of Node.js', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error) => void warnings.push(name)
    process.on('warning', note)
    ending.push(() => process.off('warning', note))
    const { server } = await start({ limits: { streams: { perCaller: 100 } } })
    for (let n = 0; n < 15; n++) {
      const stream = open(server.port, 'GET /rest/changes/stream HTTP/1.1\r\nHost: x\r\n\r\n')
      await new Promise((resolve) => stream.once('data', resolve))
    }
    expect(warnings).toEqual([])
  })
})

describe('connections', () => {
  const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  let asked = 0
  /** Pages at which a request waits until the test is over. */
  const pages = () => async () => {
    asked++
    return new Promise<Response>((resolve) => ending.push(() => resolve(new Response())))
  }

  it('beyond the limit close one of the address that has most, which has been idle longest', async () => {
    const { server, load } = await start({ limits: { connections: 4 } })
    const crowd = Array.from({ length: 3 }, () => open(server.port, ask, '127.0.0.2'))
    const other = open(server.port, '', '127.0.0.3')
    await expect.poll(() => load().connections).toBe(4)
    for (const socket of crowd) await new Promise((resolve) => socket.once('data', resolve))
    crowd[0]?.write(ask)
    await new Promise((resolve) => crowd[0]?.once('data', resolve))
    expect(await everything(open(server.port, last))).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(() => crowd.map(({ destroyed }) => destroyed)).toEqual([false, true, false])
    expect(other.destroyed).toBe(false)
    expect([...load().refused]).toEqual([['idle_connections', 1]])
  })

  it('beyond the limit stay open while those of another address come and go', async () => {
    const { server, load } = await start({ limits: { connections: 10 } })
    const other = open(server.port, '', '127.0.0.3')
    await expect.poll(() => load().connections).toBe(1)
    for (let n = 0; n < 50; n++) open(server.port, '', '127.0.0.2')
    await expect.poll(() => load().refused.get('idle_connections')).toBe(41)
    other.write(last)
    expect(await everything(other)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('are kept while their requests are under way, and a new one is closed where there is no other', async () => {
    const { server, load } = await start({ limits: { connections: 2 }, pages })
    const before = asked
    const busy = [1, 2].map(() => open(server.port, 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n'))
    await expect.poll(() => asked - before).toBe(2)
    expect(await everything(open(server.port, ask))).toBe('')
    expect([...load().refused]).toEqual([['connections', 1]])
    expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false])
    busy[0]?.destroy()
    await expect.poll(() => load().connections).toBe(1)
    expect(await everything(open(server.port, last))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('with TLS are kept and closed by the same rule, those without a handshake too', async () => {
    const { server, load } = await start({ limits: { connections: 2 }, pages, tls: { cert: certificate, key } })
    const before = asked
    const busy = openSecure(server.port, 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => asked - before).toBe(1)
    const silent = open(server.port, '')
    await expect.poll(() => load().connections).toBe(2)
    const idle = openSecure(server.port, ask)
    await new Promise((resolve) => idle.once('data', resolve))
    expect(await everything(openSecure(server.port, last))).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(() => [busy, silent, idle].map(({ destroyed }) => destroyed)).toEqual([false, true, true])
  })

  it('are closed before a new one is where a request has yet to arrive', async () => {
    const { server } = await start({ limits: { connections: 2 }, pages })
    const before = asked
    const uploads: Socket[] = []
    for (const n of [1, 2]) {
      uploads.push(open(server.port, head('/form', 1000)))
      await expect.poll(() => asked - before).toBe(n)
    }
    expect(await everything(open(server.port, last))).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(() => uploads.map(({ destroyed }) => destroyed)).toEqual([true, false])
  })
})

describe('requests that are pipelined', () => {
  const get = 'GET /rest/version HTTP/1.1\r\nHost: x\r\n'

  it('are answered one after another, in their order', async () => {
    const { server, load } = await start()
    const path = (n: number) => `GET /rest/bug/${n} HTTP/1.1\r\nHost: x\r\n`
    const requests = Array.from(
      { length: 20 },
      (_, n) => `${path(n + 1)}${n === 19 ? 'Connection: close\r\n' : ''}\r\n`,
    )
    const answers = await everything(open(server.port, requests.join('')))
    const numbers = [...answers.matchAll(/Bug '(\d+)' does not exist/g)].map(([, number]) => Number(number))
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect(load().refused.get('pipelines')).toBeUndefined()
  })

  it('close the connection when more than 100 wait', async () => {
    const { server, load } = await start()
    await everything(open(server.port, `${get}\r\n`.repeat(150)))
    expect(load().refused.get('pipelines')).toBe(1)
  })

  it('begin when the answers before them have gone out', async () => {
    let [running, most] = [0, 0]
    const pages = async () => async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      return new Response('page')
    }
    const { server } = await start({ pages })
    const request = 'GET /bugs HTTP/1.1\r\nHost: x\r\n'
    const last = `${request}Connection: close\r\n\r\n`
    const answers = await everything(open(server.port, `${request}\r\n`.repeat(9) + last))
    expect(answers.split('HTTP/1.1 200').length - 1).toBe(10)
    expect(most).toBe(1)
  })

  /** A server that a program makes itself. */
  async function listening(handler: NodeHandler): Promise<number> {
    const server = createServer((request, response) => void handler(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ending.push(() => server.close())
    return (server.address() as AddressInfo).port
  }

  it('are limited and answered in their order by the handlers of an embedding program', async () => {
    const { tracker } = await start()
    const ofApi = await listening(createNodeHandler(tracker))
    const ofPages = await listening(toNodeHandler(async () => new Response('page')))
    for (const port of [ofApi, ofPages]) {
      const answered = await everything(open(port, `${get}\r\n`.repeat(9) + `${get}Connection: close\r\n\r\n`))
      expect(answered.split('HTTP/1.1 200').length - 1).toBe(10)
      const refused = await everything(open(port, `${get}\r\n`.repeat(150)))
      expect(refused.split('HTTP/1.1 200').length - 1).toBeLessThan(10)
    }
  })

  it('are limited on the port for administrators too', async () => {
    const health = async () => ({ isReady: true, problems: [] })
    const admin = await serveAdmin({ health }, 0, '127.0.0.1')
    ending.push(() => admin.stop())
    const ready = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'
    const refused = await everything(open(admin.port, ready.repeat(150)))
    expect(refused.split('HTTP/1.1 200').length - 1).toBeLessThan(10)
  })
})

describe('refused requests', () => {
  it('are counted where there are too many streams or wrong credentials', async () => {
    const { server, load } = await start({ limits: { streams: { total: 1 }, attempts: { failures: 1 } } })
    const ask = (path: string, more = '') =>
      everything(open(server.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`))
    const stream = open(server.port, 'GET /rest/changes/stream HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise((resolve) => stream.once('data', resolve))
    expect(await ask('/rest/changes/stream')).toMatch(/^HTTP\/1\.1 429 /)
    const statuses: string[] = []
    for (const password of ['a', 'b', 'c'])
      statuses.push((await ask(`/rest/whoami?login=admin@example.com&password=${password}`)).slice(9, 12))
    expect(statuses.at(-1)).toBe('429')
    const refused = statuses.filter((status) => status === '429').length
    expect([...load().refused]).toEqual([
      ['streams', 1],
      ['logins', refused],
    ])
  })
})

describe('a refused connection', () => {
  it('is closed after five seconds if its client does not read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ending.push(() => vi.useRealTimers())
    const { server, load } = await start()
    open(server.port, 'This is no HTTP.\r\n\r\n').pause()
    await expect.poll(() => load().answerBytes + load().connections).toBe(1)
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(4900)
    expect(load().connections).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    await expect.poll(() => load().connections).toBe(0)
  })
})
