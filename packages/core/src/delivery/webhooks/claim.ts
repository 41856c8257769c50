// Finds and claims due deliveries.
import { addMinutes } from 'date-fns/addMinutes'
import type { Webhook } from '../../domain/webhooks/find.js'
import type { Environment } from '../../kernel/environment.js'
import { claimDue, isDue, released, type Claimant } from '../outbox/claims.js'
import type { Reader, Where, Writer } from '../../schema/index.js'
import { longestPause, maxAttempts, nextAttempt } from './attempts.js'
import { endDelivery, type Delivery } from './deliveries.js'

/** Concurrent requests of one webhook. */
const mostOfOne = 4

const crash = 'the process that was sending it ended'

type Deliveries = Where<'webhook_deliveries'>

export interface Room {
  readonly count: number
  /** Active claims by webhook. */
  readonly inHand: ReadonlyMap<number, number>
}

interface Due {
  readonly rows: readonly Delivery[]
  /** Failing webhooks, of which one delivery is tried. */
  readonly probed: readonly number[]
}

export async function findDue(tx: Reader, now: Date, { count, inHand }: Room): Promise<Due> {
  const handled = (id: number) => inHand.get(id) ?? 0
  const enabled = await tx.select({ from: 'webhooks', where: { col: 'is_enabled', eq: true } })
  const sound = enabled.filter((one) => one.failing_since === null && handled(one.id) < mostOfOne)
  const failing = enabled.filter((one) => one.failing_since !== null && isOver(one, now) && handled(one.id) === 0)
  // Pings are sent for webhooks of any state.
  const tries = await selectDue(tx, now, { col: 'kind', eq: 'ping' }, count)
  const ordinary = await selectDue(tx, now, changesOf(sound), count * mostOfOne)
  const probes = (await Promise.all(failing.map((one) => selectDue(tx, now, changesOf([one]), 1)))).flat()
  const rows = withinRoom([...tries, ...probes, ...ordinary], count, inHand)
  const taken = new Set(rows)
  return { rows, probed: probes.filter((row) => taken.has(row)).map(({ webhook_id }) => webhook_id) }
}

/** Claims at most as many due deliveries as there is room for and returns them as they were. */
export async function claim(
  tx: Writer,
  environment: Pick<Environment, 'clock' | 'random'>,
  me: Claimant,
  room: Room,
): Promise<readonly Delivery[]> {
  const now = environment.clock()
  let probed: readonly number[] = []
  const rows = await claimDue(tx, me, now, {
    entity: 'webhook_deliveries',
    maxAttempts,
    findDue: async () => {
      const due = await findDue(tx, now, room)
      probed = due.probed
      return due.rows
    },
    giveUp: async (spent) => {
      for (const row of spent) await endDelivery(tx, row, { state: 'dead', ...released })
    },
    afterCrash: (before) => {
      const attempts = before + 1
      return { attempts, last_error: crash, next_attempt: nextAttempt(now, attempts, 0, environment) }
    },
  })
  // No other process probes them at the same time.
  if (probed.length > 0) await tx.update('webhooks', { col: 'id', in: probed }, { retry_time: addMinutes(now, 1) })
  return rows
}

/** The pause of a failing webhook is over. One that is longer than any was written by a clock that was ahead. */
function isOver({ retry_time }: Webhook, now: Date): boolean {
  return retry_time === null || retry_time <= now || retry_time.getTime() > now.getTime() + longestPause
}

function changesOf(webhooks: readonly Webhook[]): Deliveries {
  const ids = webhooks.map(({ id }) => id)
  return {
    and: [{ col: 'webhook_id', in: ids }, { not: { col: 'kind', eq: 'ping' } }],
  }
}

async function selectDue(tx: Reader, now: Date, where: Deliveries, limit: number): Promise<Delivery[]> {
  return tx.select({
    from: 'webhook_deliveries',
    where: { and: [where, isDue<'webhook_deliveries'>(now, longestPause)] },
    order: [{ col: 'next_attempt' }, { col: 'id' }],
    limit,
  })
}

function withinRoom(rows: readonly Delivery[], count: number, inHand: Room['inHand']): Delivery[] {
  const counts = new Map(inHand)
  const some = rows.filter(({ webhook_id }) => {
    const number = (counts.get(webhook_id) ?? 0) + 1
    counts.set(webhook_id, number)
    return number <= mostOfOne
  })
  return some.slice(0, count)
}
