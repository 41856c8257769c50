// Records the outcome of a delivery attempt and updates the webhook.
import { addDays } from 'date-fns/addDays'
import { addMinutes } from 'date-fns/addMinutes'
import type { Webhook } from '../../domain/webhooks/find.js'
import { lastError } from '../../domain/webhooks/last-error.js'
import { claimedBy, released, type Claimant } from '../outbox/claims.js'
import { errorText } from '../outbox/error-text.js'
import type { DeliveryEnded } from '../../kernel/observer.js'
import type { Writer } from '../../schema/index.js'
import { maxAttempts, nextAttempt, nextProbe } from './attempts.js'
import type { WebhookContext } from './context.js'
import { endDelivery, type Delivery } from './deliveries.js'
import { disableWebhook } from './disable.js'

/** Response of the receiver, if any. */
export interface Answered {
  readonly status: number | null
  /** Milliseconds. */
  readonly duration: number
  readonly answer: string | null
}

/**
 * Result of an attempt.
 * - nothing: the owner cannot see the change (any more)
 * - unwanted: the owner is no longer permitted to have webhooks
 * - unmade: the request could not be built, which is not the receiver's fault
 * - stopped: the tracker was closed during the attempt
 */
export type Outcome =
  | { readonly result: 'nothing' | 'unwanted' | 'stopped' }
  | { readonly result: 'unmade'; readonly error: unknown }
  | ({ readonly result: 'sent' } & Answered)
  | ({ readonly result: 'failed'; readonly error: unknown; readonly retryAfter: number } & Answered)

/** Outcome reported to observers. Undefined if no attempt was made. */
type Settled = DeliveryEnded['outcome'] | undefined

/** Writes down how an attempt ended. `row`: as it was before it was claimed. */
export async function settle(
  context: WebhookContext,
  tx: Writer,
  me: Claimant,
  row: Delivery,
  outcome: Outcome,
): Promise<Settled> {
  const now = context.environment.clock()
  const mine = await tx.count('webhook_deliveries', claimedBy<'webhook_deliveries'>(me, [row.id]))
  const [webhook] = await tx.select({ from: 'webhooks', where: { col: 'id', eq: row.webhook_id } })
  if (mine === 0 || !webhook) return undefined
  switch (outcome.result) {
    case 'nothing':
      await endDelivery(tx, row, 'removed')
      await noteNothing(tx, webhook, now)
      return undefined
    case 'unwanted': {
      const last_error = 'the owner of the webhook may have none'
      await endDelivery(tx, row, { state: 'dropped', sent_time: now, last_error, ...released })
      await noteNothing(tx, webhook, now)
      return undefined
    }
    case 'stopped': {
      const last_error = 'the tracker was closed'
      const again = { next_attempt: now, last_error, ...released }
      await tx.update('webhook_deliveries', { col: 'id', eq: row.id }, again)
      await noteNothing(tx, webhook, now)
      return undefined
    }
    case 'sent': {
      const { status, duration, answer } = outcome
      const sent = { state: 'sent', sent_time: now, attempts: row.attempts, last_error: null, ...released }
      await endDelivery(tx, row, { ...sent, status, duration, answer })
      await noteSuccess(tx, webhook, now)
      return 'sent'
    }
    case 'unmade':
    case 'failed':
      return settleFailure(context, tx, { row, webhook, now }, outcome)
  }
}

interface Failing {
  readonly row: Delivery
  readonly webhook: Webhook
  readonly now: Date
}

async function settleFailure(
  context: WebhookContext,
  tx: Writer,
  { row, webhook, now }: Failing,
  outcome: Extract<Outcome, { readonly error: unknown }>,
): Promise<'failed' | 'dead'> {
  const answered = outcome.result === 'failed' ? outcome : { status: null, duration: null, answer: null, retryAfter: 0 }
  const { status, duration, answer, retryAfter } = answered
  const attempts = row.attempts + 1
  const last_error = errorText(outcome.error)
  const next_attempt = nextAttempt(now, attempts, retryAfter, context.environment)
  const failed = { status, duration, answer, attempts, last_error, next_attempt, ...released }
  // A ping is not retried.
  const isOver = row.kind === 'ping' || attempts >= maxAttempts
  if (isOver) await endDelivery(tx, row, { ...failed, state: 'dead' })
  else await tx.update('webhook_deliveries', { col: 'id', eq: row.id }, failed)
  if (row.kind === 'ping') return 'dead'
  if (outcome.result === 'unmade') await noteNothing(tx, webhook, now)
  else await noteFailure(context, tx, { row, webhook, now }, { last_error, retryAfter, isGone: status === 410 })
  return isOver ? 'dead' : 'failed'
}

/** The webhook is sound. Written at most once a minute while that stays so. */
async function noteSuccess(tx: Writer, webhook: Webhook, now: Date): Promise<void> {
  const { last_success, failing_since } = webhook
  const isKnown = last_success !== null && last_success <= now && addMinutes(last_success, 1) > now
  if (failing_since === null && isKnown) return
  const set = { last_success: now, failing_since: null, retry_time: null }
  await tx.update('webhooks', { col: 'id', eq: webhook.id }, set)
}

/** The result does not depend on the receiver, so a failing webhook is tried immediately with the next delivery. */
async function noteNothing(tx: Writer, webhook: Webhook, now: Date): Promise<void> {
  if (webhook.failing_since !== null) await tx.update('webhooks', { col: 'id', eq: webhook.id }, { retry_time: now })
}

interface Failure {
  readonly last_error: string
  readonly retryAfter: number
  readonly isGone: boolean
}

/** All of the webhook waits for the next attempt. It is given up when nothing has succeeded for days. */
async function noteFailure(
  context: WebhookContext,
  tx: Writer,
  { webhook, now }: Failing,
  { last_error, retryAfter, isGone }: Failure,
): Promise<void> {
  const failing_since = webhook.failing_since ?? now
  const retry_time = nextProbe(now, failing_since, retryAfter, context.environment)
  await tx.update('webhooks', { col: 'id', eq: webhook.id }, { failing_since, retry_time })
  if (!webhook.is_enabled) return
  const { catalogue } = await context.readSetup(tx)
  const days = Number(catalogue.parameters.webhook_disable_days)
  if (isGone) await disableWebhook(context, tx, now, webhook, 'the receiver answered 410: it wants no more')
  else if (addDays(failing_since, days) <= now)
    await disableWebhook(context, tx, now, webhook, `nothing has succeeded for ${days} days${lastError}${last_error}`)
}
