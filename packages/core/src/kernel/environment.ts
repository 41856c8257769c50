import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import type { Observer } from './observer.js'

/** Logs problems outside of calls. Details never contain secrets. */
export interface Logger {
  warn(message: string, details?: Readonly<Record<string, unknown>>): void
  error(message: string, details?: Readonly<Record<string, unknown>>): void
}

/** Everything that differs from run to run, injected so that tests can hold it still. */
export interface Environment {
  /** The current time. Default: that of the system. */
  readonly clock: () => Date
  /** Milliseconds that only go forward, for measuring how long something takes: clocks are set, and jump. */
  readonly stopwatch: () => number
  /** Cryptographically strong random bytes. */
  readonly random: (bytes: number) => Uint8Array
  /** Logs problems outside of calls. Default: the console. */
  readonly logger: Logger
  /**
   * Seconds that a run of an operation can take: a number greater than 0 (default 10). Then it stops, nothing is written, and the
   * caller gets `operation_timeout` or `search_too_expensive`.
   */
  readonly timeoutSeconds: number
  /** Observes the tracker, for metrics, logs or traces. */
  readonly observer?: Observer | undefined
}

/** The real clock and random source; warnings and errors go to the console; ten seconds for each run. */
export const defaultEnvironment: Environment = {
  clock: () => new Date(),
  stopwatch: () => performance.now(),
  random: (bytes) => randomBytes(bytes),
  logger: {
    warn: (message, details) => console.warn(`trackerkit: ${message}`, withCauses(details)),
    error: (message, details) => console.error(`trackerkit: ${message}`, withCauses(details)),
  },
  timeoutSeconds: 10,
}

/** The console itself leaves out the causes of causes, such as the reason why a database is unavailable. */
function withCauses(details: object | undefined): string {
  return details ? inspect(details, { depth: 10 }) : ''
}
