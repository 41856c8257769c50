// Answers to connections that never become a request to the API: no HTTP, too long, too slow, or not supported.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AnyServer } from './close.js'
import { errorBody, jsonType } from './error-body.js'
import { logEntry, tell, type Log } from '@trackerkit/rest'

interface ParserError extends Error {
  readonly code?: string
  /** The last bytes received. */
  readonly rawPacket?: Buffer
}

/** Milliseconds for the client to read the answer. */
const lingering = 5000

interface Refusal {
  readonly status: number
  readonly reason: string
  readonly message: string
  readonly headers?: string
  /** HEAD is answered without a body. */
  readonly isHead?: boolean
}

/** Answers them in JSON with a request ID, and logs them, like requests. */
export function refuseOthers(server: AnyServer, maxHeaderSize: number, log: Log | undefined): void {
  function write(id: string, status: number, socket: Socket, request?: IncomingMessage): void {
    const received = { method: request?.method ?? '', target: request?.url ?? '', address: socket.remoteAddress }
    if (log) tell(log, logEntry({ id, request: received, status, milliseconds: 0 }))
  }

  function end(
    socket: Socket,
    { status, reason, message, headers = '', isHead }: Refusal,
    request?: IncomingMessage,
  ): void {
    const id = randomUUID()
    write(id, status, socket, request)
    const body = errorBody(message)
    const first = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: ${jsonType}\r\nX-Request-Id: ${id}\r\n`
    const last = `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
    socket.on('error', () => socket.destroy())
    socket.end(`${first}${headers}${last}${isHead ? '' : body}`)
    // A client that does not read never closes its side.
    const late = setTimeout(() => socket.destroy(), lingering).unref()
    socket.once('close', () => clearTimeout(late))
  }

  server.on('clientError', (error: ParserError, socket: Socket) => {
    // A connection that is in the middle of an answer cannot take another.
    const current = (socket as { readonly _httpMessage?: { readonly headersSent: boolean } | null })._httpMessage
    if (!socket.writable || error.code === 'ECONNRESET' || current?.headersSent === true) socket.destroy()
    else end(socket, { ...refusalOf(error, maxHeaderSize), isHead: beginsWithHead(error.rawPacket) })
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const id = randomUUID()
    write(id, 417, request.socket, request)
    const body = errorBody("The only expectation that is met here is '100-continue'.")
    const headers = { 'Content-Type': jsonType, 'X-Request-Id': id, 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(417, { ...headers, Connection: 'close' }).end(body)
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const headers = 'Allow: GET, HEAD, POST, PUT, DELETE, OPTIONS\r\n'
    const message = 'This server opens no tunnels.'
    end(socket, { status: 405, reason: 'Method Not Allowed', message, headers }, request)
  })
}

function refusalOf({ code }: ParserError, maxHeaderSize: number): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `URL and headers together must be at most ${maxHeaderSize} bytes.`
    return { status: 431, reason: 'Request Header Fields Too Large', message }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, reason: 'Request Timeout', message: 'The request took too long to arrive.' }
  return { status: 400, reason: 'Bad Request', message: 'This is not a request in HTTP/1.1.' }
}

function beginsWithHead(packet: Buffer | undefined): boolean {
  return packet?.toString('latin1', 0, 5) === 'HEAD '
}
