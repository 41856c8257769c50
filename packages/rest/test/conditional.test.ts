// If-Match: a write is only for who has seen the object as it is.
import { memoryMailer, createTracker } from '@trackerkit/core'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { postgresStore } from '@trackerkit/adapter-postgres'
import type { Store } from '@trackerkit/core/store'
import { freshDatabase } from '@trackerkit/test-postgres'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAnswerer } from '../src/answer/answer.js'
import { onEverySite } from './harness.js'

const about = { description: 'For a while' }
const component = { product: 'Widgets', name: 'Core', ...about, default_assignee: 'bob@example.com' }
const note = { file_name: 'a.txt', summary: 'A note', content_type: 'text/plain', data: 'aGVsbG8=' }
const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

/** Objects to change, created in this order. */
const made: readonly (readonly [path: string, body: object])[] = [
  ['/keyword', { name: 'hard', ...about }],
  ['/group', { name: 'crew', ...about }],
  ['/classification', { name: 'Things', ...about }],
  ['/component', component],
  ['/version', { product: 'Widgets', name: '2.0' }],
  ['/milestone', { product: 'Widgets', name: 'M1' }],
  ['/flag_type', { name: 'review', ...about, target_type: 'bug', inclusions: ['Widgets'] }],
  ['/field/bug', { name: 'cf_colour', display_name: 'Colour', type: 1 }],
  ['/bug', bug],
  ['/bug/1/attachment', note],
]

/** Every resource that has GET and PUT, and the nth of several changes to it. */
const changes: Readonly<Record<string, (n: number) => object>> = {
  '/product/Widgets': (n) => ({ description: `Version ${n}` }),
  '/user/bob@example.com': (n) => ({ full_name: `Bob the ${n}th` }),
  '/whoami': (n) => ({ full_name: `Admin the ${n}th` }),
  '/keyword/hard': (n) => ({ description: `Version ${n}` }),
  '/group/crew': (n) => ({ description: `Version ${n}` }),
  '/group/crew/inheritance': () => ({ bless: { add: ['editusers'] } }),
  '/classification/Things': (n) => ({ description: `Version ${n}` }),
  '/component/Widgets/Core': (n) => ({ description: `Version ${n}` }),
  '/version/Widgets/2.0': (n) => ({ sort_key: n + 1 }),
  '/milestone/Widgets/M1': (n) => ({ sort_key: n + 1 }),
  '/flag_type/1': (n) => ({ description: `Version ${n}` }),
  '/field/bug/cf_colour': (n) => ({ display_name: `Colour ${n}` }),
  '/product/Widgets/group_control': (n) => ({ group: 'crew', entry: n % 2 === 0, canconfirm: n < 2, editbugs: true }),
  '/parameters': (n) => ({ parameters: { maxusermatches: 500 + n } }),
  '/workflow': (n) => ({
    add: [{ from: 'CONFIRMED', to: ['UNCONFIRMED', 'VERIFIED'][n % 2], comment_required: n < 2 }],
  }),
  '/watch': (n) => ({ add: [['alice', 'bob', 'eve', 'alice'][n]].map((name) => `${name}@example.com`) }),
  '/bug/1': (n) => ({ whiteboard: `Version ${n}` }),
  '/bug/attachment/1': (n) => ({ summary: `Version ${n}` }),
}

onEverySite('If-Match', (open) => {
  it('lets exactly one of four writes at once through, whatever it is that they change [ERR-11]', async () => {
    const site = await open({ mail: memoryMailer() })
    for (const [path, body] of made) {
      expect([path, (await site.post(path, body, { as: 'admin' })).status]).toEqual([path, 200])
    }
    for (const [path, change] of Object.entries(changes)) {
      const tag = (await site.get(path, { as: 'admin' })).headers.get('etag') as string
      const headers = { 'If-Match': tag }
      const answers = await Promise.all([0, 1, 2, 3].map((n) => site.put(path, change(n), { as: 'admin', headers })))
      expect([path, ...answers.map(({ status }) => status).sort((a, b) => a - b)]).toEqual([path, 200, 412, 412, 412])
    }
  })

  it('guards deletions as well [ERR-11]', async () => {
    const site = await open()
    await site.post('/keyword', { name: 'hard', ...about }, { as: 'admin' })
    const headers = { 'If-Match': (await site.get('/keyword/hard', { as: 'admin' })).headers.get('etag') as string }
    await site.put('/keyword/hard', { description: 'Another' }, { as: 'admin' })
    expect((await site.ask('DELETE', '/keyword/hard', { as: 'admin', headers })).status).toBe(412)
    expect((await site.get('/keyword/hard', { as: 'admin' })).status).toBe(200)
  })
})

interface Shared {
  readonly open: () => Store
  readonly remove: () => void
}

const shared: Readonly<Record<string, () => Promise<Shared>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-http-'))
    const open = () => sqliteStore(join(folder, 'two.db'), { durability: 'normal' })
    return { open, remove: () => rmSync(folder, { recursive: true }) }
  },
  postgres: async () => {
    const { url } = await freshDatabase()
    return { open: () => postgresStore(url), remove: () => undefined }
  },
}

describe.each(Object.entries(shared))('If-Match with two trackers on one database (%s)', (_kind, share) => {
  it('lets exactly one of four writes at once through [ERR-11]', async () => {
    const { open, remove } = await share()
    const [one, two] = [await createTracker({ store: open() }), await createTracker({ store: open() })]
    const system = one.asSystem('admin@example.com')
    await system.keywords.create({ name: 'hard', ...about })
    const { api_key } = await system.apiKeys.create({})
    const [here, there] = [createAnswerer(one), createAnswerer(two)]
    const request = (method: string, headers: Record<string, string> = {}, body: object = {}) => ({
      method,
      target: '/rest/keyword/hard',
      address: '127.0.0.1',
      headers: { 'x-tracker-api-key': api_key, 'content-type': 'application/json', ...headers },
      body: async () => new TextEncoder().encode(JSON.stringify(body)),
    })
    for (let round = 0; round < 5; round++) {
      const { headers } = await here(request('GET'))
      const answers = await Promise.all(
        [here, there, here, there].map((ask, n) =>
          ask(request('PUT', { 'if-match': String(headers['ETag']) }, { description: `${round} ${n}` })),
        ),
      )
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412, 412, 412])
    }
    await one.close()
    await two.close()
    remove()
  })
})
