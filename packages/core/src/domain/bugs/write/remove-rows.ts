// Deletes all rows of bugs.
import { forgetTagsOf } from '../../comments/tags.js'
import { forgetBugs } from '../../inbound/forget-bugs.js'
import { forgetUnusedTags } from '../../tags/names.js'
import type { EntityName, Where, Writer } from '../../../schema/index.js'

/** Entities with a `bug_id`. Entries of the change feed stay: they contain only row IDs, and report the deletion. */
const ofBug = [
  ...(['bug_aliases', 'bug_cc', 'bug_groups', 'bug_keywords', 'bug_see_also', 'bug_marks', 'bug_tags'] as const),
  ...([
    'custom_values',
    'bug_history',
    'comment_tag_activity',
    'flags',
    'mail_outbox',
    'code_links',
    'removed_code_links',
  ] as const),
] as const satisfies readonly EntityName[]

/** Rows of its comments and of its attachments. */
const ofComments = [
  ...(['comment_revisions', 'comment_tags', 'comment_mentions', 'comment_reactions'] as const),
] as const satisfies readonly EntityName[]
const ofAttachments = ['attachment_data', 'attachment_parts'] as const satisfies readonly EntityName[]

/** How much went with a bug. */
type Counts = (bugId: number) => { readonly comments: number; readonly attachments: number }

/** Deletes bugs with all their rows. Call cutLinks first. */
export async function removeBugs(tx: Writer, ids: readonly number[]): Promise<Counts> {
  const theirs = { col: 'bug_id', in: ids } as const
  const commentRows = await tx.select({ from: 'comments', where: theirs, columns: ['id', 'bug_id'] })
  const attachmentRows = await tx.select({ from: 'attachments', where: theirs, columns: ['id', 'bug_id'] })
  const [comments, attachments] = [commentRows.map(({ id }) => id), attachmentRows.map(({ id }) => id)]
  await forgetTagsOf(tx, comments)
  // All of these have such a column.
  const remove = (entity: EntityName, col: string, among: readonly number[]) =>
    tx.delete(entity, { col, in: among } as unknown as Where<EntityName>)
  for (const entity of ofComments) await remove(entity, 'comment_id', comments)
  for (const entity of ofAttachments) await remove(entity, 'attachment_id', attachments)
  const tags = await tx.select({ from: 'bug_tags', where: theirs, columns: ['tag_id'] })
  for (const entity of ofBug) await remove(entity, 'bug_id', ids)
  for (const entity of ['comments', 'attachments'] as const) await tx.delete(entity, theirs)
  await removeDeliveries(tx, ids)
  await forgetBugs(tx, ids)
  await forgetUnusedTags(tx, [...new Set(tags.map(({ tag_id }) => tag_id))])
  await tx.delete('bugs', { col: 'id', in: ids })
  const countIn = (rows: readonly { readonly bug_id: number }[], id: number) =>
    rows.filter(({ bug_id }) => bug_id === id).length
  return (id) => ({ comments: countIn(commentRows, id), attachments: countIn(attachmentRows, id) })
}

/** Of requests to webhooks, which are found by webhook and bug. */
async function removeDeliveries(tx: Writer, ids: readonly number[]): Promise<void> {
  const webhooks = (await tx.select({ from: 'webhooks', columns: ['id'] })).map(({ id }) => id)
  if (webhooks.length === 0) return
  await tx.delete('webhook_deliveries', {
    and: [
      { col: 'webhook_id', in: webhooks },
      { col: 'bug_id', in: ids },
    ],
  })
}
