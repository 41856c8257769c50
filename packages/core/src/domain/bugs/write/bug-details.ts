// Details in the change feed of a bug that an operation created or changed. Pure.
import type { BugDetails, HeldRole } from '../../../call/change-event.js'
import { flagMoves } from '../../flags/changes.js'
import { changeOf, difference } from '../state/changes.js'
import type { AnyDraft } from '../state/draft.js'

/** The rows that were written. */
interface Written {
  readonly history: readonly number[]
  readonly comments: readonly number[]
  /** No email is sent. */
  readonly isMinor: boolean
}

const noPeople = { assigned_to: [], qa_contact: [], cc: [] }
const nothing = { comments: [], attachments: [] }

/** Details of a bug whose change sends no email: its history and what followers must reload. */
export function bulkDetails({
  history,
  mentioned = [],
  ...rewritten
}: Pick<BugDetails, 'history'> & Partial<Pick<BugDetails, 'mentioned'>> & BugDetails['rewritten']): BugDetails {
  const people = { gained: noPeople, lost: noPeople }
  const kind = { is_new: false, open_changed: false, is_bulk: true, is_import: false }
  return {
    ...kind,
    ...people,
    ...nothing,
    history,
    rewritten,
    mentioned,
    flags: [],
    code_links: [],
    is_unlinked: false,
  }
}

/** The details of a change of links only. No email is sent. */
export function linkDetails(code_links: readonly number[], is_unlinked: boolean): BugDetails {
  return { ...bulkDetails({ history: [], ...nothing }), code_links: [...code_links], is_unlinked }
}

/** Details of a bug that has been written. In a new bug, all roles are new. */
export function detailsOfDraft(draft: AnyDraft, { history, comments, isMinor }: Written): BugDetails {
  const { isNew, before, row } = draft
  return {
    is_new: isNew,
    open_changed: !isNew && before.is_open !== row.is_open,
    is_bulk: isMinor,
    is_import: false,
    history: [...history],
    comments: [...comments],
    attachments: draft.comments.flatMap(({ type, attachment_id = 0 }) =>
      type === 'attachment_created' ? [attachment_id] : [],
    ),
    code_links: [],
    is_unlinked: false,
    rewritten: nothing,
    mentioned: [],
    gained: roleChangesOf(draft, 'added'),
    lost: isNew ? noPeople : roleChangesOf(draft, 'removed'),
    ...(!isNew &&
      hasMoved(draft) && { moved_from: { product_id: before.product_id, component_id: before.component_id } }),
    flags: draft.isSet('flags') ? flagMoves(draft.beforePart('flags'), draft.part('flags')) : [],
  }
}

function hasMoved({ before, row }: AnyDraft): boolean {
  return before.product_id !== row.product_id || before.component_id !== row.component_id
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
