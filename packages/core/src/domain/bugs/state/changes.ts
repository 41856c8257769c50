// What differs between a bug before and after: the columns to write, and what history and answers tell of it. Pure.
import type { Catalogue, Field } from '../../../setup/catalogue.js'
import { hoursText, percentageComplete } from '../../comments/hours.js'
import { flagsChange, requesteesIn } from '../../flags/changes.js'
import type { FlagState } from '../../flags/plan.js'
import { compareText } from '../../../store/index.js'
import { viewCustomValue } from '../fields/custom-value.js'
import type { BugState, StoredValue } from '../fields/bug-state.js'
import type { BugDraft } from './draft.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { Names } from '../fields/field.js'
import { bugFieldEntries } from '../fields/index.js'

/** One changed field under its API name. Lists tell only the members that went and came, joined by a comma and a blank. */
export interface FieldChange {
  readonly field: string
  readonly removed: string
  readonly added: string
}

/** What history keeps: a change of a field, of the privacy of a comment, or of an attachment. */
export interface HistoryChange extends FieldChange {
  readonly comment_id?: number
  readonly attachment_id?: number
}

/** The people whose names the changes need: those of fields that differ. */
export function peopleIn({ before, after }: BugDraft): number[] {
  const roles = (['assigned_to_id', 'qa_contact_id'] as const).flatMap((role) =>
    before.row[role] === after.row[role] ? [] : [before.row[role], after.row[role]],
  )
  const { removed, added } = difference(before.cc, after.cc)
  return [...roles.filter((id) => id !== null), ...removed, ...added, ...requesteesIn(before.flags, after.flags)]
}

/** What a set lost and what it gained. */
export function difference<T>(before: Iterable<T>, after: Iterable<T>): { removed: T[]; added: T[] } {
  const [old, now] = [new Set(before), new Set(after)]
  return { removed: [...old].filter((item) => !now.has(item)), added: [...now].filter((item) => !old.has(item)) }
}

/** The fields that differ, by name. */
export function changesOf({ before, after }: BugDraft, names: Names): FieldChange[] {
  const changes: FieldChange[] = []
  for (const [field, textOf] of plainFields) {
    const [removed, added] = [textOf(before.row, names), textOf(after.row, names)]
    if (removed !== added) changes.push({ field, removed, added })
  }
  for (const { field, items, itemText } of listFields) {
    const { removed, added } = difference(items(before), items(after))
    const named = (list: readonly (number | string)[]) => list.map((item) => itemText(item, names))
    changes.push({ field, removed: joined(named(removed)), added: joined(named(added)) })
  }
  for (const field of names.catalogue.fields) {
    if (!field.is_custom) continue
    const [old = [], now = []] = [before.custom.get(field.id), after.custom.get(field.id)]
    const { removed, added } = difference(customTexts(field, old, names), customTexts(field, now, names))
    changes.push({ field: field.name, removed: joined(removed), added: joined(added) })
  }
  const flags = flagsChange(carriedBy(before, null), carriedBy(after, null), names)
  if (flags) changes.push(flags)
  return changes.filter(({ removed, added }) => removed !== added).toSorted((a, b) => compareText(a.field, b.field))
}

/**
 * What history keeps of an update whose changes are `changes`: not the duplicate link, but also hours worked, the privacy of
 * comments, and what changes on attachments.
 */
export function historyOf(draft: BugDraft, changes: readonly FieldChange[], names: Names): HistoryChange[] {
  const { comments, privacy, attachments } = draft
  const hours = comments.reduce((sum, comment) => sum + (comment.work_time ?? 0), 0)
  return [
    ...changes.filter((change) => change.field !== 'dupe_of'),
    ...(hours === 0 ? [] : [{ field: 'work_time', removed: '', added: hoursText(hours) }]),
    ...privacy.map(({ comment_id, is_private }) => ({
      field: 'longdescs.isprivate',
      removed: flag(!is_private),
      added: flag(is_private),
      comment_id,
    })),
    ...attachments,
    ...flagsOfAttachments(draft, names),
  ]
}

function flagsOfAttachments({ before, after }: BugDraft, names: Names): HistoryChange[] {
  if (before.flags === after.flags) return []
  const ids = new Set([...before.flags, ...after.flags].flatMap((one) => one.attachment_id ?? []))
  return [...ids].flatMap((attachment_id) => {
    const change = flagsChange(carriedBy(before, attachment_id), carriedBy(after, attachment_id), names)
    return change ? [{ ...change, attachment_id }] : []
  })
}

/** The flags of the bug itself (NULL) or of one of its attachments. */
function carriedBy({ flags }: Readonly<BugState>, attachmentId: number | null): FlagState[] {
  return flags.filter((one) => one.attachment_id === attachmentId)
}

/** The columns of a bug that follow from others and from the groups it is in. */
export function derivedColumns(catalogue: Catalogue, { before, after }: BugDraft): Partial<BugRow> {
  const { row } = after
  return {
    ...derivedOf(row),
    is_open: catalogue.values.get(row.status_id)?.is_open === true,
    percentage_complete: percentageComplete(row.actual_time, row.remaining_time),
    group_count: before.row.group_count + after.groups.size - before.groups.size,
  }
}

const derivedFields = bugFieldEntries.flatMap(([, { derived }]) => derived ?? [])

/** The columns that follow from one field. */
export function derivedOf(row: BugRow): Partial<BugRow> {
  const columns: Partial<BugRow> = {}
  for (const derived of derivedFields) Object.assign(columns, derived(row))
  return columns
}

/** The columns in which two rows differ. */
export function columnsThatDiffer(before: BugRow, after: BugRow): Partial<BugRow> {
  return Object.fromEntries(
    Object.entries(after).filter(([column, value]) => !isSame(value, before[column as keyof BugRow])),
  )
}

const plainFields = bugFieldEntries.flatMap(([field, { text, ownText }]) => {
  const textOf = text ?? ownText
  return textOf ? [[field, textOf] as const] : []
})

const listFields = bugFieldEntries.flatMap(([field, { items, itemText }]) =>
  items && itemText ? [{ field, items, itemText }] : [],
)

/** Fields whose texts never change by themselves. Names of values, products and people do: history tells those of its time. */
export const ownTexts = bugFieldEntries.flatMap(([field, { ownText }]) => (ownText ? [[field, ownText] as const] : []))

function customTexts(field: Field, stored: readonly StoredValue[], { catalogue }: Names): string[] {
  const value = viewCustomValue(field, stored, catalogue.values, () => true)
  if (value instanceof Date) return [value.toISOString().slice(0, 19).replace('T', ' ')]
  if (Array.isArray(value)) return value
  return value === null ? [] : [String(value)]
}

/** Numbers in their order, everything else alphabetically. */
function joined(items: readonly string[]): string {
  return items.toSorted((a, b) => Number(a) - Number(b) || compareText(a, b)).join(', ')
}

function flag(value: boolean): string {
  return value ? '1' : '0'
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}
