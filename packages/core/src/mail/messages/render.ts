// How messages name bugs, people, changes and comments.
import { rememberTrees, toHtml } from '@trackerkit/markdown'
import { visibleBugs } from '../../access/visibility.js'
import { urlOfBug } from '../../access/bug-url.js'
import type { BugRow } from '../../access/find-bugs.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { Bug } from '../../domain/bugs/fields/bug.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'
import type { CommentView } from '../../domain/comments/view.js'
import { shownLogin, type Call } from '../../call/context.js'
import { internalNameOf } from '../../domain/bugs/fields/names.js'
import type { Row } from '../../schema/index.js'
import { addressOf, fullUrl, type Parameters } from '../../domain/comments/addresses.js'
import { maxRelated, type Cutter } from './cut.js'
import { headerFields } from './headers.js'
import type { MailSnapshot } from '../snapshot/mail-snapshot.js'
import { timeText, type MailBug, type MailChange, type MailComment, type MailPerson } from './templates.js'

export function toBug(catalogue: Parameters, { id, summary }: Pick<BugRow, 'id' | 'summary'>): MailBug {
  return { id, summary, url: fullUrl(catalogue, urlOfBug(catalogue, id)) }
}

/** The fields of a bug that headers show, of a bug that the reader may see. */
export async function viewForHeaders(snapshot: MailSnapshot, call: Call, bug: BugRow): Promise<Bug | undefined> {
  const [view] = await snapshot.once(call, `headers ${bug.id}`, () =>
    loadBugViews(snapshot.reader, call, [bug], headerFields),
  )
  return view
}

/** The bugs with these IDs that the reader may see, at most `maxRelated`. */
export async function renderBugs(
  { reader, catalogue }: MailSnapshot,
  call: Call,
  ids: readonly number[],
): Promise<MailBug[]> {
  if (ids.length === 0) return []
  const where = { and: [{ col: 'id', in: ids } as const, visibleBugs(call)] }
  const rows = await reader.select({ from: 'bugs', where, order: [{ col: 'id' }], limit: maxRelated })
  return rows.map((bug) => toBug(catalogue, bug))
}

/** Returns a user as the caller may see them. */
export function renderPerson({ user }: MailSnapshot, id: number, call?: Call): MailPerson {
  const { login = '', real_name = '' } = user(id) ?? {}
  return { login: call ? shownLogin(call, login) : login, real_name }
}

export function renderChange(
  catalogue: Catalogue,
  { field, removed, added, attachment_id }: Pick<Row<'bug_history'>, 'field' | 'removed' | 'added' | 'attachment_id'>,
  cut: Cutter,
): MailChange {
  const label = catalogue.fields.named(internalNameOf(field))?.display_name ?? field
  return {
    label: attachment_id === null ? label : labelOfAttachment(label, attachment_id),
    removed: cut(removed),
    added: cut(added),
  }
}

/** Its fields are called 'Attachment description' and so on. */
function labelOfAttachment(label: string, id: number): string {
  return `Attachment #${id} ${label.replace(/^Attachment /, '')}`
}

export function renderComment(catalogue: Parameters, comment: CommentView, cut: Cutter): MailComment {
  const { count: number, creator: author, creation_time: at, is_private, is_markdown, bug_id } = comment
  const url = fullUrl(catalogue, `${urlOfBug(catalogue, bug_id)}#c${number}`)
  const text = cut(comment.text, url)
  const root = is_markdown ? parse(text) : null
  const html = root && toHtml(root, { href: (target) => addressOf(catalogue, bug_id, target) })
  return { number, author, at, text, html, is_private, url }
}

/** Many people get the same message. */
const parse = rememberTrees(4 * 1_048_576)

/** A value of a field; empty when it is not set. */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfValue).join(', ')
  if (value instanceof Date) return timeText(value)
  if (typeof value === 'number') return value === 0 ? '' : String(value)
  return typeof value === 'string' ? value : ''
}
