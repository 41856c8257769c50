// What a comment says: the text its author wrote, and the sentence that some comments carry beside it.
import { longText } from '../inputs.js'
import { problem } from '../operation.js'
import type { Row } from '../schema/index.js'

/** How a comment came to be, and so which sentence is generated for it. */
export type CommentType = 'normal' | 'duplicate_of' | 'has_duplicate' | 'attachment_created' | 'attachment_updated'

/** Characters. */
export const maxCommentLength = 65_535

/**
 * The text of a comment as an input: line ends become \n, white space at the end is cut.
 * Raises comment_too_long (114).
 */
export const commentText = longText.refine(
  (text) => text.length <= maxCommentLength || [...text].length <= maxCommentLength,
  problem('comment_too_long', { limit: maxCommentLength }),
)

/**
 * The text that readers see. Duplicate markers follow what the author wrote; what was done to an attachment precedes it.
 * `attachmentSummary` is the present summary of the attachment that the comment belongs to.
 */
export function visibleText(
  comment: Pick<Row<'comments'>, 'text' | 'type' | 'related_bug_id' | 'attachment_id'>,
  attachmentSummary = '',
): string {
  const { text, related_bug_id, attachment_id } = comment
  switch (comment.type as CommentType) {
    case 'normal':
      return text
    case 'duplicate_of':
      return paragraphs(text, `*** This bug has been marked as a duplicate of bug ${related_bug_id} ***`)
    case 'has_duplicate':
      return paragraphs(text, `*** Bug ${related_bug_id} has been marked as a duplicate of this bug. ***`)
    case 'attachment_created':
      return paragraphs(`Created attachment ${attachment_id}\n${attachmentSummary}`, text)
    case 'attachment_updated':
      return paragraphs(`Comment on attachment ${attachment_id}\n${attachmentSummary}`, text)
  }
}

function paragraphs(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}
