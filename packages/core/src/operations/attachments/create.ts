import { z } from 'zod'
import { requireEditable } from '../../access/products.js'
import { createDrafts, loadStates } from '../../domain/bugs/state/draft.js'
import { findBugs, requireBug, requireBugs, type BugRow } from '../../access/find-bugs.js'
import { requireIsolation } from '../../domain/bugs/rules/isolation.js'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { productOf } from '../../domain/bugs/fields/values.js'
import { writeDrafts } from '../../domain/bugs/write/write-drafts.js'
import { commentText } from '../../domain/comments/text.js'
import { requireUser, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { flagChange } from '../../domain/flags/input.js'
import { bugRef, list } from '../../define/inputs.js'
import { defineWrite } from '../../define/operation.js'
import type { Reader, Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { requireSize, searchableText } from '../../domain/attachments/content.js'
import { attachmentSummary, content, contentType, fileName, typeOfContent } from '../../domain/attachments/fields.js'
import { openFlags } from '../../domain/attachments/flags.js'
import { insertContent } from '../../domain/attachments/stored-content.js'

/** Each gets a copy of the content. */
const maxBugs = 100

const input = z.strictObject({
  /** Bugs by number or alias. */
  ids: list(bugRef, maxBugs).default([]),
  /** One bug, which has precedence: `ids` that do not name it too have no effect. */
  id_or_alias: bugRef.optional(),
  data: content,
  file_name: fileName,
  summary: attachmentSummary,
  content_type: contentType.optional(),
  comment: commentText.default(''),
  is_patch: z.boolean().default(false),
  is_private: z.boolean().default(false),
  flags: list(flagChange).default([]),
})

type Input = z.output<typeof input>

/**
 * Adds the same attachment to bugs, at most 100: one of its own to each, with a comment that says so, or to none. Contract: Create
 * Attachment.
 *
 * `ids`: the bugs. `id_or_alias`: the one that the path names; when `ids` name it too, all of them get the attachment, else it alone.
 * `data`: the content, at most as large as the parameters maxattachmentsize (KiB) and maxlocalattachment (MiB) say.
 * `content_type` must be given unless `is_patch` makes it text/plain. `comment` follows the generated sentence. `is_private`
 * is for insiders, and makes the comment private too. `flags` are set on each new attachment: `status` and `type_id` or `name`,
 * and `requestee`, the login name of who is asked.
 *
 * @throws params_required (50), bug_id_does_not_exist (101), improper_bug_id_field_value (100), product_edit_denied (109),
 *   zero_length_file (606), file_too_large (600), invalid_content_type (601), file_not_specified (603), missing_attachment_description (604),
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
    const bugs = await bugsOf(tx, caller, given)
    const call = asChangeOf(caller, bugs)
    for (const bug of bugs) requireEditable(call, productOf(call.catalogue, bug))
    if (given.is_private && !call.who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'is_private', value: true })
    const content_type = typeOfContent(given)
    requireSize(call.catalogue, given.data)
    const ids = await insertAttachments(tx, call, bugs, { ...given, content_type })
    const { comment: text, is_private, flags } = given
    const { drafts, draftFor } = createDrafts(await loadStates(tx, bugs, new Set(flags.length > 0 ? ['cc'] : [])))
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

/** The bugs that get the attachment. @throws params_required, bug_id_does_not_exist, improper_bug_id_field_value */
async function bugsOf(tx: Reader, call: Call, { id_or_alias, ids }: Input): Promise<readonly BugRow[]> {
  if (id_or_alias === undefined) {
    if (ids.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'id_or_alias'] })
    return requireBugs(tx, call, ids, 'ids')
  }
  const first = await requireBug(tx, call, id_or_alias, 'id_or_alias')
  const found = await findBugs(tx, call, ids, 'ids')
  const isNamed = found.some((one) => !(one instanceof TrackerError) && one.id === first.id)
  return isNamed ? requireBugs(tx, call, ids, 'ids') : [first]
}

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
