// Imports duplicate marks of bugs.
import { groupBy } from '../../kernel/collections.js'
import type { Batch } from './batch.js'
import type { Planned } from './planned.js'
import { importedBugs } from './put-links.js'
import { unique } from './resolve-bug.js'

/** A duplicate of a bug that has not been imported yet. The fingerprint is the ID of that bug. */
const kind = 'waiting duplicate'

/**
 * Keeps the number of a bug only while there is a bug that was imported under it: one that was rejected or is hidden in the source is
 * not there, and a bug of that number that did not come from the source is another one. If it is imported later, its duplicates get it.
 */
export async function putDuplicates({ tx, source }: Batch, planned: readonly Planned[]): Promise<void> {
  const duplicates = planned.flatMap(({ bug: { id, dupe_of } }) => (dupe_of ? [{ id, dupe_of }] : []))
  const there = await importedBugs({ tx, source }, unique(duplicates.map(({ dupe_of }) => dupe_of)))
  const waiting = duplicates.filter(({ dupe_of }) => !there.has(dupe_of))
  const ids = planned.map(({ bug }) => bug.id)
  const ofKind = [{ col: 'source', eq: source } as const, { col: 'kind', eq: kind } as const]
  await tx.delete('import_refs', { and: [...ofKind, { col: 'id', in: ids }] })
  if (waiting.length > 0) {
    await tx.update('bugs', { col: 'id', in: waiting.map(({ id }) => id) }, { dupe_of: null })
    await tx.put(
      'import_refs',
      waiting.map(({ id, dupe_of }) => ({ source, kind, id, fingerprint: String(dupe_of), changed: null })),
    )
  }
  await linkWaiting({ tx, source }, ids)
}

/** Links the duplicates that waited for these bugs, unless they were changed here. */
async function linkWaiting({ tx, source }: Pick<Batch, 'tx' | 'source'>, ids: readonly number[]): Promise<void> {
  const ofKind = [{ col: 'source', eq: source } as const, { col: 'kind', eq: kind } as const]
  const forThese = { and: [...ofKind, { col: 'fingerprint', in: ids.map(String) } as const] }
  const found = await tx.select({ from: 'import_refs', where: forThese, columns: ['id', 'fingerprint'] })
  if (found.length === 0) return
  const inFound = { col: 'id', in: found.map(({ id }) => id) } as const
  const isBug = [{ col: 'source', eq: source } as const, { col: 'kind', eq: 'bug' } as const]
  const refs = await tx.select({ from: 'import_refs', where: { and: [...isBug, inFound] }, columns: ['id', 'changed'] })
  const left = new Map(refs.map(({ id, changed }) => [id, changed?.getTime()]))
  const bugs = await tx.select({ from: 'bugs', where: inFound, columns: ['id', 'last_change_time'] })
  const unchanged = new Set(
    bugs.flatMap((bug) => (left.get(bug.id) === bug.last_change_time.getTime() ? [bug.id] : [])),
  )
  for (const [target, waiting] of groupBy(found, ({ fingerprint }) => Number(fingerprint))) {
    const linked = waiting.map(({ id }) => id).filter((id) => unchanged.has(id))
    if (linked.length > 0) await tx.update('bugs', { col: 'id', in: linked }, { dupe_of: target })
  }
  await tx.delete('import_refs', forThese)
}
