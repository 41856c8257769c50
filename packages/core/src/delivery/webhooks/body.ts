// Request bodies of the format `standard`, as the Standard Webhooks specification defines them.
import type { Bug } from '../../domain/bugs/fields/bug.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import type { ChangeEntry } from '../../feed/change-entry.js'
import { pick } from '../../kernel/collections.js'
import { formatTime } from '../../kernel/times.js'
import type { Delivery } from './deliveries.js'
import { payloadFields, type Details } from './details.js'
import type { VisibleChange } from './visible-changes.js'
import { asJson, type Json } from './json.js'
import { truncate } from '../../kernel/normalize.js'

export interface Notification {
  readonly webhook: Webhook
  readonly visibleChange: VisibleChange
  readonly details: Details
  readonly row: Delivery
}

/** In bytes: the limit of many receivers. */
const mostBytes = 20_000

/** Characters of each text: the most that fit. */
const textLengths = [4000, 1000, 250, 50]

/** The body of a change. Undefined when the change has no visible bug. */
export function bodyOf(notification: Notification): string | undefined {
  const { change } = notification.visibleChange
  const data = notification.visibleChange.bug ? dataOf(notification) : dataOfGone(change)
  if (data === undefined) return undefined
  const body = { type: change.type, timestamp: change.time.toISOString() }
  const whole = JSON.stringify({ ...body, data })
  if (isShort(whole)) return whole
  const cut = textLengths.map((most) => JSON.stringify({ ...body, data: { ...cutTexts(data, most), is_cut: true } }))
  const { seq, set, type, bug_id } = change
  const least = { change: { seq, set, type, time: formatTime(change.time), bug_id }, bug: { id: bug_id }, is_cut: true }
  return cut.find(isShort) ?? JSON.stringify({ ...body, data: least })
}

/** The body of a test request. */
export function bodyOfPing({ id, name }: Webhook, { creation_time }: Delivery): string {
  return JSON.stringify({ type: 'ping', timestamp: creation_time.toISOString(), data: { webhook: { id, name } } })
}

/** Returns true if the body contains more than the ID of the bug. */
export function isDetailed({
  webhook,
  visibleChange: { bug },
}: Pick<Notification, 'webhook' | 'visibleChange'>): boolean {
  return bug !== undefined && (bug.group_count === 0 || webhook.include_restricted)
}

type Data = { readonly [key: string]: Json }

/** For a bug that is hidden from the owner or deleted. */
function dataOfGone(change: ChangeEntry): Data {
  const isHidden = change.type === 'bug.hidden'
  return { change: asJson(change), bug: { id: change.bug_id ?? 0, ...(isHidden && { is_private: true }) } }
}

function dataOf({ webhook, visibleChange, details }: Notification): Data | undefined {
  const { change, bug_id } = visibleChange
  const bug = details.bugs.get(bug_id)
  if (!bug) return undefined
  if (!isDetailed({ webhook, visibleChange }))
    return { change: asJson(numbersOf(change)), bug: { id: bug_id, is_private: true } }
  const visible = webhook.include_restricted ? change : withoutPrivate(change, details)
  const texts = change.comments
    .filter(({ is_private }) => webhook.include_restricted || !is_private)
    .flatMap(({ id }) => details.comments.get(id) ?? [])
  return {
    change: asJson(visible),
    bug: visibleBug(bug, details),
    ...(webhook.include_text && { comments: texts.map(({ id, text }) => ({ id, text })) }),
  }
}

function visibleBug(bug: Bug, { urlOf }: Details): Data {
  return { url: urlOf(bug.id), ...(asJson(pick(bug, payloadFields)) as Data) }
}

/** For restricted bugs. */
function numbersOf(change: ChangeEntry): object {
  const comments = change.comments.map(({ id, is_private }) => ({ id, is_private }))
  return { ...change, user: null, changes: [], flags: [], comments }
}

/** Private comments and attachments keep their IDs only. */
function withoutPrivate(change: ChangeEntry, { privateAttachments }: Details): object {
  const hidden = new Set([
    ...privateAttachments,
    ...change.attachments.filter(({ is_private }) => is_private).map(({ id }) => id),
  ])
  return {
    ...change,
    changes: change.changes.filter(
      ({ field_name, attachment_id }) => field_name !== 'longdescs.isprivate' && !hidden.has(attachment_id ?? 0),
    ),
    flags: change.flags.filter(({ attachment_id }) => !hidden.has(attachment_id ?? 0)),
    comments: change.comments.map((comment) => (comment.is_private ? { id: comment.id, is_private: true } : comment)),
  }
}

function isShort(body: string): boolean {
  return Buffer.byteLength(body) <= mostBytes
}

function cutTexts(data: Data, most: number): Data {
  const cut = (value: Json): Json => {
    if (typeof value === 'string') return value.length <= most ? value : `${truncate(value, most)}…`
    if (Array.isArray(value)) return value.map(cut)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]))
  }
  return cut(data) as Data
}
