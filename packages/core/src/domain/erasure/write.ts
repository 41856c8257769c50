// What goes with everything that is taken out of bugs: the audit log, the change feed, answers that are kept.
import type { BugRow } from '../../access/find-bugs.js'
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { logErasure } from '../audit/write.js'
import type { HistoryChange } from '../bugs/state/changes.js'
import { erasureStory } from '../bugs/write/bug-story.js'
import { authorOf, writeHistory } from '../bugs/write/write-history.js'

/** What was taken out of one bug, and what its history tells of that. */
export interface ErasedOfBug {
  readonly bug: Pick<BugRow, 'id' | 'group_count'>
  readonly history?: readonly HistoryChange[]
  /** Comments and attachments that say less now. */
  readonly comments?: readonly number[]
  readonly attachments?: readonly number[]
}

/**
 * Notes what was taken out of bugs, which have been changed now (see asChangeOf). Nobody gets mail about it: followers of the change
 * feed are told, so that copies can be made again.
 */
export async function writeErasure(tx: Writer, call: Call, erased: readonly ErasedOfBug[]): Promise<void> {
  const ids = erased.map(({ bug }) => bug.id)
  await tx.update('bugs', { col: 'id', in: ids }, { last_change_time: call.now })
  const history = await writeHistory(
    tx,
    call,
    erased.map(({ bug, history: lines = [] }) => [bug.id, lines]),
  )
  const user_id = await authorOf(tx, call)
  for (const { bug, comments = [], attachments = [] } of erased) {
    const isPublic = bug.group_count === 0
    const details = erasureStory({ history: history.get(bug.id) ?? [], comments, attachments })
    call.tell({
      kind: 'bug',
      bug_id: bug.id,
      user_id,
      at: call.now,
      was_public: isPublic,
      is_public: isPublic,
      details,
    })
  }
  await forgetAnswers(tx)
}

/** Logs why each of these was taken out. `what`: the operation, and how it was asked. */
export async function auditErasure(
  tx: Writer,
  call: Call,
  what: string,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  for (const id of ids) await logErasure(tx, call, id, { field: what, removed: null, added: reason })
}

/** Answers to writes with an idempotency key may repeat what was taken out: that they were done stays, what they said goes. */
async function forgetAnswers(tx: Writer): Promise<void> {
  await tx.update('idempotency', { and: [] }, { answer: {} })
}
