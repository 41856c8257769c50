import type { BugRow } from '../../../access/find-bugs.js'
import { requireEditable } from '../../../access/products.js'
import type { Call } from '../../../call/context.js'
import { must } from '../../../kernel/must.js'
import type { Reader, Row } from '../../../schema/index.js'
import type { Product } from '../../../setup/catalogue.js'
import { requireComment } from '../../comments/find.js'
import { productOf } from '../fields/values.js'

interface CommentAndBug {
  readonly comment: Row<'comments'>
  readonly bug: BugRow
  readonly product: Product
}

/**
 * Returns a comment with its bug.
 * @throws comment_id_invalid, also for a comment that the caller cannot see; product_edit_denied if they cannot comment on the bug
 */
export async function requireCommentAndBug(tx: Reader, call: Call, id: number): Promise<CommentAndBug> {
  const comment = await requireComment(tx, call, id, 'id')
  const [found] = await tx.select({ from: 'bugs', where: { col: 'id', eq: comment.bug_id } })
  const bug = must(found, 'bug', comment.bug_id)
  const product = productOf(call.catalogue, bug)
  requireEditable(call, product)
  return { comment, bug, product }
}
