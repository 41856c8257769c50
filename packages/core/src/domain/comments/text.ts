// The text of a comment: the one its author wrote, and the sentence that is generated for some types.
import { closeFence, parseMarkdown } from '@trackerkit/markdown'
import { asMarkdown } from '@trackerkit/markdown/as-markdown'
import { linesOf, textThrough } from '../../call/define/inputs.js'
import type { Row } from '../../schema/index.js'

/** The origin of a comment, which determines its generated sentence. */
export type CommentType = 'normal' | 'duplicate_of' | 'has_duplicate' | 'attachment_created' | 'attachment_updated'

/**
 * The text of a comment as an input: line ends become \n, white space at the end is cut.
 * Raises comment_too_long (114).
 */
export const commentText = textThrough(linesOf, 'comment_too_long')

/** Data for generated sentences, as far as the reader may see it. */
export interface TextContext {
  /** Bugs that duplicate markers may name. */
  readonly visibleBugIds: ReadonlySet<number>
  /** The present summaries of attachments, by id. */
  readonly attachmentSummaries: ReadonlyMap<number, string>
}

/** The text that readers see. Duplicate markers follow the author's text; sentences about attachments precede it. */
export function visibleText(
  comment: Pick<Row<'comments'>, 'text' | 'type' | 'related_bug_id' | 'attachment_id' | 'is_markdown'>,
  { visibleBugIds, attachmentSummaries }: TextContext,
): string {
  const { text, related_bug_id: related, attachment_id: attachment, is_markdown: isMarkdown } = comment
  const isNamed = visibleBugIds.has(related ?? 0)
  const summary = attachmentSummaries.get(attachment ?? 0)
  const named = `attachment ${attachment}`
  const attached =
    summary === undefined ? 'an attachment' : paragraph(named, isMarkdown ? literal(named, summary) : summary)
  switch (comment.type as CommentType) {
    case 'normal':
      return text
    case 'duplicate_of':
      return paragraphs(
        isMarkdown ? closeFence(text) : text,
        `*** This bug has been marked as a duplicate of ${isNamed ? `bug ${related}` : 'another bug'} ***`,
      )
    case 'has_duplicate':
      return paragraphs(
        isMarkdown ? closeFence(text) : text,
        `*** ${isNamed ? `Bug ${related}` : 'Another bug'} has been marked as a duplicate of this bug. ***`,
      )
    case 'attachment_created':
      return paragraphs(`Created ${attached}`, text)
    case 'attachment_updated':
      return paragraphs(`Comment on ${attached}`, text)
  }
}

/** `text` as Markdown that means just this below a line. Without characters to escape it stays readable in plain text. */
function literal(above: string, text: string): string {
  const [block, ...others] = parseMarkdown(`${above}\n${text}`)?.children ?? []
  const words = block?.type === 'paragraph' && others.length === 0 ? block.children : []
  const last = words.length === 3 ? words[2] : undefined
  return last?.type === 'text' && last.text === text ? text : asMarkdown(text)
}

function paragraph(...lines: string[]): string {
  return lines.filter((one) => one !== '').join('\n')
}

function paragraphs(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}
