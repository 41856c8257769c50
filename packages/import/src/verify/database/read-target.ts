// Bugs as the operations of the tracker return them to a user who can see all bugs.
import { createHash } from 'node:crypto'
import { isTrackerError, type Tracker } from '@trackerkit/core'
import { condensed, listed, oneLine, type Facts } from './facts.js'

/** `custom`: types of custom fields by name. Undefined for a number that no bug has. */
export async function readTargetBug(
  tracker: Tracker,
  id: number,
  custom: ReadonlyMap<string, number>,
): Promise<Facts | undefined> {
  const system = tracker.asSystem()
  const bug = await system.bugs.get({ ids: [id] }).then(
    ({ bugs }) => bugs[0] as unknown as Readonly<Record<string, unknown>>,
    (error: unknown) => {
      if (isTrackerError(error, 'bug_id_does_not_exist')) return undefined
      throw error
    },
  )
  if (!bug) return undefined
  const facts: Facts = new Map()
  for (const name of plainPlaces) facts.set(name, textOf(bug[name]))
  for (const name of ['url', 'whiteboard']) facts.set(name, oneLine(textOf(bug[name])))
  for (const name of setPlaces) facts.set(name, listed((bug[name] as unknown[]).map(String)))
  facts.set('flags', flagsOf(bug['flags'] as readonly Flag[]))
  for (const [name, type] of custom) {
    const value = bug[name]
    if (value !== undefined) facts.set(name, Array.isArray(value) ? listed(value.map(String)) : customText(value, type))
  }
  await addComments(tracker, id, facts)
  await addHistory(tracker, id, facts)
  await addAttachments(tracker, id, facts)
  return facts
}

interface Flag {
  readonly name: string
  readonly status: string
  readonly setter: string
  readonly requestee?: string | null
}

function flagsOf(flags: readonly Flag[]): string {
  return listed(
    flags.map(({ name, status, setter, requestee }) => `${name}${status} ${setter} ${requestee ?? ''}`.trim()),
  )
}

const plainPlaces = [
  ...['summary', 'product', 'component', 'version', 'target_milestone', 'status', 'resolution', 'priority', 'severity'],
  ...['platform', 'op_sys', 'creator', 'assigned_to', 'qa_contact', 'creation_time', 'last_change_time', 'deadline'],
  ...['is_confirmed', 'is_cc_accessible', 'is_creator_accessible', 'estimated_time', 'remaining_time', 'actual_time'],
  'dupe_of',
]
const setPlaces = ['alias', 'cc', 'keywords', 'groups', 'see_also', 'depends_on']

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString() : `${value as string | number | boolean}`
}

const integer = 10

function customText(value: unknown, type: number): string {
  const text = textOf(value)
  return text === '---' || (type === integer && text === '0') ? '' : text
}

async function addComments(tracker: Tracker, id: number, facts: Facts): Promise<void> {
  const { bugs } = await tracker.asSystem().comments.get({ ids: [id] })
  const comments = bugs[String(id)]?.comments ?? []
  facts.set('comments', String(comments.length))
  // A bug without a description has an empty one here.
  if (comments.length === 1 && comments[0]?.text === '') return
  for (const comment of comments) {
    const place = `comment ${comment.id}`
    facts.set(`${place}: text`, comment.text)
    facts.set(`${place}: creator`, comment.creator)
    facts.set(`${place}: time`, comment.time.toISOString())
    facts.set(`${place}: is_private`, String(comment.is_private))
  }
}

async function addHistory(tracker: Tracker, id: number, facts: Facts): Promise<void> {
  const { bugs } = await tracker.asSystem().bugs.history({ ids: [id] })
  const history = bugs[0]?.history ?? []
  const texts = new Map<string, { removed: string[]; added: string[] }>()
  for (const { changes } of history)
    for (const { field_name, removed, added } of changes) {
      const of = texts.get(field_name) ?? { removed: [], added: [] }
      of.removed.push(removed)
      of.added.push(added)
      texts.set(field_name, of)
    }
  facts.set('history: entries', listed(history.map(({ when, who }) => `${when.toISOString()} ${who}`)))
  for (const [field, { removed, added }] of texts) {
    facts.set(`history: ${field}: removed`, condensed(removed))
    facts.set(`history: ${field}: added`, condensed(added))
  }
}

async function addAttachments(tracker: Tracker, id: number, facts: Facts): Promise<void> {
  const system = tracker.asSystem()
  const { bugs } = await system.attachments.get({ ids: [id], exclude_fields: ['data'] })
  for (const one of bugs[String(id)] ?? []) {
    const place = `attachment ${one.id}`
    facts.set(`${place}: file_name`, one.file_name)
    facts.set(`${place}: summary`, one.summary)
    facts.set(`${place}: creator`, one.creator)
    facts.set(`${place}: is_private`, String(one.is_private))
    facts.set(`${place}: is_obsolete`, String(one.is_obsolete))
    facts.set(`${place}: is_patch`, String(one.is_patch))
    facts.set(`${place}: flags`, flagsOf(one.flags))
    const { attachments } = await system.attachments.get({ attachment_ids: [one.id] })
    const data = attachments[String(one.id)]?.data ?? new Uint8Array()
    facts.set(`${place}: content`, createHash('sha256').update(data).digest('hex'))
  }
}
