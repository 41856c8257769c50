// What goes with everything in bugs that is rewritten or taken out: the change feed, the audit log, answers that are kept.
import type { BugRow } from '../../access/find-bugs.js'
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { logErasure } from '../audit/write.js'
import type { HistoryChange } from '../bugs/state/changes.js'
import { rewrittenStory } from '../bugs/write/bug-story.js'
import { authorOf, writeHistory } from '../bugs/write/write-history.js'

/** What says something else now in one bug, and what its history tells of that. */
export interface RewrittenOfBug {
  readonly bug: Pick<BugRow, 'id' | 'group_count'>
  readonly history?: readonly HistoryChange[]
  /** Comments and attachments to be read again. */
  readonly comments?: readonly number[]
  readonly attachments?: readonly number[]
}

/**
 * Notes that bugs have been changed now (see asChangeOf) though nothing was added to them. Nobody gets mail about it: followers of
 * the change feed are told, so that copies can be made again.
 */
export async function noteRewritten(tx: Writer, call: Call, rewritten: readonly RewrittenOfBug[]): Promise<void> {
  const ids = rewritten.map(({ bug }) => bug.id)
  await tx.update('bugs', { col: 'id', in: ids }, { last_change_time: call.now })
  const history = await writeHistory(
    tx,
    call,
    rewritten.map(({ bug, history: lines = [] }) => [bug.id, lines]),
  )
  const user_id = await authorOf(tx, call)
  for (const { bug, comments = [], attachments = [] } of rewritten) {
    const isPublic = bug.group_count === 0
    const details = rewrittenStory({ history: history.get(bug.id) ?? [], comments, attachments })
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
}

/** Logs why each of these was taken out, and drops what else repeats it. `what`: the operation, and how it was asked. */
export async function auditErasure(
  tx: Writer,
  call: Call,
  what: string,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  for (const id of ids) await logErasure(tx, call, id, { field: what, removed: null, added: reason })
  await forgetAnswers(tx)
}

/** Answers to writes with an idempotency key may repeat what was taken out: that they were done stays, what they said goes. */
async function forgetAnswers(tx: Writer): Promise<void> {
  await tx.update('idempotency', { and: [] }, { answer: {} })
}
