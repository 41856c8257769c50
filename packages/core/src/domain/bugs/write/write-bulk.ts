// Changes of bugs that send no email. Permissions are not checked.
import { groupBy } from '../../../kernel/collections.js'
import type { Call } from '../../../call/context.js'
import type { Writer } from '../../../schema/index.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { FieldChange, HistoryChange } from '../state/changes.js'
import { asChangeOf } from '../state/change-time.js'
import { changedByAnyone } from '../state/last-changer.js'
import { bulkDetails } from './bug-details.js'
import { authorOf, writeHistory } from './write-history.js'

interface BulkChange<B> {
  /** The columns to write; bugs that get the same are written by one statement. */
  readonly columns: (bug: B) => Partial<BugRow>
  /** The history entry of each bug. */
  readonly change: FieldChange
}

/** Makes the same change, now, to many bugs, as part of a configuration change, with a history entry for each. */
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
    await tx.update('bugs', where, { ...alike[0]?.patch, ...changedByAnyone(call) })
  }
  await noteBulk(
    tx,
    call,
    bugs.map((bug, index) => ({ bug, group_count: patches[index]?.patch.group_count, history: [change] })),
  )
}

/** The effect of a bulk change on one bug. */
export interface BulkChanged {
  /** As it was before. */
  readonly bug: Pick<BugRow, 'id' | 'group_count'>
  /** Since then, where it is another one. */
  readonly group_count?: number | undefined
  readonly history?: readonly HistoryChange[]
  /** Comments and attachments to be read again. */
  readonly comments?: number[]
  readonly attachments?: number[]
  /** Users whom the comments mention for the first time. */
  readonly mentioned?: number[]
}

/** Stores the history of bugs changed now (see asChangeOf) and notifies followers of the change feed, without email. */
export async function noteBulk(tx: Writer, call: Call, changed: readonly BulkChanged[]): Promise<void> {
  const histories = changed.map(({ bug, history = [] }) => [bug.id, history] as const)
  const history = await writeHistory(tx, call, histories)
  const user_id = await authorOf(tx, call)
  for (const { bug, group_count = bug.group_count, comments = [], attachments = [], mentioned = [] } of changed) {
    const details = bulkDetails({ history: history.get(bug.id) ?? [], comments, attachments, mentioned })
    const [was_public, is_public] = [bug.group_count === 0, group_count === 0]
    call.recordChange({ kind: 'bug', bug_id: bug.id, user_id, at: call.now, was_public, is_public, details })
  }
}
