// A client behind a proxy that cuts connections at any byte: every change is made once.
import { connect as openSocket, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { createNodeHandler } from '@trackerkit/http-node'
import { afterEach, expect, it } from 'vitest'
import { connect } from '../src/index.js'
import { openWorld } from './world.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listen(server: Server | ReturnType<typeof createHttpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Cuts each connection after the number of bytes in `limits`. */
async function cuttingProxy(port: number, limits: () => number): Promise<{ port: number; cuts: () => number }> {
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((client) => {
    const upstream = openSocket(port, '127.0.0.1')
    let left = limits()
    const end = () => {
      for (const socket of [client, upstream]) {
        sockets.delete(socket)
        socket.destroy()
      }
    }
    const pass = (to: Socket) => (chunk: Buffer) => {
      to.write(chunk.subarray(0, left))
      left -= chunk.length
      if (left > 0) return
      cuts++
      setImmediate(end)
    }
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(from)
      from.on('data', pass(to)).on('error', end).on('close', end)
    }
  })
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: await listen(server), cuts: () => cuts }
}

/** Numbers from 0 to 1 that are the same on every run. */
function randomNumbers(state = 7) {
  return () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff
}

it('A client that sends every change again after a cut connection makes each of them once', async () => {
  const world = await openWorld()
  const answer = createNodeHandler(world.tracker)
  const server = createHttpServer((request, response) => void answer(request, response))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await world.tracker.close()
  })
  const random = randomNumbers()
  // A request and its answer have some 1,500 bytes.
  const proxy = await cuttingProxy(await listen(server), () => 1 + Math.floor(random() * 7000))
  const remote = connect({ url: `http://127.0.0.1:${proxy.port}`, apiKey: world.keys.alice, retry: { attempts: 30 } })
  // Changes are repeated once the client knows whom it talks to.
  await remote.server.version()

  const count = 16
  const names = Array.from({ length: count }, (_, n) => `change ${n}`)
  const bugs = await inTurns(names, async (summary) => {
    const { id } = await remote.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary })
    await remote.comments.create({ id, comment: `first of ${summary}` })
    await remote.bugs.update({ ids: [id], whiteboard: summary, comment: { body: `second of ${summary}` } })
    return id
  })

  expect(proxy.cuts()).toBeGreaterThan(5)
  const alice = world.tracker.as({ login: 'alice@example.com' })
  const all = await alice.bugs.search({ product: 'Widgets', include_fields: ['id', 'summary'], limit: 0 })
  expect(all.bugs.map(({ summary }) => summary).toSorted()).toEqual(names.toSorted())
  for (const [n, id] of bugs.entries()) {
    const { comments } = (await alice.comments.get({ ids: [id] })).bugs[id] ?? { comments: [] }
    expect(comments.map(({ text }) => text)).toEqual(['', `first of change ${n}`, `second of change ${n}`])
    expect((await alice.bugs.history({ ids: [id] })).bugs[0]?.history).toHaveLength(1)
  }
})

/** Does the work for all, sixteen at a time. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return results
}
