// Requests on their way, with a time limit for each.
import { TrackerError } from './errors.js'
import { receive, type Received } from './received.js'
import { retried, type Retrying } from './retry.js'
import { untilAborted } from './until-aborted.js'

export interface SendOptions extends Pick<Retrying, 'attempts'> {
  readonly fetch: (request: Request) => Promise<Response>
  /** Milliseconds for one attempt. */
  readonly timeout: number
}

interface Attempt extends Omit<Retrying, 'attempts'> {
  readonly make: (signal: AbortSignal) => Request
}

/**
 * Sends a request until there is a response.
 * @throws connection_failed, timed_out; the reason of `signal` when it aborts
 */
export async function send(
  { fetch, attempts, timeout }: SendOptions,
  { make, isRepeatable, signal }: Attempt,
): Promise<Received> {
  return retried(() => once(fetch, make, timeout, signal), { attempts, isRepeatable, signal })
}

async function once(
  fetch: SendOptions['fetch'],
  make: Attempt['make'],
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Received> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const abort = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  const onTime = () => ending.abort(new TrackerError('timed_out', `No answer within ${timeout} milliseconds.`))
  const timer = setTimeout(onTime, timeout)
  const work = async () => receive(await fetch(make(ending.signal)))
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
