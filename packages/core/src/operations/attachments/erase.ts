import * as z from 'zod'
import { attachmentHistoryFieldsOf, changesOf, nextAttachment } from '../../domain/attachments/changes.js'
import { bugsOfAttachments, requireAttachments, type AttachmentRow } from '../../domain/attachments/find.js'
import { eraseContent } from '../../domain/attachments/stored-content.js'
import { writeAttachments } from '../../domain/attachments/write.js'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { reason, requireAllowed } from '../../domain/erasure/inputs.js'
import { auditErasure, noteRewritten } from '../../domain/erasure/write.js'
import { groupBy } from '../../kernel/collections.js'
import { must } from '../../kernel/must.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Writer } from '../../schema/index.js'

const erased = z
  .object({
    id: z.int().meta({ ref: 'attachment', description: 'ID of the attachment.' }),
    bug_id: z.int().meta({ ref: 'bug', description: 'ID of its bug.' }),
    size: z.int().meta({ description: 'Number of bytes erased.' }),
  })
  .meta({ id: 'ErasedAttachment', description: 'An attachment without its content.' })

export const eraseAttachments = defineWrite({
  name: 'attachments.erase',
  summary: 'Erase the content of attachments',
  description:
    'Permanently erases the content of attachments, all of them or none.\n\n' +
    'The attachments stay, with size 0 and obsolete; with `summary`, without file name and summary, also in ' +
    'history. Downloads fail with `attachment_erased`. The audit log contains the user and the reason. Sent email ' +
    'and earlier backups still contain the content.\n\n' +
    'Fails with `auth_failure` for users who are not administrators; `deletion_not_allowed` while the parameter ' +
    '`allow_attachment_deletion` is off.',
  errors: ['auth_failure', 'deletion_not_allowed', 'object_does_not_exist', 'params_required', 'text_too_long'],
  examples: [
    {
      title: 'Erase a file with a password',
      code: "await admin.attachments.erase({ ids: [7], reason: 'Holds a password' })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'erase attachments' },
  input: z.strictObject({
    ids: list(id, 100).min(1).meta({ description: 'IDs of the attachments, at most 100.' }),
    reason,
    summary: z
      .boolean()
      .default(false)
      .meta({ description: 'Also erase their summaries and file names, also in the history of their bugs.' }),
  }),
  output: z.object({ attachments: z.array(erased).meta({ description: 'Erased content of each attachment.' }) }),
  async run(tx, input, caller) {
    requireAllowed(caller, 'allow_attachment_deletion')
    const rows = await requireAttachments(tx, caller, input.ids, 'ids')
    const bugs = await bugsOfAttachments(tx, rows)
    const call = asChangeOf(caller, bugs.values())
    const planned = rows.map((before) => ({ before, after: withoutContent(before, call.now) }))
    const ids = rows.map((row) => row.id)
    await eraseContent(tx, ids)
    await writeAttachments(tx, planned)
    if (input.summary) await eraseNames(tx, ids)
    await auditErasure(tx, call, input.summary ? 'attachments.erase summary' : 'attachments.erase', ids, input.reason)
    const erasedOf = Array.from(
      groupBy(planned, ({ after }) => after.bug_id),
      ([bugId, ofBug]) => ({
        bug: must(bugs.get(bugId), 'bug', bugId),
        attachments: ofBug.map(({ after }) => after.id),
        history: ofBug.flatMap(({ before, after }) =>
          changesOf(before, after).map(({ historyField: field, removed, added }) => ({
            field,
            removed,
            added,
            attachment_id: after.id,
          })),
        ),
      }),
    )
    await noteRewritten(tx, call, erasedOf)
    return { attachments: rows.map(({ id: attachment, bug_id, size }) => ({ id: attachment, bug_id, size })) }
  },
})

function withoutContent(before: AttachmentRow, last_change_time: Date): AttachmentRow {
  return { ...nextAttachment(before, { is_obsolete: true }), size: 0, last_change_time }
}

/** Erases the names of the attachments without a trace. */
async function eraseNames(tx: Writer, ids: readonly number[]): Promise<void> {
  await tx.update(
    'attachments',
    { col: 'id', in: ids },
    { file_name: '', file_name_folded: '', summary: '', summary_folded: '' },
  )
  const ofNames = {
    and: [
      { col: 'attachment_id', in: ids },
      { col: 'field', in: attachmentHistoryFieldsOf('summary', 'file_name') },
    ],
  } as const
  await tx.update('bug_history', ofNames, { removed: '', removed_folded: '', added: '', added_folded: '' })
}
