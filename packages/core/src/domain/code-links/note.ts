// Links change no bug: no email is sent, history and the time of the last change stay. The change feed has them.
import type { ChangeEvent } from '../../call/change-event.js'
import type { Call } from '../../call/context.js'
import type { BugRow } from '../../access/find-bugs.js'
import { linkDetails } from '../bugs/write/bug-details.js'

interface LinkChanges {
  readonly changed: readonly number[]
  readonly isRemoved: boolean
}

/** Writes into the change feed that links of a bug were added, changed or removed. */
export function noteLinks(call: Call, bug: Pick<BugRow, 'id' | 'group_count'>, changes: LinkChanges): void {
  for (const event of linkEvents(call, bug, changes)) call.recordChange(event)
}

/** The change of the links of a bug; none if nothing changed. */
export function linkEvents(
  call: Pick<Call, 'who' | 'now'>,
  bug: Pick<BugRow, 'id' | 'group_count'>,
  { changed, isRemoved }: LinkChanges,
): ChangeEvent[] {
  if (changed.length === 0 && !isRemoved) return []
  const is_public = bug.group_count === 0
  const event: ChangeEvent = {
    kind: 'bug',
    bug_id: bug.id,
    user_id: call.who.user?.id ?? null,
    at: call.now,
    was_public: is_public,
    is_public,
    details: linkDetails(changed, isRemoved),
  }
  return [event]
}
