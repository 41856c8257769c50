// Requests that are sent before earlier ones of their connection have been answered.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Waiting requests of a connection. Clients that pipeline at all send a few. */
const mostWaiting = 100

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly answer: Answer
  /** Called when it has been answered, or never will be. */
  readonly done: () => void
}

interface Line {
  current: ServerResponse
  readonly waiting: Waiting[]
}

/** Of all handlers in this process: several may answer requests of one connection. */
const lines = new WeakMap<Socket, Line>()

/**
 * Makes a handler that answers the requests of a connection in sequence. node:http starts all pipelined requests, and
 * holds their responses in memory until the client reads the first one: a few kilobytes of requests could become
 * gigabytes of responses. Here each waits until the previous response has been sent. `onClosed` is called for a
 * connection with too many of them.
 */
export function inOrder(answer: Answer, onClosed: () => void = () => undefined): Answer {
  return (request, response) => {
    const { socket } = request
    // HTTP/2 multiplexes requests, and limits them.
    if (request.httpVersionMajor > 1) return answer(request, response)
    if (socket.destroyed) return Promise.resolve()
    const line = lines.get(socket)
    if (line?.current === response) return answer(request, response)
    return new Promise((resolve) => {
      const next = { request, response, answer, done: resolve }
      if (!line) begin(socket, { current: response, waiting: [] }, next)
      else if (line.waiting.length < mostWaiting) line.waiting.push(next)
      else {
        onClosed()
        socket.destroy()
        resolve()
      }
    })
  }
}

function begin(socket: Socket, line: Line, { request, response, answer, done }: Waiting): void {
  line.current = response
  lines.set(socket, line)
  response.once('close', () => {
    const next = socket.destroyed ? undefined : line.waiting.shift()
    if (next) return begin(socket, line, next)
    lines.delete(socket)
    for (const waiting of line.waiting) waiting.done()
  })
  void answer(request, response).then(done, done)
}
