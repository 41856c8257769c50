import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createBodyRoom } from './body-room.js'
import { toRestRequest } from './request.js'

/** A request whose body has arrived in pieces of one byte. */
function requestOf(pieces: number) {
  const incoming = new Readable({ read: () => undefined })
  for (let n = 0; n < pieces; n++) incoming.push('a')
  incoming.push(null)
  Object.assign(incoming, { method: 'POST', url: '/', headers: {}, rawHeaders: [] })
  const request = toRestRequest(incoming as IncomingMessage, {} as ServerResponse, undefined, createBodyRoom())
  return { incoming, request }
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
    expect(await reading).toHaveLength(20_000)
  })

  it('is thrown away in several turns once it is too large', async () => {
    const { incoming, request } = requestOf(20_000)
    const ended = new Promise((resolve) => incoming.once('end', resolve))
    const refused = request.body(5).catch((error: unknown) => error)
    expect(await turnsOf(ended)).toBeGreaterThan(10)
    expect(await refused).toMatchObject({ status: 413 })
  })
})
