// What those ask who watch over a server: whether it is well, and what it measures. None of it stands in the log.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Health } from '@trackerkit/core'
import { headerOf, type ServerLoad } from '@trackerkit/rest'
import { connectionsOf } from './close.js'
import type { NodeHandler } from './handler.js'
import { createInFlight, type InFlight } from './in-flight.js'
import { listen } from './listen.js'
import { inOrder } from './pipelines.js'

/** What is measured, as text. */
export interface Metrics {
  /** The content type of the text. */
  readonly contentType: string
  /** The text, as of now. */
  readonly text: () => Promise<string>
  /** Is given, once, what reads how much is under way in the server that answers `/metrics`. */
  readonly followServer?: ((read: () => ServerLoad) => void) | undefined
  /** Only for who gives it as `Authorization: Bearer …`. Default: for everybody who reaches the port. */
  readonly token?: string | undefined
}

/** What a server can tell of itself. */
export interface AdminOptions {
  /** Whether it can do its work, such as `tracker.health`. */
  readonly health: () => Promise<Health>
  /** Answered at `/metrics`. Default: nothing is. */
  readonly metrics?: Metrics | undefined
}

interface Told {
  readonly status: number
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text: string
}

/** Answers a request, or returns false for one that is for others. */
export type AdminHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers `/healthz` (the process answers), `/readyz` (it can do its work; else 503, with what is not well) and `/metrics`.
 *
 * @example
 * const admin = createAdminHandler({ health: () => tracker.health() })
 * const answer = createNodeHandler(tracker)
 * createServer((request, response) => void (admin(request, response) || answer(request, response)))
 */
export function createAdminHandler({ health, metrics }: AdminOptions): AdminHandler {
  const asked: Readonly<Record<string, (request: IncomingMessage) => Promise<Told>>> = {
    '/healthz': async () => json(200, { status: 'ok' }),
    '/readyz': async () => {
      const { isReady, problems } = await health()
      return isReady ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', problems })
    },
    ...(metrics && { '/metrics': (request: IncomingMessage) => tellMetrics(metrics, request) }),
  }
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const ask = Object.hasOwn(asked, path) ? asked[path] : undefined
    if (!ask) return false
    void answer(ask, request, response)
    return true
  }
}

/** A server of its own for the same. */
export interface AdminServer {
  /** The port it really listens on. */
  readonly port: number
  /** Ends it and its connections. */
  stop(): Promise<void>
}

/** Serves what `createAdminHandler` answers, on a port of its own. Resolves when it listens. */
export async function serveAdmin(options: AdminOptions, port: number, host: string): Promise<AdminServer> {
  return serveAdminWithin(options, port, host, createInFlight())
}

/** The same, counted together with what is under way elsewhere. */
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
  await listen(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  ask: (request: IncomingMessage) => Promise<Told>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(request, response, { ...json(405, { status: 'method not allowed' }), headers: { Allow: 'GET, HEAD' } })
  send(request, response, await ask(request).catch(() => json(503, { status: 'not ready' })))
}

async function tellMetrics({ token, text, contentType }: Metrics, request: IncomingMessage): Promise<Told> {
  if (token !== undefined && !isSame(headerOf(request, 'authorization') ?? '', `Bearer ${token}`))
    return { ...json(401, { status: 'a token is needed' }), headers: { 'WWW-Authenticate': 'Bearer' } }
  return { status: 200, contentType, text: await text() }
}

/** In the same time, whatever is given. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

function json(status: number, value: unknown): Told {
  return { status, text: `${JSON.stringify(value)}\n` }
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, contentType = 'application/json; charset=UTF-8', headers, text }: Told,
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
