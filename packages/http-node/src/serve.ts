// A server of its own for a tracker.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Tracker } from '@trackerkit/core'
import { createRest, localTarget, toRestHandler, type Rest, type RestHandler, type RestOptions } from '@trackerkit/rest'
import { toNodeHandler } from './fetch.js'
import { nodeHandlerOf, type NodeHandler } from './handler.js'
import { refuseOthers } from './refuse.js'

export interface ServeOptions extends RestOptions<IncomingMessage> {
  /** The tracker, or what opens it: that is called once the port is bound, so that a port in use leaves nothing behind. */
  readonly tracker: Tracker | (() => Promise<Tracker>)
  /** The address to listen on. Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string | undefined
  /** Default: 8080. 0 takes any that is free. */
  readonly port?: number | undefined
  /**
   * Makes what answers everything but the API, such as pages for people. It is given the API as the server has it, so that wrong
   * credentials count together, and the tracker once it is open. Then the API is at `/rest`, and below other folders only as long as
   * they begin with none of `/-/`, `/admin/` and `/products/`.
   */
  readonly pages?: ((rest: RestHandler, tracker: Tracker) => RestHandler | Promise<RestHandler>) | undefined
  /** How many seconds a client may take to send a request. Default: 60. */
  readonly requestSeconds?: number | undefined
  /** How many seconds requests in flight may still take once the server is stopped. Default: 10. */
  readonly graceSeconds?: number | undefined
}

/** A server that listens. */
export interface RunningServer {
  /** Where the API is: `http://HOST:PORT/rest`. */
  readonly url: string
  readonly host: string
  /** The port it really listens on. */
  readonly port: number
  /** Takes no new connections, lets requests in flight finish, closes the tracker and its store. */
  stop(): Promise<void>
}

/** Long lists of ids in URLs fit; see maxTargetLength in wire/target.ts, which answers what is too long. */
const maxHeaderSize = 65_536

/**
 * Serves a tracker over HTTP. Resolves when it listens.
 *
 * @example
 * const server = await serve({ tracker, port: 8080 })
 * console.log(`listening on ${server.url}`)
 * process.once('SIGTERM', () => void server.stop())
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 8080, requestSeconds = 60, graceSeconds = 10 } = options
  const requestTimeout = requestSeconds * 1000
  const server = createServer(
    {
      maxHeaderSize,
      requestTimeout,
      headersTimeout: Math.min(requestTimeout, 20_000),
      connectionsCheckingInterval: Math.min(requestTimeout, 5000),
      // What is missing would be answered without a body.
      requireHostHeader: false,
      // A little longer than the usual pools of clients and proxies keep theirs.
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      if (isStopping) response.setHeader('Connection', 'close')
      // What comes before the tracker is open waits for it.
      void opened.then(
        ({ answer }) => answer(request, response),
        () => response.destroy(),
      )
    },
  )
  let isStopping = false
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  refuseOthers(server, maxHeaderSize, options.log)
  const ending = new AbortController()
  const closing = options.closing ? AbortSignal.any([options.closing, ending.signal]) : ending.signal
  const opened = open(server, { ...options, closing }, host, port)
  const { tracker } = await opened.catch(async (error: unknown) => {
    await closeServer(server, connections, 0)
    throw error
  })
  const { port: realPort } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  const stop = async () => {
    isStopping = true
    // Who follows what happens would stay until the end of the grace.
    ending.abort()
    await closeServer(server, connections, graceSeconds)
    await tracker.close()
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${realPort}/rest`,
    host,
    port: realPort,
    stop: () => (stopped ??= stop()),
  }
}

async function open(server: Server, options: ServeOptions, host: string, port: number) {
  await listen(server, host, port)
  if (typeof options.tracker !== 'function') return answerFor(options.tracker, options)
  const tracker = await options.tracker()
  try {
    return await answerFor(tracker, options)
  } catch (error) {
    // Nobody else knows that it is open. What went wrong first is told.
    await tracker.close().catch(() => undefined)
    throw error
  }
}

async function answerFor(tracker: Tracker, options: ServeOptions) {
  const rest = createRest(tracker, { hasPages: options.pages !== undefined, ...options })
  const answerApi = nodeHandlerOf(rest, tracker)
  if (!options.pages) return { tracker, answer: answerApi }
  // Pages say who asks: `identify`, which knows requests of node:http, is not asked for them.
  const pages = await options.pages(toRestHandler(rest as Rest), tracker)
  const answerPages = toNodeHandler(pages, { tracker, log: options.log })
  const answer: NodeHandler = (request, response) =>
    isForApi(request.url ?? '/') ? answerApi(request, response) : answerPages(request, response)
  return { tracker, answer }
}

/** Names of pages may hold the word, too. */
function isForApi(target: string): boolean {
  return /^(?!\/(-|admin|products)\/)(\/[^?#]*)?\/rest(\.cgi)?([/?]|$)/.test(localTarget(target))
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Idle connections go at once, busy ones once they have been answered, all of them at the end of the grace. */
async function closeServer(server: Server, connections: Iterable<Socket>, graceSeconds: number): Promise<void> {
  // For node:http, who has not said anything yet is busy.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const late = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearInterval(idle)
  clearTimeout(late)
}
