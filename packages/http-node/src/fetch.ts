// Handlers of the Fetch standard on node:http.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { beginStages, finishStages, stage, type Observation } from '@trackerkit/core/host'
import { isTrackerError, type Tracker } from '@trackerkit/core'
import {
  checkHeaders,
  checkTarget,
  followRequest,
  headerOf,
  localTarget,
  logEntry,
  logFaults,
  peekHeader,
  tell,
  WireError,
  type Log,
  type RequestContext,
  type RequestObserver,
  type RestResponse,
  type TraceHeaders,
} from '@trackerkit/rest'
import { createAddressReader, peerOf } from './address.js'
import { errorBody, jsonType } from './error-body.js'
import { fetchBody, type FetchBody } from './fetch-body.js'
import type { NodeHandler } from './handler.js'
import { targetOf } from './handled.js'
import { notShared, type Held } from './in-flight.js'
import { inOrder } from './pipelines.js'
import { signalOf } from './request.js'
import { send } from './respond.js'

/** Facts that a handler of the Fetch standard receives beside the request. */
export interface FetchContext extends RequestContext {
  /** Receives the pattern of the address, such as `/bug/:id`, for metrics. */
  readonly onRoute?: ((route: string) => void) | undefined
  /** Is called where the API answers the request, so that it is not counted twice. */
  readonly onApi?: (() => void) | undefined
  /** Does work that keeps the event loop, and measures it. */
  readonly measure?: (<T>(stage: 'render' | 'layout', work: () => T) => T) | undefined
  /** Headers for requests that it makes on behalf of this one. Default: those of this one. */
  readonly passedOn?: TraceHeaders | undefined
}

/** Answers one request, such as one for a page. */
export type FetchHandler = (request: Request, context?: FetchContext) => Promise<Response>

/** Options of `toNodeHandler`. */
export interface ToNodeOptions {
  /** Its parameter `inbound_proxies` names the proxies whose X-Forwarded-For counts. Default: none, the address is the peer's. */
  readonly tracker?: Tracker | undefined
  /** Where faults of the handler are written. Default: stderr. */
  readonly log?: Log | undefined
  /** Measures or traces requests. */
  readonly observer?: RequestObserver | undefined
}

/**
 * Makes a handler for node:http out of one of the Fetch standard, such as one for pages. The path is the one that the client sees,
 * and a body that a parser has read already is taken from the request. For just the REST API, `createNodeHandler` is faster.
 *
 * @example
 * const answer = toNodeHandler(async (request) => new Response(`You asked for ${new URL(request.url).pathname}`))
 * createServer((request, response) => void answer(request, response)).listen(8080, '127.0.0.1')
 */
export function toNodeHandler(handler: FetchHandler, options: ToNodeOptions = {}): NodeHandler {
  return inOrder(handlerWithin(handler, options, { inFlight: notShared() }))
}

export interface Surroundings {
  readonly inFlight: Held
  /** True if the request has credentials that have been right lately. Default: none have. */
  readonly knows?: (incoming: IncomingMessage) => boolean
}

/** The same with shared limits. */
export function handlerWithin(
  handler: FetchHandler,
  options: ToNodeOptions,
  { inFlight, knows = () => false }: Surroundings,
): NodeHandler {
  const { tracker, log = logFaults, observer } = options
  const room = inFlight.bodies
  const addressOf = tracker ? createAddressReader(tracker) : async (incoming: IncomingMessage) => peerOf(incoming)
  return async (incoming, outgoing) => {
    const { method = 'GET' } = incoming
    const { followed, observation, elapsed, end: ended } = follow(incoming, method, observer)
    const address = await addressOf(incoming).catch(() => peerOf(incoming))
    const end = (status: number, fault?: unknown) => {
      ended(status)
      if (!observation.longestBlock && fault === undefined) return
      const request = { method, target: targetOf(incoming), address }
      const served = { id: randomUUID(), request, observation, status, milliseconds: elapsed(), fault }
      tell(log, logEntry(served))
    }
    const held = room.open(address)
    if (namesSender(incoming)) room.name(held)
    const sender = { isKnown: () => knows(incoming) }
    const take = (bytes: number) => room.take(held, bytes, sender)
    const body = method === 'GET' || method === 'HEAD' ? undefined : fetchBody(incoming, take)
    const tooLong = excessOf(incoming)
    const request = tooLong ? undefined : toRequest(incoming, { method, body: body?.init, signal: signalOf(outgoing) })
    if (!request) {
      const { status, message } = tooLong ?? {
        status: 400,
        message: 'This is not a request that can be answered here.',
      }
      await refuse(outgoing, status, message)
      body?.discard()
      return end(status)
    }
    try {
      const response = await handler(request, { address, peer: peerOf(incoming), ...followed })
      await send(outgoing, await toRestResponse(response, method), inFlight)
      end(response.status)
    } catch (fault) {
      if (isTrackerError(fault, 'too_busy')) {
        await refuse(outgoing, 503, fault.message, { 'Retry-After': '1' })
        return end(503)
      }
      await refuse(outgoing, 500, 'Something went wrong. The details are in the log.')
      end(500, fault)
    } finally {
      body?.discard()
      room.release(held)
    }
  }
}

/** True if the request has credentials, right or wrong. */
function namesSender(incoming: IncomingMessage): boolean {
  return headerOf(incoming, 'cookie') !== undefined || headerOf(incoming, 'authorization') !== undefined
}

/** Lets the observer follow a request, whose route the handler reports. */
function follow(incoming: IncomingMessage, method: string, observer: RequestObserver | undefined) {
  const began = performance.now()
  const elapsed = () => performance.now() - began
  const watch = followRequest(observer, {
    of: 'pages',
    method,
    header: (name) => peekHeader(incoming, name.toLowerCase()),
  })
  let route: string | undefined
  let isAnsweredByApi = false
  const observation = beginStages<Observation & { operation?: string }>({ onBlock: watch?.block })
  const followed: FetchContext = {
    onRoute(pattern) {
      route = pattern
      observation.operation = `page:${pattern}`
    },
    onApi() {
      isAnsweredByApi = true
    },
    measure: (name, work) => stage(observation, name, work),
    passedOn: watch?.passedOn,
  }
  return {
    followed,
    observation,
    elapsed,
    end: (status: number) => {
      finishStages(observation)
      const ended = { method, route, operation: undefined, status, isFault: status >= 500, isAnsweredByApi }
      watch?.ended({ ...ended, milliseconds: elapsed() })
    },
  }
}

/** The error for a target or headers above the limits of all requests. */
function excessOf(incoming: IncomingMessage): WireError | undefined {
  try {
    checkTarget(targetOf(incoming))
    checkHeaders({ headers: incoming.headers, headerCount: incoming.rawHeaders.length / 2 })
    return undefined
  } catch (error) {
    if (error instanceof WireError) return error
    throw error
  }
}

/** Undefined for requests that no `Request` can express: a method that the Fetch standard forbids, an invalid host. */
function toRequest(
  incoming: IncomingMessage,
  { method, body, signal }: { method: string; body: FetchBody['init'] | undefined; signal: AbortSignal },
): Request | undefined {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headers)) {
    // Names that begin so are of HTTP/2 itself.
    if (values === undefined || name.startsWith(':')) continue
    for (const value of typeof values === 'string' ? [values] : values) headers.append(name, value)
  }
  try {
    const request = new Request(urlOf(incoming), {
      method,
      headers,
      signal,
      ...(body !== undefined && { body, duplex: 'half' }),
    })
    // The standard only has joined headers: this is for `trustedHeaders`, which rejects repeated ones.
    return Object.defineProperty(request, 'headersDistinct', { value: incoming.headersDistinct })
  } catch {
    return undefined
  }
}

/** @throws TypeError where the host is none */
function urlOf(incoming: IncomingMessage): string {
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http'
  const host = headerOf(incoming, 'host') ?? peekHeader(incoming, ':authority') ?? 'localhost'
  // Nothing in it may become another part of the address, and nothing in the path may become the host.
  if (!/^[^\s/?#@\\]+$/.test(host)) throw new TypeError('This is not a host.')
  const target = localTarget(targetOf(incoming))
  return `${scheme}://${host}${target.startsWith('/') ? '' : '/'}${target}`
}

async function toRestResponse(response: Response, method: string): Promise<RestResponse> {
  const { status, body } = response
  const headers: Record<string, string | readonly string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  if (method !== 'HEAD') return { status, headers, body: body ?? '' }
  await body?.cancel()
  return { status, headers, body: '' }
}

async function refuse(
  outgoing: ServerResponse,
  status: number,
  message: string,
  more: RestResponse['headers'] = {},
): Promise<void> {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  const headers = { 'Content-Type': jsonType, Connection: 'close', ...more }
  await send(outgoing, { status, headers, body: errorBody(message) })
}
