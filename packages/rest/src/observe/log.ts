// The log of requests: one line of JSON each, without secrets.
import process from 'node:process'
import { inspect } from 'node:util'
import { readTraceparent, type Stage } from '@trackerkit/core/host'
import type { RequestObservation } from './observe.js'
import type { RestRequest } from '../http/messages.js'
import { headerOf } from '../http/request/request-limits.js'
import { withoutSecrets } from './without-secrets.js'

/** Levels of the log, each including the previous ones: internal errors, slow requests, every request. */
export const logLevels = ['error', 'warn', 'info'] as const

/** The level of an entry. */
export type LogLevel = (typeof logLevels)[number]

/** Requests that take longer, in milliseconds, are slow. */
const slowAfter = 1000

/** A request and its response. */
export interface LogEntry {
  /**
   * `error` for internal errors, `warn` for requests that took longer than a second or blocked all others for 100 ms.
   */
  readonly level: LogLevel
  readonly time: string
  /** The same as in the header X-Request-Id of the answer. */
  readonly id: string
  readonly method: string
  /** Path and query, at most 2,048 characters; values that may be secrets are replaced by stars. */
  readonly url: string
  readonly status: number
  readonly milliseconds: number
  readonly address: string | undefined
  /** For example `bugs.search`. */
  readonly operation?: string | undefined
  /** The caller, if logged in. */
  readonly user_id?: number | undefined
  /** The user who views the tracker as the caller, if one does. */
  readonly actor_id?: number | undefined
  /** How many rows were read for it. */
  readonly rows?: number | undefined
  /** The trace, from the header `traceparent`. */
  readonly trace?: string | undefined
  /** The stage of the request that kept the event loop for the longest time, if for longer than 100 ms. */
  readonly blocked?: { readonly stage: Stage; readonly milliseconds: number } | undefined
  /** The internal error. */
  readonly fault?: string | undefined
}

/** Receives an entry for each request, once it is answered. */
export type Log = (entry: LogEntry) => void

/** Writes only internal errors, to stderr. */
export const logFaults: Log = (entry) => {
  if (entry.fault !== undefined) logAll(entry)
}

/** Writes every request to stderr. */
export const logAll: Log = (entry) => void process.stderr.write(`${JSON.stringify(entry)}\n`)

/**
 * Writes entries of at least this level, to stderr without `write`. Entries of slow requests have the operation, and no query: it may
 * be private.
 */
export function createLog(least: LogLevel, write: (line: string) => void = toStderr): Log {
  const most = logLevels.indexOf(least)
  return (entry) => {
    if (logLevels.indexOf(entry.level) > most) return
    const logged = entry.level === 'warn' ? { ...entry, url: entry.url.replace(/[?;#].*$/s, '') } : entry
    write(`${JSON.stringify(logged)}\n`)
  }
}

function toStderr(line: string): void {
  process.stderr.write(line)
}

/** A log that throws fails no request: the entry is then written to stderr, with the error. */
export function tell(log: Log, entry: LogEntry): void {
  try {
    log(entry)
  } catch (error) {
    logAll({
      ...entry,
      level: 'error',
      fault: [entry.fault, `The log failed: ${inspect(error)}`].filter(Boolean).join('\n'),
    })
  }
}

export interface Served {
  readonly id: string
  readonly request: Pick<RestRequest, 'method' | 'target' | 'address'> & Partial<Pick<RestRequest, 'headers'>>
  readonly observation?: Partial<RequestObservation> | undefined
  readonly status: number
  readonly milliseconds: number
  readonly fault?: unknown
}

export function logServed(log: Log, served: Served): void {
  tell(log, logEntry(served))
}

/** The entry of a request that was answered. Secrets in its address are replaced by stars. */
export function logEntry({ id, request, observation, status, milliseconds, fault }: Served): LogEntry {
  const { operation, user_id, actor_id, rows, isPatient, longestBlock: block } = observation ?? {}
  const trace = traceOf(request)
  return {
    level: fault !== undefined ? 'error' : block || (milliseconds > slowAfter && !isPatient) ? 'warn' : 'info',
    time: new Date().toISOString(),
    id,
    method: request.method,
    url: withoutSecrets(request.target),
    status,
    milliseconds: rounded(milliseconds),
    address: request.address,
    ...(operation !== undefined && { operation, rows }),
    ...(user_id !== undefined && { user_id }),
    ...(actor_id !== undefined && { actor_id }),
    ...(trace !== undefined && { trace }),
    ...(block && { blocked: { stage: block.stage, milliseconds: rounded(block.milliseconds) } }),
    ...(fault !== undefined && { fault: inspect(fault) }),
  }
}

/** To hundredths. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}

/** The number of the trace that the caller has begun. */
function traceOf({ headers }: Served['request']): string | undefined {
  return readTraceparent(headers && headerOf({ headers }, 'traceparent'))?.trace
}
