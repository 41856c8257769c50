// What is written down about requests: one line of JSON each, and never a secret.
import process from 'node:process'
import { inspect } from 'node:util'
import type { RestRequest } from './request.js'
import { decodeLeniently } from './wire/target.js'

/** What is told of one request and its answer. */
export interface LogEntry {
  readonly time: string
  /** The same as in the header X-Request-Id of the answer. */
  readonly id: string
  readonly method: string
  /** Path and query; values that may be secrets are replaced by stars. */
  readonly url: string
  readonly status: number
  readonly milliseconds: number
  readonly address: string | undefined
  /** What went wrong inside the tracker. */
  readonly fault?: string | undefined
}

/** Takes what is told of each request, once it is answered. */
export type Log = (entry: LogEntry) => void

/** Writes what went wrong inside to stderr, and nothing else. */
export const logFaults: Log = (entry) => {
  if (entry.fault !== undefined) logAll(entry)
}

/** Writes every request to stderr. */
export const logAll: Log = (entry) => void process.stderr.write(`${JSON.stringify(entry)}\n`)

/** Has a log take an entry. One that fails fails no request: the entry is on stderr then, with what went wrong. */
export function tell(log: Log, entry: LogEntry): void {
  try {
    log(entry)
  } catch (error) {
    logAll({ ...entry, fault: [entry.fault, `The log failed: ${inspect(error)}`].filter(Boolean).join('\n') })
  }
}

export interface Served {
  readonly id: string
  readonly request: Pick<RestRequest, 'method' | 'target' | 'address'>
  readonly status: number
  readonly milliseconds: number
  readonly fault?: unknown
}

/** The entry of a request that was answered. Secrets in its address are replaced by stars. */
export function logEntry({ id, request, status, milliseconds, fault }: Served): LogEntry {
  return {
    time: new Date().toISOString(),
    id,
    method: request.method,
    url: withoutSecrets(request.target),
    status,
    milliseconds: Math.round(milliseconds * 100) / 100,
    address: request.address,
    ...(fault !== undefined && { fault: inspect(fault) }),
  }
}

/** A name that secrets have, wherever it stands in a part of a URL, and what is between it and the secret: `code` sets trackers up. */
const beforeSecret = /^.*?(?:api[_-]?key|token|password|authorization|\bcode(?==))\W+/is

/** Parts that name a secret keep what comes before it. Logins are no secrets, but in front of a host stands a password too. */
function withoutSecrets(target: string): string {
  const local = target.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, '$1***@')
  return local.replace(/[^?&;/#]+/g, (part) => {
    const named = beforeSecret.exec(decodeLeniently(part))?.[0]
    if (named === undefined || named.length === decodeLeniently(part).length) return part
    return `${encodeURI(named)}***`
  })
}
