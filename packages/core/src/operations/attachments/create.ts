import * as z from 'zod'
import { requireEditable } from '../../access/products.js'
import { createDrafts } from '../../domain/bugs/state/draft.js'
import type { BugParts, PartName } from '../../domain/bugs/fields/bug-parts.js'
import { loadParts } from '../../domain/bugs/state/load-parts.js'
import { findBugs, requireBug, requireBugs, type BugRow } from '../../access/find-bugs.js'
import { requireIsolation } from '../../domain/bugs/rules/isolation.js'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { productOf } from '../../domain/bugs/fields/values.js'
import { commitWrite } from '../../domain/bugs/write/commit-write.js'
import { requireMarkdown } from '../../domain/comments/markdown.js'
import { commentText } from '../../domain/comments/text.js'
import { requireUser, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { flagChange, flagErrors } from '../../domain/flags/input.js'
import { bugRef, fits, id, list, maxTextLength } from '../../call/define/inputs.js'
import { defineWrite, problem } from '../../call/define/operation.js'
import { ruleErrors } from '../../call/host-rules.js'
import type { Reader, Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { requireSize, searchableText } from '../../domain/attachments/content.js'
import { askAboutChanged, askAboutNew } from '../../domain/attachments/ask-rules.js'
import { attachmentSummary, content, contentType, fileName, typeOfContent } from '../../domain/attachments/fields.js'
import { openFlags } from '../../domain/attachments/flags.js'
import { planObsoletes, requireObsoletes } from '../../domain/attachments/obsolete.js'
import { insertContent } from '../../domain/attachments/stored-content.js'
import { writeAttachments } from '../../domain/attachments/write.js'

/** Each gets a copy of the content, and of the comment. */
const maxBugs = 100

/** Bytes that are written for several bugs together. One bug takes any attachment that its tracker allows. */
const mostBytes = 8 * 1_048_576

const input = z.strictObject({
  ids: list(bugRef, maxBugs).default([]).meta({ description: 'IDs or aliases of the bugs.' }),
  id_or_alias: bugRef.optional().meta({
    description: 'The bug in the path. If `ids` includes it, all of them get the attachment, otherwise only this bug.',
  }),
  data: content.meta({
    description: 'Content, limited by the parameters maxattachmentsize (KiB) and maxlocalattachment (MiB).',
  }),
  file_name: fileName.meta({
    description: 'File name. Folders are removed; of a longer name, the last 255 characters are kept.',
  }),
  summary: attachmentSummary.meta({ description: 'One-line description.' }),
  content_type: contentType.optional().meta({
    description: 'Content type, such as `image/png`. Required unless `is_patch` makes it text/plain.',
  }),
  comment: commentText
    .default('')
    .meta({ description: 'A comment that follows the generated sentence, at most 65,535 characters.' }),
  is_markdown: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Whether the comment is Markdown. In its links and images, `attachment:new` becomes the ID of the ' +
        'attachment.',
    }),
  is_patch: z.boolean().default(false).meta({ description: 'The attachment is a patch, and text/plain.' }),
  is_private: z
    .boolean()
    .default(false)
    .meta({ description: 'The attachment and the comment are visible only to insiders.' }),
  flags: list(flagChange).default([]).meta({ description: 'Flags to set on each new attachment.' }),
  obsoletes: list(id).default([]).meta({
    description: 'IDs of attachments on these bugs that the new one replaces; they become obsolete.',
  }),
  bug_flags: list(z.unknown())
    .refine((flags) => flags.length === 0, problem('param_invalid', { problem: 'Update Bug sets flags of bugs' }))
    .optional()
    .meta({ description: 'Accepted only as an empty list, which some clients send.' }),
})

type Input = z.output<typeof input>

// Contract: Create Attachment.
export const createAttachment = defineWrite({
  name: 'attachments.create',
  summary: 'Add an attachment to bugs',
  description:
    'Adds an attachment to each of at most 100 bugs, with a comment on each; to all of them or none. For several ' +
    'bugs, the content and the comment can have 8 MB in all (`too_many_changes`).\n\n' +
    '`content_type` is required unless `is_patch` makes it text/plain. `comment` follows the generated sentence. ' +
    '`is_private` is for insiders, and makes the comment private too. `flags` are set on each new attachment: ' +
    '`status` and `type_id` or `name`, and `requestee`, a login. `obsoletes` marks attachments of the same bugs ' +
    'as obsolete, if the caller can change them; pending requests on them end.',
  errors: [
    ...ruleErrors,
    'invalid_user_group',
    'object_not_specified',
    'params_required',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
    'product_edit_denied',
    'zero_length_file',
    'file_too_large',
    'invalid_content_type',
    'file_not_specified',
    'missing_attachment_description',
    'user_not_insider',
    'comment_too_long',
    'markdown_disabled',
    'too_many_changes',
    'object_does_not_exist',
    'illegal_attachment_edit',
    ...flagErrors,
  ],
  examples: [
    {
      title: 'Attach a log',
      code:
        "const data = new TextEncoder().encode('Segmentation fault')\n" +
        'const { ids } = await alice.attachments.create({\n' +
        "  ids: [12], data, file_name: 'crash.log', summary: 'What it says', content_type: 'text/plain',\n" +
        '})',
    },
  ],
  access: 'required',
  input,
  output: z.object({
    ids: z.array(z.int()).meta({ description: 'IDs of the new attachments, in the order of the bugs.' }),
  }),
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
    if (given.is_markdown) requireMarkdown(call, 'is_markdown')
    const content_type = typeOfContent(given)
    requireSize(call.catalogue, given.data)
    requireFewBytes(bugs.length, given)
    const { is_private, is_markdown, flags } = given
    const obsoletes = await requireObsoletes(tx, call, bugs, given.obsoletes)
    const opened = createDrafts(await loadForFlags(tx, bugs, flags.length > 0, obsoletes.length > 0))
    const planned = await planObsoletes(tx, call, bugs, obsoletes, opened)
    const { drafts, draftFor } = opened
    const ids = await insertAttachments(tx, call, bugs, { ...given, content_type })
    const carriers = bugs.map((bug) => ({ bug_id: bug.id, is_private }))
    const setFlags = await openFlags(tx, call, flags, carriers)
    for (const [index, bug] of bugs.entries()) {
      const draft = draftFor(bug)
      const attachment_id = ids[index] as number
      if (flags.length > 0) setFlags(draft, { id: attachment_id, is_private, is_obsolete: false }, false)
      draft.comments.push({
        text: textFor(given, attachment_id),
        is_private,
        is_markdown,
        type: 'attachment_created',
        attachment_id,
      })
    }
    await requireIsolation(tx, call, drafts.values())
    if (call.rules) {
      const row = { ...given, content_type, size: given.data.byteLength, is_obsolete: false }
      const made = bugs.map((bug, index) => {
        const id = ids[index] as number
        const all = flags.length > 0 ? draftFor(bug).part('flags') : []
        const own = all.filter((flag) => flag.attachment_id === id)
        return { bug, row: { ...row, id }, flags: own, data: given.data }
      })
      await askAboutNew(tx, call, made)
      await askAboutChanged(tx, call, planned, (bugId) => bugs.find((bug) => bug.id === bugId))
    }
    await writeAttachments(tx, planned)
    await commitWrite(tx, call, { drafts })
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

/** A comment that shows the attachment cannot know its number. @throws comment_too_long, because numbers can be longer than `new` */
function textFor({ comment, is_markdown }: Input, attachmentId: number): string {
  if (!is_markdown) return comment
  const text = comment.replaceAll('(attachment:new)', `(attachment:${attachmentId})`)
  if (!fits(text, maxTextLength)) throw new TrackerError('comment_too_long', { field: 'comment', limit: maxTextLength })
  return text
}

/** @throws too_many_changes */
function requireFewBytes(things: number, { data, comment }: Input): void {
  const each = data.byteLength + Buffer.byteLength(comment)
  if (things > 1 && things * each > mostBytes)
    throw new TrackerError('too_many_changes', { field: 'ids', things, each, limit: mostBytes, unit: 'bytes' })
}

/**
 * Loads the parts of the bugs needed for setting flags. The new attachment has no flags yet; only those of obsolete
 * attachments change.
 */
async function loadForFlags(
  tx: Reader,
  bugs: readonly BugRow[],
  hasFlags: boolean,
  hasObsoletes: boolean,
): Promise<Map<number, Partial<BugParts>>> {
  const parts = new Set<PartName>(hasFlags ? ['cc'] : [])
  if (hasObsoletes) return loadParts(tx, bugs, parts.add('flags'))
  const loaded = await loadParts(tx, bugs, parts)
  return new Map([...loaded].map(([id, parts]) => [id, { ...parts, flags: [] }]))
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
  await insertContent(tx, ids, data, await searchableText(content_type, data))
  const { creator_id: user_id, creation_time: at, size } = shared
  const details = { user_id, at, file_name, summary, content_type, is_patch, is_private, size }
  for (const [index, { id: bug_id }] of bugs.entries())
    call.emit('attachment.added', { bug_id, attachment_id: ids[index] as number, ...details })
  return ids
}
