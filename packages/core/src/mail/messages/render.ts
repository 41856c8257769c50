// How messages name bugs, people, changes and comments.
import { visibleBugs } from '../../access/visibility.js'
import { urlOfBug } from '../../access/bug-url.js'
import type { BugRow } from '../../access/find-bugs.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { CommentView } from '../../domain/comments/view.js'
import { shownLogin, type Call } from '../../call/context.js'
import { internalNameOf } from '../../domain/bugs/fields/names.js'
import type { Row } from '../../schema/index.js'
import { maxRelated, type Cutter } from './cut.js'
import type { MailSnapshot } from '../snapshot/mail-snapshot.js'
import { timeText, type MailBug, type MailChange, type MailComment, type MailPerson } from './templates.js'

type Parameters = Pick<Catalogue, 'parameters'>

export function toBug(catalogue: Parameters, { id, summary }: Pick<BugRow, 'id' | 'summary'>): MailBug {
  return { id, summary, url: fullUrl(catalogue, urlOfBug(catalogue, id)) }
}

export function urlOfAttachment(catalogue: Parameters, id: number): string | null {
  return fullUrl(catalogue, urlOfBug(catalogue, id).replace('show_bug.cgi', 'attachment.cgi'))
}

/** Addresses are of use only where it is known where the tracker is. */
function fullUrl({ parameters }: Parameters, url: string): string | null {
  return parameters.urlbase === '' ? null : url
}

/** The bugs with these ids that the reader may see: of many the first ones. */
export async function renderBugs(
  { reader, catalogue }: MailSnapshot,
  call: Call,
  ids: readonly number[],
): Promise<MailBug[]> {
  const where = { and: [{ col: 'id', in: ids } as const, visibleBugs(call)] }
  const rows = await reader.select({ from: 'bugs', where, order: [{ col: 'id' }], limit: maxRelated })
  return rows.map((bug) => toBug(catalogue, bug))
}

/** Who did something, as somebody may see it. */
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
  const { count: number, creator: author, creation_time: at, is_private, bug_id } = comment
  const url = fullUrl(catalogue, `${urlOfBug(catalogue, bug_id)}#c${number}`)
  return { number, author, at, text: cut(comment.text, url), is_private, url }
}

/** A value of a field; empty when it is not set. */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfValue).join(', ')
  if (value instanceof Date) return timeText(value)
  if (typeof value === 'number') return value === 0 ? '' : String(value)
  return typeof value === 'string' ? value : ''
}
