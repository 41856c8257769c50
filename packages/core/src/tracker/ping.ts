// Tries a webhook: waits for the attempt, which is made after the commit.
import { setTimeout as wait } from 'node:timers/promises'
import type { WebhooksDeliveriesAnswer, WebhooksPingAnswer, WebhooksPingInput } from '@trackerkit/types'
import { getWebhookDeliveries } from '../operations/webhooks/deliveries.js'
import type { TrackerContext } from './context.js'
import type { Run } from './request.js'

/** Milliseconds: another process may be the one that makes the request, and the receiver may take its time. */
const timeout = 25_000
const [firstPause, longestPause] = [10, 500]

/** Returns the delivery once it has been tried; after the timeout, as it is then. */
export function createPing({ webhooks }: TrackerContext, run: Run): Run {
  return async (operation, credential, input, details = {}) => {
    const answer = (await run(operation, credential, input, details)) as WebhooksPingAnswer
    await webhooks?.dispatcher.look()
    const { id } = input as WebhooksPingInput
    const end = performance.now() + timeout
    let { delivery } = answer
    for (let pause = firstPause; delivery.state === 'waiting' && performance.now() < end; pause *= 2) {
      await wait(Math.min(pause, longestPause), undefined, { signal: details.signal })
      const log = getWebhookDeliveries
      const wanted = { id, before: delivery.id + 1, limit: 1 }
      // The caller may see the webhook, as the ping has succeeded; proving a password for each look is too slow.
      const { deliveries } = (await run(log, { system: true }, wanted, {
        signal: details.signal,
      })) as WebhooksDeliveriesAnswer
      if (deliveries[0]?.id !== delivery.id) break
      delivery = deliveries[0]
    }
    return { delivery }
  }
}
