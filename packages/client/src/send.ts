// Requests on their way: time limits, and which are tried again.
import { TrackerError } from './errors.js'

export interface SendOptions {
  readonly fetch: (request: Request) => Promise<Response>
  /** How often a request is tried at most. */
  readonly attempts: number
  /** Milliseconds for one attempt. */
  readonly timeout: number
}

/** A response with its complete body. */
export interface Received {
  readonly status: number
  readonly bytes: Uint8Array
  /** The ID of the request in the server's log, if the response has it. */
  readonly requestId: string | undefined
  /** True if the server supports idempotency keys. */
  readonly knowsKeys: boolean
}

interface Attempt {
  readonly make: (signal: AbortSignal) => Request
  /** True if it can be retried even if it may have succeeded. Checked after each attempt. */
  readonly isRepeatable: () => boolean
  readonly signal: AbortSignal | undefined
}

/** Responses of busy servers and proxies. */
const passing: readonly number[] = [429, 502, 503, 504]

/** The longest that a server may have a client wait, in milliseconds. */
const longestWait = 60_000

/**
 * Sends a request until there is a response. Repeatable requests are retried when no response comes or the server is
 * busy; all others only if no server accepted the connection. If the server requests a pause of more than a minute, its
 * response is returned.
 * @throws connection_failed, timed_out; the reason of `signal` when it aborts
 */
export async function send(
  { fetch, attempts, timeout }: SendOptions,
  { make, isRepeatable, signal }: Attempt,
): Promise<Received> {
  for (let attempt = 1; ; attempt++) {
    const pause = 100 * 2 ** attempt * (0.5 + Math.random() / 2)
    const isLast = attempt >= attempts
    try {
      const { received, wait } = await once(fetch, make, timeout, signal)
      const delay = wait ?? pause
      if (isLast || !isRepeatable() || !passing.includes(received.status) || delay > longestWait) return received
      await sleep(delay, signal)
    } catch (error) {
      const isOver = signal?.aborted === true || !(error instanceof TrackerError)
      if (isLast || isOver || !(isRepeatable() || isRefused(error.cause))) throw error
      await sleep(pause, signal)
    }
  }
}

interface Heard {
  readonly received: Received
  /** Returns the milliseconds of Retry-After. */
  readonly wait: number | undefined
}

async function once(
  fetch: SendOptions['fetch'],
  make: Attempt['make'],
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Heard> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const abort = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  const onTime = () => ending.abort(new TrackerError('timed_out', `No answer within ${timeout} milliseconds.`))
  const timer = setTimeout(onTime, timeout)
  const work = async () => hear(await fetch(make(ending.signal)))
  try {
    // A custom `fetch` may ignore the signal.
    return await untilAborted(work(), ending.signal)
  } catch (cause) {
    if (ending.signal.aborted) throw ending.signal.reason
    throw new TrackerError('connection_failed', 'The connection to the tracker failed.', {
      cause,
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

async function hear(response: Response): Promise<Heard> {
  return { received: await receive(response), wait: waitOf(response.headers.get('retry-after')) }
}

/** Reads an answer to its end. */
export async function receive(response: Response): Promise<Received> {
  const { status, headers } = response
  return {
    status,
    bytes: new Uint8Array(await response.arrayBuffer()),
    requestId: headers.get('x-request-id') ?? undefined,
    knowsKeys: headers.has('trackerkit-version'),
  }
}

/** Seconds, or a time. */
function waitOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** Connection refused, so nothing was done: the codes of Node and Deno, and of Bun. */
function isRefused(cause: unknown): boolean {
  const { code, cause: inner } = (cause ?? {}) as { readonly code?: unknown; readonly cause?: unknown }
  return code === 'ECONNREFUSED' || code === 'ConnectionRefused' || (inner !== undefined && isRefused(inner))
}

/** @throws the reason of the signal */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await untilAborted(new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds))), signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Resolves with the work unless the signal aborts first.
 * @throws the reason of the signal
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
