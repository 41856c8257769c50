// Webhooks in behaviour tests: a sender that keeps what it is given, and worlds whose trackers have one.
import { Webhook } from 'standardwebhooks'
import type { WebhookRequest, WebhookResponse, WebhookSender } from '../src/call/webhook-sender.js'
import { inStore } from './bug-rows.js'
import type { World } from './harness.js'

type Answer = Partial<WebhookResponse>

export interface RecordingSender extends WebhookSender {
  /** In the order in which they were made. */
  readonly requests: WebhookRequest[]
  /** The responses of receivers; replaceable. Default: 204. */
  answer: (request: WebhookRequest) => Promise<Answer> | Answer
}

export function recordingSender(): RecordingSender {
  const requests: WebhookRequest[] = []
  const sender: RecordingSender = {
    requests,
    answer: () => ({}),
    check: async () => undefined,
    async send(request) {
      requests.push(request)
      return { status: 204, headers: {}, body: '', ...(await sender.answer(request)) }
    },
  }
  return sender
}

interface Body {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly change: Record<string, unknown> & { readonly seq: number; readonly comments: { readonly id: number }[] }
    readonly bug: Record<string, unknown> & { readonly id: number }
    readonly comments?: { readonly id: number; readonly text: string }[]
  }
}

export function bodyOf({ body }: Pick<WebhookRequest, 'body'>): Body {
  return JSON.parse(body) as Body
}

type Open = (options: { webhooks: { sender: WebhookSender; onDemand: boolean } }) => Promise<World>

/** A world with a tracker that delivers webhooks on demand, where all members of editbugs may have webhooks. */
export async function openWebhookWorld(open: Open) {
  const sender = recordingSender()
  const world = await open({ webhooks: { sender, onDemand: true } })
  await world.tracker.asSystem().parameters.update({ parameters: { webhook_group: 'editbugs' } })
  /** Creates a webhook for all events. */
  const hook = async (who: string, input: object = {}) =>
    world.as(who).webhooks.create({
      name: 'Builds',
      url: 'https://ci.example.com/bugs',
      events: ['created', 'changed', 'comment', 'attachment', 'flag', 'hidden', 'deleted'],
      ...input,
    })
  /** Delivers what is due, and returns the requests since the last call. */
  const arrived = async (): Promise<WebhookRequest[]> => {
    await world.tracker.deliverWebhooks()
    return sender.requests.splice(0)
  }
  const told = async () => (await arrived()).map(bodyOf)
  return { world, sender, hook, arrived, told }
}

/**
 * Returns whether a receiver's library accepts the signature. Signatures expire after minutes, so the time is that of
 * the test.
 */
export function verify(secret: string, { body, headers }: WebhookRequest): boolean {
  const RealDate = Date
  const now = Number(headers['webhook-timestamp']) * 1000
  // The library asks the clock.
  const clock = RealDate.now
  RealDate.now = () => now
  try {
    new Webhook(secret).verify(body, { ...headers })
    return true
  } catch {
    return false
  } finally {
    RealDate.now = clock
  }
}

export async function deliveries({ store }: Pick<World, 'store'>) {
  return inStore(store, (tx) => tx.select({ from: 'webhook_deliveries', order: [{ col: 'id' }] }))
}
