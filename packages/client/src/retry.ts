// Retries of requests, and the pauses between them.
import { TrackerError } from './errors.js'
import type { Received } from './received.js'
import { untilAborted } from './until-aborted.js'

export interface Retrying {
  /** How often a request is tried at most. */
  readonly attempts: number
  /** True if it can be retried even if it may have succeeded. Checked after each attempt. */
  readonly isRepeatable: () => boolean
  readonly signal: AbortSignal | undefined
}

/** Responses of busy servers and proxies. */
const passing: readonly number[] = [429, 502, 503, 504]

/** The longest that a server may have a client wait, in milliseconds. */
const longestWait = 60_000

/**
 * Repeatable requests are retried when no response comes or the server is busy; all others only if no server accepted the
 * connection. If the server requests a pause of more than a minute, its response is returned.
 * @throws the error of the last attempt; the reason of `signal` when it aborts
 */
export async function retried(
  attempt: () => Promise<Received>,
  { attempts, isRepeatable, signal }: Retrying,
): Promise<Received> {
  for (let count = 1; ; count++) {
    const pause = 100 * 2 ** count * (0.5 + Math.random() / 2)
    const isLast = count >= attempts
    try {
      const received = await attempt()
      const delay = waitOf(received.retryAfter) ?? pause
      if (isLast || !isRepeatable() || !passing.includes(received.status) || delay > longestWait) return received
      await sleep(delay, signal)
    } catch (error) {
      const isOver = signal?.aborted === true || !(error instanceof TrackerError)
      if (isLast || isOver || !(isRepeatable() || isRefused(error.cause))) throw error
      await sleep(pause, signal)
    }
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
