// What mail is told of a bug that an operation has made or changed. Pure.
import { changeOf, difference } from '../state/changes.js'
import type { AnyDraft } from '../state/draft.js'
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
function minimalFact({ by, history, comments }: Written): BugChangeFact {
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

/** What is told of a bug that has been written. To a new one everybody has just come. */
export function changeFactOf(draft: AnyDraft, written: Written): BugChangeFact {
  const { isNew, before, row } = draft
  const fact = {
    ...minimalFact(written),
    came: roleChangesOf(draft, 'added'),
    flags: draft.isSet('flags') ? flagMoves(draft.beforePart('flags'), draft.part('flags')) : [],
  }
  if (isNew) return { ...fact, is_new: true }
  return { ...fact, is_turned: before.is_open !== row.is_open, gone: roleChangesOf(draft, 'removed') }
}

function roleChangesOf(draft: AnyDraft, side: 'added' | 'removed'): Record<HeldRole, number[]> {
  const { isNew, before, row } = draft
  const moved = (role: 'assigned_to_id' | 'qa_contact_id'): number[] => {
    if (!isNew && before[role] === row[role]) return []
    return difference(isNew ? [] : listOf(before[role]), listOf(row[role]))[side]
  }
  return {
    assigned_to: moved('assigned_to_id'),
    qa_contact: moved('qa_contact_id'),
    cc: changeOf(draft, 'cc', (ids) => ids)[side],
  }
}

function listOf(id: number | null): number[] {
  return id === null ? [] : [id]
}
