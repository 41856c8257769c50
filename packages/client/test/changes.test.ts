// The change feed as a client follows it.
import { createRestHandler } from '@trackerkit/rest'
import { describe, expect, it } from 'vitest'
import type { ChangeEntry } from '@trackerkit/types'
import type { Client } from '../src/index.js'
import { openWorld } from './world.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

async function take(changes: AsyncIterableIterator<ChangeEntry>, count: number): Promise<ChangeEntry[]> {
  const taken: ChangeEntry[] = []
  while (taken.length < count) {
    const next = await changes.next()
    if (next.done === true) break
    taken.push(next.value)
  }
  return taken
}

const file = (client: Client) => client.bugs.create(bug).then(({ id }) => id)

describe('client.changes', () => {
  it('returns the changes of changes.get, times included, and accepts its filters', async () => {
    const { connect, keys } = await openWorld()
    const alice = connect({ apiKey: keys.alice })
    const id = await file(alice)
    const changes = alice.changes({ since: 0, type: ['bug.created', 'bug.changed'] })
    const first = await take(changes, 1)
    await alice.comments.create({ id, comment: 'Look' })
    const rest = await take(changes, 1)
    await changes.return?.()
    const { changes: told } = await alice.changes.get({ type: ['bug.created', 'bug.changed'] })
    expect([...first, ...rest]).toEqual(told)
  })

  it('returns texts with line separators whole', async () => {
    const { connect, keys } = await openWorld()
    const alice = connect({ apiKey: keys.alice })
    const id = await file(alice)
    const whiteboard = 'Blinks\u2028event: error\u2029id: none'
    await alice.bugs.update({ ids: [id], whiteboard })
    const changes = alice.changes({ since: 0, type: ['bug.changed'] })
    const [told] = await take(changes, 1)
    await changes.return?.()
    expect(told?.changes).toMatchObject([{ field_name: 'whiteboard', added: whiteboard }])
  })

  it('resumes after connections that are cut at any byte, with every entry once and in order', async () => {
    const world = await openWorld()
    const alice = world.connect({ apiKey: world.keys.alice })
    let connections = 0
    const following = world.connect({
      apiKey: world.keys.alice,
      fetch: async (request) => {
        const response = await world.handler(request)
        let left = 700 + 131 * connections++
        const cut = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            controller.enqueue(chunk.subarray(0, left))
            left -= chunk.length
            if (left <= 0) controller.error(new Error('cut'))
          },
        })
        return new Response(response.body?.pipeThrough(cut), response)
      },
    })
    const ids: number[] = []
    for (let n = 0; n < 30; n++) ids.push(await file(alice))
    const changes = following.changes({ since: 0, type: ['bug.created'] })
    const told = await take(changes, 30)
    await changes.return?.()
    expect(told.map(({ bug_id }) => bug_id)).toEqual(ids)
    expect(connections).toBeGreaterThan(5)
  })

  it('ends when it is left, with the reason of its signal, and at once with what the tracker refuses', async () => {
    const { tracker, connect, keys } = await openWorld()
    const handler = createRestHandler(tracker, { limits: { streams: { perCaller: 1 } } })
    const alice = connect({ apiKey: keys.alice, fetch: handler })
    for (let n = 0; n < 2; n++) {
      const changes = alice.changes()
      const waiting = changes.next()
      await tracker.asSystem().changes.get({})
      await changes.return?.()
      expect(await waiting).toEqual({ done: true, value: undefined })
    }
    const stop = new AbortController()
    const stopped = alice.changes({ signal: stop.signal }).next()
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    await expect(alice.changes({ since: 99_999 }).next()).rejects.toMatchObject({ code: 'changes_gone', status: 410 })
    const page = connect({ fetch: async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }) })
    await expect(page.changes().next()).rejects.toMatchObject({ code: 'not_a_tracker', status: 200 })
    const unknown = { product: ['Nothing'] }
    await expect(alice.changes(unknown).next()).rejects.toMatchObject({ code: 'object_does_not_exist' })
    const wrong = connect({ apiKey: 'x'.repeat(40), fetch: handler })
    await expect(wrong.changes().next()).rejects.toMatchObject({ code: 'api_key_not_valid', status: 401 })
  })

  it('fails when the rights of the caller end while it follows', async () => {
    const { tracker, connect, keys } = await openWorld()
    const alice = connect({ apiKey: keys.alice })
    const changes = alice.changes({ since: 0 })
    await file(alice)
    await take(changes, 1)
    const failing = take(changes, 9)
    const system = tracker.asSystem('admin@example.com')
    await Promise.all([
      expect(failing).rejects.toMatchObject({ code: 'account_disabled' }),
      system.users
        .update({ names: ['alice@example.com'], login_denied_text: 'Left' })
        .then(() => system.bugs.create(bug)),
    ])
  })
})
