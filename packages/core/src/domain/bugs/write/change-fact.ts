// What mail is told of a bug that an operation has made or changed. Pure.
import { difference } from '../state/changes.js'
import type { BugDraft } from '../state/draft.js'
import type { BugState } from '../fields/bug-state.js'
import { flagMoves } from '../../flags/changes.js'
import type { BugChangeFact, HeldRole } from '../../../call/mail-fact.js'

interface Written {
  /** Who did it. */
  readonly by: number
  /** The rows that were written. */
  readonly history: readonly number[]
  readonly comments: readonly number[]
}

/** Nothing but what was written of a bug. */
export function minimalFact({ by, history, comments }: Written): BugChangeFact {
  return {
    by,
    is_new: false,
    is_turned: false,
    history: [...history],
    comments: [...comments],
    flags: [],
    came: { assigned_to: [], qa_contact: [], cc: [] },
    gone: { assigned_to: [], qa_contact: [], cc: [] },
  }
}

/** What is told of a changed bug. */
export function changeFactOf({ before, after }: Pick<BugDraft, 'before' | 'after'>, written: Written): BugChangeFact {
  return {
    ...minimalFact(written),
    is_turned: before.row.is_open !== after.row.is_open,
    came: movesBetween(before, after, 'added'),
    gone: movesBetween(before, after, 'removed'),
    flags: flagMoves(before.flags, after.flags),
  }
}

/** What is told of a new bug: everybody has just come to their roles. */
export function factOfNew(
  { after }: Pick<BugDraft, 'after'>,
  written: Pick<Written, 'by' | 'comments'>,
): BugChangeFact {
  const { cc, row } = after
  return {
    ...minimalFact({ ...written, history: [] }),
    is_new: true,
    came: { assigned_to: [row.assigned_to_id], qa_contact: whole(row.qa_contact_id), cc: [...cc] },
    flags: flagMoves([], after.flags),
  }
}

function movesBetween(
  before: Readonly<BugState>,
  after: BugState,
  side: 'added' | 'removed',
): Record<HeldRole, number[]> {
  const holders = ({ row, cc }: Readonly<BugState>) => ({
    assigned_to: [row.assigned_to_id],
    qa_contact: whole(row.qa_contact_id),
    cc,
  })
  const [old, now] = [holders(before), holders(after)]
  const moved = (role: HeldRole) => difference<number>(old[role], now[role])[side]
  return { assigned_to: moved('assigned_to'), qa_contact: moved('qa_contact'), cc: moved('cc') }
}

function whole(id: number | null): number[] {
  return id === null ? [] : [id]
}
