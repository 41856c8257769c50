// Requests that are sent before earlier ones of their connection have been answered.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** So many requests of a connection may wait. Clients that pipeline at all send a few. */
const mostWaiting = 100

interface Waiting {
  readonly response: ServerResponse
  readonly answer: () => void
}

/** Answers the requests of a connection one after another. */
export type Pipelines = (socket: Socket, response: ServerResponse, answer: () => void) => void

/**
 * node:http begins with all requests that a client has sent, and holds their answers in memory until the client takes the first one: a
 * few kilobytes of requests would be gigabytes of answers. Here each waits until the answer before it has gone out. `onClosed` is
 * called for a connection with too many of them.
 */
export function createPipelines(onClosed: () => void): Pipelines {
  const busy = new WeakMap<Socket, Waiting[]>()

  function begin(socket: Socket, { response, answer }: Waiting): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : busy.get(socket)?.shift()
      if (next) begin(socket, next)
      else busy.delete(socket)
    })
    answer()
  }

  return (socket, response, answer) => {
    if (socket.destroyed) return
    const waiting = busy.get(socket)
    if (!waiting) {
      busy.set(socket, [])
      begin(socket, { response, answer })
    } else if (waiting.length < mostWaiting) waiting.push({ response, answer })
    else {
      onClosed()
      socket.destroy()
    }
  }
}
