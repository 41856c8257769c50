// Between node:http and the API.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Tracker } from '@trackerkit/core'
import {
  compress,
  createRest,
  logEntry,
  logFaults,
  type Log,
  type RestOptions,
  type RestRequest,
  type RestResponse,
} from '@trackerkit/rest'
import { createAddressReader } from './address.js'
import { bodyLimit, readAll } from './read-body.js'

export interface HandlerOptions extends RestOptions {
  /** The largest request body, in bytes. Default: as much as the largest attachment needs. */
  readonly maxBodyBytes?: number | undefined
  /** Where requests and faults are written. Default: faults to stderr, requests nowhere. */
  readonly log?: Log | undefined
}

/** Answers one request of a node:http server. Resolves when the answer has been handed over; never rejects. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Makes a handler that answers the REST API, for any program with a node:http server. It finds `/rest` below `prefix`, or below
 * any folder when none is given.
 *
 * @example
 * const answerTracker = createHandler(tracker, { prefix: '/tracker' })
 * createServer((request, response) => void answerTracker(request, response)).listen(8080, '127.0.0.1')
 */
export function createHandler(tracker: Tracker, options: HandlerOptions = {}): Handler {
  const handle = createRest(tracker, options)
  const { log } = options
  const clientAddress = createAddressReader(tracker)
  return async (incoming, outgoing) => {
    const started = performance.now()
    const id = randomUUID()
    const peer = incoming.socket.remoteAddress
    const request: RestRequest = {
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      headers: incoming.headers,
      // A store that cannot be asked now will answer the request itself with an error.
      address: await clientAddress(incoming).catch(() => peer),
      body: async () => readAll(incoming, options.maxBodyBytes ?? (await bodyLimit(tracker, incoming))),
    }
    const response = await compress(request, await handle(request))
    const late = await send(incoming, outgoing, id, response)
    const { status, fault = late } = response
    if (!log && fault === undefined) return
    const write = log ?? logFaults
    write(logEntry({ id, request, status, milliseconds: performance.now() - started, fault }))
  }
}

/** Returns what went wrong on our side while a file was read, after the head of the answer had gone out. */
async function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  id: string,
  response: RestResponse,
): Promise<unknown> {
  if (outgoing.destroyed) return undefined
  const { status, headers, body } = response
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  outgoing.writeHead(status, {
    ...headers,
    'X-Request-Id': id,
    ...(status !== 304 && isWhole && { 'Content-Length': Buffer.byteLength(body) }),
  })
  if (incoming.method === 'HEAD') outgoing.end()
  else if (isWhole) outgoing.end(body)
  else {
    const source = Readable.from(body, { objectMode: false })
    let fault: unknown
    source.on('error', (error) => (fault = error))
    // The client sees the answer break off, whoever ended it.
    await pipeline(source, outgoing).catch(() => undefined)
    return fault
  }
  return undefined
}
