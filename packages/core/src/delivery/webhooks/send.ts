// Makes the requests, some at once, and writes down how that ended.
import { setTimeout as wait } from 'node:timers/promises'
import type { WebhookResponse } from '../../call/webhook-sender.js'
import { validSecrets } from '../../domain/webhooks/secrets.js'
import { groupBy } from '../../kernel/collections.js'
import type { Claimant } from '../outbox/claims.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import { createInHand } from '../outbox/active-claims.js'
import { retryAfterOf } from './attempts.js'
import { claim, findDue, type Room } from './claim.js'
import { composeRequests, type Composed } from './compose.js'
import type { WebhookContext } from './context.js'
import type { Delivery } from './deliveries.js'
import { settle, type Outcome } from './record-outcome.js'
import { signatureOf } from './sign.js'
import { truncate } from '../../kernel/normalize.js'

/** Number of requests made at once. */
const concurrency = 32

/** Milliseconds after which an attempt has failed. */
const patience = 15_000

/** Maximum stored characters of a receiver's response. */
const keptAnswer = 1000

export interface RequestMaker {
  /** Starts due requests, as far as there is room. Returns true if calling it again immediately may find more. */
  fill(): Promise<boolean>
  isBusy(): boolean
  /** Resolves when no request is under way any more. */
  idle(): Promise<void>
  /** Ends the requests that are under way. */
  stop(): void
}

/** Creates a request maker. Calls `onRoom` whenever a delivery is finished. */
export function createRequestMaker(context: WebhookContext, me: Claimant, onRoom: () => void): RequestMaker {
  const { environment } = context
  const { logger } = environment
  const stopping = new AbortController()
  const inHand = createInHand<Delivery>({
    context,
    entity: 'webhook_deliveries',
    me,
    onRoom,
    failures: {
      end: 'could not write down how a request of a webhook ended',
      renewal: 'webhooks: cannot extend the claims of requests in progress',
    },
  })

  async function deal(row: Delivery, composed: Composed): Promise<void> {
    const outcome = composed.result === 'made' ? await attempt(context, row, composed, stopping.signal) : composed
    if (outcome.result === 'unmade')
      logger.error('a request of a webhook could not be made', { id: row.id, error: outcome.error })
    const settled = await writeInBackground(context, (tx) => settle(context, tx, me, row, outcome))
    if (settled) context.environment.observer?.delivery?.({ of: 'webhooks', outcome: settled })
  }

  function room(): Room {
    const ofWebhook = groupBy(inHand.rows(), ({ webhook_id }) => webhook_id)
    const counts = new Map(Array.from(ofWebhook, ([id, rows]) => [id, rows.length]))
    return { count: concurrency - inHand.size(), inHand: counts }
  }

  return {
    async fill() {
      if (stopping.signal.aborted || inHand.size() >= concurrency) return false
      // Check with a read first, because a write transaction would block others for nothing.
      const due = await readInBackground(context, (tx) => findDue(tx, environment.clock(), room()))
      if (due.rows.length === 0) return false
      const rows = await writeInBackground(context, (tx) => claim(tx, environment, me, room()))
      const composed = await composeRequests(context, rows)
      for (const row of rows) inHand.take(row, deal(row, composed.get(row.id) ?? { result: 'nothing' }))
      return rows.length > 0
    },
    isBusy: () => inHand.size() > 0,
    idle: () => inHand.idle(),
    stop: () => stopping.abort(),
  }
}

type Made = Extract<Composed, { readonly result: 'made' }>

/** Makes one request. Each attempt is signed again, because receivers reject old signatures. */
async function attempt(
  { sender, version, environment }: WebhookContext,
  { message_id }: Delivery,
  { webhook, body, traceparent }: Made,
  stopped: AbortSignal,
): Promise<Outcome> {
  const { clock, stopwatch } = environment
  const now = clock()
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers = {
    ...(webhook.headers as Readonly<Record<string, string>>),
    'content-type': 'application/json',
    'user-agent': `TrackerKit/${version}`,
    'webhook-id': message_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(validSecrets(webhook.secrets, now), message_id, timestamp, body),
    ...(traceparent !== undefined && { traceparent }),
  }
  const began = stopwatch()
  const duration = () => Math.round(stopwatch() - began)
  try {
    const response = await inTime(stopped, (signal) => sender.send({ url: webhook.url, headers, body, signal }))
    return outcomeOf(response, duration(), clock())
  } catch (error) {
    if (stopped.aborted) return { result: 'stopped' }
    return { result: 'failed', error, retryAfter: 0, status: null, duration: duration(), answer: null }
  }
}

function outcomeOf({ status, headers, body }: WebhookResponse, duration: number, now: Date): Outcome {
  // No database takes the character NUL in a text.
  const answer = truncate(body.replaceAll('\0', ''), keptAnswer)
  const answered = { status, duration, answer }
  if (status >= 200 && status < 300) return { result: 'sent', ...answered }
  const error = status >= 300 && status < 400 ? redirected(status) : new Error(`it responded with ${status}`)
  return { result: 'failed', error, retryAfter: retryAfterOf(status, headers['retry-after'], now), ...answered }
}

function redirected(status: number): Error {
  return new Error(`it responded with ${status}; redirects are not followed`)
}

/** Ends it also where the sender takes no notice of the signal. @throws Error when that takes too long, or at the end of all */
async function inTime<T>(stopped: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const signal = AbortSignal.any([stopped, over.signal])
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
  const cancelled = new AbortController()
  wait(patience, undefined, { ref: false, signal: cancelled.signal })
    .then(() => over.abort(new Error(`it did not respond within ${patience / 1000} seconds`)))
    .catch(() => undefined)
  try {
    return await Promise.race([work(signal), aborted])
  } finally {
    cancelled.abort()
    aborted.catch(() => undefined)
  }
}
