import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { send } from '../src/respond.js'

describe('an answer without an end', () => {
  it('is cut off when its source gives up on a client that does not read, and is not read any further until then', async () => {
    const broken = new AbortController()
    let asked = 0
    let isEnded = false
    async function* parts() {
      try {
        for (;;) {
          asked++
          yield new Uint8Array(65_536)
        }
      } finally {
        isEnded = true
      }
    }
    const server = createServer((_request, response) => {
      void send(response, { status: 200, headers: {}, body: parts(), broken: broken.signal })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    // Until what is between is full.
    for (let before = -1; before !== asked || asked === 0;) {
      before = asked
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    broken.abort()
    await expect.poll(() => isEnded).toBe(true)
    socket.resume()
    await new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve))
    await new Promise((resolve) => server.close(resolve))
  })
})
