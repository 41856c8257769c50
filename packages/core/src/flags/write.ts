// Writes the flags of bugs and attachments: only what differs, and for many at once.
import { groupBy } from '../collections.js'
import type { Writer } from '../schema/index.js'
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
  if (gone.length > 0) await tx.delete('flags', { col: 'id', in: gone })
  const altered = changes.flatMap(({ before, after }) =>
    after.flatMap((flag) => (flag.id === undefined || before.includes(flag) ? [] : [{ ...flag, id: flag.id }])),
  )
  await writeAltered(tx, altered)
  const made = changes.flatMap(({ after }) => after.filter((flag) => flag.id === undefined))
  if (made.length > 0) await tx.insert('flags', made)
}

/** So many different changes are worth a statement each; beyond that, the flags are all written anew in two. */
const fewChanges = 2

async function writeAltered(tx: Writer, flags: readonly (FlagState & { readonly id: number })[]): Promise<void> {
  const patches = flags.map(({ id, type_id, status, setter_id, requestee_id, modification_date }) => ({
    id,
    patch: { type_id, status, setter_id, requestee_id, modification_date },
  }))
  const alike = groupBy(patches, ({ patch }) => JSON.stringify(patch))
  if (alike.size > fewChanges) {
    await tx.delete('flags', { col: 'id', in: flags.map((flag) => flag.id) })
    await tx.insert('flags', flags)
    return
  }
  for (const [first, ...others] of alike.values()) {
    if (first) await tx.update('flags', { col: 'id', in: [first, ...others].map(({ id }) => id) }, first.patch)
  }
}
