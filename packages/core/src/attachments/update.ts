import { z } from 'zod'
import { requireEditable } from '../access/products.js'
import { draftBook } from '../bugs/draft.js'
import type { BugRow } from '../bugs/find.js'
import { productOf } from '../bugs/values.js'
import { writeDrafts } from '../bugs/write-drafts.js'
import { commentText } from '../comments/text.js'
import type { Call } from '../context.js'
import { TrackerError } from '../errors.js'
import { id } from '../inputs.js'
import { defineWrite } from '../operation.js'
import type { Reader } from '../schema/index.js'
import { changesOf, nextAttachment, type AttachmentFieldChange } from './changes.js'
import { attachmentSummary, contentType, fileName } from './fields.js'
import { mayChangeAttachment, requireAttachments, type AttachmentRow } from './find.js'
import { writeAttachments } from './write.js'

const input = z.strictObject({
  ids: z.array(id).min(1),
  file_name: fileName.optional(),
  summary: attachmentSummary.optional(),
  content_type: contentType.optional(),
  is_patch: z.boolean().optional(),
  is_private: z.boolean().optional(),
  is_obsolete: z.boolean().optional(),
  comment: commentText.default(''),
})

type Input = z.output<typeof input>

const changedAttachment = z.object({
  id: z.int(),
  /** The time of this update, or of an earlier one when this one changed nothing. */
  last_change_time: z.date(),
  /** By field name. */
  changes: z.record(z.string(), z.object({ added: z.string(), removed: z.string() })),
})

/** An attachment as it was found and as it is going to be. */
interface Planned {
  readonly before: AttachmentRow
  readonly after: AttachmentRow
  readonly changes: readonly AttachmentFieldChange[]
}

/**
 * Changes attachments: all of them or, when anything is wrong with one, none. Contract: Update Attachment.
 *
 * What is left out stays; the content cannot be changed. A patch is text/plain, whatever is said. `comment` is added to the bug
 * of each attachment, and is private where the attachment is. Who made an attachment may change it, and who may edit the bug.
 * `is_private` is for insiders to change.
 *
 * @throws object_does_not_exist (51), product_edit_denied (109), illegal_attachment_edit (304), user_not_insider (113),
 *   invalid_content_type (601), file_not_specified (603), missing_attachment_description (604), comment_too_long (114)
 * @example
 * const { attachments } = await alice.attachments.update({ ids: [7], is_obsolete: true, comment: 'See the next one' })
 * attachments[0]?.changes.is_obsolete // { removed: '0', added: '1' }
 */
export const updateAttachments = defineWrite({
  name: 'attachments.update',
  summary: 'Change attachments',
  access: 'required',
  input,
  output: z.object({ attachments: z.array(changedAttachment) }),
  async run(tx, given, call) {
    const rows = await requireAttachments(tx, call, given.ids, 'ids')
    const bugs = await loadBugs(tx, rows)
    const planned = rows.map((row) => plan(call, bugs.get(row.bug_id) as BugRow, row, given))
    const { drafts, draftFor } = draftBook(new Map())
    for (const { after, changes } of planned) {
      const draft = draftFor(bugs.get(after.bug_id) as BugRow)
      const { id: attachment_id, is_private } = after
      for (const { historyField: field, removed, added } of changes)
        draft.attachments.push({ attachment_id, field, removed, added })
      if (given.comment !== '')
        draft.comments.push({ text: given.comment, is_private, type: 'attachment_updated', attachment_id })
    }
    await writeAttachments(tx, planned)
    await writeDrafts(tx, call, [...drafts.values()])
    return {
      attachments: planned.map(({ after, changes }) => ({
        id: after.id,
        last_change_time: after.last_change_time,
        changes: Object.fromEntries(changes.map(({ field, removed, added }) => [field, { removed, added }])),
      })),
    }
  },
})

/** The bugs of attachments that the caller sees, by id. */
async function loadBugs(tx: Reader, rows: readonly AttachmentRow[]): Promise<Map<number, BugRow>> {
  const ids = [...new Set(rows.map((row) => row.bug_id))]
  const bugs = await tx.select({ from: 'bugs', where: { col: 'id', in: ids } })
  return new Map(bugs.map((bug) => [bug.id, bug]))
}

/** @throws product_edit_denied, illegal_attachment_edit, user_not_insider */
function plan(call: Call, bug: BugRow, before: AttachmentRow, given: Input): Planned {
  const product = productOf(call.catalogue, bug)
  requireEditable(call, product)
  const after = nextAttachment(before, given)
  const changes = changesOf(before, after)
  const asks = Object.keys(given).some((field) => field !== 'ids' && field !== 'comment')
  if (asks && !mayChangeAttachment(call, product, before))
    throw new TrackerError('illegal_attachment_edit', { field: 'ids', value: before.id })
  if (after.is_private !== before.is_private && !call.who.isInsider)
    throw new TrackerError('user_not_insider', { field: 'is_private', value: after.is_private })
  if (changes.length > 0) after.last_change_time = call.now
  return { before, after, changes }
}
