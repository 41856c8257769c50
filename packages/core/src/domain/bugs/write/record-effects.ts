// Events for listeners and the change feed about written bugs.
import { requireUser, type Call } from '../../../call/context.js'
import { maySkipMail } from '../../../access/permissions.js'
import { productOf } from '../fields/values.js'
import type { AnyDraft } from '../state/draft.js'
import { detailsOfDraft } from './bug-details.js'
import { must } from '../../../kernel/must.js'
import type { FlagMove } from '../../flags/changes.js'

/** A bug that has been written, and the ids of the new rows about it. */
export interface WrittenBug {
  readonly draft: AnyDraft
  readonly history: readonly number[]
  readonly comments: readonly number[]
}

/**
 * Listeners are called after the commit; change events are written in the transaction. The time of the call is that of the change.
 * @param isMinor whether the caller requested that no email is sent
 */
export function recordEffects(call: Call, bugs: readonly WrittenBug[], isMinor: boolean): void {
  const { now: at } = call
  for (const { draft, history, comments } of bugs) {
    const { id: user_id } = requireUser(call.who)
    const { before, row, isNew } = draft
    const bug_id = row.id
    if (isNew) call.emit('bug.created', { bug_id, user_id, at })
    const details = detailsOfDraft(draft, { history, comments, isMinor: isMinor && mayBeMinor(call, draft) })
    emitFlags(call, bug_id, details.flags)
    const was_public = !isNew && before.group_count === 0
    call.recordChange({ kind: 'bug', bug_id, user_id, at, was_public, is_public: row.group_count === 0, details })
  }
}

function mayBeMinor(call: Call, { before, row }: AnyDraft): boolean {
  return [before, row].every((bug) => maySkipMail(call, productOf(call.catalogue, bug)))
}

function emitFlags(call: Call, bug_id: number, moves: readonly FlagMove[]): void {
  const { catalogue, now: at } = call
  for (const { type_id, attachment_id, before, after } of moves) {
    const name = must(catalogue.flagTypes.get(type_id), 'flag type', type_id).name
    const user_id = requireUser(call.who).id
    call.emit('flag.changed', { bug_id, attachment_id, type_id, name, user_id, at, before, after })
  }
}
