// Attachments that a new one replaces.
import type { BugRow } from '../../access/find-bugs.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import type { Drafts } from '../bugs/state/draft.js'
import { requireAttachments, type AttachmentRow } from './find.js'
import { openFlags } from './flags.js'
import { planAttachment, type PlannedAttachment } from './plan.js'

const field = 'obsoletes'

/**
 * Finds the attachments to be marked as obsolete, all of them on the bugs that get the new one.
 * @throws object_does_not_exist, param_invalid
 */
export async function requireObsoletes(
  tx: Reader,
  call: Call,
  bugs: readonly BugRow[],
  ids: readonly number[],
): Promise<AttachmentRow[]> {
  const rows = await requireAttachments(tx, call, ids, field)
  const elsewhere = rows.find((row) => !bugs.some((bug) => bug.id === row.bug_id))
  if (!elsewhere) return rows
  const problem = `it is on bug ${elsewhere.bug_id}, which does not get the attachment`
  throw new TrackerError('param_invalid', { field, value: elsewhere.id, problem })
}

/**
 * Marks attachments as obsolete in the drafts of their bugs. Their pending requests end.
 * @throws product_edit_denied, illegal_attachment_edit
 */
export async function planObsoletes(
  tx: Reader,
  call: Call,
  bugs: readonly BugRow[],
  rows: readonly AttachmentRow[],
  { draftFor }: Drafts<'flags' | 'cc'>,
): Promise<PlannedAttachment[]> {
  if (rows.length === 0) return []
  const byId = new Map(bugs.map((bug) => [bug.id, bug]))
  const setFlags = await openFlags(tx, call, [], rows)
  const obsolete = { is_obsolete: true, comment: '' }
  return rows.map((row) =>
    planAttachment(call, draftFor(byId.get(row.bug_id) as BugRow), row, obsolete, setFlags, field),
  )
}
