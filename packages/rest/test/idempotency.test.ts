// Idempotency-Key: a write that is sent again is done once.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRestHandler } from '../src/index.js'

let tracker: Tracker
let api_key: string
beforeEach(async () => {
  tracker = await createTracker({ store: memoryStore(), administrator: { login: 'admin@example.com' } })
  api_key = (await tracker.asSystem().apiKeys.create({ user: 'admin@example.com' })).api_key
})
afterEach(() => tracker.close())

interface Sent {
  readonly key?: string
  readonly method?: string
  readonly headers?: Record<string, string>
}

async function send(path: string, body: object | undefined, { key, method = 'POST', headers }: Sent = {}) {
  const rest = createRestHandler(tracker, { cors: '*' })
  const own = headers ?? { 'X-Tracker-API-Key': api_key }
  const response = await rest(
    new Request(`http://localhost/rest${path}`, {
      method,
      headers: { ...own, 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  const replayed = response.headers.get('idempotency-replayed')
  return {
    status: response.status,
    replayed,
    body: (await response.json()) as { code?: number },
    headers: response.headers,
  }
}

const keyword = { name: 'hard', description: 'Takes long' }

describe('The header Idempotency-Key', () => {
  it('has a POST done once: the second answer is the first, and says so', async () => {
    const first = await send('/keyword', keyword, { key: '"one"' })
    expect(first).toMatchObject({ status: 200, replayed: null })
    const second = await send('/keyword', keyword, { key: '"one"' })
    expect(second).toMatchObject({ status: 200, replayed: 'true', body: first.body })
    // Without quotes it is the same key, and an escaped character is that character.
    expect(await send('/keyword', keyword, { key: ' one ' })).toMatchObject({ replayed: 'true' })
    expect(await send('/keyword', keyword, { key: '"o\\ne"' })).toMatchObject({ status: 400 })
  })

  it('has a PUT and a DELETE done once', async () => {
    await send('/keyword', keyword)
    const change = { description: 'Takes very long' }
    const changed = await send('/keyword/hard', change, { method: 'PUT', key: 'a' })
    expect(changed.status).toBe(200)
    expect(await send('/keyword/hard', change, { method: 'PUT', key: 'a' })).toMatchObject({
      replayed: 'true',
      body: changed.body,
    })
    const gone = await send('/keyword/hard', undefined, { method: 'DELETE', key: 'b' })
    expect(gone.status).toBe(200)
    expect(await send('/keyword/hard', undefined, { method: 'DELETE', key: 'b' })).toMatchObject({
      replayed: 'true',
      body: gone.body,
    })
  })

  it('is 422 with another request, 400 where it is malformed or the answer is a secret, and changes nothing about 401', async () => {
    await send('/keyword', keyword, { key: 'one' })
    expect(await send('/keyword', { ...keyword, name: 'easy' }, { key: 'one' })).toMatchObject({
      status: 422,
      body: { code: 1420, name: 'idempotency_key_reused' },
    })
    for (const key of ['""', 'two words', '"two words"', 'x'.repeat(256)])
      expect(await send('/keyword', keyword, { key })).toMatchObject({ status: 400, body: { code: 1421 } })
    expect(await send('/api_key', {}, { key: 'two' })).toMatchObject({ status: 400, body: { code: 1421 } })
    expect((await send('/keyword', keyword, { key: 'three', headers: {} })).status).toBe(401)
  })

  it('is not looked at where nothing is written', async () => {
    expect(await send('/version', undefined, { method: 'GET', key: 'two words' })).toMatchObject({ status: 200 })
    expect(await send('/bug/search', { summary: 'x' }, { key: 'same' })).toMatchObject({ status: 200, replayed: null })
    expect(await send('/bug/search', { summary: 'y' }, { key: 'same' })).toMatchObject({ status: 200, replayed: null })
  })

  it('is known to every server that sends TrackerKit-Version, which pages of other origins may read', async () => {
    const { headers } = await send('/nothing', {})
    expect(headers.get('trackerkit-version')).toMatch(/^\d+\.\d+/)
    expect(headers.get('access-control-expose-headers')).toContain('TrackerKit-Version')
  })
})
