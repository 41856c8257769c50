// Answers of operations, as a person reads them.
import { toJson } from '@trackerkit/rest'
import { describePersonal } from './describe-personal.js'

type Fields = Readonly<Record<string, unknown>>
type Changes = Readonly<Record<string, { readonly removed: string; readonly added: string }>>

/** A line for the created object, for each change, or for each listed object. `name` is the name in the command. */
export function describeAnswer(kind: string, name: string, answer: unknown): string[] {
  const fields = answer as Fields
  const personal = describePersonal(kind, fields)
  if (personal) return personal
  // Shown once, and never again.
  const secret = typeof fields['secret'] === 'string' ? [`secret ${fields['secret']}`] : []
  if ('id' in fields) return [`${kind} ${idOf(fields)} ${name}`.trimEnd(), ...secret]
  if (secret.length > 0) return secret
  if ('changes' in fields) return changeLines(kind, fields['changes'] as Changes)
  if (kind === 'linked-account') return linkedLines(name, fields)
  if (kind === 'delivery') return deliveryLines(fields)
  const items = Object.values(fields).flatMap((value) => (Array.isArray(value) ? (value as (Fields | string)[]) : []))
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item]
    if (kind === 'mail') return [mailLine(item)]
    if (kind === 'inbound') return [inboundLine(item)]
    if (kind === 'user' && 'comments' in item) return erasedLines(item)
    return 'changes' in item ? changeLines(`${kind} ${idOf(item)}`, item['changes'] as Changes) : [itemLine(item)]
  })
}

/** The issuer first, which `linked-account remove` takes. Without a list, one was removed. */
function linkedLines(name: string, { linked_accounts }: Fields): string[] {
  if (linked_accounts === undefined) return [`${name.split(' ')[0]} unlinked`]
  return (linked_accounts as readonly Fields[]).map(({ issuer, title, shown_as }) =>
    [issuer, title, shown_as].join('\t'),
  )
}

function changeLines(what: string, changes: Changes): string[] {
  const lines = Object.entries(changes).map(
    ([field, { removed, added }]) => `${what}: ${field} '${removed}' -> '${added}'`,
  )
  return lines.length > 0 ? lines : [`${what}: no changes`]
}

function itemLine(item: Fields): string {
  const { from, to, comment_required } = item
  if (typeof from === 'string' && typeof to === 'string')
    return `${from || "''"} -> ${to}${comment_required === true ? ', with a comment' : ''}`
  const name = item['name'] ?? item['prefix']
  if (typeof name !== 'string') return Object.keys(item).join() === 'id' ? `${idOf(item)} removed` : toJson(item)
  const about = [item['product'], item['real_name'], item['description']].filter(
    (one) => typeof one === 'string' && one,
  )
  return [idOf(item), name, ...about].join('\t')
}

/** Describes an erased account. Its address is gone, so the comments that contain it cannot be listed later. */
function erasedLines(item: Fields): string[] {
  const comments = item['comments'] as readonly number[]
  if (comments.length === 0) return [itemLine(item)]
  const more = item['more_comments'] === true ? ' and others' : ''
  return [itemLine(item), `comments that contain the address: ${comments.join(', ')}${more}`]
}

/** Describes a message. For one that is queued again, only the ID is known. */
function mailLine(item: Fields): string {
  const { state, kind, to, bug_id, last_error } = item
  if (typeof state !== 'string') return `mail ${idOf(item)} queued`
  const about = typeof bug_id === 'number' ? `bug ${bug_id}` : kind
  return [idOf(item), state, to, about, last_error].filter((one) => typeof one === 'string').join('\t')
}

/** Describes an item that came in. After a decision, its outcome is known, and the reason if it could not be done. */
function inboundLine(item: Fields): string {
  const { time, way, source, sender, outcome, reason, subject } = item
  const bugs = (item['bugs'] as readonly number[]).map((bug) => `bug ${bug}`).join(', ')
  const at = time instanceof Date ? time.toISOString().replace(/\.\d+Z$/, 'Z') : undefined
  const parts = [idOf(item), at, way, source, sender, outcome, reason, bugs, subject]
  // Subjects and addresses are written by strangers.
  return parts.flatMap((one) => (typeof one === 'string' && one !== '' ? one.replace(/\s+/g, ' ') : [])).join('\t')
}

/** Describes webhook deliveries. */
function deliveryLines({ count, delivery, deliveries = [delivery] }: Fields): string[] {
  if (typeof count === 'number') return [`${count} ${count === 1 ? 'delivery' : 'deliveries'} queued`]
  return (deliveries as readonly Fields[]).map((item) => {
    const { state, message_id, bug_id, status, last_error } = item
    const about = typeof bug_id === 'number' ? `bug ${bug_id}` : undefined
    const parts = [
      idOf(item),
      state,
      message_id,
      about,
      typeof status === 'number' ? `${status}` : undefined,
      last_error,
    ]
    return parts.filter((one) => typeof one === 'string').join('\t')
  })
}

function idOf(item: Fields): string {
  const id = item['id'] ?? item['product_id']
  return typeof id === 'number' ? String(id) : ''
}
