import type { IncomingMessage } from 'node:http'
import type { Tracker } from '@trackerkit/core'
import { refuseUnknownOptions, requireKind, type OptionNames } from '@trackerkit/core/operations'
import { restLimitNames, restOptionNames, type RestHandler, type RestLimits, type RestOptions } from '@trackerkit/rest'
import type { Metrics } from './admin.js'
import type { FetchHandler } from './fetch.js'
import type { InFlightLimits } from './in-flight.js'

export interface ServeOptions extends RestOptions<IncomingMessage> {
  /** The tracker, or a function that opens it: it is called once the port is bound, so that a port in use leaves nothing behind. */
  readonly tracker: Tracker | (() => Promise<Tracker>)
  /** The address to listen on. Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string | undefined
  /** Default: 8080. 0 takes any free port. */
  readonly port?: number | undefined
  /**
   * Makes the handler of everything but the API, such as pages. It receives the API of this server, so that wrong credentials count
   * together, and the open tracker. The API is then at `/rest`, and below other folders only if they begin with none of `/-/`,
   * `/admin/` and `/products/`.
   */
  readonly pages?: ((rest: RestHandler, tracker: Tracker) => FetchHandler | Promise<FetchHandler>) | undefined
  /** `/healthz`, `/readyz` and `/metrics`; false where another process serves them. Default: the first two, beside the API. */
  readonly admin?: ServeAdmin | false | undefined
  /** Serves HTTPS: certificate with its chain, and key, both in PEM. Default: HTTP. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined
  /** Accepted host names, such as `bugs.example.com`; addresses and localhost always work. Others get 421. Default: any. */
  readonly hosts?: readonly string[] | undefined
  readonly timeouts?: ServeTimeouts | undefined
  readonly limits?: ServeLimits | undefined
}

/** Health and metrics. */
export interface ServeAdmin {
  /** A separate port for them. 0 takes any free port. Default: the port of the API. */
  readonly port?: number | undefined
  /** The address of the separate port. Default: `host`. */
  readonly host?: string | undefined
  /** Served at `/metrics`, such as `createMetrics()` of @trackerkit/observe. Default: none. */
  readonly metrics?: Metrics | undefined
}

/** In seconds. */
export interface ServeTimeouts {
  /** For a client to send a request. Default: 60. */
  readonly request?: number | undefined
  /** For requests in flight to end once the server is stopped. Default: 10. */
  readonly grace?: number | undefined
}

/** Limits of the API, and of the connections and memory of a server. */
export interface ServeLimits extends RestLimits, InFlightLimits {}

const optionNames: OptionNames<ServeOptions> = {
  ...restOptionNames,
  tracker: true,
  host: 'text',
  port: 'a port from 0 to 65535',
  pages: 'a function',
  admin: true,
  tls: true,
  hosts: 'a list of texts',
  timeouts: true,
}
const adminNames: OptionNames<ServeAdmin> = { port: 'a port from 0 to 65535', host: 'text', metrics: true }
const timeoutNames: OptionNames<ServeTimeouts> = { request: 'a number of at least 0', grace: 'a number of at least 0' }
const limitNames: OptionNames<ServeLimits> = {
  ...restLimitNames,
  connections: 'a number of at least 0',
  bodyMemory: 'a number of at least 0',
}

/** @throws invalid_options */
export function checkServeOptions(options: ServeOptions): void {
  refuseUnknownOptions(options, optionNames, 'serve')
  if (options.admin !== false) refuseUnknownOptions(options.admin, adminNames, 'serve', 'admin')
  if (options.tls !== undefined) requireTls(options.tls)
  refuseUnknownOptions(options.timeouts, timeoutNames, 'serve', 'timeouts')
  refuseUnknownOptions(options.limits, limitNames, 'serve', 'limits')
}

/** Without both no client could connect; a server without HTTPS, where it was wanted, would send passwords unencrypted. */
function requireTls(tls: object | null): void {
  const { cert, key } = { ...tls } as { readonly cert?: unknown; readonly key?: unknown }
  requireKind('tls.cert', cert, 'text or a Buffer')
  requireKind('tls.key', key, 'text or a Buffer')
}

/** The options that the API takes itself. */
export function restOptionsOf(options: ServeOptions): RestOptions<IncomingMessage> {
  const { limits = {} } = options
  return { ...pick(options, restOptionNames), limits: pick(limits, restLimitNames) }
}

function pick<T extends object>(options: T, names: object): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(names, name))) as Partial<T>
}
