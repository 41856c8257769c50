// Requests to a tracker's REST API: rate-limited, retried, and never revealing the key.
import { withSlash } from '../passes/import-into.js'
import { createPatient, type Patience } from '../http/patient.js'
import { readAnswer } from './read-answer.js'

/** Where a tracker is, and how it may be asked. */
export interface AskOptions {
  /** Its address: that below which `/rest` is. */
  readonly url: string
  /** The API key of an account there. */
  readonly apiKey?: string | undefined
  /** How many requests are on their way at once. Default: 4. */
  readonly concurrency?: number | undefined
  /** How many requests begin in a second. Default: 5. */
  readonly rate?: number | undefined
  /** Milliseconds after which a request is given up. Default: 60,000. */
  readonly timeout?: number | undefined
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined
  /** Waits this many milliseconds. For tests. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined
}

/** Parameters of a request: a list is the name repeated. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>

/** Asks one tracker. */
export interface Asker {
  /** The address of the tracker, with a slash at its end. */
  readonly url: string
  /** Requests a path below `/rest/`. @throws AskError */
  get(path: string, query?: Query, patience?: Patience): Promise<unknown>
  /** Where to send the key from now on. Old trackers read no header. */
  sendKeyIn(place: 'header' | 'query'): void
  /** How many requests have been made. */
  requests(): number
}

/**
 * Makes a client of a tracker with limits of concurrent requests and of requests per second; the rate is halved
 * whenever the tracker reports too many. Temporary failures are retried five times, after 1, 2, 4, 8 and 16 seconds,
 * or when the tracker says.
 *
 * @example
 * const source = createAsker({ url: 'https://bugs.example.org/', apiKey: 'abc' })
 * const { version } = (await source.get('version')) as { version: string }
 */
export function createAsker(options: AskOptions): Asker {
  const { apiKey, timeout, signal, pause, concurrency = 4, rate = 5 } = options
  const url = withSlash(options.url)
  const patient = createPatient({ concurrency, rate, timeout, secret: apiKey, signal, pause })
  let place: 'header' | 'query' = 'header'
  let requests = 0

  const request = async (path: string, query: Query, ends: AbortSignal): Promise<unknown> => {
    const address = addressOf(url, path, query)
    const headers = new Headers({ Accept: 'application/json' })
    if (apiKey !== undefined && place === 'header') headers.set('X-BUGZILLA-API-KEY', apiKey)
    if (apiKey !== undefined && place === 'query') address.searchParams.set('api_key', apiKey)
    requests++
    // The key must not reach another origin.
    return readAnswer(await fetch(address, { headers, signal: ends, redirect: 'manual' }), path)
  }

  return {
    url,
    get: async (path, query = {}, patience) => patient((ends) => request(path, query, ends), `/rest/${path}`, patience),
    sendKeyIn: (next) => void (place = next),
    requests: () => requests,
  }
}

function addressOf(url: string, path: string, query: Query): URL {
  const address = new URL(`rest/${path}`, url)
  for (const [name, given] of Object.entries(query))
    for (const value of [given].flat()) if (value !== undefined) address.searchParams.append(name, String(value))
  return address
}
