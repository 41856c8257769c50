// Plans an update of one attachment, its bug and its flags. Reads and writes nothing.
import { requireEditable } from '../../access/products.js'
import type { BugDraft } from '../bugs/state/draft.js'
import { productOf } from '../bugs/fields/values.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { FlagsChange } from '../flags/write.js'
import { changesOf, nextAttachment, type AttachmentFieldChange, type AttachmentFields } from './changes.js'
import { mayChangeAttachment, type AttachmentRow } from './find.js'
import { differ, type SetFlags } from './flags.js'

/** An attachment before and after the update. */
export interface PlannedAttachment {
  readonly before: AttachmentRow
  readonly after: AttachmentRow
  readonly changes: readonly AttachmentFieldChange[]
  readonly flags: FlagsChange
}

/**
 * Plans the update of an attachment in the draft of its bug. `setFlags`: where flags may change. `field`: the input that names it.
 * @throws product_edit_denied, illegal_attachment_edit, user_not_insider, and as nextFlags
 */
export function planAttachment(
  call: Call,
  draft: BugDraft<'flags' | 'cc'>,
  before: AttachmentRow,
  input: AttachmentFields & { readonly comment: string },
  setFlags: SetFlags | undefined,
  field: string,
): PlannedAttachment {
  const product = productOf(call.catalogue, draft.before)
  requireEditable(call, product)
  const after = nextAttachment(before, input)
  const changes = changesOf(before, after)
  const mayChange = mayChangeAttachment(call, product, before)
  if (changes.length > 0 && !mayChange) throw denied(before, field)
  if (after.is_private !== before.is_private && !call.who.isInsider)
    throw new TrackerError('user_not_insider', { field: 'is_private', value: after.is_private })
  const flags = setFlags?.(draft, after, before.is_obsolete) ?? { before: [], after: [] }
  if (!mayChange && !areOwn(call, flags)) throw denied(before, field)
  if (changes.length > 0 || differ(flags)) after.last_change_time = call.now
  const { id: attachment_id, is_private } = after
  for (const { historyField: field, removed, added } of changes)
    draft.attachments.push({ attachment_id, field, removed, added })
  if (input.comment !== '')
    draft.comments.push({ text: input.comment, is_private, type: 'attachment_updated', attachment_id })
  return { before, after, changes, flags }
}

function denied({ id }: AttachmentRow, field: string): TrackerError {
  return new TrackerError('illegal_attachment_edit', { field, value: id })
}

/** The setter and the requestee of a flag may change it, even on an attachment that they may not edit. */
function areOwn({ who }: Call, { before, after }: FlagsChange): boolean {
  const me = who.user?.id
  const changed = before.filter((flag) => !after.includes(flag))
  const isNew = after.some((flag) => flag.id === undefined)
  return !isNew && changed.every((flag) => flag.setter_id === me || flag.requestee_id === me)
}
