// The API in terms of the Fetch standard, without a server.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRestHandler, type LogEntry, type RestHandler, type RestOptions } from '../src/index.js'

const megabyte = 1_048_576

let tracker: Tracker
let apiKey: string
beforeEach(async () => {
  tracker = await createTracker({ store: memoryStore(), administrator: { login: 'admin@example.com' } })
  const system = tracker.asSystem('admin@example.com')
  apiKey = (await system.apiKeys.create({})).api_key
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'All', default_assignee: 'admin@example.com' }
  await system.components.create(component)
  await system.parameters.update({ parameters: { maxattachmentsize: '10000' } })
})
afterEach(() => tracker.close())

interface Entries {
  readonly rest: RestHandler
  readonly log: readonly LogEntry[]
}

function open(options: RestOptions = {}): Entries {
  const log: LogEntry[] = []
  return { rest: createRestHandler(tracker, { log: (entry) => void log.push(entry), ...options }), log }
}

function request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Request {
  return new Request(`https://bugs.example.com${path}`, {
    method,
    headers: {
      'X-Tracker-API-Key': apiKey,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Uploads this many bytes, and returns the path of the file. */
async function upload(rest: RestHandler, bytes: number): Promise<string> {
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
  const { id } = (await (await rest(request('POST', '/rest/bug', bug))).json()) as { id: number }
  const data = Buffer.alloc(bytes, 'abc').toString('base64')
  const file = { data, file_name: 'a.bin', summary: 'A file', content_type: 'application/octet-stream' }
  const { ids } = (await (await rest(request('POST', `/rest/bug/${id}/attachment`, file))).json()) as { ids: [number] }
  return `/rest/bug/attachment/${ids[0]}/data`
}

describe('createRestHandler', () => {
  it('answers a Request with a Response: text beyond ASCII, errors, the request id', async () => {
    const { rest, log } = open()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'É blinkt 😀' }
    const { id } = (await (await rest(request('POST', '/rest/bug', bug))).json()) as { id: number }
    const found = await rest(request('GET', `/rest/bug/${id}?include_fields=summary`))
    expect(found.status).toBe(200)
    expect(found.headers.get('content-type')).toBe('application/json; charset=UTF-8')
    expect(await found.json()).toMatchObject({ bugs: [{ summary: 'É blinkt 😀' }] })
    const missing = await rest(request('GET', '/rest/bug/99'))
    expect([missing.status, await missing.json()]).toMatchObject([404, { error: true, code: 101 }])
    expect(log.map(({ method, url, status }) => [method, url, status])).toEqual([
      ['POST', '/rest/bug', 200],
      ['GET', `/rest/bug/${id}?include_fields=summary`, 200],
      ['GET', '/rest/bug/99', 404],
    ])
    expect(log[2]?.id).toBe(missing.headers.get('x-request-id'))
  })

  it('serves only /rest below its base path', async () => {
    const { rest } = open({ basePath: '/tracker' })
    const statuses = ['/tracker/rest/version', '/rest/version', '/tracker2/rest/version'].map(
      async (path) => (await rest(request('GET', path))).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 404])
  })

  it('gives no body to HEAD and 304, and compresses large answers for clients that accept that', async () => {
    const { rest } = open()
    const whole = await rest(request('GET', '/rest/openapi.json'))
    const text = await whole.text()
    const head = await rest(request('HEAD', '/rest/openapi.json'))
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([
      200,
      null,
      String(Buffer.byteLength(text)),
    ])
    const etag = whole.headers.get('etag') ?? ''
    const held = await rest(request('GET', '/rest/openapi.json', undefined, { 'If-None-Match': etag }))
    expect([held.status, held.body]).toEqual([304, null])
    const small = await rest(request('GET', '/rest/openapi.json', undefined, { 'Accept-Encoding': 'gzip' }))
    expect(small.headers.get('content-encoding')).toBe('gzip')
    const unpacked = new Response(small.body?.pipeThrough(new DecompressionStream('gzip')))
    expect(await unpacked.text()).toBe(text)
  })

  it('streams a large file, and parts of it', async () => {
    const { rest, log } = open()
    const path = await upload(rest, 3 * megabyte)
    const whole = await rest(request('GET', path))
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(3 * megabyte)])
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.alloc(3 * megabyte, 'abc'))).toBe(true)
    const part = await rest(request('GET', path, undefined, { Range: 'bytes=1-2097153' }))
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1-2097153/${3 * megabyte}`])
    expect((await part.arrayBuffer()).byteLength).toBe(2_097_153)
    expect(log.slice(2).map(({ status }) => status)).toEqual([200, 206])
  })

  it('stops reading a file that the client has abandoned, and logs that once', async () => {
    const { rest, log } = open()
    const path = await upload(rest, 3 * megabyte)
    const before = log.length
    const begun = await rest(request('GET', path))
    const reader = begun.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
    expect((await reader?.read())?.value?.byteLength).toBe(megabyte)
    expect(log).toHaveLength(before)
    await reader?.cancel()
    const untouched = await rest(request('GET', path))
    await untouched.body?.cancel()
    expect(log.slice(before).map(({ status, fault }) => [status, fault])).toEqual([
      [200, undefined],
      [200, undefined],
    ])
  })

  it('breaks off a file that cannot be read to its end, and logs the reason', async () => {
    const { rest, log } = open()
    const path = await upload(rest, 3 * megabyte)
    const before = log.length
    const begun = await rest(request('GET', path))
    await tracker.asSystem('admin@example.com').apiKeys.update({ ids: [1], is_revoked: true })
    await expect(begun.arrayBuffer()).rejects.toThrow(/key/)
    expect(log).toHaveLength(before + 1)
    expect(log.at(-1)?.fault).toContain('api_key_revoked')
  })

  it('reads a body to the limit and no further, without waiting for its end', async () => {
    const { rest } = open({ limits: { bodyBytes: 1000 } })
    let isCancelled = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(400).fill(0x20)),
      cancel: () => void (isCancelled = true),
    })
    const headers = { 'X-Tracker-API-Key': apiKey, 'Content-Type': 'application/json' }
    const options = { method: 'POST', headers, body: endless, duplex: 'half' } as const
    const response = await rest(new Request('https://bugs.example.com/rest/bug', options))
    expect([response.status, await response.json()]).toMatchObject([413, { error: true, code: 32000 }])
    expect(isCancelled).toBe(true)
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    const cut = await rest(new Request('https://bugs.example.com/rest/bug', { ...options, body: broken }))
    expect([cut.status, await cut.json()]).toMatchObject([400, { message: 'The request body was cut off.' }])
  })

  it('responds 500 for a body that was already read, and logs the remedy', async () => {
    const { rest, log } = open()
    const read = request('POST', '/rest/bug', {})
    await read.text()
    const response = await rest(read)
    expect([response.status, await response.json()]).toMatchObject([500, { code: 1463, name: 'body_already_read' }])
    expect(log.at(-1)?.fault).toContain('rawBody')
  })

  it('slows down clients that try one key after another, by the given address', async () => {
    const { rest } = open({ limits: { attempts: { failures: 2 } } })
    const guess = async (address: string, count: number) => {
      const headers = { 'X-Tracker-Login': 'admin@example.com', 'X-Tracker-Password': `wrong ${count}` }
      return (await rest(new Request('https://bugs.example.com/rest/whoami', { headers }), { address })).status
    }
    const statuses = [await guess('192.0.2.1', 1), await guess('192.0.2.1', 2), await guess('192.0.2.1', 3)]
    expect(statuses).toEqual([401, 401, 429])
    expect(await guess('192.0.2.2', 1)).toBe(401)
  })
})
