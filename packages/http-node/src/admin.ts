// Health and metrics of a server. Requests for them are not logged.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Health } from '@trackerkit/core'
import { headerOf, type ServerLoad } from '@trackerkit/rest'
import { connectionsOf } from './close.js'
import { jsonType } from './error-body.js'
import type { NodeHandler } from './handler.js'
import { createInFlight, type InFlight } from './in-flight.js'
import { listen } from './listen.js'
import { inOrder } from './pipelines.js'

/** The metrics of a server as text, and the token that their readers need. */
export interface Metrics {
  readonly contentType: string
  readonly text: () => Promise<string>
  /** Called once by `serve`, with the function that reads the load of the server. */
  readonly followServer?: ((read: () => ServerLoad) => void) | undefined
  /** Required as `Authorization: Bearer …`. Default: the metrics are public on the port. */
  readonly token?: string | undefined
}

/** Options of the server for administrators, which listens on another port. */
export interface AdminOptions {
  /** For example `() => tracker.health()`. */
  readonly health: () => Promise<Health>
  /** Served at `/metrics`. Default: none. */
  readonly metrics?: Metrics | undefined
}

interface AdminAnswer {
  readonly status: number
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text: string
}

/** Answers a request, or returns false for any other path. */
export type AdminHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers `/healthz` (the process runs), `/readyz` (it can work; otherwise 503, with the problems) and `/metrics`.
 *
 * @example
 * const admin = createAdminHandler({ health: () => tracker.health() })
 * const answer = createNodeHandler(tracker)
 * createServer((request, response) => void (admin(request, response) || answer(request, response)))
 */
export function createAdminHandler({ health, metrics }: AdminOptions): AdminHandler {
  const answers: Readonly<Record<string, (request: IncomingMessage) => Promise<AdminAnswer>>> = {
    '/healthz': async () => json(200, { status: 'ok' }),
    '/readyz': async () => {
      const { isReady, problems } = await health()
      const found = problems.length > 0 ? { problems } : {}
      return isReady ? json(200, { status: 'ready', ...found }) : json(503, { status: 'not ready', ...found })
    },
    ...(metrics && { '/metrics': (request: IncomingMessage) => answerMetrics(metrics, request) }),
  }
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    if (!answer) return false
    void respond(answer, request, response)
    return true
  }
}

/** A separate server for health and metrics. */
export interface AdminServer {
  /** The port it listens on, also if 0 was given. */
  readonly port: number
  /** Ends it and its connections. */
  stop(): Promise<void>
}

/** Serves `createAdminHandler` on a separate port. Resolves when it listens. */
export async function serveAdmin(options: AdminOptions, port: number, host: string): Promise<AdminServer> {
  return serveAdminWithin(options, port, host, createInFlight())
}

/** The same with the counters of requests in flight. */
export async function serveAdminWithin(
  options: AdminOptions,
  port: number,
  host: string,
  inFlight: InFlight,
): Promise<AdminServer> {
  const handle = createAdminHandler(options)
  const answer: NodeHandler = async (request, response) => {
    if (!handle(request, response)) send(request, response, json(404, { status: 'not found' }))
  }
  const next = inOrder(answer, () => inFlight.refuse('pipelines'))
  const server = createServer((request, response) => void next(request, response))
  inFlight.watch(server, connectionsOf(server))
  await listen(server, host, port).catch((error: unknown) => {
    // The error of the system has the port and the address, which the options may have twice.
    throw Object.assign(error as Error, { option: 'admin' })
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(
  answer: (request: IncomingMessage) => Promise<AdminAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(request, response, { ...json(405, { status: 'method not allowed' }), headers: { Allow: 'GET, HEAD' } })
  send(request, response, await answer(request).catch(() => json(503, { status: 'not ready' })))
}

async function answerMetrics({ token, text, contentType }: Metrics, request: IncomingMessage): Promise<AdminAnswer> {
  if (token !== undefined && !isSame(headerOf(request, 'authorization') ?? '', `Bearer ${token}`))
    return { ...json(401, { status: 'a token is needed' }), headers: { 'WWW-Authenticate': 'Bearer' } }
  return { status: 200, contentType, text: await text() }
}

/** In constant time. */
function isSame(credential: string, expected: string): boolean {
  const [a, b] = [credential, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

function json(status: number, value: unknown): AdminAnswer {
  return { status, text: `${JSON.stringify(value)}\n` }
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, contentType = jsonType, headers, text }: AdminAnswer,
): void {
  const length = Buffer.byteLength(text)
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(method === 'HEAD' ? '' : text)
}
