// Reads the delivery log. Deliveries about changes that the caller cannot see are left out.
import { visibleBugs } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import type { Reader, Where } from '../../schema/index.js'
import type { Delivery } from './deliveries.js'
import { readVisibleChanges } from './visible-changes.js'
import { concerns } from './match.js'
import { requestsAbout } from './requests.js'

/** Number of deliveries examined at once, and in total. */
const atOnce = 500
const mostLooked = 10_000

interface Wanted {
  readonly where: readonly Where<'webhook_deliveries'>[]
  /** Only those with lower numbers. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Returns the newest deliveries, at most `limit`. `isCut`: there may be more. */
export async function selectLog(
  tx: Reader,
  call: Call,
  webhook: Webhook,
  { where, before, limit }: Wanted,
): Promise<{ readonly rows: Delivery[]; readonly isCut: boolean }> {
  const rows: Delivery[] = []
  const size = Math.min(atOnce, limit + 1)
  let last = before
  for (let looked = 0; looked < mostLooked; looked += size) {
    await call.timeBudget.step()
    const older: readonly Where<'webhook_deliveries'>[] = last === undefined ? [] : [{ col: 'id', lt: last }]
    const some = await tx.select({
      from: 'webhook_deliveries',
      where: { and: [{ col: 'webhook_id', eq: webhook.id }, ...where, ...older] },
      order: [{ col: 'id', desc: true }],
      limit: size,
    })
    rows.push(...(await visibleTo(tx, call, webhook, some)))
    if (rows.length > limit) return { rows: rows.slice(0, limit), isCut: true }
    if (some.length < size) return { rows, isCut: false }
    last = some.at(-1)?.id
  }
  return { rows, isCut: true }
}

/** Removes deliveries about changes that the caller cannot see. Responses of receivers may repeat request bodies. */
async function visibleTo(tx: Reader, call: Call, webhook: Webhook, rows: readonly Delivery[]): Promise<Delivery[]> {
  const seqs = [...new Set(rows.flatMap(({ seq }) => seq ?? []))]
  if (seqs.length === 0 || call.who.isSystem) return [...rows]
  const entries = await tx.select({ from: 'changes', where: { col: 'seq', in: seqs } })
  const kept = new Set(entries.map(({ seq }) => seq))
  const seen = new Set(
    (await readVisibleChanges(tx, call, entries))
      .filter((happening) => concerns(webhook, happening))
      .flatMap(({ change }) => requestsAbout(webhook, change).map(({ message_id }) => message_id)),
  )
  const gone = rows.filter(({ seq }) => seq !== null && !kept.has(seq))
  const bugs = await visibleIds(tx, call, gone)
  return rows.flatMap((row) => {
    if (row.seq === null || seen.has(row.message_id)) return row
    if (kept.has(row.seq) || !bugs.has(row.bug_id ?? 0)) return []
    // Without the original change, the visibility of the response cannot be decided.
    return { ...row, answer: null }
  })
}

async function visibleIds(tx: Reader, call: Call, rows: readonly Delivery[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const ids = [...new Set(rows.flatMap(({ bug_id }) => bug_id ?? []))]
  const where = { and: [{ col: 'id', in: ids } as const, visibleBugs(call)] }
  const bugs = await tx.select({ from: 'bugs', where, columns: ['id'] })
  return new Set(bugs.map(({ id }) => id))
}
