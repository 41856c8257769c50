// How a bug of the source differs from the same one here.
import { allowedDifferences, type Knowledge, type ValuePair } from './allowed.js'
import type { Item, WholeBug } from './read-bugs.js'

/** Something that is otherwise here than there, and may not be. */
export interface Difference {
  readonly bug: number
  /** Such as `summary`, `comment 7: text` or `attachment 3: flag 2: status`. */
  readonly place: string
  /** Value at the source, shortened; undefined if absent. */
  readonly there: string | undefined
  readonly here: string | undefined
}

/** Collects the results of a comparison. */
export interface Found {
  different(difference: Difference): void
  /** A permitted difference. */
  allowed(name: string): void
}

const maxReportedLength = 200

/** Compares all visible data of a bug. */
export function compareBugs(id: number, there: WholeBug, here: WholeBug, known: Knowledge, found: Found): void {
  const compare: Compare = (place, pair) => {
    if (JSON.stringify(pair.there) === JSON.stringify(pair.here)) return
    const allowed = allowedDifferences.find(({ explains }) => explains(pair, known))
    if (allowed) found.allowed(allowed.name)
    else found.different({ bug: id, place, there: shown(pair.there), here: shown(pair.here) })
  }
  compareFields(compare, 'bug', '', withoutParts(there.bug), withoutParts(here.bug))
  compareLists(compare, 'flag', '', there.bug['flags'], here.bug['flags'])
  comparePeople(compare, there.bug, here.bug)
  compareLists(compare, 'comment', '', there.comments, here.comments)
  compareLists(compare, 'attachment', '', there.attachments, here.attachments)
  compareHistory(compare, there.history, here.history)
}

type Compare = (place: string, pair: ValuePair) => void
type Kind = ValuePair['of']

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  return text.length > maxReportedLength ? `${text.slice(0, maxReportedLength)}… (${text.length} characters)` : text
}

/** Flags and users are compared separately. */
function withoutParts(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([field]) => field !== 'flags' && !field.endsWith('_detail')))
}

function compareFields(compare: Compare, of: Kind, prefix: string, there: Item, here: Item): void {
  for (const field of new Set([...Object.keys(there), ...Object.keys(here)]))
    compare(`${prefix}${field}`, { of, field, there: there[field], here: here[field] })
}

/** Things with numbers, which are the same on both sides. */
function compareLists(compare: Compare, of: Kind, prefix: string, there: unknown, here: unknown): void {
  const [allThere, allHere] = [byNumber(there), byNumber(here)]
  for (const id of new Set([...allThere.keys(), ...allHere.keys()])) {
    const [one, other] = [allThere.get(id), allHere.get(id)]
    const place = `${prefix}${of} ${id}`
    if (!one || !other) {
      compare(place, { of: 'history', field: 'id', there: one && id, here: other && id })
      continue
    }
    compareFields(compare, of, `${place}: `, withoutParts(one), withoutParts(other))
    compareLists(compare, 'flag', `${place}: `, one['flags'], other['flags'])
  }
}

function byNumber(items: unknown): Map<number, Item> {
  return new Map((Array.isArray(items) ? (items as Item[]) : []).map((item) => [Number(item['id']), item]))
}

/** Compares people by name, because their IDs may differ. */
function comparePeople(compare: Compare, there: Item, here: Item): void {
  for (const field of ['creator', 'assigned_to', 'qa_contact']) {
    const [one, other] = [there, here].map((bug) => (bug[`${field}_detail`] as Item | undefined)?.['real_name'])
    compare(`${field}: real_name`, { of: 'bug', field: 'real_name', there: one, here: other })
  }
}

/**
 * Compares single changes, however they are grouped: servers differ in the order of changes by one user within a
 * second.
 */
function compareHistory(compare: Compare, there: readonly Item[], here: readonly Item[]): void {
  const [allThere, allHere] = [changesOf(there), changesOf(here)]
  for (const place of new Set([...allThere.keys(), ...allHere.keys()])) {
    const field = place.slice(place.lastIndexOf(' ') + 1)
    compare(`history of ${place}`, { of: 'history', field, there: allThere.get(place), here: allHere.get(place) })
  }
}

/** Changes by time, user and field, sorted by their texts. */
function changesOf(history: readonly Item[]): Map<string, string[]> {
  const changes = new Map<string, string[]>()
  for (const { when, who, changes: all } of history) {
    for (const { field_name, attachment_id, removed, added } of all as readonly Item[]) {
      const about = typeof attachment_id === 'number' ? ` attachment ${attachment_id}` : ''
      const place = `${String(when)} by ${String(who)}${about}: ${String(field_name)}`
      changes.set(place, [...(changes.get(place) ?? []), `${String(removed)} → ${String(added)}`].sort())
    }
  }
  return changes
}
