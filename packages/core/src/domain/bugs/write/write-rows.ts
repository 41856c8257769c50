// Writes the rows of bugs with few statements.
import type { BugRow } from '../../../access/find-bugs.js'
import type { Call } from '../../../call/context.js'
import { groupBy, pick } from '../../../kernel/collections.js'
import type { Writer } from '../../../schema/index.js'
import { columnsThatDiffer } from '../state/changes.js'
import type { AnyDraft } from '../state/draft.js'

/** Up to this many different changes get a statement each; beyond that, one statement writes all rows. */
const fewPatches = 8

/** Characters that one statement writes, as far as it writes more than one row. */
const mostAtOnce = 1_048_576

interface Patch {
  readonly id: number
  readonly set: Partial<BugRow>
}

/** One statement writes all bugs with the same changes. */
export async function writeRows(tx: Writer, { timeBudget }: Call, drafts: readonly AnyDraft[]): Promise<void> {
  const patches: Patch[] = []
  for (const { before, row } of drafts) {
    // Yields only if its time is up, and delays no statement otherwise.
    const rest = timeBudget.step()
    if (rest) await rest
    patches.push({ id: row.id, set: columnsThatDiffer(before, row) })
  }
  const alike = groupAlike(patches)
  // A bug that was just inserted: nothing is left to write.
  if (alike.size === 0) return
  if (alike.size <= fewPatches) {
    await writePatches(tx, alike)
    return
  }
  // Bugs that others changed on different days get the same changes otherwise.
  const others = groupAlike(patches.map(({ id, set }) => ({ id, set: pick(set, ['others_changed_at']) })))
  const rest = groupAlike(patches.map(({ id, set: { others_changed_at: _, ...set } }) => ({ id, set })))
  const isWritten = new Set(patches.flatMap(({ id, set }) => (Object.keys(set).length > 0 ? [id] : [])))
  const rows = drafts.flatMap(({ row }) => (isWritten.has(row.id) ? [row] : []))
  if (rest.size > fewPatches) {
    await tx.put('bugs', rows)
    return
  }
  await Promise.all([writePatches(tx, rest), writePatches(tx, others)])
}

/** Without those that change nothing. */
function groupAlike(patches: readonly Patch[]): Map<string, Patch[]> {
  const alike = groupBy(patches, ({ set }) => JSON.stringify(set))
  alike.delete('{}')
  return alike
}

async function writePatches(tx: Writer, alike: ReadonlyMap<string, readonly Patch[]>): Promise<void> {
  for (const [key, patches] of alike) {
    // Stores index texts with each statement, in one turn.
    const atOnce = Math.max(1, Math.floor(mostAtOnce / key.length))
    const ids = patches.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += atOnce)
      await tx.update('bugs', { col: 'id', in: ids.slice(from, from + atOnce) }, patches[0]?.set ?? {})
  }
}
