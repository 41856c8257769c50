// Bugs that wait for others can be kept from being fixed too early.
import { isOn } from '../../../setup/catalogue.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import type { BugDraft } from '../state/draft.js'
import { rule, type BugWrite } from './rule.js'
import { valueName } from '../fields/choices.js'

export const blockersRule = rule({
  name: 'open blockers',
  needs: ['dependencies'],
  applies: ({ resolution }) => !!resolution,
  check: requireNoOpenBlockers,
})

/**
 * With noresolveonopenblockers: a bug that becomes FIXED waits for no open bug. Bugs that the same update closes count as closed.
 * @throws still_unresolved_bugs
 */
async function requireNoOpenBlockers(
  tx: Reader,
  named: readonly BugDraft<'dependencies'>[],
  { call: { catalogue }, drafts, refuse }: Pick<BugWrite, 'call' | 'drafts' | 'refuse'>,
): Promise<void> {
  if (!isOn(catalogue, 'noresolveonopenblockers')) return
  const fixed = named.filter(
    ({ before, row }) =>
      row.resolution_id !== before.resolution_id && valueName(catalogue, row.resolution_id) === 'FIXED',
  )
  const blockers = fixed.flatMap((draft) => [...draft.part('dependencies').depends_on])
  if (blockers.length === 0) return
  const where = { col: 'id', in: [...new Set(blockers)] } as const
  const rows = await tx.select({ from: 'bugs', where, columns: ['id', 'status_id'] })
  const statusOf = new Map(rows.map((row) => [row.id, drafts.get(row.id)?.row.status_id ?? row.status_id]))
  const isOpen = (id: number) => catalogue.values.get(statusOf.get(id) ?? 0)?.is_open === true
  for (const draft of fixed) {
    // Their number would include bugs that the caller cannot see.
    if ([...draft.part('dependencies').depends_on].some(isOpen))
      refuse(draft.row.id, new TrackerError('still_unresolved_bugs', { field: 'resolution', value: 'FIXED' }))
  }
}
