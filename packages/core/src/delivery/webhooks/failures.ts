// Failures of webhooks. Failures about changes that the caller cannot see now are not even counted.
import type { Call } from '../../call/context.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import type { Reader, Where } from '../../schema/index.js'
import type { Delivery } from './deliveries.js'
import { selectLog } from './log.js'

/** Maximum number of failures counted per webhook. */
const mostCounted = 1000

/** Returns deliveries that failed at least once and were not sent, by webhook. Costs one query if there are none. */
export async function failuresOf(
  tx: Reader,
  call: Call,
  webhooks: readonly Webhook[],
): Promise<Map<number, readonly Delivery[]>> {
  if (webhooks.length === 0) return new Map()
  const counted = await tx.countBy({
    from: 'webhook_deliveries',
    where: { and: [{ col: 'webhook_id', in: webhooks.map(({ id }) => id) }, ...failing] },
    by: [{ col: 'webhook_id' }],
    limit: webhooks.length,
  })
  const ids = new Set(counted.map(({ key }) => key[0]))
  const failures = new Map<number, readonly Delivery[]>()
  for (const webhook of webhooks.filter(({ id }) => ids.has(id)))
    failures.set(webhook.id, (await selectLog(tx, call, webhook, { where: failing, limit: mostCounted })).rows)
  return failures
}

/** Since when a webhook fails, by these failures of it. */
export function failingSince({ failing_since }: Webhook, failures: readonly Delivery[] = []): Date | null {
  if (failing_since === null) return null
  // Deliveries that used up their attempts before `failing_since` do not belong to this failure.
  const lately = failures.filter(({ next_attempt }) => next_attempt >= failing_since)
  const first = lately.at(-1)
  if (!first) return null
  return first.creation_time > failing_since ? first.creation_time : failing_since
}

/** Pings do not count: their result is reported immediately. */
const failing: readonly Where<'webhook_deliveries'>[] = [
  { not: { col: 'kind', eq: 'ping' } },
  {
    or: [
      { col: 'state', eq: 'dead' },
      {
        and: [
          { col: 'state', eq: 'waiting' },
          { col: 'attempts', gt: 0 },
        ],
      },
    ],
  },
]
