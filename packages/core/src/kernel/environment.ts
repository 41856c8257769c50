import { randomBytes } from 'node:crypto'
import type { Observer } from './observer.js'

/** Logs problems outside of calls. Details never contain secrets. */
export interface Logger {
  warn(message: string, details?: Readonly<Record<string, unknown>>): void
  error(message: string, details?: Readonly<Record<string, unknown>>): void
}

/** Everything that differs from run to run, injected so that tests can hold it still. */
export interface Environment {
  readonly clock: () => Date
  /** Milliseconds that only go forward, for measuring how long something takes: clocks are set, and jump. */
  readonly stopwatch: () => number
  /** Cryptographically strong random bytes. */
  readonly random: (bytes: number) => Uint8Array
  readonly logger: Logger
  /**
   * How many seconds a run of an operation may take, a number greater than 0. Then it stops, nothing is written, and the caller
   * gets an error.
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
    warn: (message, details) => console.warn(`trackerkit: ${message}`, details ?? ''),
    error: (message, details) => console.error(`trackerkit: ${message}`, details ?? ''),
  },
  timeoutSeconds: 10,
}
