// The base of client tests: a tracker in memory, and the same users in process and through the client.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type TrackerOptions } from '@trackerkit/core'
import { createRestHandler, type RestHandler } from '@trackerkit/rest'
import { connect, type Client, type ClientOptions } from '../src/index.js'

export const url = 'http://tracker.example.com'
export const password = 'correct horse 1'

export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * A tracker with a fixed clock and a deterministic random source. People, in their own groups: `admin`, the
 * administrator, and `alice` and `eve`. Products: Widgets with the component UI, in version 1.0.
 */
export async function openWorld(options: Partial<TrackerOptions> = {}) {
  const store = memoryStore()
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  const tracker = await createTracker({
    store,
    administrator: { login: 'admin@example.com', password },
    logger: { warn: () => undefined, error: () => undefined },
    ...options,
    testing: { clock: () => clock.now, random: createRandom(), checkAnswers: true, ...options.testing },
  })
  const system = tracker.asSystem('admin@example.com')
  for (const name of ['alice', 'eve'])
    await system.users.create({ email: `${name}@example.com`, full_name: `${name} Example` })
  await system.users.update({ names: ['alice@example.com'], groups: { add: ['editbugs', 'canconfirm'] } })
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'What people see' }
  await system.components.create({ ...component, default_assignee: 'alice@example.com' })
  const { api_key } = await system.apiKeys.create({ user: 'alice@example.com' })
  const admin_key = (await system.apiKeys.create({ user: 'admin@example.com' })).api_key
  const handler = createRestHandler(tracker)
  return {
    tracker,
    store,
    clock,
    keys: { alice: api_key, admin: admin_key },
    handler,
    /** A client of this tracker, without a server between. */
    connect: (about: Partial<ClientOptions> = {}): Client => connect({ url, fetch: handler, ...about }),
  }
}

/** Bytes that look random and are the same on every run. */
function createRandom(state = 1) {
  return (bytes: number) =>
    Uint8Array.from({ length: bytes }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >>> 16)
}

/** An answer, an error, or no answer ever. */
export type Scripted = Response | Error | 'nothing'

/** A `fetch` that returns the given responses in order and records the requests. */
export function scripted(...answers: readonly Scripted[]) {
  const asked: Request[] = []
  const left = [...answers]
  const fetch: RestHandler = async (request) => {
    asked.push(request.clone())
    const answer = left.shift()
    if (answer === 'nothing') return new Promise<Response>(() => undefined)
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('nobody has said what to answer')
    return answer
  }
  return { fetch, asked }
}

/** An answer in JSON. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
}
