// A tracker with credentials: 'host': only the host identifies callers.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Identity, type Tracker } from '@trackerkit/core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../src/openapi/document.js'
import { createRestHandler } from '../src/index.js'

let tracker: Tracker
let api_key: string
let token: string
beforeEach(async () => {
  tracker = await createTracker({ store: memoryStore() })
  const user = { email: 'alice@example.com', password: 'the word of alice' }
  await tracker.asSystem().users.create(user)
  const alice = tracker.as({ login: user.email })
  api_key = (await alice.apiKeys.create({})).api_key
  token = (await tracker.as(null).sessions.create({ login: user.email, password: user.password })).token
})
afterEach(() => tracker.close())

interface Body {
  readonly name: string
  readonly code: number
}

/** Asks a tracker whose host says that `identity` calls. */
async function ask<B = Body>(path: string, identity: Identity | undefined, init: RequestInit = {}) {
  const rest = createRestHandler(tracker, { credentials: 'host', identify: () => identity, log: () => undefined })
  const response = await rest(new Request(`https://bugs.example.com/rest${path}`, init))
  return { status: response.status, body: (await response.json()) as B }
}

const alice = { login: 'alice@example.com' }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const off = { status: 401, body: { error: true, code: 1460, name: 'own_credentials_off' } }

describe("With credentials: 'host'", () => {
  it('the host says who calls', async () => {
    expect(await ask('/whoami', alice)).toMatchObject({ status: 200, body: { name: 'alice@example.com' } })
    for (const nobody of [null, undefined])
      expect(await ask('/whoami', nobody)).toMatchObject({ status: 401, body: { code: 410 } })
    expect((await ask('/version', undefined)).status).toBe(200)
  })

  it('keys, tokens and passwords of the tracker are refused, right or wrong, whoever calls', async () => {
    const password = 'the word of alice'
    const headers: Record<string, string>[] = [
      { 'X-Tracker-API-Key': api_key },
      { 'X-Bugzilla-API-Key': 'x' },
      { 'X-Tracker-Token': token },
      { 'X-Tracker-Login': alice.login, 'X-Tracker-Password': password },
      { Authorization: `Bearer ${api_key}` },
      { Authorization: `bearer ${token}` },
      { Authorization: basic(`${alice.login}:${password}`) },
      { Authorization: 'Basic !' },
    ]
    const paths = [`api_key=${api_key}`, `Tracker_token=${token}`, `login=${alice.login}&password=wrong`]
    for (const identity of [alice, null, undefined]) {
      for (const one of headers) expect(await ask('/version', identity, { headers: one })).toMatchObject(off)
      for (const query of paths) expect(await ask(`/version?${query}`, identity)).toMatchObject(off)
      const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ api_key }) }
      expect(await ask('/whoami', identity, init)).toMatchObject(off)
    }
  })

  it('what the host takes by the header Authorization does not concern the tracker', async () => {
    const headers = { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxNyJ9.c2ln' }
    expect(await ask('/whoami', alice, { headers })).toMatchObject({ status: 200, body: { name: 'alice@example.com' } })
    // The request carries credentials, so the client believes it is logged in.
    expect(await ask('/whoami', undefined, { headers })).toMatchObject(off)
    expect((await ask('/whoami', alice, { headers: { Authorization: 'Negotiate YII=' } })).status).toBe(200)
  })

  it('administrators still give people passwords', async () => {
    await tracker.asSystem().users.update({ names: [alice.login], groups: { add: ['admin'] } })
    const body = JSON.stringify({ email: 'bob@example.com', login: 'bob@example.com', password: 'the word of bob' })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
    expect((await ask('/user', alice, init)).status).toBe(200)
  })

  it('has neither /login nor /logout', async () => {
    const missing = { status: 404, body: { code: 32614 } }
    for (const path of ['/login?login=alice@example.com&password=x', '/logout', '/valid_login'])
      for (const method of ['GET', 'POST', 'OPTIONS']) expect(await ask(path, alice, { method })).toMatchObject(missing)
  })

  it('the description of the API has no credentials and no way to log in', async () => {
    const { body: document } = await ask<OpenApiDocument>('/openapi.json', undefined)
    expect(await new Validator().validate(structuredClone({ ...document }))).toEqual({ valid: true })
    expect(Object.keys(document.paths)).toContain('/whoami')
    expect(Object.keys(document.paths).filter((path) => /login|logout/.test(path))).toEqual([])
    expect([document.components.securitySchemes, document.paths['/whoami']?.['get']?.security]).toEqual([{}, []])
    expect(document.info.description).toContain('The host application identifies the caller')
    const usual = await createRestHandler(tracker)(new Request('https://bugs.example.com/rest/openapi.json'))
    expect(Object.keys(((await usual.json()) as OpenApiDocument).paths)).toContain('/login')
  })
})
