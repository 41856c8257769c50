// The differences of a bug before and after: columns to write, and changes for history and answers. Pure.
import type { Catalogue, Field } from '../../../setup/catalogue.js'
import { hoursText, percentageComplete } from '../../comments/hours.js'
import { flagsChange, requesteesIn } from '../../flags/changes.js'
import type { FlagState } from '../../flags/plan.js'
import { compareText } from '../../../store/index.js'
import { viewCustomValue } from '../fields/custom-value.js'
import type { BugParts, PartName, StoredValue } from '../fields/bug-parts.js'
import type { AnyDraft } from './draft.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { BugField, Names } from '../fields/field.js'
import { derivedOf } from '../fields/bug-row.js'
import { bugFieldEntries } from '../fields/index.js'

/** One changed field under its API name. A list has only the members that were removed or added, joined by a comma and a blank. */
export interface FieldChange {
  readonly field: string
  readonly removed: string
  readonly added: string
}

/** A change in the history: of a field, of the privacy of a comment, or of an attachment. */
export interface HistoryChange extends FieldChange {
  readonly comment_id?: number
  readonly attachment_id?: number
  /** The rule of the embedding program that made the change. */
  readonly rule?: string
}

/** The people whose names the changes need: those of fields that differ. */
export function peopleIn(draft: AnyDraft): number[] {
  const { before, row } = draft
  const roles = (['assigned_to_id', 'qa_contact_id'] as const).flatMap((role) =>
    before[role] === row[role] ? [] : [before[role], row[role]],
  )
  const { removed, added } = changeOf(draft, 'cc', (cc) => cc)
  const requestees = draft.isSet('flags') ? requesteesIn(draft.beforePart('flags'), draft.part('flags')) : []
  return [...roles.filter((id) => id !== null), ...removed, ...added, ...requestees]
}

/** The members that a part of the bug lost and gained; none while it has not been set. */
export function changeOf<K extends PartName, T>(
  draft: AnyDraft,
  part: K,
  items: (part: BugParts[K]) => Iterable<T>,
): { removed: T[]; added: T[] } {
  if (!draft.isSet(part)) return { removed: [], added: [] }
  return difference(items(draft.beforePart(part)), items(draft.part(part)))
}

/** The members that a set lost and gained. */
export function difference<T>(before: Iterable<T>, after: Iterable<T>): { removed: T[]; added: T[] } {
  const [old, now] = [new Set(before), new Set(after)]
  return { removed: [...old].filter((item) => !now.has(item)), added: [...now].filter((item) => !old.has(item)) }
}

/**
 * The names of the fields that differ, alphabetical. This needs no names of people, as different people have different
 * IDs. Flags that differ may have the same text.
 */
export function changedFields(draft: AnyDraft, catalogue: Catalogue): ReadonlySet<string> {
  const { before, row } = draft
  const changed: string[] = []
  for (const [field, { column, isSameText }] of plainFields)
    if (before[column] !== row[column] && !isSameText?.(before, row, catalogue)) changed.push(field)
  for (const [field, { part, items }] of listFields) {
    if (!draft.isSet(part)) continue
    const { removed, added } = changeOf(draft, part, (value) => items(value as never))
    if (removed.length + added.length > 0) changed.push(field)
  }
  changed.push(...changedCustomFields(draft, catalogue))
  if (hasOtherFlags(draft, (flag) => flag.attachment_id === null)) changed.push(flagsField)
  return new Set(changed.toSorted(compareText))
}

function changedCustomFields(draft: AnyDraft, catalogue: Catalogue): string[] {
  if (!draft.isSet('custom')) return []
  const [before, after] = [draft.beforePart('custom'), draft.part('custom')]
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
  const fields = ids.flatMap((id) => catalogue.fields.get(id) ?? [])
  return fields.filter((field) => hasOtherText(customChange(draft, field, catalogue))).map(({ name }) => name)
}

/** Flags that trade places, as when two people swap requests, differ though they have the same texts. */
export function hasOtherFlags(draft: AnyDraft, isCounted: (flag: FlagState) => boolean = () => true): boolean {
  if (!draft.isSet('flags')) return false
  const [before, after] = [draft.beforePart('flags').filter(isCounted), draft.part('flags').filter(isCounted)]
  return before.length !== after.length || after.some((flag) => !before.includes(flag))
}

/** The changes of the fields that differ, by name. */
export function changesOf(draft: AnyDraft, names: Names): FieldChange[] {
  const fields = [...changedFields(draft, names.catalogue)]
  return fields.map((field) => ({ field, ...textsOf(draft, field, names) })).filter(hasOtherText)
}

type TextChange = Omit<FieldChange, 'field'>

/** The texts of a field that differs, before and after. */
function textsOf(draft: AnyDraft, field: string, names: Names): TextChange {
  const { before, row } = draft
  const plain = plainFields.get(field)
  if (plain) return { removed: plain.textOf(before, names), added: plain.textOf(row, names) }
  const list = listFields.get(field)
  if (list) {
    const { removed, added } = changeOf(draft, list.part, (value) => list.items(value as never))
    const named = (items: readonly (number | string)[]) => joinItems(items.map((item) => list.itemText(item, names)))
    return { removed: named(removed), added: named(added) }
  }
  if (field === flagsField) return flagsOf(draft, null, names) ?? noTexts
  const custom = names.catalogue.fields.named(field)
  return custom ? customChange(draft, custom, names.catalogue) : noTexts
}

const noTexts: TextChange = { removed: '', added: '' }

function hasOtherText({ removed, added }: TextChange): boolean {
  return removed !== added
}

function customChange(draft: AnyDraft, field: Field, catalogue: Catalogue): TextChange {
  const [old = [], now = []] = [draft.beforePart('custom').get(field.id), draft.part('custom').get(field.id)]
  const { removed, added } = difference(customTexts(field, old, catalogue), customTexts(field, now, catalogue))
  return { removed: joinItems(removed), added: joinItems(added) }
}

/**
 * The history of an update whose changes are `changes`: without the duplicate link, but with hours worked, the privacy of
 * comments, and changes of attachments.
 */
export function historyOf(draft: AnyDraft, changes: readonly FieldChange[], names: Names): HistoryChange[] {
  const { comments, privacy, attachments } = draft
  const hours = comments.reduce((sum, comment) => sum + (comment.work_time ?? 0), 0)
  return [
    ...(hours === 0 ? [] : [{ field: 'work_time', removed: '', added: hoursText(hours) }]),
    ...withRules(draft, changes).filter((change) => change.field !== 'dupe_of'),
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

function withRules({ ruledBy }: AnyDraft, changes: readonly FieldChange[]): readonly HistoryChange[] {
  if (!ruledBy) return changes
  return changes.map((change) => {
    const rule = ruledBy.get(change.field)
    return rule === undefined ? change : { ...change, rule }
  })
}

function flagsOfAttachments(draft: AnyDraft, names: Names): HistoryChange[] {
  if (!draft.isSet('flags')) return []
  const [before, after] = [draft.beforePart('flags'), draft.part('flags')]
  const ids = new Set([...before, ...after].flatMap((one) => one.attachment_id ?? []))
  return [...ids].flatMap((attachment_id) => {
    const change = flagsOf(draft, attachment_id, names)
    return change ? [{ ...change, attachment_id }] : []
  })
}

function flagsOf(draft: AnyDraft, attachmentId: number | null, names: Names): FieldChange | undefined {
  const [before, after] = [draft.beforePart('flags'), draft.part('flags')]
  return flagsChange(carriedBy(before, attachmentId), carriedBy(after, attachmentId), names)
}

/** The flags of the bug itself (NULL) or of one of its attachments. */
function carriedBy(flags: readonly FlagState[], attachmentId: number | null): FlagState[] {
  return flags.filter((one) => one.attachment_id === attachmentId)
}

/** The columns of a bug that follow from others and from the groups it is in. */
export function derivedColumns(catalogue: Catalogue, draft: AnyDraft): Partial<BugRow> {
  const { before, row } = draft
  const groups = changeOf(draft, 'groups', (ids) => ids)
  return {
    ...derivedOf(row, draft.isNew ? undefined : before),
    is_open: catalogue.values.get(row.status_id)?.is_open === true,
    percentage_complete: percentageComplete(row.actual_time, row.remaining_time),
    group_count: before.group_count + groups.added.length - groups.removed.length,
  }
}

/** The columns in which two rows differ. */
export function columnsThatDiffer(before: BugRow, after: BugRow): Partial<BugRow> {
  const patch: { [column: string]: unknown } = {}
  for (const column of Object.keys(after) as (keyof BugRow)[])
    if (!isSame(after[column], before[column])) patch[column] = after[column]
  return patch
}

type PlainField = Required<Pick<BugField, 'column'>> &
  Pick<BugField, 'isSameText'> & { readonly textOf: NonNullable<BugField['text']> }
type ListField = Required<Pick<BugField, 'part' | 'items' | 'itemText'>>

const plainFields = new Map<string, PlainField>(
  bugFieldEntries.flatMap(([field, { column, text, ownText, isSameText }]) => {
    const textOf = text ?? ownText
    return column && textOf ? [[field, { column, textOf, ...(isSameText && { isSameText }) }]] : []
  }),
)

const listFields = new Map<string, ListField>(
  bugFieldEntries.flatMap(([field, { part, items, itemText }]) =>
    part && items && itemText ? [[field, { part, items, itemText }]] : [],
  ),
)

/** History has it under this name. */
const flagsField = 'flagtypes.name'

/**
 * Fields whose texts change only with the bug. Names of values, products and people may change: history keeps the old
 * ones.
 */
export const ownTexts = bugFieldEntries.flatMap(([field, { ownText }]) => (ownText ? [[field, ownText] as const] : []))

function customTexts(field: Field, stored: readonly StoredValue[], { values }: Catalogue): string[] {
  const value = viewCustomValue(field, stored, values, () => true)
  if (value instanceof Date) return [value.toISOString().slice(0, 19).replace('T', ' ')]
  if (Array.isArray(value)) return value
  return value === null ? [] : [String(value)]
}

/** Numbers in their order, then everything else alphabetically. */
export function joinItems(items: readonly string[]): string {
  return items.toSorted((a, b) => compareNumbers(Number(a), Number(b)) || compareText(a, b)).join(', ')
}

/** NaN is more than any number. */
function compareNumbers(a: number, b: number): number {
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || a - b || 0
}

function flag(value: boolean): string {
  return value ? '1' : '0'
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}
