// Has listeners, and the readers of the change feed, told of bugs that have been written.
import { requireUser } from '../../../call/context.js'
import { emitFlags } from '../../flags/events.js'
import { bugStoryOf } from './bug-story.js'
import type { CommittedWrite } from './commit-write.js'

/** Listeners are called after the commit; what the feed says is written in the transaction. */
export function recordEffects({ call, bugs }: CommittedWrite): void {
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
