// Bodies that arrive so slowly that they only hold a connection.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody } from './handled.js'

/** In milliseconds. */
const gracePeriod = 10_000

/** Bytes per second after the grace period. */
const minRate = 1024

interface Arriving {
  readonly request: IncomingMessage
  /** The time when the server began to read, and the bytes received by then. */
  since: number
  read: number
}

export interface SlowBodies {
  begin(request: IncomingMessage): void
  /** The connections of slow bodies, each once. */
  find(): Socket[]
}

export function createSlowBodies(now: () => number): SlowBodies {
  const arriving = new Set<Arriving>()

  function isSlow(body: Arriving): boolean {
    const { request, since, read } = body
    const { bytesRead } = request.socket
    if (request.readableFlowing !== true) {
      // The server itself has paused.
      body.since = now()
      body.read = bytesRead
      return false
    }
    const passed = now() - since
    return passed > gracePeriod && bytesRead - read < (passed / 1000) * minRate
  }

  return {
    begin(request) {
      if (announcesBody(request)) arriving.add({ request, since: now(), read: request.socket.bytesRead })
    },
    find() {
      const slow: Socket[] = []
      for (const body of arriving) {
        const isOver = body.request.complete || body.request.destroyed
        if (!isOver && !isSlow(body)) continue
        arriving.delete(body)
        if (!isOver) slow.push(body.request.socket)
      }
      return slow
    },
  }
}
