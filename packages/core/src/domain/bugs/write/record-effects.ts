// Events for listeners, and stories for the change feed, about bugs that have been written.
import { requireUser, type Call } from '../../../call/context.js'
import { emitFlags } from '../../flags/events.js'
import type { AnyDraft } from '../state/draft.js'
import { bugStoryOf } from './bug-story.js'

/** A bug that has been written, and the ids of the new rows about it. */
export interface WrittenBug {
  readonly draft: AnyDraft
  readonly history: readonly number[]
  readonly comments: readonly number[]
}

/** Listeners are called after the commit; stories are written in the transaction. The time of the call is that of the change. */
export function recordEffects(call: Call, bugs: readonly WrittenBug[]): void {
  const { now: at } = call
  for (const { draft, history, comments } of bugs) {
    const { id: user_id } = requireUser(call.who)
    const { before, row, isNew } = draft
    const bug_id = row.id
    if (isNew) call.emit('bug.created', { bug_id, user_id, at })
    const details = bugStoryOf(draft, { history, comments })
    emitFlags(call, bug_id, details.flags)
    const was_public = !isNew && before.group_count === 0
    call.tell({ kind: 'bug', bug_id, user_id, at, was_public, is_public: row.group_count === 0, details })
  }
}
