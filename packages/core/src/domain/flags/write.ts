// Writes the flags of bugs and attachments: only differences, for many at once.
import { groupBy } from '../../kernel/collections.js'
import type { Writer } from '../../schema/index.js'
import type { FlagState } from './plan.js'

export interface FlagsChange {
  readonly before: readonly FlagState[]
  readonly after: readonly FlagState[]
}

/** Writes the flags in which the sides differ. */
export async function writeFlags(tx: Writer, changes: readonly FlagsChange[]): Promise<void> {
  const gone = changes.flatMap(({ before, after }) => {
    const kept = new Set(after.map((flag) => flag.id))
    return before.flatMap(({ id }) => (id === undefined || kept.has(id) ? [] : [id]))
  })
  const altered = changes.flatMap(({ before, after }) =>
    after.flatMap((flag) => (flag.id === undefined || before.includes(flag) ? [] : [{ ...flag, id: flag.id }])),
  )
  const made = changes.flatMap(({ after }) => after.filter((flag) => flag.id === undefined))
  const alike = groupBy(altered, (flag) => JSON.stringify(patchOf(flag)))
  const isWrittenAnew = alike.size > fewChanges || (gone.length > 0 && made.length > 0)
  const removed = [...gone, ...(isWrittenAnew ? altered.map((flag) => flag.id) : [])]
  if (removed.length > 0) await tx.delete('flags', { col: 'id', in: removed })
  if (!isWrittenAnew) {
    for (const flags of alike.values()) {
      const [first] = flags
      if (first) await tx.update('flags', { col: 'id', in: flags.map(({ id }) => id) }, patchOf(first))
    }
  }
  const rows = [...(isWrittenAnew ? altered : []), ...made]
  if (rows.length > 0) await tx.insert('flags', rows)
}

/** Up to this many different changes get a statement each; beyond that, all flags are rewritten. */
const fewChanges = 2

/** The columns of a flag that can change. */
function patchOf({ type_id, status, setter_id, requestee_id, modification_date }: FlagState): Partial<FlagState> {
  return { type_id, status, setter_id, requestee_id, modification_date }
}
