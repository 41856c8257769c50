import { must } from '../../kernel/must.js'
import * as z from 'zod'
import { createDrafts } from '../../domain/bugs/state/draft.js'
import { loadParts } from '../../domain/bugs/state/load-parts.js'
import type { PartName } from '../../domain/bugs/fields/bug-parts.js'
import type { BugRow } from '../../access/find-bugs.js'
import { requireIsolation } from '../../domain/bugs/rules/isolation.js'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { commitWrite } from '../../domain/bugs/write/commit-write.js'
import { commentText } from '../../domain/comments/text.js'
import type { Call } from '../../call/context.js'
import { flagsChange, requesteesIn } from '../../domain/flags/changes.js'
import { flagChange, flagErrors } from '../../domain/flags/input.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { ruleErrors } from '../../call/host-rules.js'
import type { Reader } from '../../schema/index.js'
import { loadUsers } from '../../domain/users/find.js'
import { askAboutChanged } from '../../domain/attachments/ask-rules.js'
import { attachmentSummary, contentType, fileName } from '../../domain/attachments/fields.js'
import { bugsOfAttachments, requireAttachments } from '../../domain/attachments/find.js'
import { openFlags } from '../../domain/attachments/flags.js'
import { planAttachment, type PlannedAttachment } from '../../domain/attachments/plan.js'
import { writeAttachments } from '../../domain/attachments/write.js'
import { changesView } from '../../domain/audit/plan.js'

const input = z.strictObject({
  ids: list(id).min(1).meta({ description: 'IDs of the attachments.' }),
  file_name: fileName.optional().meta({
    description: 'File name. Folders are removed; of a longer name, the last 255 characters are kept.',
  }),
  summary: attachmentSummary.optional().meta({ description: 'One-line description.' }),
  content_type: contentType.optional().meta({ description: 'Content type, such as `image/png`.' }),
  is_patch: z.boolean().optional().meta({ description: 'The attachment is a patch, and text/plain.' }),
  is_private: z.boolean().optional().meta({ description: 'Visible only to insiders. Only insiders can change it.' }),
  is_obsolete: z
    .boolean()
    .optional()
    .meta({ description: 'The attachment is obsolete. Setting it ends pending flag requests.' }),
  comment: commentText.default('').meta({
    description:
      'Comment to add to the bug of each attachment, at most 65,535 characters; private if the attachment ' + 'is.',
  }),
  flags: list(flagChange).default([]).meta({ description: 'Flags to set, change or clear.' }),
})

const changedAttachment = z
  .object({
    id: z.int().meta({ description: 'ID of the attachment.' }),
    last_change_time: z.date().meta({ description: 'Time of this update; if it changed nothing, of the last change.' }),
    changes: changesView.meta({ description: 'Changes by field name.' }),
  })
  .meta({ id: 'ChangedAttachment', description: 'Changes of an attachment.' })

// Contract: Update Attachment.
export const updateAttachments = defineWrite({
  name: 'attachments.update',
  summary: 'Update attachments',
  description:
    'Updates attachments, all of them or none.\n\n' +
    'Omitted fields stay; the content cannot be changed. A patch is always text/plain. `comment` is added to the ' +
    'bug of each attachment, and is private if the attachment is. `flags` are set, changed and cleared as in ' +
    'Update Bug; requests end when the attachment becomes obsolete. The creator of an attachment can change it, ' +
    'and so can users who can edit the bug; the setter and the requestee of a flag can change the flag. Only ' +
    'insiders can change `is_private`.',
  errors: [
    ...ruleErrors,
    'params_required',
    'invalid_user_group',
    'object_does_not_exist',
    'product_edit_denied',
    'illegal_attachment_edit',
    'user_not_insider',
    'invalid_content_type',
    'file_not_specified',
    'missing_attachment_description',
    'comment_too_long',
    ...flagErrors,
  ],
  examples: [
    {
      title: 'Mark an attachment as obsolete',
      code:
        "const { attachments } = await alice.attachments.update({ ids: [7], is_obsolete: true, comment: 'See the next one' })\n" +
        "attachments[0]?.changes.is_obsolete // { removed: '0', added: '1' }",
    },
  ],
  access: 'required',
  input,
  output: z.object({ attachments: z.array(changedAttachment).meta({ description: 'Changes of each attachment.' }) }),
  async run(tx, given, caller) {
    const rows = await requireAttachments(tx, caller, given.ids, 'ids')
    const bugs = await bugsOfAttachments(tx, rows)
    const call = asChangeOf(caller, bugs.values())
    const { drafts, draftFor } = createDrafts(await loadParts(tx, [...bugs.values()], partsIn(given)))
    const carriers = rows.map((row) => ({ ...row, is_private: given.is_private ?? row.is_private }))
    const hasFlags = given.flags.length > 0 || given.is_obsolete === true
    const setFlags = hasFlags ? await openFlags(tx, call, given.flags, carriers) : undefined
    const planned = rows.map((row) => {
      const draft = draftFor(bugs.get(row.bug_id) as BugRow)
      return planAttachment(call, draft, row, given, setFlags, 'ids')
    })
    await requireIsolation(tx, call, drafts.values())
    if (call.rules) await askAboutChanged(tx, call, planned, (bugId) => bugs.get(bugId))
    await writeAttachments(tx, planned)
    await commitWrite(tx, call, { drafts })
    return { attachments: await viewChanges(tx, call, planned) }
  },
})

/** Returns the parts of the bugs to load. */
function partsIn({ flags, is_obsolete }: z.output<typeof input>): Set<PartName> {
  if (flags.length > 0) return new Set(['flags', 'cc'])
  return new Set(is_obsolete ? ['flags'] : [])
}

async function viewChanges(
  tx: Reader,
  call: Call,
  planned: readonly PlannedAttachment[],
): Promise<z.input<typeof changedAttachment>[]> {
  const people = await loadUsers(
    tx,
    planned.flatMap(({ flags }) => requesteesIn(flags.before, flags.after)),
  )
  const names = { catalogue: call.catalogue, login: (userId: number) => must(people.get(userId), 'user', userId).login }
  return planned.map(({ after, changes, flags }) => {
    const ofFlags = flagsChange(flags.before, flags.after, names)
    const allChanges = ofFlags ? [...changes, ofFlags] : changes
    return {
      id: after.id,
      last_change_time: after.last_change_time,
      changes: Object.fromEntries(allChanges.map(({ field, removed, added }) => [field, { removed, added }])),
    }
  })
}
