// Bugs that wait for others can be kept from being fixed too early.
import { isOn } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import type { BugDraft } from '../state/draft.js'
import { valueName } from '../fields/choices.js'

/**
 * With noresolveonopenblockers: a bug that becomes FIXED waits for no open bug. Bugs that the same update closes count as closed.
 * @throws still_unresolved_bugs
 */
export async function requireNoOpenBlockers(
  tx: Reader,
  { catalogue }: Call,
  drafts: ReadonlyMap<number, BugDraft>,
): Promise<void> {
  if (!isOn(catalogue, 'noresolveonopenblockers')) return
  const fixed = [...drafts.values()].filter(
    ({ before, after }) =>
      after.row.resolution_id !== before.row.resolution_id && valueName(catalogue, after.row.resolution_id) === 'FIXED',
  )
  const blockers = fixed.flatMap(({ after }) => [...after.depends_on])
  if (blockers.length === 0) return
  const where = { col: 'id', in: [...new Set(blockers)] } as const
  const rows = await tx.select({ from: 'bugs', where, columns: ['id', 'status_id'] })
  const statusOf = new Map(rows.map((row) => [row.id, drafts.get(row.id)?.after.row.status_id ?? row.status_id]))
  const isOpen = (id: number) => catalogue.values.get(statusOf.get(id) ?? 0)?.is_open === true
  for (const { after } of fixed) {
    const count = [...after.depends_on].filter(isOpen).length
    if (count > 0) throw new TrackerError('still_unresolved_bugs', { field: 'resolution', value: 'FIXED', count })
  }
}
