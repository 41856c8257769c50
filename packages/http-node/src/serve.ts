import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { requestLimits, type ServerLoad } from '@trackerkit/rest'
import { createAdminHandler, serveAdminWithin, type AdminServer } from './admin.js'
import { closeServer, connectionsOf, type AnyServer } from './close.js'
import type { NodeHandler } from './handler.js'
import { createHostCheck } from './hosts.js'
import { createInFlight, type InFlight } from './in-flight.js'
import { listen } from './listen.js'
import { inOrder } from './pipelines.js'
import { refuseOthers } from './refuse.js'
import type { ServeOptions } from './serve-options.js'
import { createServerContext, type ServerContext } from './server-context.js'
import { openSite, type Site } from './site.js'

/** A server that listens. */
export interface RunningServer {
  /** The address of the API: `http://HOST:PORT/rest`. */
  readonly url: string
  readonly host: string
  /** The port it listens on, also if 0 was given. */
  readonly port: number
  /** The separate port of `/healthz`, if there is one. */
  readonly adminPort?: number | undefined
  /** The load of the server, for metrics that are served elsewhere. */
  readonly load: () => ServerLoad
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
  return serveWithin(options)
}

/** The same with the counters of requests in flight. */
export async function serveWithin(
  options = {} as ServeOptions,
  inFlight: InFlight = createInFlight(options.limits),
): Promise<RunningServer> {
  const context = createServerContext(options, inFlight)
  const answer = inOrder(
    createAnswer(context, () => site),
    () => inFlight.refuse('pipelines'),
  )
  const server = makeServer(context, (request, response) => void answer(request, response))
  const connections = connectionsOf(server)
  inFlight.watch(server, connections)
  if (options.admin) options.admin.metrics?.followServer?.(inFlight.load)
  refuseOthers(server, requestLimits.headerBytes, options.log)
  const ports = openPorts(context, server)
  const site = ports.then(() => openSite(context))
  const { tracker } = await site.catch(async (error: unknown) => {
    await (await ports.catch(() => undefined))?.stop()
    await closeServer(server, connections, 0)
    throw error
  })
  context.tracker = tracker
  const adminServer = await ports
  const stop = async () => {
    context.stopping.abort()
    await closeServer(server, connections, options.timeouts?.grace ?? 10)
    await tracker.close()
    await adminServer?.stop()
  }
  return running(context, { server, adminServer, stop })
}

/** Answers requests. Those that arrive before the tracker is open wait for it. */
function createAnswer(context: ServerContext, site: () => Promise<Site>): NodeHandler {
  const { options, health, stopping } = context
  const isForeign = createHostCheck(options.hosts)
  const { port, metrics } = options.admin || {}
  const isBeside = options.admin !== false && port === undefined
  const isAdmin = isBeside ? createAdminHandler({ health, metrics }) : () => false
  return async (request, response) => {
    if (stopping.signal.aborted) response.setHeader('Connection', 'close')
    if (isAdmin(request, response) || isForeign(request, response)) return
    await site().then(
      ({ answer }) => answer(request, response),
      () => response.destroy(),
    )
  }
}

function makeServer({ options: { timeouts, tls } }: ServerContext, answer: RequestListener): AnyServer {
  const requestTimeout = (timeouts?.request ?? 60) * 1000
  const limits = {
    maxHeaderSize: requestLimits.headerBytes,
    requestTimeout,
    headersTimeout: Math.min(requestTimeout, 20_000),
    connectionsCheckingInterval: Math.min(requestTimeout, 5000),
    // node:http would respond to a missing header without a body.
    requireHostHeader: false,
    // A little longer than the default pools of clients and proxies keep theirs.
    keepAliveTimeout: 65_000,
  }
  if (!tls) return createServer(limits, answer)
  return createSecureServer({ ...limits, handshakeTimeout: Math.min(requestTimeout, 20_000), ...tls }, answer)
}

async function openPorts(context: ServerContext, server: AnyServer): Promise<AdminServer | undefined> {
  const { options, health, inFlight } = context
  await listen(server, context.host, options.port ?? 8080)
  if (!options.admin || options.admin.port === undefined) return undefined
  const { port, host = context.host, metrics } = options.admin
  return serveAdminWithin({ health, metrics }, port, host, inFlight)
}

interface Started {
  readonly server: AnyServer
  readonly adminServer: AdminServer | undefined
  readonly stop: () => Promise<void>
}

function running({ options, host, inFlight }: ServerContext, { server, adminServer, stop }: Started): RunningServer {
  const { port } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  return {
    url: `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/rest`,
    host,
    port,
    adminPort: adminServer?.port,
    load: inFlight.load,
    stop: () => (stopped ??= stop()),
  }
}
