// Converts a bug and its parts from the source to a record.
import type { AttachmentAnswer, BugAnswer, CommentAnswer, HistoryAnswer } from './answers.js'
import { commentHours } from './comment-hours.js'
import type { BugRecord, Known } from './known.js'
import type { AddNote } from '../passes/notes.js'
import { dayOf } from './times.js'

/** All that is read of one bug. */
export interface WholeBug {
  readonly bug: BugAnswer
  readonly comments: readonly CommentAnswer[]
  readonly history: HistoryAnswer
  readonly attachments: readonly AttachmentAnswer[]
}

/** The context for making records of bugs. */
export interface BugContext {
  readonly known: Known
  readonly whole: (login: string) => string
  /** Import unknown fields as custom text fields. */
  readonly keepsUnknown: boolean
  readonly addNote: AddNote
}

/** Names of fields in the history of old versions. */
const apiNames: Readonly<Record<string, string>> = {
  bug_status: 'status',
  bug_severity: 'severity',
  rep_platform: 'platform',
  short_desc: 'summary',
  bug_file_loc: 'url',
  status_whiteboard: 'whiteboard',
  dependson: 'depends_on',
  blocked: 'blocks',
  bug_group: 'groups',
  cclist_accessible: 'is_cc_accessible',
  reporter_accessible: 'is_creator_accessible',
  everconfirmed: 'is_confirmed',
}

/** Derived from other fields, or specific to the caller. */
const derived: ReadonlySet<string> = new Set([
  ...['classification', 'is_open', 'update_token', 'actual_time', 'tags', 'comment_count', 'duplicates', 'counts'],
  ...['last_change_time_non_bot', 'triage_owner', 'votes', 'percentage_complete', 'bug_id', 'id'],
])

export function bugRecord({ bug, comments, history, attachments }: WholeBug, context: BugContext): BugRecord {
  const { whole, addNote } = context
  const duplicate = duplicateOf(bug, comments)
  const hours = commentHours(bug, comments, history)
  const restricted = bug.resolution === 'DUPLICATE' && duplicate === undefined
  if (restricted)
    addNote({
      kind: 'bug',
      id: bug.id,
      problem: 'it duplicates a bug that the source does not return; it has the resolution INVALID here',
    })
  return {
    ...plainFields(bug),
    resolution: restricted ? 'INVALID' : bug.resolution,
    dupe_of: bug.resolution === 'DUPLICATE' ? (duplicate ?? null) : null,
    creator: whole(bug.creator),
    assigned_to: whole(bug.assigned_to),
    qa_contact: whole(bug.qa_contact) || null,
    cc: bug.cc.map(whole),
    custom_fields: customFields(bug, context),
    comments: comments.map((comment, index) => ({
      id: comment.id,
      text: comment.text,
      creator: whole(comment.creator ?? comment.author ?? bug.creator),
      time: comment.creation_time ?? comment.time ?? bug.creation_time,
      is_private: comment.is_private,
      is_markdown: comment.is_markdown,
      tags: comment.tags,
      work_time: hours[index] ?? 0,
      attachment_id: comment.attachment_id ?? null,
    })),
    history: history.map(({ when, who, changes }) => ({
      when,
      who: whole(who),
      changes: changes.map(({ field_name, removed, added, attachment_id }) => ({
        field_name: apiNames[field_name] ?? field_name,
        removed,
        added,
        attachment_id: attachment_id ?? null,
      })),
    })),
    attachments: attachments.map((one) => attachmentRecord(one, bug, context)),
    flags: flagRecords(bug.flags, bug, context),
  }
}

function plainFields(bug: BugAnswer) {
  const { id, alias, summary, product, component, version, target_milestone, status, priority, severity } = bug
  const { platform, op_sys, is_confirmed, groups, keywords, depends_on, blocks, see_also, url, whiteboard } = bug
  return {
    kind: 'bug' as const,
    id,
    alias,
    summary,
    product,
    component,
    version,
    target_milestone,
    status,
    priority,
    severity,
    platform,
    op_sys,
    is_confirmed,
    groups,
    keywords,
    depends_on,
    blocks,
    see_also,
    url,
    whiteboard,
    deadline: bug.deadline ? bug.deadline.slice(0, 10) : null,
    is_cc_accessible: bug.is_cc_accessible,
    is_creator_accessible: bug.is_creator_accessible,
    estimated_time: bug.estimated_time,
    remaining_time: bug.remaining_time,
    creation_time: bug.creation_time,
    last_change_time: bug.last_change_time,
  }
}

/** The original of a duplicate, from the source or its last comment about it. */
function duplicateOf(bug: BugAnswer, comments: readonly CommentAnswer[]): number | undefined {
  if (typeof bug.dupe_of === 'number') return bug.dupe_of
  const texts = comments.map(({ text }) => /marked as a duplicate of (?:bug )?(\d{1,10})/i.exec(text)?.[1])
  const last = texts.findLast((text) => text !== undefined)
  return last === undefined ? undefined : Number(last)
}

function attachmentRecord(one: AttachmentAnswer, bug: BugAnswer, context: BugContext) {
  const { id, creation_time, last_change_time, file_name, summary, content_type } = one
  const { is_patch, is_obsolete, is_private } = one
  return {
    id,
    creation_time,
    last_change_time,
    file_name,
    summary,
    content_type,
    is_patch,
    is_obsolete,
    is_private,
    creator: context.whole(one.creator ?? one.attacher ?? bug.creator),
    flags: flagRecords(one.flags, bug, context),
  }
}

function flagRecords(flags: BugAnswer['flags'], bug: BugAnswer, { whole, addNote }: BugContext) {
  return flags.flatMap((flag) => {
    const { id, name, status, creation_date, modification_date } = flag
    if (status !== '?' && status !== '+' && status !== '-') {
      addNote({ kind: 'bug', id: bug.id, problem: `its flag ${name} has the status ${status}, which is unknown here` })
      return []
    }
    const setter = whole(flag.setter) || whole(bug.creator)
    return [
      {
        name,
        status: status as '?',
        setter,
        creation_date,
        modification_date,
        ...(typeof id === 'number' && { id }),
        requestee: whole(flag.requestee) || null,
      },
    ]
  })
}

type CustomValue = string | number | string[] | null

/** Values of custom fields, and of unknown fields, which are reported once each. */
function customFields(bug: BugAnswer, { known, keepsUnknown, addNote }: BugContext): Record<string, CustomValue> {
  const values: Record<string, CustomValue> = {}
  for (const [name, value] of Object.entries(bug)) {
    if (name in standardKeys || derived.has(name) || name.endsWith('_detail')) continue
    const type = known.fieldType(name)
    if (type !== undefined) values[name] = customValue(value, type)
    else if (!isBlank(value)) {
      const kept = `cf_bmo_${name.replace(/^cf_/, '')}`.toLowerCase().slice(0, 60)
      if (keepsUnknown && /^cf_\w+$/.test(kept)) values[kept] = textOf(value)
      else addNote({ kind: 'bug', id: bug.id, problem: `its ${name} is omitted; use --keep-unknown to keep it` })
    }
  }
  return values
}

const standardKeys: Readonly<Record<string, true>> = Object.fromEntries(
  [
    ...['alias', 'summary', 'status', 'resolution', 'is_confirmed', 'product', 'component', 'version', 'op_sys'],
    ...['target_milestone', 'platform', 'priority', 'severity', 'assigned_to', 'creator', 'qa_contact', 'cc', 'blocks'],
    ...['depends_on', 'dupe_of', 'keywords', 'groups', 'flags', 'see_also', 'url', 'whiteboard', 'deadline'],
    ...['creation_time', 'last_change_time', 'is_cc_accessible', 'is_creator_accessible', 'estimated_time'],
    'remaining_time',
  ].map((name) => [name, true]),
)

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

const dateType = 9

function customValue(value: unknown, type: number): CustomValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(textOf).filter((text) => text !== '')
  return type === dateType ? dayOf(textOf(value)) : textOf(value)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return JSON.stringify(value)
}
