import { z } from 'zod'
import { requireEditable } from '../access/products.js'
import { draftBook, loadStates } from '../bugs/draft.js'
import { requireBugs, type BugRow } from '../bugs/find.js'
import { requireIsolation } from '../bugs/isolation.js'
import { asChangeOf } from '../bugs/time-of-change.js'
import { productOf } from '../bugs/values.js'
import { writeDrafts } from '../bugs/write-drafts.js'
import { commentText } from '../comments/text.js'
import { requireUser, type Call } from '../context.js'
import { TrackerError } from '../errors.js'
import { flagChange } from '../flags/input.js'
import { bugRef } from '../inputs.js'
import { defineWrite } from '../operation.js'
import type { Writer } from '../schema/index.js'
import { fold } from '../store/index.js'
import { requireSize, searchableText } from './content.js'
import { attachmentSummary, content, contentType, fileName, patchType } from './fields.js'
import { openFlags } from './flags.js'
import { insertContent } from './stored-content.js'

/** Each gets a copy of the content. */
const maxBugs = 100

const input = z.strictObject({
  /** Bugs by number or alias. */
  ids: z.array(bugRef).min(1).max(maxBugs),
  data: content,
  file_name: fileName,
  summary: attachmentSummary,
  content_type: contentType.optional(),
  comment: commentText.default(''),
  is_patch: z.boolean().default(false),
  is_private: z.boolean().default(false),
  flags: z.array(flagChange).default([]),
})

type Input = z.output<typeof input>

/**
 * Adds the same attachment to bugs, at most 100: one of its own to each, with a comment that says so, or to none. Contract: Create
 * Attachment.
 *
 * `data`: the content, at most as large as the parameters maxattachmentsize (KiB) and maxlocalattachment (MiB) say.
 * `content_type` must be given unless `is_patch` makes it text/plain. `comment` follows the generated sentence. `is_private`
 * is for insiders, and makes the comment private too. `flags` are set on each new attachment: `status` and `type_id` or `name`,
 * and `requestee`, the login name of who is asked.
 *
 * @throws bug_id_does_not_exist (101), improper_bug_id_field_value (100), product_edit_denied (109), zero_length_file (606),
 *   file_too_large (600), invalid_content_type (601), file_not_specified (603), missing_attachment_description (604),
 *   user_not_insider (113), comment_too_long (114), flag_status_invalid (129), flag_update_denied (130) and others about flags
 * @example
 * const data = new TextEncoder().encode('Segmentation fault')
 * const { ids } = await alice.attachments.create({
 *   ids: [12], data, file_name: 'crash.log', summary: 'What it says', content_type: 'text/plain',
 * })
 */
export const createAttachment = defineWrite({
  name: 'attachments.create',
  summary: 'Add an attachment to bugs',
  access: 'required',
  input,
  output: z.object({ ids: z.array(z.int()) }),
  missing: {
    data: 'object_not_specified',
    file_name: 'file_not_specified',
    summary: 'missing_attachment_description',
  },
  async run(tx, given, caller) {
    const bugs = await requireBugs(tx, caller, given.ids, 'ids')
    const call = asChangeOf(caller, bugs)
    for (const bug of bugs) requireEditable(call, productOf(call.catalogue, bug))
    if (given.is_private && !call.who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'is_private', value: true })
    const content_type = given.is_patch ? patchType : given.content_type
    if (content_type === undefined) throw new TrackerError('invalid_content_type', { field: 'content_type', value: '' })
    requireSize(call.catalogue, given.data)
    const ids = await insertAttachments(tx, call, bugs, { ...given, content_type })
    const { comment: text, is_private, flags } = given
    const { drafts, draftFor } = draftBook(await loadStates(tx, bugs, new Set(flags.length > 0 ? ['cc'] : [])))
    const carriers = bugs.map((bug) => ({ bug_id: bug.id, is_private }))
    const setFlags = await openFlags(tx, call, flags, carriers)
    for (const [index, bug] of bugs.entries()) {
      const draft = draftFor(bug)
      const attachment_id = ids[index] as number
      setFlags(draft, { id: attachment_id, is_private, is_obsolete: false }, false)
      draft.comments.push({ text, is_private, type: 'attachment_created', attachment_id })
    }
    await requireIsolation(tx, call, drafts.values())
    await writeDrafts(tx, call, [...drafts.values()])
    return { ids }
  },
})

/** One for each bug, in their order. */
async function insertAttachments(
  tx: Writer,
  call: Call,
  bugs: readonly BugRow[],
  { file_name, summary, content_type, is_patch, is_private, data }: Input & { readonly content_type: string },
): Promise<number[]> {
  const shared = {
    creator_id: requireUser(call.who).id,
    creation_time: call.now,
    last_change_time: call.now,
    file_name,
    file_name_folded: fold(file_name),
    summary,
    summary_folded: fold(summary),
    content_type,
    is_patch,
    is_obsolete: false,
    is_private,
    size: data.byteLength,
  }
  const ids = await tx.insert(
    'attachments',
    bugs.map((bug) => ({ ...shared, bug_id: bug.id })),
  )
  await insertContent(tx, ids, data, searchableText(content_type, data))
  const { creator_id: user_id, creation_time: at, size } = shared
  const told = { user_id, at, file_name, summary, content_type, is_patch, is_private, size }
  for (const [index, { id: bug_id }] of bugs.entries())
    call.emit('attachment.added', { bug_id, attachment_id: ids[index] as number, ...told })
  return ids
}
