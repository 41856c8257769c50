// The kinds of fields whose value is one column of the bug, with their common properties.
import * as z from 'zod'
import type { BugRow } from '../../../access/find-bugs.js'
import { clearableDate, rawText, word } from '../../../call/define/inputs.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { RelationOf } from '../../../schema/index.js'
import { isOn, type Catalogue } from '../../../setup/catalogue.js'
import type { ParameterName } from '../../../setup/parameters.js'
import { fold } from '../../../store/index.js'
import { hoursText, maxHours, roundHours } from '../../comments/hours.js'
import type { BugField, NamedIn, Names } from './field.js'
import { requireNamed, valueName } from './choices.js'
import { recordHours, recordName, recordText, recordTime } from './record-values.js'
import { loginOf, nameIn, personIn, type BugPlan, type BugSets } from './view-context.js'

/** All properties but the description. */
type KindOfField = Omit<BugField, 'description'>

/** The columns that hold values of a type. */
type ColumnHolding<T> = { [C in keyof BugRow]: BugRow[C] extends T ? C : never }[keyof BugRow]

/** A name, validated where the configuration is known. */
export const name = word.nullish()

/**
 * A text, and its twin without case in which searches look. Null empties it.
 * @param isUsed the parameter that says whether the field is in use
 */
export function textField(column: ColumnHolding<string>, folded: ColumnHolding<string>, isUsed?: ParameterName) {
  return {
    kind: 'text',
    record: recordText.default(''),
    output: z.string(),
    create: rawText.nullish(),
    update: rawText.nullish(),
    view: (bug: BugRow) => bug[column],
    reads: [column],
    blank: { [column]: '', [folded]: '' },
    columns(given: string | null, catalogue: Catalogue, field: string): Partial<BugRow> {
      if (given && isUsed && !isOn(catalogue, isUsed))
        throw new TrackerError('param_invalid', { field, value: given, problem: `${isUsed} is off` })
      return { [column]: given ?? '' }
    },
    derived: (row: BugRow): Partial<BugRow> => ({ [folded]: fold(row[column]) }),
    column,
    ownText: (row: BugRow) => row[column],
    search: { kind: 'text', column, folded },
    ...(isUsed && { usedWith: isUsed }),
  } satisfies KindOfField
}

/** One of the values that administrators define for the field. */
export function legalValueField<F extends 'op_sys' | 'platform' | 'priority' | 'severity' | 'status' | 'resolution'>(
  field: F,
) {
  const column = `${field}_id` as const
  return {
    kind: 'field value',
    record: recordName,
    output: z.string(),
    create: name,
    update: name,
    view: (bug: BugRow, plan: BugPlan) => nameIn(plan.call.catalogue.values, bug[column]),
    reads: [column],
    column,
    text: (row: BugRow, { catalogue }: Names) => valueName(catalogue, row[column]),
    search: { kind: 'field value', column, relation: field as RelationOf<'bugs'> },
    keepsCommas: true,
  } satisfies KindOfField
}

/** A field value that is chosen independently of the other fields. */
export function chosenValueField(
  field: 'op_sys' | 'platform' | 'priority' | 'severity',
  defaultParameter: ParameterName,
) {
  return {
    ...legalValueField(field),
    defaultParameter,
    columns: (given: string | null, catalogue: Catalogue, _field: string, internal: string): Partial<BugRow> => ({
      [`${field}_id`]: requireNamed(catalogue.fields.named(internal)?.values ?? [], field, given).id,
    }),
  } satisfies KindOfField
}

/** The product of a bug, or something of the product: a `ref`. */
export function placeField(column: ColumnHolding<number>, all: NamedIn, ref: string) {
  return {
    kind: 'place',
    record: recordName,
    namedIn: all,
    output: z.string().meta({ ref }),
    update: name,
    view: (bug: BugRow, { call }: BugPlan) => nameIn(call.catalogue[all], bug[column]),
    reads: [column],
    column,
    text: (row: BugRow, { catalogue }: Names) => nameIn(catalogue[all], row[column]),
    // Products have components, versions and milestones of the same names.
    isSameText: (before: BugRow, after: BugRow, { [all]: places }: Catalogue) =>
      nameIn(places, before[column]) === nameIn(places, after[column]),
  } satisfies KindOfField
}

/** A login name. */
export const login = z.string().meta({ ref: 'user' })

/** Yes or no. Null counts as not given. */
export function switchField(column: ColumnHolding<boolean>) {
  return {
    kind: 'switch',
    record: z.boolean(),
    output: z.boolean(),
    create: z.boolean().nullish(),
    update: z.boolean().nullish(),
    view: (bug: BugRow) => bug[column],
    reads: [column],
    columns: (given: boolean | null): Partial<BugRow> => (given === null ? {} : { [column]: given }),
    column,
    ownText: (row: BugRow) => (row[column] ? '1' : '0'),
    search: { kind: 'bool', column },
  } satisfies KindOfField
}

/** Hours to be worked, kept to two decimals. Raises number_too_small (55), number_too_large (54). */
const plannedHours = z.number().min(0).max(maxHours).transform(roundHours)

/** Hours, visible to and set by time trackers. Null counts as not given. */
export function hoursField(column: 'estimated_time' | 'remaining_time') {
  return {
    kind: 'hours',
    record: recordHours,
    output: z.number().exactOptional(),
    create: plannedHours.nullish(),
    update: plannedHours.nullish(),
    view: (bug: BugRow) => bug[column],
    reads: [column],
    blank: { [column]: 0 },
    columns: (given: number | null): Partial<BugRow> => (given === null ? {} : { [column]: given }),
    column,
    ownText: (row: BugRow) => hoursText(row[column]),
    seenBy: 'time tracker',
    changedBy: 'time tracker',
    search: { kind: 'hours', column },
  } satisfies KindOfField
}

/** A day, or none. */
export function dayField(column: 'deadline') {
  return {
    kind: 'day',
    record: z.iso.date().nullish(),
    output: z.string().nullable(),
    create: clearableDate.optional(),
    update: clearableDate.optional(),
    view: (bug: BugRow) => bug[column],
    reads: [column],
    blank: { [column]: null },
    columns: (given: string | null): Partial<BugRow> => ({ [column]: given }),
    column,
    ownText: (row: BugRow) => row[column] ?? '',
    search: { kind: 'day', column },
  } satisfies KindOfField
}

/** A time at which something happened to the bug. Read-only. */
export function timeField(column: ColumnHolding<Date>) {
  return {
    kind: 'time',
    record: recordTime,
    output: z.date(),
    view: (bug: BugRow) => bug[column],
    reads: [column],
    search: { kind: 'time', column },
  } satisfies KindOfField
}

/** A person with a role that every bug has. */
export function personField(column: 'assigned_to_id' | 'creator_id', relation: 'assigned_to' | 'creator') {
  return {
    kind: 'person',
    record: recordName,
    output: login,
    view: (bug: BugRow, plan: BugPlan, sets: BugSets) => loginOf(plan, personIn(sets, bug[column])),
    reads: [column],
    sets: ['people'],
    search: { kind: 'person', column, relation },
    keepsCommas: true,
  } satisfies KindOfField
}
