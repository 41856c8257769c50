// What is due, and who deals with it.
import { addMinutes } from 'date-fns/addMinutes'
import type { Webhook } from '../../domain/webhooks/find.js'
import { groupBy } from '../../kernel/collections.js'
import type { Environment } from '../../kernel/environment.js'
import { claimOf, isDue, released, type Claimant } from '../outbox/claims.js'
import type { Reader, Where, Writer } from '../../schema/index.js'
import { longestPause, maxAttempts, nextAttempt } from './attempts.js'
import { endDelivery, type Delivery } from './deliveries.js'

/** How many requests of one webhook are made at once. */
const mostOfOne = 4

/** What is remembered of an attempt whose end nobody has written down. */
const crash = 'the process that was sending it ended'

type Deliveries = Where<'webhook_deliveries'>

/** What the claimant has room for. */
export interface Room {
  readonly count: number
  /** How many of each webhook it has in hand. */
  readonly inHand: ReadonlyMap<number, number>
}

interface Due {
  readonly rows: readonly Delivery[]
  /** Webhooks that fail, of which one delivery is tried. */
  readonly probed: readonly number[]
}

/** What is due now, as far as there is room. */
export async function findDue(tx: Reader, now: Date, { count, inHand }: Room): Promise<Due> {
  const handled = (id: number) => inHand.get(id) ?? 0
  const enabled = await tx.select({ from: 'webhooks', where: { col: 'is_enabled', eq: true } })
  const sound = enabled.filter((one) => one.failing_since === null && handled(one.id) < mostOfOne)
  const failing = enabled.filter((one) => one.failing_since !== null && isOver(one, now) && handled(one.id) === 0)
  // Tries are for webhooks of any state.
  const tries = await selectDue(tx, now, { col: 'kind', eq: 'ping' }, count)
  const ordinary = await selectDue(tx, now, changesOf(sound), count * mostOfOne)
  const probes = (await Promise.all(failing.map((one) => selectDue(tx, now, changesOf([one]), 1)))).flat()
  const rows = withinRoom([...tries, ...probes, ...ordinary], count, inHand)
  const taken = new Set(rows)
  return { rows, probed: probes.filter((row) => taken.has(row)).map(({ webhook_id }) => webhook_id) }
}

/** Claims at most so many that are due. Returns them as they were. */
export async function claim(
  tx: Writer,
  environment: Pick<Environment, 'clock' | 'random'>,
  me: Claimant,
  room: Room,
): Promise<Delivery[]> {
  const now = environment.clock()
  const { rows, probed } = await findDue(tx, now, room)
  const spent = rows.filter((row) => row.attempts >= maxAttempts)
  if (spent.length > 0) {
    for (const row of spent) await endDelivery(tx, row, { state: 'dead', ...released })
    return claim(tx, environment, me, room)
  }
  // Counted here already: who ends with the process writes nothing down.
  for (const [before, alike] of groupBy(rows, (row) => row.attempts)) {
    const attempts = before + 1
    const ids = alike.map(({ id }) => id)
    const next_attempt = nextAttempt(now, attempts, 0, environment)
    const set = { attempts, last_error: crash, next_attempt, ...claimOf(me, now) }
    await tx.update('webhook_deliveries', { col: 'id', in: ids }, set)
  }
  // Nobody else tries another one meanwhile.
  if (probed.length > 0) await tx.update('webhooks', { col: 'id', in: probed }, { retry_time: addMinutes(now, 1) })
  return [...rows]
}

/** Whether the pause of a webhook that fails is over. One that is longer than any was written by a clock that was ahead. */
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
