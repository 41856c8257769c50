// Numbers of stored items and of pending deliveries, for metrics.
import type { OutboxEntity } from '../delivery/outbox/claims.js'
import { retrying } from '../call/retry.js'
import type { Environment } from '../kernel/environment.js'
import type { Reader, TrackerSchema, Where } from '../schema/index.js'
import type { Store } from '../store/index.js'

/** Metrics of an outbox. */
export interface QueueFigures {
  readonly waiting: number
  /** How many seconds the oldest of it has waited; 0 when nothing waits. */
  readonly oldest: number
  /** Number of failed rows that are still kept. */
  readonly dead: number
}

/** How much there is in a tracker, whoever may see it. */
export interface Figures {
  readonly bugs: number
  readonly comments: number
  readonly users: number
  readonly mail: QueueFigures
  readonly webhooks: QueueFigures
}

/** Timeout in milliseconds. The read blocks no others. */
const patience = 10_000

/** Reads them, all as of one moment. */
export function readFigures(store: Store<TrackerSchema>, environment: Environment): Promise<Figures> {
  const read = async (tx: Reader): Promise<Figures> => ({
    bugs: await tx.count('bugs'),
    comments: await tx.count('comments'),
    users: await tx.count('users'),
    mail: await queueOf(tx, environment, 'mail_outbox'),
    webhooks: await queueOf(tx, environment, 'webhook_deliveries'),
  })
  return retrying(environment, () => store.read(read, { scan: { timeout: patience } }))
}

async function queueOf(tx: Reader, { clock }: Environment, entity: OutboxEntity): Promise<QueueFigures> {
  const inState = (state: string) => {
    const where: Where<'mail_outbox'> = { col: 'state', eq: state }
    // Both have the column.
    return where as never
  }
  const waiting = await tx.count(entity, inState('waiting'))
  const dead = await tx.count(entity, inState('dead'))
  const oldest =
    waiting === 0
      ? []
      : await tx.select({
          from: entity,
          where: inState('waiting'),
          order: [{ col: 'creation_time' }],
          limit: 1,
          columns: ['creation_time'],
        })
  const since = oldest[0]?.creation_time.getTime() ?? Infinity
  return { waiting, dead, oldest: Math.max(0, (clock().getTime() - since) / 1000) }
}
