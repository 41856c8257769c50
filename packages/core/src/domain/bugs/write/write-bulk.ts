// One change of many bugs that goes with a change of the set-up. No rights are asked, and nobody gets mail about it.
import { groupBy } from '../../../kernel/collections.js'
import type { Call } from '../../../call/context.js'
import type { Writer } from '../../../schema/index.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { FieldChange } from '../state/changes.js'
import { asChangeOf } from '../state/change-time.js'
import { bulkStory } from './bug-story.js'
import { authorOf, writeHistory } from './write-history.js'

interface BulkChange<B> {
  /** The columns to write; bugs that get the same are written by one statement. */
  readonly columns: (bug: B) => Partial<BugRow>
  /** What history tells of each of the bugs. */
  readonly change: FieldChange
}

/** Changes the bugs now, with a line of history for each. */
export async function writeBulk<B extends Pick<BugRow, 'id' | 'last_change_time' | 'group_count'>>(
  tx: Writer,
  given: Call,
  bugs: readonly B[],
  { columns, change }: BulkChange<B>,
): Promise<void> {
  if (bugs.length === 0) return
  const call = asChangeOf(given, bugs)
  const patches = bugs.map((bug) => ({ id: bug.id, patch: columns(bug) }))
  for (const alike of groupBy(patches, ({ patch }) => JSON.stringify(patch)).values()) {
    const where = { col: 'id', in: alike.map(({ id }) => id) } as const
    await tx.update('bugs', where, { ...alike[0]?.patch, last_change_time: call.now })
  }
  const history = await writeHistory(
    tx,
    call,
    bugs.map(({ id }) => [id, [change]]),
  )
  const user_id = await authorOf(tx, call)
  for (const [index, { id: bug_id, group_count }] of bugs.entries()) {
    const after = patches[index]?.patch.group_count ?? group_count
    const details = bulkStory(history.get(bug_id) ?? [])
    const [was_public, is_public] = [group_count === 0, after === 0]
    call.tell({ kind: 'bug', bug_id, user_id, at: call.now, was_public, is_public, details })
  }
}
