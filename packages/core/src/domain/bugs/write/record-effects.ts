// Has listeners and people told of bugs that have been written.
import { requireUser } from '../../../call/context.js'
import { emitFlags } from '../../flags/events.js'
import { changeFactOf } from './change-fact.js'
import type { CommittedWrite } from './commit-write.js'

/** Listeners are called after the commit; what mail says is written in the transaction. */
export function recordEffects({ call, bugs }: CommittedWrite): void {
  for (const { draft, history, comments } of bugs) {
    const { id: user_id } = requireUser(call.who)
    const { id: bug_id } = draft.row
    if (draft.isNew) call.emit('bug.created', { bug_id, user_id, at: call.now })
    const details = changeFactOf(draft, { by: user_id, history, comments })
    emitFlags(call, bug_id, details.flags)
    call.mail.record({ kind: 'change', bug_id, details })
  }
}
