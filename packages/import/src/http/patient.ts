// Retries temporary failures, and never reveals the key.
import { AskError } from './ask-error.js'
import { retryAfter } from './busy.js'
import { createPace } from './pace.js'
import { pause as pauseFor } from './pause.js'

/** How a source may be asked. */
export interface PatientOptions {
  /** How many requests are on their way at once. */
  readonly concurrency: number
  /** How many requests begin in a second. */
  readonly rate: number
  /** Milliseconds after which a request is given up. Default: 60,000. */
  readonly timeout?: number | undefined
  /** The key, which no message may contain. */
  readonly secret?: string | undefined
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined
  /** Waits this many milliseconds. For tests. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined
}

/** Timeout of one request. */
export interface Patience {
  /** Attempts for broken responses. A busy source always gets 6 attempts. Default: 6. */
  readonly attempts?: number | undefined
  /** How often it is tried when the source cannot be reached. Default: 6. */
  readonly connections?: number | undefined
}

/** Makes a request that ends by the signal it is given, again and again where it must be. @throws AskError */
export type Patient = <T>(request: (ends: AbortSignal) => Promise<T>, where: string, patience?: Patience) => Promise<T>

const mostAttempts = 6
const firstWait = 1000
/** Maximum milliseconds of a requested pause. */
export const longestWait = 600_000

export function createPatient(options: PatientOptions): Patient {
  const { concurrency, rate, timeout = 60_000, secret, signal } = options
  const pause = options.pause ?? ((time: number) => pauseFor(time, signal))
  const pace = createPace({ concurrency, rate, pause })
  const tryOnce = async <T>(request: (ends: AbortSignal) => Promise<T>, where: string): Promise<T> => {
    // Not `AbortSignal.timeout`: `AbortSignal.any` holds it weakly, so that Node may collect it before its time.
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(new AskError('broken', `${where} took too long`)), timeout)
    try {
      return await request(signal ? AbortSignal.any([signal, over.signal]) : over.signal)
    } catch (error) {
      signal?.throwIfAborted()
      throw failureOf(over.signal.aborted ? over.signal.reason : error)
    } finally {
      clearTimeout(timer)
    }
  }
  return async (request, where, { attempts = mostAttempts, connections = mostAttempts } = {}) => {
    const most = { broken: attempts, unreachable: connections, throttled: mostAttempts, refused: 1 }
    let broken: AskError | undefined
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      try {
        const answer = await pace.run(() => tryOnce(request, where))
        pace.answered()
        return answer
      } catch (error) {
        if (!(error instanceof AskError)) throw error
        if (error.kind === 'broken') broken = error
        // The source has responded before, so this failure concerns the requested item.
        if (attempt >= most[error.kind]) throw hideKey(error.kind === 'refused' ? error : (broken ?? error), secret)
        const wait = Math.min(longestWait, retryAfter(error) ?? firstWait * 2 ** (attempt - 1))
        if (error.kind === 'throttled') pace.slowDown(wait)
        else await pause(wait)
      }
    }
  }
}

/** The failure of a request that has no answer. */
function failureOf(error: unknown): AskError {
  if (error instanceof AskError) return error
  const deepest = bottomOf(error)
  return new AskError('unreachable', deepest.message || deepest.name, { cause: error })
}

function bottomOf(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) return bottomOf(error.errors[0])
  if (error instanceof Error && error.cause instanceof Error) return bottomOf(error.cause)
  return error instanceof Error ? error : new Error(String(error))
}

/** The source's message may repeat the request. */
function hideKey(error: AskError, secret: string | undefined): AskError {
  if (secret === undefined || !error.message.includes(secret)) return error
  const { kind, message, status, code } = error
  return new AskError(kind, message.replaceAll(secret, '***'), { status, code })
}
