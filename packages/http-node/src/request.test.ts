import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createBodyRoom } from './body-room.js'
import { fetchBody } from './fetch-body.js'
import { toRestRequest } from './request.js'

/** A request whose body has arrived in pieces, of four bytes by default. */
function requestOf(pieces: number, piece = 'aaaa') {
  const incoming = new Readable({ read: () => undefined })
  for (let n = 0; n < pieces; n++) incoming.push(piece)
  incoming.push(null)
  Object.assign(incoming, { method: 'POST', url: '/', headers: {}, rawHeaders: [] })
  const arriving = incoming as IncomingMessage
  return {
    incoming,
    request: toRestRequest(arriving, {} as ServerResponse, undefined, createBodyRoom()),
    stream: () => fetchBody(arriving, () => undefined),
  }
}

/** Counts turns of the event loop until the work is done. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work
  isOver = true
  return turns
}

describe('a body in very many pieces', () => {
  it('is read in several turns of the event loop', async () => {
    const { request } = requestOf(20_000)
    const reading = request.body(100_000)
    expect(await turnsOf(reading)).toBeGreaterThan(10)
    expect(await reading).toHaveLength(80_000)
  })

  it('is refused, and the connection closed, when more than 1,000 have fewer than four bytes on average', async () => {
    const { incoming, request } = requestOf(20_000, 'aaa')
    const closed = new Promise((resolve) => incoming.once('close', resolve))
    await expect(request.body(100_000)).rejects.toMatchObject({ status: 400 })
    await closed
    expect(await requestOf(1000, 'a').request.body(100_000)).toHaveLength(1000)
    await expect(new Response(requestOf(20_000, 'aaa').stream().init).text()).rejects.toThrow('cut off')
  })

  it('is thrown away in several turns once it is too large', async () => {
    const { incoming, request } = requestOf(20_000)
    const ended = new Promise((resolve) => incoming.once('end', resolve))
    const refused = request.body(5).catch((error: unknown) => error)
    expect(await turnsOf(ended)).toBeGreaterThan(10)
    expect(await refused).toMatchObject({ status: 413 })
  })

  it('is streamed, and its unread rest thrown away, in several turns', async () => {
    const read = requestOf(20_000).stream()
    expect(await turnsOf(new Response(read.init).text())).toBeGreaterThan(10)
    const unread = requestOf(20_000)
    const ended = new Promise((resolve) => unread.incoming.once('end', resolve))
    unread.stream().discard()
    expect(await turnsOf(ended)).toBeGreaterThan(10)
  })
})
