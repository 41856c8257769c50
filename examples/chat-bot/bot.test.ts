import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { connect } from '@trackerkit/client'
import { createNodeHandler } from '@trackerkit/http-node'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postChanges } from './bot.js'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A room that keeps what was posted, and as often as wanted refuses it, or keeps it and breaks off before it answers. */
async function openRoom() {
  const room = { lines: [] as string[], refusals: 0, breaks: 0, url: '' }
  const { url } = await listen((request, response) => {
    void json(request).then((message) => {
      const isRefused = room.refusals-- > 0
      if (!isRefused) room.lines.push((message as { text: string }).text)
      if (!isRefused && room.breaks-- > 0) response.destroy()
      else response.writeHead(isRefused ? 503 : 200).end()
    })
  })
  return Object.assign(room, { url })
}

async function openWorld() {
  const tracker = await createTestTracker()
  endings.push(() => tracker.close())
  const answer = createNodeHandler(tracker)
  const { server, url } = await listen((request, response) => void answer(request, response))
  const folder = await mkdtemp(join(tmpdir(), 'chat-bot-'))
  endings.push(() => rm(folder, { recursive: true }))
  const positionFile = join(folder, 'position')
  const room = await openRoom()
  const { login } = await tracker.make.user()
  const system = tracker.asSystem('admin@example.com')
  const { api_key } = await system.apiKeys.create({ user: login })
  const place = await tracker.make.bug({ summary: 'Before the bot' })
  const { product, component } = place

  const start = async () => {
    const stop = new AbortController()
    const client = connect({ url, apiKey: api_key })
    const ended = postChanges({ client, pages: url, chat: room.url, positionFile, signal: stop.signal })
    ended.catch(() => undefined)
    const end = () => {
      stop.abort()
      return ended
    }
    endings.push(() => end().catch(() => undefined))
    // From here on it hears of everything.
    await expect.poll(() => readFile(positionFile, 'utf8').catch(() => '')).not.toBe('')
    return { ended, end }
  }
  const file = (summary: string, groups: string[] = []) => tracker.make.bug({ product, component, summary, groups })
  const linkTo = ({ id }: { readonly id: number }) => `<${url}/bug/${id}|Bug ${id}>`
  return { tracker, system, server, room, positionFile, product, start, file, linkTo }
}

let world: Awaited<ReturnType<typeof openWorld>>
beforeEach(async () => {
  world = await openWorld()
})

it('a bot posts each visible bug that is filed or changed, and escapes the markup of its authors', async () => {
  const { tracker, system, room, product, start, file, linkTo } = world
  const group = await tracker.make.group()
  await system.groupControls.update({
    names: [product],
    group: group.name,
    member_control: 'shown',
    other_control: 'shown',
  })
  await start()
  const bug = await file('<!channel> & @all:\u2028see <https://evil.example|this>')
  await file('Of a few alone', [group.name])
  await system.bugs.update({ ids: [bug.id], priority: 'High', comment: { body: 'At once.' } })
  const summary = '&lt;!channel&gt; &amp; @\u200ball: see &lt;https://evil.example|this&gt;'
  await expect
    .poll(() => room.lines)
    .toEqual([
      `${linkTo(bug)} ${summary}: filed (Administrator)`,
      `${linkTo(bug)} ${summary}: priority --- → High, commented (Administrator)`,
    ])
})

it('a bot that is stopped, disconnected or rejected by the chat posts each change exactly once', async () => {
  const { server, room, start, file, linkTo } = world
  const first = await start()
  const filed = [await file('1')]
  const isTold = (count: number) => expect.poll(() => room.lines.length).toBeGreaterThanOrEqual(count)
  await isTold(1)
  server.closeAllConnections()
  filed.push(await file('2'), await file('3'))
  await isTold(2)
  await first.end()
  filed.push(await file('4'), await file('5'))
  room.refusals = 1
  const second = await start()
  await expect(second.ended).rejects.toThrow('The chat has answered 503.')
  await start()
  filed.push(await file('6'))
  await isTold(filed.length)
  expect(room.lines).toEqual(filed.map((bug) => `${linkTo(bug)} ${bug.summary}: filed (Administrator)`))
})

it('a bot that never learned whether a line was posted posts it again and says so', async () => {
  const { room, start, file, linkTo } = world
  room.breaks = 1
  const first = await start()
  const filed = [await file('1'), await file('2')]
  await expect(first.ended).rejects.toThrow('fetch failed')
  await start()
  await expect.poll(() => room.lines).toHaveLength(3)
  const [one, two] = filed.map((bug) => `${linkTo(bug)} ${bug.summary}: filed (Administrator)`)
  expect(room.lines).toEqual([one, `${one} (perhaps for the second time)`, two])
})

it('a bot that missed expired changes reports the gap and continues with the next change', async () => {
  const { room, positionFile, start, file, linkTo } = world
  await writeFile(positionFile, '99999')
  await start()
  await expect.poll(() => room.lines).toHaveLength(1)
  await expect.poll(() => readFile(positionFile, 'utf8')).not.toBe('99999')
  const bug = await file('1')
  await expect.poll(() => room.lines).toHaveLength(2)
  expect(room.lines[0]).toContain('no longer available')
  expect(room.lines[1]).toBe(`${linkTo(bug)} 1: filed (Administrator)`)
})
