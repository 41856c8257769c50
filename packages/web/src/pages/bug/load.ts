// Everything that the page of a bug shows.
import type { BugsViewAnswer } from '@trackerkit/client/types'
import type { Client } from '../../page/operations.js'
import type { BugData } from '../../fields/bug-data.js'
import { metadataOf } from '../../page/metadata.js'
import { missingBug } from '../../page/missing-bug.js'
import { Moved, pathOf, type PageAddress } from '../../page/page.js'
import { mostMore, pathOfRange, rangeIn, rangeOfFragment, shownAtFirst, type CommentRange } from './comment-range.js'

export type BugAttachment = BugsViewAnswer['attachments'][number]

/** @throws Missing; Moved from an alias to the number, and to the comments among which the fragment names one */
export async function loadBug(operations: Client, { params, query, hash, who }: PageAddress): Promise<BugData> {
  const name = params['id'] ?? ''
  const range = rangeIn(query)
  const last = query.get('comments') === 'all' ? shownAtFirst + mostMore : shownAtFirst
  const asked = range ? loadRange(operations, name, range) : operations.bugs.view({ id: name, comments: last })
  const view = await asked.catch(missingBug(name))
  const { id } = view.bug
  if (name !== String(id)) throw new Moved(pathOf('bug', id) + (query.size === 0 ? '' : `?${query}`) + hash)
  const target = rangeOfFragment(view, range, hash)
  if (target) throw new Moved(pathOfRange(pathOf('bug', id), target) + hash)
  const metadata = await metadataOf(operations, ...(who ? [view.bug.product] : []))
  const names = new Map(view.people.map(({ name, real_name }) => [name, real_name]))
  const own = withOwnTexts(view)
  return { ...own, metadata, names, formatted: await formattedOf(own, range) }
}

/** Returns the authors' texts. The page shows the attachment itself in place of the generated sentence. */
function withOwnTexts(view: BugsViewAnswer): BugsViewAnswer {
  const attachments = new Set<number | null>(view.attachments.map(({ id }) => id))
  const comments = view.comments.map((comment) =>
    attachments.has(comment.attachment_id) ? { ...comment, text: ownText(comment.text) } : comment,
  )
  const whole = new Set(view.comments.filter(({ text }, index) => text === comments[index]?.text).map(({ id }) => id))
  // Imported comments contain the sentence, which the form would lose.
  return { ...view, comments, editable_comments: view.editable_comments.filter((id) => whole.has(id)) }
}

function ownText(text: string): string {
  return text.replace(/^(Created|Comment on) attachment \d+(\n[^\n]+)?(\n\n|$)/, '')
}

/** Waits for the Markdown renderer, because browsers must hydrate a complete page. */
async function formattedOf({ comments }: BugsViewAnswer, range: CommentRange | undefined) {
  if (!comments.some(({ is_markdown }) => is_markdown)) return undefined
  const { formatComments } = await import('./format-comments.js')
  return formatComments(comments, range)
}

async function loadRange(operations: Client, id: string, { from, to }: CommentRange): Promise<BugsViewAnswer> {
  const view = await operations.bugs.view({ id, comments: to + 1 - Math.max(1, from), comments_until: to })
  // IDs visible only to others leave room for earlier comments.
  return { ...view, comments: view.comments.filter(({ count }) => count === 0 || count >= from) }
}
