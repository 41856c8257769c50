// Custom fields in inputs: the accepted and stored values by type.
import type { Catalogue, Field, LegalValue } from '../../../setup/catalogue.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Viewer } from '../../../call/context.js'
import { offeredValues } from '../../fields/values-of.js'
import { apiNameOf } from '../fields/names.js'
import { fits, linesOf, maxTextLength, mayFit, mostEntries, parseCalendarDate } from '../../../call/define/inputs.js'
import type { Reader } from '../../../schema/index.js'
import { fieldTypes } from '../../../setup/standard-fields.js'
import { fold, storable } from '../../../store/index.js'
import { countPieces, isComma, longestWritten, piecesOf } from '../../../kernel/scan.js'
import { parseTime } from '../../../kernel/times.js'
import type { CustomGiven, CustomInput } from '../fields/body.js'
import { circlesIn, followLinks, type Link } from './chains.js'
import type { BugDraft } from '../state/draft.js'
import type { StoredValue } from '../fields/bug-parts.js'
import { rule, type BugWrite } from './rule.js'
import type { BugRef, BugRow } from '../../../access/find-bugs.js'
import type { BugFinder } from './lookups.js'

type CustomDraft = BugDraft<'custom'>

export const customRule = rule({
  name: 'custom fields',
  needs: ['custom'],
  applies: (input) => Object.keys(input).some((name) => name.startsWith('cf_')),
  create(draft, { call, custom, bugs }) {
    setCustom(draft, call, custom, bugs)
    requireMandatory(call, draft, bugs, (field) => field.is_on_bug_entry)
  },
  update(draft, { call, custom, bugs }) {
    setCustom(draft, call, custom, bugs)
    requireMandatory(call, draft, bugs, (field) => custom.some(([named]) => named === field))
  },
  check: requireNoCircles,
})

/** Characters in a free text. */
const maxLineLength = 255
const maxInteger = 2_147_483_647

/** The custom fields that an input names. @throws unknown_parameter for one that does not exist or is obsolete, param_invalid */
export function customFieldsIn(catalogue: Catalogue, input: object): CustomGiven {
  return Object.entries(input).flatMap(([name, given]): [Field, CustomInput][] => {
    if (!name.startsWith('cf_') || given === undefined) return []
    const field = catalogue.fields.named(name)
    if (field?.name !== name || !field.is_custom || field.is_obsolete)
      throw new TrackerError('unknown_parameter', { field: name })
    return [[field, plainInput(field, given)]]
  })
}

/** The bugs that custom fields name, for looking them up. */
export function customRefs(fields: CustomGiven): BugRef[] {
  return fields.flatMap(([field, given]) => (field.type === fieldTypes.bugId && !isBlank(given) ? [refIn(given)] : []))
}

/** The fields of bugs that are cleared, for looking up what they hold. */
export function clearedBugFields(fields: CustomGiven): number[] {
  return fields.flatMap(([field, given]) => (field.type === fieldTypes.bugId && isBlank(given) ? [field.id] : []))
}

/**
 * The rows to store for a value. The initial value of the type has none.
 * @throws text_too_long, object_does_not_exist, illegal_date, illegal_time, number_not_integer, number_too_large,
 * param_invalid,
 *   bug_id_does_not_exist, improper_bug_id_field_value
 */
function storedValues(
  field: Field,
  values: readonly LegalValue[],
  given: CustomInput,
  bugs: BugFinder,
): readonly StoredValue[] {
  if (field.type === fieldTypes.multiSelect)
    return choices(field, values, given).map((value) => stored({ value_id: value.id }))
  const one = Array.isArray(given)
    ? ((given as readonly string[])[0] ?? null)
    : (given as string | number | Date | null)
  if (isBlank(one)) return []
  switch (field.type) {
    case fieldTypes.singleSelect:
      return choices(field, values, [String(one)]).flatMap(({ id, name }) =>
        name === '---' ? [] : [stored({ value_id: id })],
      )
    case fieldTypes.integer:
      return integer(field, one)
    case fieldTypes.bugId:
      return [stored({ number: bugs.require(refIn(one), field.name).id })]
    case fieldTypes.date:
    case fieldTypes.dateTime:
      return moment(field, one)
    case fieldTypes.largeText:
      return text(field, linesOf(String(one)).trimStart(), maxTextLength)
    default:
      return text(field, storable(String(one)).trim(), maxLineLength)
  }
}

/**
 * Gives a bug the values that custom fields were given. To clear a field that looks unset to the caller, because its bug is
 * hidden, changes nothing.
 * @throws as storedValues
 */
function setCustom(draft: CustomDraft, viewer: Viewer, given: CustomGiven, bugs: BugFinder): void {
  const custom = new Map(draft.part('custom'))
  for (const [field, input] of given) {
    const current = custom.get(field.id) ?? []
    const values = storedValues(field, acceptedValues(viewer, field, current), input, bugs)
    if (values.length === 0 && !hasVisibleValue(viewer, field, current, bugs)) continue
    if (JSON.stringify(values) !== JSON.stringify(current)) custom.set(field.id, values)
  }
  draft.setPart('custom', custom)
}

function hasVisibleValue({ who }: Viewer, field: Field, stored: readonly StoredValue[], bugs: BugFinder): boolean {
  if (field.type !== fieldTypes.bugId || who.isSystem) return stored.length > 0
  return stored.some(({ number }) => bugs.find(number ?? 0))
}

/** The values that exist for the caller, and those of the bug, which everyone sees there. */
function acceptedValues(viewer: Viewer, field: Field, current: readonly StoredValue[]): readonly LegalValue[] {
  const offered = new Set(offeredValues(viewer, field))
  for (const { value_id } of current) for (const value of field.values) if (value.id === value_id) offered.add(value)
  return field.values.filter((value) => offered.has(value))
}

/**
 * Requires a value in mandatory fields that the bug shows: in a new bug all those of the entry form, otherwise those
 * named in the input.
 * @throws required_field
 */
function requireMandatory(call: Viewer, draft: CustomDraft, bugs: BugFinder, isAsked: (field: Field) => boolean): void {
  const { catalogue } = call
  for (const field of catalogue.fields) {
    if (!field.is_custom || field.is_obsolete || !field.is_mandatory || !isAsked(field)) continue
    const values = draft.part('custom').get(field.id) ?? []
    const isMissing = !hasVisibleValue(call, field, values, bugs) && field.type !== fieldTypes.integer
    if (isMissing && isShown(catalogue, field, draft)) throw new TrackerError('required_field', { field: field.name })
  }
}

/** Bugs that name each other in a custom field never come round in a circle. @throws relationship_loop_single */
async function requireNoCircles(tx: Reader, named: readonly CustomDraft[], write: CircleWrite): Promise<void> {
  for (const [field] of write.custom)
    if (field.type === fieldTypes.bugId) await requireNoCircle(tx, field, named, write)
}

type CircleWrite = Pick<BugWrite, 'custom' | 'loaded' | 'refuse'>

async function requireNoCircle(
  tx: Reader,
  field: Field,
  drafts: readonly CustomDraft[],
  { loaded, refuse }: CircleWrite,
): Promise<void> {
  const changed = drafts.flatMap((draft): Link[] => {
    const values = draft.part('custom').get(field.id)
    const [value] = values ?? []
    const isChanged = values !== draft.beforePart('custom').get(field.id)
    // No bug can refer to a new bug yet.
    return !draft.isNew && isChanged && typeof value?.number === 'number' ? [[draft.row.id, value.number]] : []
  })
  if (changed.length === 0) return
  const overridden = new Map(changed)
  const links = await followLinks(
    changed.map(([, to]) => to),
    async (from) => {
      const ofField = { col: 'field_id', eq: field.id } as const
      const known = (from ?? []).filter((id) => loaded.has(id))
      const unknown = from?.filter((id) => !loaded.has(id))
      const where = unknown ? { and: [{ col: 'bug_id', in: unknown } as const, ofField] } : ofField
      const rows = unknown?.length === 0 ? [] : await tx.select({ from: 'custom_values', where })
      const found = known.flatMap((bug_id) =>
        (loaded.get(bug_id)?.custom?.get(field.id) ?? []).map(({ number }) => ({ bug_id, number })),
      )
      const kept = [...found, ...rows].flatMap(({ bug_id, number }): Link[] =>
        number === null || overridden.has(bug_id) ? [] : [[bug_id, number]],
      )
      const asked = new Set(from)
      return [...kept, ...changed.filter(([bug]) => from === undefined || asked.has(bug))]
    },
  )
  for (const [from, to] of changed.filter(circlesIn(links)))
    refuse(from, new TrackerError('relationship_loop_single', { field: field.name, value: to }))
}

/** Returns whether the bug has a value for which the field is shown. */
function isShown(
  catalogue: Catalogue,
  { visibility_field_id, visibility_value_ids }: Field,
  draft: CustomDraft,
): boolean {
  const controller = visibility_field_id === null ? undefined : catalogue.fields.get(visibility_field_id)
  if (!controller) return true
  return valueIdsOf(catalogue, controller, draft).some((id) => visibility_value_ids.includes(id))
}

function valueIdsOf(catalogue: Catalogue, field: Field, draft: CustomDraft): number[] {
  const { row } = draft
  if (field.name === 'classification') return [catalogue.products.get(row.product_id)?.classification_id ?? 0]
  const column = `${apiNameOf(field.name)}_id`
  if (!field.is_custom) return column in row ? [Number(row[column as keyof BugRow])] : []
  const ids = (draft.part('custom').get(field.id) ?? []).flatMap((value) => value.value_id ?? [])
  const start = field.values.find((value) => value.name === '---')
  return ids.length === 0 && start ? [start.id] : ids
}

/** An input of a kind that custom fields take. Lengths are asked before anything is read. */
function plainInput(field: Field, given: unknown): CustomInput {
  if (given === null || given instanceof Date) return given
  if (Array.isArray(given)) requireFew(field, given.length)
  for (const text of Array.isArray(given) ? (given as unknown[]) : [given])
    if (typeof text === 'string' && !mayFit(text))
      throw new TrackerError('text_too_long', { field: field.name, limit: maxTextLength })
  if (typeof given === 'string') return given
  if (typeof given === 'number' && Number.isFinite(given)) return given
  if (Array.isArray(given) && given.every((item) => typeof item === 'string')) return given
  throw new TrackerError('param_invalid', {
    field: field.name,
    value: given,
    problem: 'a string, a number or a list of strings is expected',
  })
}

function requireFew({ name: field }: Field, count: number): void {
  if (count > mostEntries) throw new TrackerError('list_too_long', { field, count, limit: mostEntries })
}

function choices(field: Field, values: readonly LegalValue[], given: CustomInput): LegalValue[] {
  const named = (text: string) => {
    const folded = fold(text.trim())
    return values.find((one) => one.name_folded === folded)
  }
  if (typeof given === 'string') {
    // Names may contain commas.
    const whole = named(given)
    if (whole) return [whole]
    requireFew(field, countPieces(given, isComma))
  }
  const names = Array.isArray(given) ? (given as readonly string[]) : piecesOf(String(given ?? ''), isComma)
  const found = names.flatMap((value) => {
    if (value.trim() === '') return []
    const choice = named(value)
    if (choice) return [choice]
    const accepted = values.map((one) => one.name)
    throw new TrackerError('object_does_not_exist', { kind: 'value', field: field.name, value, accepted })
  })
  return [...new Set(found)]
}

function integer(field: Field, given: string | number | Date | null): StoredValue[] {
  const about = { field: field.name, value: given }
  const written = String(given)
  if (written.length > longestWritten.number || !/^[+-]?\d+$/.test(written.trim()))
    throw new TrackerError('number_not_integer', about)
  const number = Number(given)
  if (Math.abs(number) > maxInteger) throw new TrackerError('number_too_large', { ...about, limit: maxInteger })
  return number === 0 ? [] : [stored({ number })]
}

/** A date without time is stored as midnight UTC. Input of only zeros and punctuation means no date. */
function moment(field: Field, given: string | number | Date | null): StoredValue[] {
  const isDate = field.type === fieldTypes.date
  if (given instanceof Date) return [stored({ time: isDate ? midnight(given.toISOString().slice(0, 10)) : given })]
  const value = String(given).trim()
  const about = { field: field.name, value, ...(isDate && { isDay: true as const }) }
  if (value.length > longestWritten.time) throw new TrackerError('illegal_date', about)
  if (/^[0\s:.,/-]*$/.test(value)) return []
  const date = parseCalendarDate(isDate ? value : (/^[\d-]+/.exec(value)?.[0] ?? ''))
  if (date === undefined) throw new TrackerError('illegal_date', about)
  if (isDate) return [stored({ time: midnight(date) })]
  const time = parseTime(value)
  if (!time) throw new TrackerError('illegal_time', { field: field.name, value })
  return [stored({ time })]
}

function text(field: Field, kept: string, limit: number): StoredValue[] {
  if (!fits(kept, limit)) throw new TrackerError('text_too_long', { field: field.name, value: kept, limit })
  return kept === '' ? [] : [stored({ text: kept, text_folded: fold(kept) })]
}

function midnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function refIn(given: CustomInput): BugRef {
  const [first] = Array.isArray(given) ? (given as readonly string[]) : [given]
  return typeof first === 'number' ? first : String(first).trim()
}

function isBlank(given: CustomInput): boolean {
  const [first = null] = Array.isArray(given) ? (given as readonly string[]) : [given]
  return first === null || (typeof first === 'string' && first.trim() === '')
}

function stored(value: Partial<StoredValue>): StoredValue {
  return { text: null, text_folded: null, number: null, time: null, value_id: null, ...value }
}
