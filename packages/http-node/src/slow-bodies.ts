// Bodies that arrive so slowly that their senders mean to hold a connection rather than to say something.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody } from './handled.js'

/** In milliseconds: for so long a body may take its time. */
const patience = 10_000

/** Bytes in a second, from then on. */
const slowest = 1024

interface Arriving {
  readonly request: IncomingMessage
  /** When the server began to read, and what had come over the connection by then. */
  since: number
  read: number
}

export interface SlowBodies {
  begin(request: IncomingMessage): void
  /** The connections of those that are too slow, each once. */
  find(): Socket[]
}

export function createSlowBodies(now: () => number): SlowBodies {
  const arriving = new Set<Arriving>()

  function isSlow(one: Arriving): boolean {
    const { request, since, read } = one
    const { bytesRead } = request.socket
    if (request.readableFlowing !== true) {
      // The server itself does not read on.
      one.since = now()
      one.read = bytesRead
      return false
    }
    const passed = now() - since
    return passed > patience && bytesRead - read < (passed / 1000) * slowest
  }

  return {
    begin(request) {
      if (announcesBody(request)) arriving.add({ request, since: now(), read: request.socket.bytesRead })
    },
    find() {
      const slow: Socket[] = []
      for (const one of arriving) {
        const isOver = one.request.complete || one.request.destroyed
        if (!isOver && !isSlow(one)) continue
        arriving.delete(one)
        if (!isOver) slow.push(one.request.socket)
      }
      return slow
    },
  }
}
