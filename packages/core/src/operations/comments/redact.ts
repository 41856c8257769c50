import * as z from 'zod'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { requireComments } from '../../domain/comments/find.js'
import { commentText } from '../../domain/comments/text.js'
import { updateVotes } from '../../domain/comments/votes.js'
import { reason } from '../../domain/erasure/inputs.js'
import { auditErasure, noteRewritten } from '../../domain/erasure/write.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { groupBy } from '../../kernel/collections.js'
import { fold } from '../../store/index.js'

const redacted = z
  .object({
    id: z.int().meta({ ref: 'comment', description: 'ID of the comment.' }),
    bug_id: z.int().meta({ ref: 'bug', description: 'ID of its bug.' }),
  })
  .meta({ id: 'RedactedComment', description: 'A comment whose text was redacted.' })

export const redactComments = defineWrite({
  name: 'comments.redact',
  summary: 'Redact comments',
  description:
    'Permanently deletes the text of comments, all of them or none.\n\n' +
    'The comments stay, with `keep` as their text, and lose their earlier versions and their reactions, which are ' +
    'the votes of a bug if it is the description; author, time, privacy and tags stay too. The audit log contains ' +
    'the user and the reason. Sent email and earlier backups still contain the text.\n\n' +
    'Fails with `auth_failure` for users who are not administrators; `comment_id_invalid`, also for one that the ' +
    'caller cannot see.',
  errors: ['auth_failure', 'comment_id_invalid', 'comment_too_long', 'params_required', 'text_too_long'],
  examples: [
    {
      title: 'Redact a comment with a telephone number',
      code: "await admin.comments.redact({ ids: [31], reason: 'Asked by the person', keep: 'Call me: [redacted]' })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'redact comments' },
  input: z.strictObject({
    ids: list(id).min(1).meta({ description: 'IDs of the comments.' }),
    reason,
    keep: commentText.default('[redacted]').meta({ description: 'New text of the comments.' }),
  }),
  output: z.object({ comments: z.array(redacted).meta({ description: 'Comments in the requested order.' }) }),
  async run(tx, { ids, reason: why, keep }, caller) {
    const rows = await requireComments(tx, caller, ids, 'ids')
    const bugIds = [...new Set(rows.map((row) => row.bug_id))]
    const bugs = await tx.select({ from: 'bugs', where: { col: 'id', in: bugIds } })
    const call = asChangeOf(caller, bugs)
    const found = rows.map((row) => row.id)
    await tx.update('comments', { col: 'id', in: found }, { text: keep, text_folded: fold(keep) })
    await tx.update('comment_revisions', { col: 'comment_id', in: found }, { text: '', is_redacted: true })
    for (const entity of ['comment_mentions', 'comment_reactions'] as const)
      await tx.delete(entity, { col: 'comment_id', in: found })
    await updateVotes(tx, bugIds)
    await auditErasure(tx, call, 'comments.redact', found, why)
    const ofBug = groupBy(rows, (row) => row.bug_id)
    await noteRewritten(
      tx,
      call,
      bugs.map((bug) => ({ bug, comments: (ofBug.get(bug.id) ?? []).map((row) => row.id) })),
    )
    return { comments: rows.map(({ id: comment, bug_id }) => ({ id: comment, bug_id })) }
  },
})
