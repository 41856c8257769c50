// Asks a tracker over REST: politely, patiently, and without ever telling the key.
import { setTimeout as sleep } from 'node:timers/promises'
import { AskError } from './ask-error.js'
import { createPace } from './pace.js'
import { readAnswer, retryAfter } from './read-answer.js'

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
  /** Waits for so many milliseconds. For tests. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined
}

/** Parameters of a request: a list is the name repeated. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[] | undefined>>

/** What one request may take. */
export interface Patience {
  /** How often it is tried when the answer is broken. A source that is busy is asked 6 times, whatever this says. Default: 6. */
  readonly attempts?: number | undefined
  /** How often it is tried when the source cannot be reached. Default: 6. */
  readonly connections?: number | undefined
}

/** Asks one tracker. */
export interface Asker {
  /** The address of the tracker, with a slash at its end. */
  readonly url: string
  /** Gets what is at a path below `/rest/`. @throws AskError */
  get(path: string, query?: Query, patience?: Patience): Promise<unknown>
  /** Where the key goes from now on. Old trackers read no header. */
  sendKeyIn(place: 'header' | 'query'): void
  /** How many requests have been made. */
  requests(): number
}

const mostAttempts = 6
const firstWait = 1000
const longestWait = 600_000

/**
 * Makes what asks a tracker: at most so many requests at once and in a second, half as many after it has said that these are too many.
 * What fails for the moment is asked again, six times, after 1, 2, 4, 8 and 16 seconds, or when the tracker says.
 *
 * @example
 * const source = createAsker({ url: 'https://bugs.example.org/', apiKey: 'abc' })
 * const { version } = (await source.get('version')) as { version: string }
 */
export function createAsker(options: AskOptions): Asker {
  const { apiKey, timeout = 60_000, signal } = options
  const url = options.url.endsWith('/') ? options.url : `${options.url}/`
  const pause = options.pause ?? (async (time: number) => sleep(time, undefined, { signal }))
  const pace = createPace({ concurrency: options.concurrency ?? 4, rate: options.rate ?? 5, pause })
  let place: 'header' | 'query' = 'header'
  let requests = 0

  const request = async (path: string, query: Query): Promise<unknown> => {
    const address = addressOf(url, path, query)
    const headers = new Headers({ Accept: 'application/json' })
    if (apiKey !== undefined && place === 'header') headers.set('X-BUGZILLA-API-KEY', apiKey)
    if (apiKey !== undefined && place === 'query') address.searchParams.set('api_key', apiKey)
    requests++
    const ends = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
    try {
      // Elsewhere nobody may read the key.
      const response = await fetch(address, { headers, signal: ends, redirect: 'manual' })
      return await readAnswer(response, path)
    } catch (error) {
      signal?.throwIfAborted()
      throw failureOf(error, path)
    }
  }

  const get = async (path: string, query: Query = {}, patience: Patience = {}): Promise<unknown> => {
    const { attempts = mostAttempts, connections = mostAttempts } = patience
    const most = { broken: attempts, unreachable: connections, throttled: mostAttempts, refused: 1 }
    let broken: AskError | undefined
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      try {
        const answer = await pace.run(() => request(path, query))
        pace.answered()
        return answer
      } catch (error) {
        if (!(error instanceof AskError)) throw error
        if (error.kind === 'broken') broken = error
        // Who answered before, if badly, is there: then this is not about the source, but about what was asked for.
        if (attempt >= most[error.kind]) throw hideKey(error.kind === 'refused' ? error : (broken ?? error), apiKey)
        const wait = Math.min(longestWait, retryAfter(error) ?? firstWait * 2 ** (attempt - 1))
        if (error.kind === 'throttled') pace.slowDown(wait)
        else await pause(wait)
      }
    }
  }
  return { url, get, sendKeyIn: (next) => void (place = next), requests: () => requests }
}

function addressOf(url: string, path: string, query: Query): URL {
  const address = new URL(`rest/${path}`, url)
  for (const [name, given] of Object.entries(query))
    for (const value of [given].flat()) if (value !== undefined) address.searchParams.append(name, String(value))
  return address
}

/** The failure of a request that has no answer. */
function failureOf(error: unknown, path: string): AskError {
  if (error instanceof AskError) return error
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new AskError('broken', `/rest/${path} took too long`, { cause: error })
  const deepest = bottomOf(error)
  return new AskError('unreachable', deepest.message || deepest.name, { cause: error })
}

function bottomOf(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) return bottomOf(error.errors[0])
  if (error instanceof Error && error.cause instanceof Error) return bottomOf(error.cause)
  return error instanceof Error ? error : new Error(String(error))
}

/** A tracker may repeat in its message what it was given. */
function hideKey(error: AskError, apiKey: string | undefined): AskError {
  if (apiKey === undefined || !error.message.includes(apiKey)) return error
  const { kind, message, status, code } = error
  return new AskError(kind, message.replaceAll(apiKey, '***'), { status, code })
}
