import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { connect } from '@trackerkit/client'
import { createNodeHandler } from '@trackerkit/http-node'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fields, openMirror } from './mirror.js'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function openWorld() {
  const tracker = await createTestTracker()
  const answer = createNodeHandler(tracker)
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    server.close()
    server.closeAllConnections()
    await tracker.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const system = tracker.asSystem('admin@example.com')
  const { product, component } = await tracker.make.bug()
  const { name: group } = await tracker.make.group()
  await system.groupControls.update({ names: [product], group, member_control: 'shown', other_control: 'shown' })
  const reader = await tracker.make.user({ groups: [group] })
  const { api_key } = await system.apiKeys.create({ user: reader.login })
  const folder = await mkdtemp(join(tmpdir(), 'mirror-'))
  endings.push(() => rm(folder, { recursive: true }))
  const path = join(folder, 'mirror.db')

  /** `onBugs` happens when the tracker has answered what bugs there are, and the mirror has not heard it yet. */
  const start = (onBugs: (end: () => Promise<void>) => unknown = () => undefined) => {
    const stop = new AbortController()
    const client = connect({
      url,
      apiKey: api_key,
      fetch: async (request) => {
        const response = await fetch(request)
        if (new URL(request.url).pathname.startsWith('/rest/bug')) await onBugs(end)
        return response
      },
    })
    const mirror = openMirror(client, path)
    const ended = mirror.follow(stop.signal).finally(mirror.close)
    ended.catch(() => undefined)
    const end = () => {
      stop.abort()
      return ended
    }
    endings.push(end)
    return { ended, end }
  }
  const copied = () => {
    const db = new Database(path)
    try {
      return db
        .prepare<[], { json: string }>('SELECT json FROM bugs ORDER BY id')
        .all()
        .map(({ json }) => JSON.parse(json) as unknown)
    } finally {
      db.close()
    }
  }
  const seen = async () => (await reader.as.bugs.search({ include_fields: fields, order: 'bug_id' })).bugs
  // The visible bugs change during the copy.
  const isEqual = () =>
    vi.waitFor(async () => expect(copied()).toEqual(await seen()), { timeout: 60_000, interval: 50 })
  const file = (summary: string, groups: string[] = []) => tracker.make.bug({ product, component, summary, groups })
  return { tracker, system, server, group, reader, start, copied, seen, isEqual, file }
}

let world: Awaited<ReturnType<typeof openWorld>>
beforeEach(async () => {
  world = await openWorld()
})

it('a mirror ends equal to what its reader sees, whatever happens during its copy, while it follows, while it is down and when it is cut off', async () => {
  const { tracker, system, server, start, copied, seen, isEqual, file } = world
  const hidden = await tracker.make.group()
  const product = (await seen())[0]?.product ?? ''
  await system.groupControls.update({
    names: [product],
    group: hidden.name,
    member_control: 'shown',
    other_control: 'shown',
  })
  const hide = (id: number) => system.bugs.update({ ids: [id], groups: { add: [hidden.name] } })
  const solve = (id: number) => system.bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'FIXED' })
  const bugs: { readonly id: number }[] = []
  for (let n = 0; n < 8; n++) bugs.push(await file(`Bug of the mirror ${n}`))
  const id = (place: number) => bugs[place]?.id ?? 0

  // Killed in the middle of its copy, it has none; the next one copies while things happen.
  await start((end) => void end()).ended
  expect(copied()).toEqual([])
  let isFirst = true
  const first = start(async () => {
    if (!isFirst) return
    isFirst = false
    await Promise.all([hide(id(0)), solve(id(1)), file('During the copy')])
  })
  await isEqual()
  await Promise.all([hide(id(2)), solve(id(3)), file('While it follows')])
  await isEqual()
  await first.end()

  const before = copied()
  await Promise.all([hide(id(4)), solve(id(5)), file('While it is down')])
  expect(copied()).toEqual(before)
  // Killed again, when it has asked for what it has missed and written nothing of it.
  await start((end) => void end()).ended
  expect(copied()).toEqual(before)
  start()
  await isEqual()
  server.closeAllConnections()
  await Promise.all([hide(id(6)), solve(id(7)), file('After it was cut off')])
  await isEqual()
  expect(copied()).not.toContainEqual(expect.objectContaining({ id: id(6) }))
  expect(copied()).toContainEqual(expect.objectContaining({ id: id(7), resolution: 'FIXED' }))
})

it('a mirror copies everything again when missed changes have expired, and the copy has all that its reader can see', async () => {
  const { system, group, reader, start, copied, isEqual, file } = world
  const first = start()
  await isEqual()
  await file('Of a group', [group])
  await isEqual()
  await first.end()
  await system.users.update({ names: [reader.login], groups: { remove: [group] } })
  await file('While it is down')
  await system.changes.restart()
  // Ended within the new copy, it still has the old one.
  const before = copied()
  expect(before).toHaveLength(2)
  await start((end) => void end()).ended
  expect(copied()).toEqual(before)
  start()
  await isEqual()
  expect(copied()).toHaveLength(2)
})

it('a mirror refreshes a copy older than a day: renaming a product is not a change of its bugs', async () => {
  const { system, start, copied, seen, isEqual } = world
  const first = start()
  await isEqual()
  const [bug] = await seen()
  await system.products.update({ names: [bug?.product ?? ''], name: 'Renamed' })
  await first.end()
  expect(copied()).toEqual([bug])
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
  endings.push(() => clock.mockRestore())
  start()
  await isEqual()
  expect(copied()).toEqual([{ ...bug, product: 'Renamed' }])
})
