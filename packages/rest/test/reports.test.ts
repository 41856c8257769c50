// Reports from programs: who may send them, and from which pages.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { IntakesCreateInput } from '@trackerkit/core/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRestHandler, type RestOptions } from '../src/index.js'

const app = 'https://app.example.net'
const place = { product: 'Widgets', component: 'UI', version: '1.0' }

let tracker: Tracker
let id: number
let key: string
beforeEach(async () => {
  tracker = await createTracker({ store: memoryStore(), administrator: { login: 'admin@example.com' } })
  const { products, components, intakes, users } = tracker.asSystem('admin@example.com')
  await products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  await components.create({
    ...{ product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' },
  })
  await users.create({ email: 'carl@example.com' })
  const made = { name: 'app', ...place, accepts: 'anybody', origins: [app], max_kb: 100 } as const
  id = (await intakes.create(made)).id
  key = (await intakes.rotateKey({ id })).key
})
afterEach(() => tracker.close())

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly options?: RestOptions
  readonly to?: string
}

async function send(body: object | string = { summary: 'It blinks' }, sent: Sent = {}) {
  const { method = 'POST', headers = {}, options = {}, to = key } = sent
  const rest = createRestHandler(tracker, options)
  const request = new Request(`https://bugs.example.com/rest/report/${to}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const response = await rest(request, { address: '192.0.2.1', peer: '192.0.2.1' })
  const { status } = response
  const text = await response.text()
  return { status, text, headers: response.headers, json: JSON.parse(text) as { code?: number; id?: number } }
}

const change = (input: Partial<IntakesCreateInput>) =>
  tracker.asSystem('admin@example.com').intakes.update({ ids: [id], ...input })
const held = async () => (await tracker.asSystem().inbound.list({ outcome: 'held' })).items.length
const allowed = ({ headers }: { readonly headers: Headers }) => headers.get('access-control-allow-origin')

describe('POST /rest/report/{key}', () => {
  it('takes reports of programs and of pages of the listed origins, without credentials', async () => {
    const files = [{ file_name: 'a.txt', content_type: 'text/plain', data: 'aGVsbG8=' }]
    expect(await send({ summary: 'It blinks', files })).toMatchObject({ status: 200, text: '{"held":true}' })
    const page = await send(undefined, { headers: { Origin: app, 'Sec-Fetch-Site': 'cross-site' } })
    expect([page.status, allowed(page), page.headers.get('vary')]).toEqual([200, app, 'Accept, Origin'])
    expect(page.headers.get('access-control-allow-credentials')).toBe(null)
    const own = await send(undefined, { headers: { Origin: 'https://bugs.example.com', Host: 'bugs.example.com' } })
    expect([own.status, allowed(own)]).toEqual([200, null])
    expect(await held()).toBe(3)
  })

  it.each([
    'null',
    'https://APP.example.net',
    'https://app.example.net:8443',
    'https://app.example.net.evil.example',
    'https://evil-app.example.net',
    'http://app.example.net',
    `${app} ${app}`,
    'x'.repeat(600),
  ])('refuses pages of the origin %s, whatever cors lists, before it reads the body', async (origin) => {
    for (const cors of [undefined, '*', [app]] as const) {
      const refused = await send('{', { headers: { Origin: origin }, options: { cors } })
      expect([refused.status, refused.json.code, allowed(refused)]).toEqual([403, 1462, null])
      const asked = await send(undefined, { method: 'OPTIONS', headers: { Origin: origin }, options: { cors } })
      expect([asked.status, allowed(asked)]).toEqual([200, null])
    }
    expect(await held()).toBe(0)
  })

  it('answers the preflight requests of listed origins', async () => {
    const asked = await send(undefined, { method: 'OPTIONS', headers: { Origin: app } })
    const read = (name: string) => asked.headers.get(`access-control-${name}`)
    expect(['allow-origin', 'allow-methods', 'allow-headers', 'max-age', 'allow-credentials'].map(read)).toEqual([
      ...[app, 'GET, POST', 'Content-Type, Idempotency-Key', '600', null],
    ])
  })

  it('answers alike to a wrong, a replaced and an inactive key, and to an intake for accounts', async () => {
    const seen = async (sent: Sent) => {
      const one = await send(undefined, { headers: { Origin: app }, ...sent })
      const names = [...one.headers.entries()].filter(([name]) => name !== 'x-request-id')
      return JSON.stringify([one.status, one.text.replaceAll(sent.to ?? key, 'KEY'), names])
    }
    const absent = await seen({ to: key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })
    expect(absent).toContain('[404,')
    const all = async () => [await seen({}), await seen({ headers: { Origin: app, 'X-Tracker-API-Key': 'wrong' } })]
    await change({ accepts: 'accounts' })
    expect(await all()).toEqual([absent, absent])
    await change({ accepts: 'anybody', is_active: false })
    expect(await all()).toEqual([absent, absent])
    await change({ is_active: true })
    await tracker.asSystem('admin@example.com').intakes.rotateKey({ id })
    expect(await all()).toEqual([absent, absent])
    const { status, json } = await send(undefined, { method: 'GET' })
    expect([status, json.code]).toEqual([404, 1524])
  })

  it('files the reports of users', async () => {
    await change({ accepts: 'accounts' })
    const { api_key } = await tracker.asSystem().apiKeys.create({ user: 'carl@example.com' })
    const { json } = await send(undefined, { headers: { 'X-Tracker-API-Key': api_key } })
    const { bugs } = await tracker.asSystem().bugs.get({ ids: [json.id ?? 0] })
    expect(bugs).toMatchObject([{ creator: 'carl@example.com' }])
    expect((await send(undefined, { method: 'GET', headers: { 'X-Tracker-API-Key': api_key } })).json).toEqual({
      ...{ name: 'app', form: null, accepts: 'accounts', max_kb: 100, max_file_kb: 1000 },
    })
  })

  it('has its own limits: the size of the intake, and ten reports of a network in an hour', async () => {
    await change({ holds: false, account: 'carl@example.com' })
    const large = { summary: 'It blinks', files: [{ file_name: 'a', content_type: '', data: 'A'.repeat(99_000) }] }
    expect((await send(large)).status).toBe(200)
    const headers = { Origin: app }
    const tooLarge = await send({ ...large, description: 'x'.repeat(4000) }, { headers })
    expect([tooLarge.status, allowed(tooLarge)]).toEqual([413, app])
    for (let count = 2; count <= 10; count++) expect((await send()).status).toBe(200)
    const full = await send(undefined, { headers })
    expect([full.status, full.json.code, allowed(full)]).toEqual([429, 1528, app])
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(3500)
  })

  it('is done once with an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': '"one"' }
    expect((await send(undefined, { headers })).headers.get('idempotency-replayed')).toBe(null)
    expect((await send(undefined, { headers })).headers.get('idempotency-replayed')).toBe('true')
    expect(await held()).toBe(1)
  })

  it('takes JSON only, and nothing of the product', async () => {
    expect(await send(undefined, { headers: { 'Content-Type': 'text/plain' } })).toMatchObject({ status: 415 })
    const wrong = await send({ summary: 'It blinks', product: 'Widgets' })
    expect([wrong.status, wrong.json.code]).toEqual([400, 53])
    expect(await held()).toBe(0)
  })
})
