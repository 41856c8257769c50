// Builds request bodies in the format `bmo`, for receivers written for bugzilla.mozilla.org.
import type { Bug } from '../../domain/bugs/fields/bug.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import { isAdded, type ChangeEntry } from '../../feed/change-entry.js'
import { formatTime } from '../../kernel/times.js'
import type { Notification } from './body.js'
import type { Delivery } from './deliveries.js'
import { asJson } from './json.js'
import { requestsAbout, type RequestPart } from './requests.js'

const longestKey = 64

/** The body of one part of a change. Undefined when the part is no longer visible. */
export function bmoBodyOf(notification: Notification): string | undefined {
  const { webhook, visibleChange, details, row } = notification
  const { change, bug_id } = visibleChange
  const part = requestsAbout(webhook, change).find(({ message_id }) => message_id === row.message_id)
  if (!part) return undefined
  const bug = visibleChange.bug && details.whole.get(bug_id)
  const isHidden = !bug || ((visibleChange.bug?.group_count ?? 0) > 0 && !webhook.include_restricted)
  const object = objectOf(notification, part, isHidden)
  const visibleBug = isHidden ? { id: bug_id, is_private: true } : bugOf(bug, visibleChange.bug?.group_count ?? 0)
  const event = eventOf(notification, part, isHidden || object['is_private'] === true)
  const body = {
    ...named(webhook),
    event,
    bug: { ...visibleBug, ...(part.kind !== 'change' && { [part.kind]: object }) },
  }
  return JSON.stringify(asJson(body))
}

/** The body of a try. */
export function bmoBodyOfPing(webhook: Webhook, { creation_time }: Delivery): string {
  const event = { action: 'ping', target: 'webhook', routing_key: 'webhook.ping', time: formatTime(creation_time) }
  return JSON.stringify({ ...named(webhook), event })
}

function named({ id, name }: Webhook) {
  return { webhook_id: id, webhook_name: name }
}

/** Times, people and changes. */
function eventOf({ visibleChange, webhook }: Notification, part: RequestPart, isPrivate: boolean): object {
  const { change } = visibleChange
  const action = isCreation(part, change) ? 'create' : 'modify'
  const target = part.kind === 'change' ? 'bug' : part.kind
  const changes = changesOf(change, part)
  const includesChanges = action === 'modify' && !isPrivate
  const fields = includesChanges && changes.length > 0 ? `:${changes.map(({ field }) => field).join(',')}` : ''
  const { id = 0, name = '', real_name = '' } = (webhook.include_restricted || !isPrivate ? change.user : null) ?? {}
  return {
    action,
    target,
    routing_key: `${target}.${action}${fields}`.slice(0, longestKey),
    time: change.time,
    user: { id, login: name, real_name },
    ...(includesChanges && { changes }),
  }
}

function isCreation({ kind, about }: RequestPart, { type, attachments }: ChangeEntry): boolean {
  if (kind === 'change') return type === 'bug.created'
  return kind === 'comment' || attachments.some((one) => one.id === about && isAdded(one))
}

/** Of the bug, or of the attachment. */
function changesOf({ changes }: ChangeEntry, { kind, about }: RequestPart) {
  return changes
    .filter(({ field_name, attachment_id }) =>
      kind === 'attachment'
        ? attachment_id === about
        : attachment_id === undefined && field_name !== 'longdescs.isprivate',
    )
    .map(({ field_name, removed, added }) => ({ field: field_name, removed, added }))
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the comment or attachment. If it is private or the bug is restricted, only its ID is included. */
function objectOf({ webhook, details }: Notification, { kind, about = 0 }: RequestPart, isHidden: boolean): Fields {
  if (kind === 'comment') {
    const comment = details.comments.get(about)
    const { id = about, count, text, is_private = true, creation_time } = comment ?? {}
    if (isHidden || (is_private && !webhook.include_restricted)) return { id, is_private }
    return { id, number: count, body: webhook.include_text ? text : null, is_private, creation_time }
  }
  if (kind !== 'attachment') return {}
  const attachment = details.attachments.get(about)
  const { is_private = true } = attachment ?? {}
  if (!attachment || isHidden || (is_private && !webhook.include_restricted)) return { id: about, is_private }
  const { id, file_name, summary, content_type, is_patch, is_obsolete, creation_time, flags } = attachment
  return { id, file_name, description: summary, content_type, is_patch, is_obsolete, is_private, creation_time, flags }
}

/** The response of Get Bug, adjusted to that format. */
function bugOf(bug: Bug, groupCount: number): object {
  const flags = bug.flags.map(({ id, name, status }) => ({ id, name, value: status }))
  return { ...bug, alias: bug.alias[0] ?? '', flags, is_private: groupCount > 0 }
}
