// Links to bugs that have not been imported yet.
import * as z from 'zod'
import { fingerprintOfBug, type Batch } from './batch.js'
import type { Planned } from './planned.js'

/** The bug that depends on the other, and the other. */
export interface LinkPair {
  readonly bug_id: number
  readonly depends_on_id: number
}

/** The ID is that of a bug that is not there, the fingerprint a list of the bugs whose records name it. */
const kind = 'waiting links'

/** The naming bug, the property, and the fingerprint of its record. A later record replaces its links. */
const waitingLink = z.tuple([z.int(), z.enum(['depends_on', 'blocks']), z.string()])
type WaitingLink = z.output<typeof waitingLink>
const waitingLinks = z.string().transform((text) => z.array(waitingLink).parse(JSON.parse(text)))

async function loadWaiting({ tx, source }: Batch, ids: readonly number[]): Promise<Map<number, WaitingLink[]>> {
  if (ids.length === 0) return new Map()
  const ofKind = [{ col: 'source', eq: source } as const, { col: 'kind', eq: kind } as const]
  const rows = await tx.select({
    from: 'import_refs',
    where: { and: [...ofKind, { col: 'id', in: ids } as const] },
    columns: ['id', 'fingerprint'],
  })
  return new Map(rows.map(({ id, fingerprint }) => [id, waitingLinks.parse(fingerprint)]))
}

/** Takes the links that waited for these bugs, if the last records of the bugs that name them still do. */
export async function takeWaiting(batch: Batch, ids: readonly number[]): Promise<LinkPair[]> {
  const waiting = await loadWaiting(batch, ids)
  if (waiting.size === 0) return []
  const { tx, source } = batch
  const ofSource = { col: 'source', eq: source } as const
  const arrived = { col: 'id', in: [...waiting.keys()] } as const
  await tx.delete('import_refs', { and: [ofSource, { col: 'kind', eq: kind }, arrived] })
  const naming = { col: 'id', in: [...new Set([...waiting.values()].flat().map(([id]) => id))] } as const
  const refs = await tx.select({
    from: 'import_refs',
    where: { and: [ofSource, { col: 'kind', eq: 'bug' } as const, naming] },
    columns: ['id', 'fingerprint'],
  })
  const last = new Map(refs.map(({ id, fingerprint }) => [id, fingerprint]))
  return Array.from(waiting).flatMap(([target, links]) =>
    links.flatMap(([id, field, record]) => (last.get(id) === record ? [pairOf(id, field, target)] : [])),
  )
}

export function pairOf(bug: number, field: 'depends_on' | 'blocks', other: number): LinkPair {
  return field === 'depends_on' ? { bug_id: bug, depends_on_id: other } : { bug_id: other, depends_on_id: bug }
}

/** Keeps the links of these records to bugs that are not there. */
export async function keepWaiting(
  batch: Batch,
  planned: readonly Planned[],
  there: ReadonlySet<number>,
): Promise<void> {
  const added = new Map<number, WaitingLink[]>()
  for (const { bug } of planned) {
    const missing = (['depends_on', 'blocks'] as const).flatMap((field) =>
      (bug[field] ?? []).filter((id) => !there.has(id)).map((id) => [id, field] as const),
    )
    const record = missing.length > 0 ? fingerprintOfBug(bug) : ''
    for (const [id, field] of missing) added.set(id, [...(added.get(id) ?? []), [bug.id, field, record]])
  }
  if (added.size === 0) return
  const before = await loadWaiting(batch, [...added.keys()])
  const renewed = new Set(planned.map(({ bug }) => bug.id))
  const rows = Array.from(added, ([id, links]) => {
    const others = (before.get(id) ?? []).filter(([naming]) => !renewed.has(naming))
    const fingerprint = JSON.stringify([...others, ...links])
    return { source: batch.source, kind, id, fingerprint, changed: null }
  })
  await batch.tx.put('import_refs', rows)
}
