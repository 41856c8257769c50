// Trying a webhook: the attempt is made after the commit, and waited for.
import { setTimeout as wait } from 'node:timers/promises'
import type { Credential, ProvenCredential } from '../auth/identity.js'
import type { WebhooksDeliveriesAnswer, WebhooksPingAnswer, WebhooksPingInput } from '../generated/operations.js'
import type { WebhookDispatcher } from '../delivery/webhooks/dispatcher.js'
import { operations } from './operations.js'
import type { RequestDetails, Run } from './runner.js'

/** Milliseconds: another process may be the one that makes the request, and the receiver may take its time. */
const patience = 25_000
const [firstPause, longestPause] = [10, 500]

export function createPinger(run: Run, dispatcher: WebhookDispatcher | undefined) {
  /** The delivery as it is once it has been tried; when that takes too long, as it is then. */
  return async (
    credential: Credential | ProvenCredential,
    input: unknown,
    details: RequestDetails,
  ): Promise<unknown> => {
    const answer = (await run(operations.webhooks.ping, credential, input, details)) as WebhooksPingAnswer
    await dispatcher?.look()
    const { id } = input as WebhooksPingInput
    const end = performance.now() + patience
    let { delivery } = answer
    for (let pause = firstPause; delivery.state === 'waiting' && performance.now() < end; pause *= 2) {
      await wait(Math.min(pause, longestPause), undefined, { signal: details.signal })
      const log = operations.webhooks.deliveries
      const wanted = { id, before: delivery.id + 1, limit: 1 }
      // The caller may have the webhook, or would not have come so far; to prove a password for each look costs too much.
      const { deliveries } = (await run(log, { system: true }, wanted, {
        signal: details.signal,
      })) as WebhooksDeliveriesAnswer
      if (deliveries[0]?.id !== delivery.id) break
      delivery = deliveries[0]
    }
    return { delivery }
  }
}
