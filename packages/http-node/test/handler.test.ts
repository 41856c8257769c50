// The API inside a server that has done something with the request before.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createNodeHandler, type LogEntry, type RestOptions } from '../src/index.js'

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

type Before = (request: IncomingMessage & { originalUrl?: string; rawBody?: unknown; body?: unknown }) => unknown

/** A server that does something with each request before the tracker answers it. */
async function open(before: Before, options: RestOptions<IncomingMessage> = {}) {
  const tracker: Tracker = await createTracker({ store: memoryStore(), administrator: { login: 'admin@example.com' } })
  const { api_key } = await tracker.asSystem('admin@example.com').apiKeys.create({})
  const log: LogEntry[] = []
  const handler = createNodeHandler(tracker, { log: (entry) => void log.push(entry), ...options })
  const server = createServer((request, response) => {
    void Promise.resolve(before(request)).then(() => handler(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => tracker.close(),
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = async (text: string) => {
    const headers = { 'X-Tracker-API-Key': api_key, 'Content-Type': 'application/json', Connection: 'close' }
    const response = await fetch(`${url}/rest/product`, { method: 'POST', headers, body: text })
    return { status: response.status, body: await response.json() }
  }
  return { url, log, tracker, post }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const product = { name: 'Wídgets', description: 'Things that blink', version: '1.0' }

describe('createNodeHandler', () => {
  it('accepts a body that a parser has read before: bytes, text, or the object made of it', async () => {
    const parsers: Record<string, Before> = {
      'bytes beside the object': async (request) => {
        request.rawBody = Buffer.from(await textOf(request))
        request.body = 'something else'
      },
      bytes: async (request) => (request.body = new TextEncoder().encode(await textOf(request))),
      text: async (request) => (request.body = await textOf(request)),
      object: async (request) => (request.body = JSON.parse(await textOf(request)) as unknown),
      'nothing, and an empty object all the same': (request) => (request.body = {}),
    }
    for (const [name, before] of Object.entries(parsers)) {
      const { post, tracker } = await open(before)
      expect([name, await post(JSON.stringify(product))]).toEqual([name, { status: 200, body: { id: 1 } }])
      const { products } = await tracker.asSystem().products.get({ ids: [1] })
      expect([name, products[0]?.name]).toEqual([name, 'Wídgets'])
    }
  })

  it('holds a body that a parser has read to the same limit', async () => {
    const { post } = await open(async (request) => (request.rawBody = Buffer.from(await textOf(request))), {
      limits: { bodyBytes: 20 },
    })
    expect(await post(JSON.stringify(product))).toMatchObject({ status: 413 })
  })

  it('answers 500 for a body that a parser has read and not kept, and logs the remedy', async () => {
    const { post, log } = await open(textOf)
    expect(await post(JSON.stringify(product))).toMatchObject({
      status: 500,
      body: { error: true, code: 1463, name: 'body_already_read' },
    })
    expect(log.at(-1)?.fault).toContain('request.rawBody')
  })

  it('does not wait for a stream that has ended', async () => {
    const { post } = await open(textOf)
    // Missing fields are reported as in process.
    expect(await post('')).toMatchObject({ status: 400, body: { error: true } })
  })

  it('uses the path that the client sees, wherever it is mounted', async () => {
    const mounted: Before = (request) => {
      request.originalUrl = request.url ?? ''
      request.url = (request.url ?? '').replace('/tracker', '')
    }
    const { url } = await open(mounted, { basePath: '/tracker' })
    const statuses = ['/tracker/rest/version', '/rest/version'].map(async (path) => (await fetch(url + path)).status)
    expect(await Promise.all(statuses)).toEqual([200, 404])
  })
})
