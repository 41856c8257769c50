// Everything that the page of a bug shows.
import type { BugsViewAnswer } from '@trackerkit/client/types'
import type { Client } from '@trackerkit/client'
import type { BugData } from '../../fields/bug-data.js'
import { missingBug } from '../../page/missing-bug.js'
import { Moved, pathOf, type PageAddress } from '../../page/page.js'
import { mostMore, pathOfRange, rangeIn, rangeOfFragment, shownAtFirst, type CommentRange } from './comment-range.js'

export type BugAttachment = BugsViewAnswer['attachments'][number]

/** @throws Missing; Moved from an alias to the number, and to the comments among which the fragment names one */
export async function loadBug(operations: Client, { params, query, hash, who }: PageAddress): Promise<BugData> {
  const name = params['id'] ?? ''
  const range = rangeIn(query)
  const last = query.get('comments') === 'all' ? shownAtFirst + mostMore : shownAtFirst
  const [view, metadata] = await Promise.all([
    range ? loadRange(operations, name, range) : operations.bugs.view({ id: name, comments: last }),
    operations.server.metadata(),
  ]).catch(missingBug(name))
  const { id } = view.bug
  if (name !== String(id)) throw new Moved(pathOf('bug', id) + (query.size === 0 ? '' : `?${query}`) + hash)
  const target = rangeOfFragment(view, range, hash)
  if (target) throw new Moved(pathOfRange(pathOf('bug', id), target) + hash)
  const names = who ? await namesOf(operations, view) : new Map<string, string>()
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

async function namesOf(operations: Client, view: BugsViewAnswer): Promise<Map<string, string>> {
  const { bug, comments, history, attachments } = view
  const people = [bug.creator_detail, bug.assigned_to_detail, bug.qa_contact_detail, ...bug.cc_detail]
  const names = new Map(people.flatMap((person) => (person ? [[person.name, person.real_name] as const] : [])))
  const logins = [...comments, ...attachments].map(({ creator }) => creator)
  const missing = [...new Set([...logins, ...history.map(({ who }) => who)])]
    .filter((login) => !names.has(login))
    .slice(0, 200)
  if (missing.length > 0) {
    const input = { names: missing, include_fields: ['name', 'real_name'], permissive: true } as const
    const { users } = await operations.users.get(input)
    for (const { name, real_name } of users) names.set(name, real_name)
  }
  return names
}
