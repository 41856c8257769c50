// A server of its own for a tracker.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Tracker } from '@trackerkit/core'
import { createHandler, type HandlerOptions } from './handler.js'

export interface ServeOptions extends HandlerOptions {
  readonly tracker: Tracker
  /** The address to listen on. Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string | undefined
  /** Default: 8080. 0 takes any that is free. */
  readonly port?: number | undefined
  /** How many seconds a client may take to send a request. Default: 60. */
  readonly requestSeconds?: number | undefined
  /** How many seconds requests in flight may still take once the server is stopped. Default: 10. */
  readonly graceSeconds?: number | undefined
}

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
  const { tracker, host = '127.0.0.1', port = 8080, requestSeconds = 60, graceSeconds = 10 } = options
  const answer = createHandler(tracker, options)
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
      void answer(request, response)
    },
  )
  let isStopping = false
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('clientError', refuse)
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = errorBody("The only expectation that is met here is '100-continue'.")
    response.writeHead(417, { ...plainJson, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }).end(body)
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(
      rawAnswer(
        405,
        'Method Not Allowed',
        'This server opens no tunnels.',
        'Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n',
      ),
    )
  })
  await listen(server, host, port)
  const { port: realPort } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  const stop = async () => {
    isStopping = true
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

interface ParserError extends Error {
  readonly code?: string
}

/** What is not HTTP, too long or too slow gets its answer too. */
function refuse(error: ParserError, socket: Socket): void {
  // A connection that is in the middle of an answer cannot take another.
  const current = (socket as { readonly _httpMessage?: { readonly headersSent: boolean } | null })._httpMessage
  if (!socket.writable || error.code === 'ECONNRESET' || current?.headersSent === true) {
    socket.destroy()
    return
  }
  socket.on('error', () => socket.destroy())
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const message = `URL and headers together may have at most ${maxHeaderSize} bytes.`
    socket.end(rawAnswer(431, 'Request Header Fields Too Large', message))
  } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end(rawAnswer(408, 'Request Timeout', 'The request took too long to arrive.'))
  } else socket.end(rawAnswer(400, 'Bad Request', 'This is not a request in HTTP/1.1.'))
}

const plainJson = { 'Content-Type': 'application/json; charset=UTF-8' }

function errorBody(message: string): string {
  return JSON.stringify({ error: true, code: 32000, message })
}

function rawAnswer(status: number, reason: string, message: string, headers = ''): string {
  const body = errorBody(message)
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: ${plainJson['Content-Type']}\r\n`
  return `${head}${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
