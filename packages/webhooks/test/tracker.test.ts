// A tracker, the sender and receivers as they are in use, on loopback.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { httpSender } from '../src/index.js'

interface Arrived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function openReceiver(answer: (arrived: Arrived, response: ServerResponse) => void) {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() }
      arrived.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { arrived, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function openTracker(allow: readonly string[], timeout?: number) {
  let now = Date.now()
  const tracker = await createTracker({
    store: memoryStore(),
    testing: { clock: () => new Date(now) },
    logger: { warn: () => undefined, error: () => undefined },
    webhooks: { sender: httpSender({ allow, ...(timeout !== undefined && { timeout }) }), onDemand: true },
  })
  ends.push(() => tracker.close())
  const admin = tracker.as({ login: 'admin@example.com' })
  await admin.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await admin.components.create(component)
  const hook = (url: string) => admin.webhooks.create({ name: 'CI', url, events: ['created', 'changed'] })
  const file = async (summary: string) =>
    (await admin.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary })).id
  const wait = (seconds: number) => void (now += seconds * 1000)
  return { tracker, admin, hook, file, wait }
}

describe('httpSender with a tracker', () => {
  it('sends what a library of receivers takes for genuine, byte for byte', async () => {
    const { arrived, url } = await openReceiver((_arrived, response) => response.writeHead(204).end())
    const { tracker, hook, file, admin } = await openTracker(['127.0.0.1'])
    const { id, secret } = await hook(`${url}/in`)
    await file('Es blinkt 闪烁 🎉')
    await tracker.deliverWebhooks()
    const { delivery } = await admin.webhooks.ping({ id })
    expect(delivery).toMatchObject({ state: 'sent', status: 204 })
    const library = new Webhook(secret)
    const bodies = arrived.map(({ body, headers }) => library.verify(body, headers as Record<string, string>))
    expect(bodies).toMatchObject([
      { type: 'bug.created', data: { bug: { summary: 'Es blinkt 闪烁 🎉' } } },
      { type: 'ping' },
    ])
  })

  it('loses nothing by receivers that fail, redirect, hang or answer without end, and none keeps the others waiting', async () => {
    const inner = await openReceiver((_arrived, response) => response.end('inner'))
    let isGood = false
    const { arrived, url } = await openReceiver(({ path }, response) => {
      if (isGood) return response.writeHead(200).end('well')
      if (path === '/fails') return response.writeHead(500).end('broken')
      if (path === '/redirects') return response.writeHead(307, { Location: inner.url }).end()
      if (path === '/endless') {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        }
        response.on('drain', more)
        return more()
      }
      // /hangs
      return undefined
    })
    const { tracker, admin, hook, file, wait } = await openTracker([url.slice('http://'.length)], 1000)
    const ids = new Map<string, number>()
    for (const path of ['fails', 'redirects', 'hangs', 'endless']) ids.set(path, (await hook(`${url}/${path}`)).id)
    await expect(hook(inner.url)).rejects.toMatchObject({ code: 'webhook_url_invalid' })
    const bugs = [await file('first'), await file('second')]
    await tracker.deliverWebhooks()
    const last = async (path: string) => {
      const { deliveries } = await admin.webhooks.deliveries({ id: ids.get(path) ?? 0 })
      return deliveries.map(({ state, last_error, status, answer }) => ({ state, last_error, status, answer }))[0]
    }
    expect(await last('fails')).toEqual({
      state: 'waiting',
      last_error: 'it responded with 500',
      status: 500,
      answer: 'broken',
    })
    expect(await last('redirects')).toMatchObject({ last_error: 'it responded with 307; redirects are not followed' })
    expect(await last('hangs')).toMatchObject({ last_error: 'it did not respond in time', status: null })
    expect(await last('endless')).toEqual({ state: 'sent', last_error: null, status: 200, answer: 'x'.repeat(1000) })
    isGood = true
    arrived.length = 0
    wait(3600)
    await tracker.deliverWebhooks()
    const told = (path: string) =>
      arrived
        .filter((one) => one.path === path)
        .map(({ body }) => (JSON.parse(body) as { data: { bug: object } }).data.bug)
    for (const path of ['/fails', '/redirects', '/hangs'])
      expect(told(path)).toEqual(expect.arrayContaining(bugs.map((id) => expect.objectContaining({ id }) as unknown)))
    expect([told('/endless'), inner.arrived]).toEqual([[], []])
  })
})
