import type { Health, Tracker } from '@trackerkit/core'
import type { InFlight } from './in-flight.js'
import { checkServeOptions, type ServeOptions } from './serve-options.js'

/** One server, from its first port to its last answer. */
export interface ServerContext {
  readonly options: ServeOptions
  readonly host: string
  readonly inFlight: InFlight
  /** Undefined until it is open. */
  tracker: Tracker | undefined
  /** Aborted by `stop` of the server. */
  readonly stopping: AbortController
  /** Aborts when the server stops, or its program: clients that follow changes would stay until the end of the grace period. */
  readonly closing: AbortSignal
  readonly health: () => Promise<Health>
}

/** @throws invalid_options */
export function createServerContext(options: ServeOptions, inFlight: InFlight): ServerContext {
  checkServeOptions(options)
  const stopping = new AbortController()
  const { signal } = stopping
  const context: ServerContext = {
    options,
    host: options.host ?? '127.0.0.1',
    inFlight,
    tracker: undefined,
    stopping,
    closing: options.closing ? AbortSignal.any([options.closing, signal]) : signal,
    health: async () => (context.tracker && !signal.aborted ? context.tracker.health() : notYet),
  }
  return context
}

/** Before the tracker is open, and while it is being closed. */
const notYet: Health = {
  isReady: false,
  problems: [{ check: 'store_read', message: 'The tracker is being opened or closed.' }],
}
