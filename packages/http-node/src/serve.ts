// A server of its own for a tracker.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Health, Tracker } from '@trackerkit/core'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/operations'
import {
  createRest,
  headerOf,
  localTarget,
  requestLimits,
  restLimitNames,
  restOptionNames,
  toRestHandler,
  type Rest,
  type RestHandler,
  type RestOptions,
} from '@trackerkit/rest'
import { createAdminHandler, serveAdminWithin, type AdminOptions, type AdminServer, type Metrics } from './admin.js'
import { closeServer, connectionsOf, type AnyServer } from './close.js'
import { handlerWithin, type FetchHandler } from './fetch.js'
import { nodeHandlerOf, type NodeHandler } from './handler.js'
import { createHostCheck } from './hosts.js'
import { createInFlight, type InFlight } from './in-flight.js'
import { listen } from './listen.js'
import { inOrder } from './pipelines.js'
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
  readonly pages?: ((rest: RestHandler, tracker: Tracker) => FetchHandler | Promise<FetchHandler>) | undefined
  /** What `/metrics` answers, such as `createMetrics()` of @trackerkit/observe. Default: there is none. */
  readonly metrics?: Metrics | undefined
  /**
   * A port of their own for `/healthz`, `/readyz` and `/metrics`, on the same host unless `adminHost` names another. 0 takes any that
   * is free. Default: they are beside the API.
   */
  readonly adminPort?: number | undefined
  /** Where the port of `adminPort` is. Default: `host`. */
  readonly adminHost?: string | undefined
  /** `/healthz`, `/readyz` and `/metrics` are served elsewhere, as by a process that has started this one. Default: false. */
  readonly isWatchedElsewhere?: boolean | undefined
  /** Serves HTTPS: certificate with its chain, and key, both in PEM. Default: HTTP. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined
  /**
   * The names by which it may be called, such as `bugs.example.com`; addresses and localhost always work. Others get 421. Default: any.
   */
  readonly hosts?: readonly string[] | undefined
  /** How many seconds a client may take to send a request. Default: 60. */
  readonly requestSeconds?: number | undefined
  /**
   * Connections at a time. A further one closes another without a request, of the address that has most of these; if all are busy, it
   * is closed itself. Default: 4000.
   */
  readonly maxConnections?: number | undefined
  /**
   * How many bytes of request bodies there may be in memory at a time; requests with more get 503. One address may have an eighth of
   * it, callers who have not proved right lately one half together. Default: 64 MB.
   */
  readonly maxBodyMemory?: number | undefined
  /** How many seconds requests in flight may still take once the server is stopped. Default: 10. */
  readonly graceSeconds?: number | undefined
}

const optionNames: OptionNames<ServeOptions> = {
  ...restOptionNames,
  tracker: true,
  host: true,
  port: true,
  pages: true,
  metrics: true,
  adminPort: true,
  adminHost: true,
  isWatchedElsewhere: true,
  tls: true,
  hosts: true,
  requestSeconds: true,
  maxConnections: true,
  maxBodyMemory: true,
  graceSeconds: true,
}

/** A server that listens. */
export interface RunningServer {
  /** Where the API is: `http://HOST:PORT/rest`. */
  readonly url: string
  readonly host: string
  /** The port it really listens on. */
  readonly port: number
  /** The port of `/healthz`, where that is another one. */
  readonly adminPort?: number | undefined
  /** Takes no new connections, lets requests in flight finish, closes the tracker and its store. */
  stop(): Promise<void>
}

/**
 * Serves a tracker over HTTP. Resolves when it listens.
 * @throws invalid_options
 *
 * @example
 * const server = await serve({ tracker, port: 8080 })
 * console.log(`listening on ${server.url}`)
 * process.once('SIGTERM', () => void server.stop())
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  return serveWithin(options, createInFlight(options))
}

/** The same, with what counts what is under way. */
export async function serveWithin(options: ServeOptions, inFlight: InFlight): Promise<RunningServer> {
  refuseUnknownOptions(options, optionNames, 'serve')
  refuseUnknownOptions(options.limits ?? {}, restLimitNames, 'serve', 'limits')
  const { host = '127.0.0.1', graceSeconds = 10 } = options
  const isForeign = createHostCheck(options.hosts)
  let [isStopping, current]: [boolean, Tracker | undefined] = [false, undefined]
  const health = async (): Promise<Health> => (current && !isStopping ? current.health() : notYet)
  const admin = { health, metrics: options.metrics }
  const isBeside = options.adminPort === undefined && !options.isWatchedElsewhere
  const isAdmin = isBeside ? createAdminHandler(admin) : () => false
  const answer: NodeHandler = async (request, response) => {
    if (isStopping) response.setHeader('Connection', 'close')
    if (isAdmin(request, response) || isForeign(request, response)) return
    // A request that comes before the tracker is open waits for it.
    await opened.then(
      (site) => site.answer(request, response),
      () => response.destroy(),
    )
  }
  const next = inOrder(answer, () => inFlight.refuse('pipelines'))
  const server = makeServer(options, (request, response) => void next(request, response))
  const connections = connectionsOf(server)
  inFlight.watch(server, connections)
  options.metrics?.followServer?.(inFlight.load)
  refuseOthers(server, requestLimits.headerBytes, options.log)
  const ending = new AbortController()
  const closing = options.closing ? AbortSignal.any([options.closing, ending.signal]) : ending.signal
  const ports = openPorts(server, options, admin, inFlight)
  const opened = ports.then(() => open({ ...options, closing }, inFlight))
  const { tracker } = await opened.catch(async (error: unknown) => {
    await (await ports.catch(() => undefined))?.stop()
    await closeServer(server, connections, 0)
    throw error
  })
  current = tracker
  const besides = await ports
  const { port: realPort } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  const stop = async () => {
    isStopping = true
    // Who follows what happens would stay until the end of the grace.
    ending.abort()
    await closeServer(server, connections, graceSeconds)
    await tracker.close()
    await besides?.stop()
  }
  return {
    url: `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${realPort}/rest`,
    host,
    port: realPort,
    adminPort: besides?.port,
    stop: () => (stopped ??= stop()),
  }
}

/** Before the tracker is open, and while it is being closed. */
const notYet: Health = {
  isReady: false,
  problems: [{ check: 'store_read', message: 'The tracker is being opened or closed.' }],
}

function makeServer({ requestSeconds = 60, tls }: ServeOptions, answer: RequestListener): AnyServer {
  const requestTimeout = requestSeconds * 1000
  const limits = {
    maxHeaderSize: requestLimits.headerBytes,
    requestTimeout,
    headersTimeout: Math.min(requestTimeout, 20_000),
    connectionsCheckingInterval: Math.min(requestTimeout, 5000),
    // What is missing would be answered without a body.
    requireHostHeader: false,
    // A little longer than the usual pools of clients and proxies keep theirs.
    keepAliveTimeout: 65_000,
  }
  if (!tls) return createServer(limits, answer)
  return createSecureServer({ ...limits, handshakeTimeout: Math.min(requestTimeout, 20_000), ...tls }, answer)
}

async function openPorts(
  server: AnyServer,
  { host = '127.0.0.1', port = 8080, adminPort, adminHost = host, isWatchedElsewhere }: ServeOptions,
  admin: AdminOptions,
  inFlight: InFlight,
): Promise<AdminServer | undefined> {
  await listen(server, host, port)
  if (adminPort === undefined || isWatchedElsewhere) return undefined
  return serveAdminWithin(admin, adminPort, adminHost, inFlight)
}

async function open(options: ServeOptions, inFlight: InFlight) {
  if (typeof options.tracker !== 'function') return answerFor(options.tracker, options, inFlight)
  const tracker = await options.tracker()
  try {
    return await answerFor(tracker, options, inFlight)
  } catch (error) {
    // Nobody else knows that it is open. What went wrong first is told.
    await tracker.close().catch(() => undefined)
    throw error
  }
}

async function answerFor(tracker: Tracker, options: ServeOptions, inFlight: InFlight) {
  const api = { hasPages: options.pages !== undefined, ...restOptionsOf(options) }
  const rest = createRest(tracker, api, inFlight.refuse)
  const answerApi = nodeHandlerOf(rest, tracker, inFlight)
  if (!options.pages) return { tracker, answer: answerApi }
  // Pages say who asks: `identify`, which knows requests of node:http, is not asked for them.
  const pages = await options.pages(toRestHandler(rest as Rest), tracker)
  const knows = (incoming: IncomingMessage) => tokensIn(incoming).some((token) => rest.knows([{ token }]))
  const told = { tracker, log: options.log, observer: options.observer }
  const answerPages = handlerWithin(pages, told, { inFlight, knows })
  const answer: NodeHandler = (request, response) =>
    isForApi(request.url ?? '/') ? answerApi(request, response) : answerPages(request, response)
  return { tracker, answer }
}

function restOptionsOf(options: ServeOptions): RestOptions<IncomingMessage> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(restOptionNames, name)))
}

/** What may be tokens in cookies, whatever their names. */
function tokensIn(incoming: IncomingMessage): string[] {
  const values = (headerOf(incoming, 'cookie') ?? '').split(';').map((part) => part.slice(part.indexOf('=') + 1).trim())
  return values.filter((value) => /^\d{1,15}-./.test(value)).slice(0, mostTokens)
}

const mostTokens = 4

/** Names of pages may hold the word, too. */
function isForApi(target: string): boolean {
  return /^(?!\/(-|admin|products)\/)(\/[^?#]*)?\/rest(\.cgi)?([/?]|$)/.test(localTarget(target))
}
