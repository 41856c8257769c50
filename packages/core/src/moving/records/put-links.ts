// Imports dependencies between bugs.
import { circlesIn, followLinks, leadsTo, type Link } from '../../domain/bugs/rules/chains.js'
import type { Batch } from './batch.js'
import type { Planned } from './planned.js'
import { unique } from './resolve-bug.js'
import { keepWaiting, pairOf, takeWaiting, type LinkPair } from './waiting-links.js'

/**
 * Writes the links that records name. The IDs are those of the source: a local bug with such an ID that was not
 * imported from it is another bug. A link to a bug that is not there waits for it. A link that would close a cycle is
 * left out and reported.
 */
export async function putLinks(batch: Batch, planned: readonly Planned[]): Promise<void> {
  const { tx } = batch
  await removeLinks(batch, planned)
  const named = planned.flatMap(({ bug }) => [
    ...(bug.depends_on ?? []).map((other) => pairOf(bug.id, 'depends_on', other)),
    ...(bug.blocks ?? []).map((other) => pairOf(bug.id, 'blocks', other)),
  ])
  const there = await importedBugs(batch, endsOf(named))
  await keepWaiting(batch, planned, there)
  const waited = await takeWaiting(
    batch,
    planned.map(({ bug }) => bug.id),
  )
  for (const id of await importedBugs(batch, endsOf(waited))) there.add(id)
  const links = new Map([...named, ...waited].map((pair) => [`${pair.bug_id} ${pair.depends_on_id}`, pair]))
  const rows = [...links.values()].filter((pair) => there.has(pair.bug_id) && there.has(pair.depends_on_id))
  const kept = await withoutCircles({ tx }, rows, planned)
  if (kept.length > 0) await tx.put('bug_dependencies', kept)
}

function endsOf(links: readonly LinkPair[]): number[] {
  return unique(links.flatMap((pair) => [pair.bug_id, pair.depends_on_id]))
}

/** Removes the links of the kinds that these records list. */
async function removeLinks({ tx }: Batch, planned: readonly Planned[]): Promise<void> {
  const listing = (field: 'depends_on' | 'blocks') =>
    planned.flatMap(({ bug, isNew }) => (isNew || bug[field] === undefined ? [] : [bug.id]))
  const [depending, blocking] = [listing('depends_on'), listing('blocks')]
  if (depending.length + blocking.length === 0) return
  await tx.delete('bug_dependencies', {
    or: [
      { col: 'bug_id', in: depending },
      { col: 'depends_on_id', in: blocking },
    ],
  })
}

/** Returns those of these numbers under which bugs were imported that are still there. */
export async function importedBugs(
  { tx, source }: Pick<Batch, 'tx' | 'source'>,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const ofSource = [{ col: 'source', eq: source } as const, { col: 'kind', eq: 'bug' } as const]
  const where = { and: [...ofSource, { col: 'id', in: ids } as const] }
  const imported = await tx.select({ from: 'import_refs', where, columns: ['id'] })
  return existingBugs(
    { tx },
    imported.map(({ id }) => id),
  )
}

/** Those of these numbers that bugs have. */
export async function existingBugs({ tx }: Pick<Batch, 'tx'>, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.select({ from: 'bugs', where: { col: 'id', in: ids }, columns: ['id'] })
  return new Set(rows.map(({ id }) => id))
}

async function withoutCircles(
  { tx }: Pick<Batch, 'tx'>,
  rows: readonly LinkPair[],
  planned: readonly Planned[],
): Promise<readonly LinkPair[]> {
  if (rows.length === 0) return rows
  const load = async (from?: readonly number[]) => {
    const where = from && ({ col: 'bug_id', in: from } as const)
    const found = await tx.select({ from: 'bug_dependencies', ...(where && { where }) })
    return found.map(({ bug_id, depends_on_id }): Link => [bug_id, depends_on_id])
  }
  const links = await followLinks(unique(rows.map(({ depends_on_id }) => depends_on_id)), load)
  const add = (row: LinkPair) => links.set(row.bug_id, new Set(links.get(row.bug_id)).add(row.depends_on_id))
  const all = new Map(Array.from(links, ([bug, others]) => [bug, new Set(others)]))
  for (const { bug_id, depends_on_id } of rows) all.set(bug_id, (all.get(bug_id) ?? new Set()).add(depends_on_id))
  const isInCircle = circlesIn(all)
  const suspect = rows.filter((row) => isInCircle([row.bug_id, row.depends_on_id]))
  const kept = rows.filter((row) => !suspect.includes(row))
  kept.forEach(add)
  for (const row of suspect) {
    const { bug_id, depends_on_id } = row
    if (leadsTo(links, depends_on_id, bug_id)) tellCircle(planned, row)
    else {
      add(row)
      kept.push(row)
    }
  }
  return kept
}

function tellCircle(planned: readonly Planned[], { bug_id, depends_on_id }: LinkPair): void {
  const teller = planned.find(({ bug }) => bug.id === bug_id) ?? planned.find(({ bug }) => bug.id === depends_on_id)
  teller?.problems.push(
    `bug ${bug_id} depends on bug ${depends_on_id}, which would close a circle: that link is left out`,
  )
}
