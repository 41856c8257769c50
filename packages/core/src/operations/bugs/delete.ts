import * as z from 'zod'
import { requireBugs } from '../../access/find-bugs.js'
import { logDeletedBugs } from '../../domain/audit/write.js'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { cutLinks } from '../../domain/bugs/write/cut-links.js'
import { removeBugs } from '../../domain/bugs/write/remove-rows.js'
import { authorOf } from '../../domain/bugs/write/write-history.js'
import { reason, requireAllowed } from '../../domain/erasure/inputs.js'
import { auditErasure, noteRewritten } from '../../domain/erasure/write.js'
import { groupBy } from '../../kernel/collections.js'
import { bugRef, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'

const deleted = z
  .object({
    id: z.int().meta({ description: 'ID of the deleted bug, which is not reused.' }),
    comments: z.int().meta({ description: 'Number of deleted comments, including the description.' }),
    attachments: z.int().meta({ description: 'Number of deleted attachments.' }),
  })
  .meta({ id: 'DeletedBug', description: 'A deleted bug.' })

export const deleteBugs = defineWrite({
  name: 'bugs.delete',
  summary: 'Delete bugs',
  description:
    'Permanently deletes bugs with all their parts, all of them or none.\n\n' +
    'Comments, attachments, flags, history, tags and pending email are deleted too. Links of other bugs to them ' +
    'are removed, which the history of these bugs records; duplicates of them keep their resolution. Afterwards ' +
    'the bug does not exist for any caller, and its ID is not reused. The audit log contains the user and the ' +
    'reason, but no content of the bug. Sent email and earlier backups still contain it.\n\n' +
    'Fails with `auth_failure` for users who are not administrators; `deletion_not_allowed` while the parameter ' +
    '`allowbugdeletion` is off; `bug_id_does_not_exist`, also for one that the caller cannot see.',
  errors: [
    'auth_failure',
    'bug_id_does_not_exist',
    'deletion_not_allowed',
    'improper_bug_id_field_value',
    'params_required',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Delete a bug filed by a runaway script',
      code: "const { bugs } = await admin.bugs.delete({ ids: [12], reason: 'Filed by a script' })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'delete bugs' },
  input: z.strictObject({
    ids: list(bugRef, 100).min(1).meta({ description: 'IDs and aliases of the bugs, at most 100.' }),
    reason,
  }),
  output: z.object({ bugs: z.array(deleted).meta({ description: 'The deleted bugs, in the requested order.' }) }),
  async run(tx, input, caller) {
    requireAllowed(caller, 'allowbugdeletion')
    const bugs = await requireBugs(tx, caller, input.ids, 'ids')
    const ids = bugs.map(({ id }) => id)
    const links = groupBy(await cutLinks(tx, caller, ids), ({ bug_id }) => bug_id)
    const others = await tx.select({ from: 'bugs', where: { col: 'id', in: [...links.keys()] } })
    const call = asChangeOf(caller, [...bugs, ...others])
    const counts = await removeBugs(tx, ids)
    await noteRewritten(
      tx,
      call,
      others.map((bug) => ({
        bug,
        history: (links.get(bug.id) ?? []).map(({ field, removed }) => ({ field, removed, added: '' })),
      })),
    )
    await logDeletedBugs(tx, call, ids)
    await auditErasure(tx, call, 'bugs.delete', ids, input.reason)
    const user_id = await authorOf(tx, call)
    for (const { id, group_count } of bugs) {
      call.recordChange({ kind: 'bug_deleted', bug_id: id, user_id, at: call.now, was_public: group_count === 0 })
      call.emit('bug.deleted', { bug_id: id, user_id, at: call.now })
    }
    return { bugs: ids.map((id) => ({ id, ...counts(id) })) }
  },
})
