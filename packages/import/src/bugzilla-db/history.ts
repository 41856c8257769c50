// The history of a bug. Long changes are cut into several rows, which become one again.
import type { BugRecord, Parts } from './bug-parts.js'
import type { Context } from './bug-context.js'
import { highestId, textOf, timeOf } from './context.js'
import type { DbRow } from './connect.js'
import { idOf, numberOf } from './text.js'

type Entry = NonNullable<BugRecord['history']>[number]

interface Change {
  readonly when: Date
  readonly who: string
  readonly field_name: string
  readonly attachment_id: number | null
  readonly comment_id: number | null
  readonly key: string
  removed: string
  added: string
}

export function historyOf(context: Context, { owner, rows }: Parts, created: Date): Entry[] {
  const changes: Change[] = []
  let last = created.getTime()
  for (const row of rows('bugs_activity')) {
    const when = timeOf(context, row['bug_when'], owner, 'time of a change', last)
    if (!when) context.addNote({ ...owner, problem: 'a change has no time; it has that of the change before it' })
    last = when?.getTime() ?? last
    const change = changeOf(context, row, new Date(last), owner)
    const before = changes.at(-1)
    // The rest of a long value, cut off the end of the row before.
    if (before?.key !== change.key) changes.push(change)
    else {
      before.removed = joined(change.field_name, before.removed, change.removed)
      before.added = joined(change.field_name, before.added, change.added)
    }
  }
  context.oddities.unchained += countUnchained(changes)
  const entries: Entry[] = []
  for (const { when, who, key: _key, ...change } of changes) {
    const entry = entries.at(-1)
    if (entry && entry.who === who && (entry.when as Date).getTime() === when.getTime())
      (entry.changes as object[]).push(change)
    else entries.push({ when, who, changes: [change] })
  }
  return entries
}

function changeOf(context: Context, row: DbRow, when: Date, owner: Parts['owner']): Change {
  const { people, configuration } = context
  const field = numberOf(row['fieldid'])
  const [attachment_id, comment_id] = [row['attach_id'], row['comment_id']].map((cell) => {
    const id = idOf(cell)
    return id !== null && id <= highestId ? id : null
  }) as [number | null, number | null]
  const who = people.loginOf(numberOf(row['who']))
  return {
    when,
    who,
    attachment_id,
    comment_id,
    field_name: configuration.fieldNames.get(field) || `field ${field}`,
    key: [when.getTime(), who, field, attachment_id, comment_id].join(' '),
    removed: textOf(context, row['removed'], owner, 'a change'),
    added: textOf(context, row['added'], owner, 'a change'),
  }
}

const lists: readonly string[] = ['depends_on', 'blocks', 'see_also']

function joined(field: string, first: string, second: string): string {
  if (first === '' || second === '') return first + second
  if (lists.includes(field)) return `${first}, ${second}`
  return field === 'url' || /^[, ]/.test(second) ? first + second : `${first} ${second}`
}

/** Fields with one value, each change of which begins where the change before ended. */
const single: ReadonlySet<string> = new Set([
  ...['summary', 'status', 'resolution', 'priority', 'severity', 'product', 'component', 'version', 'platform'],
  ...['target_milestone', 'op_sys', 'assigned_to', 'qa_contact', 'url', 'whiteboard'],
])

function countUnchained(changes: readonly Change[]): number {
  const last = new Map<string, string>()
  let count = 0
  for (const { field_name, attachment_id, removed, added } of changes) {
    if (!single.has(field_name) || attachment_id !== null) continue
    if ((last.get(field_name) ?? removed) !== removed) count++
    last.set(field_name, added)
  }
  return count
}
