import { createWorkQueue } from '../../auth/work-queue.js'
import type { Caller } from '../../call/context.js'
import type { WebhookSender } from '../../call/webhook-sender.js'
import { isTrackerError, TrackerError } from '../../kernel/errors.js'
import { requireUrl } from './address.js'

/** For the whole process: looking up a name occupies one of its few threads, and cannot be ended. */
const lookUps = createWorkQueue({ atOnce: 4, waiting: 100 })

/** In milliseconds, waiting for a turn included. */
const longestLookUp = 5000

/**
 * Checks that requests may go to the URL, as far as the sender can find out.
 * @throws webhook_url_invalid, also when the name cannot be looked up in time
 */
export async function checkUrl(
  text: string | undefined,
  sender: WebhookSender | undefined,
  { user }: Pick<Caller, 'user'>,
): Promise<void> {
  const url = text === undefined ? undefined : requireUrl(text)
  if (url === undefined || !sender) return
  const over = new AbortController()
  const { signal } = over
  const timer = setTimeout(() => over.abort(new Error('the lookup timed out')), longestLookUp)
  try {
    await untilAborted(
      signal,
      lookUps.run(() => check(sender, url, signal), { key: String(user?.id) }),
    )
  } catch (error) {
    throw new TrackerError('webhook_url_invalid', { field: 'url', reason: reasonOf(error) })
  } finally {
    clearTimeout(timer)
  }
}

/** Occupies its place until the sender has finished, so that abandoned lookups count too. */
async function check(sender: WebhookSender, url: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await sender.check(url, { signal })
}

/** The same for senders that ignore the signal. */
function untilAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    work.then(resolve, reject)
  })
}

function reasonOf(error: unknown): string {
  if (isTrackerError(error, 'too_busy')) return 'it could not be looked up: too many look-ups are under way'
  return error instanceof Error ? error.message : 'requests cannot go there'
}
