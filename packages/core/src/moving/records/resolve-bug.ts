// Resolves the names in the record of a bug.
import type { BugRow } from '../../access/find-bugs.js'
import { internalNameOf } from '../../domain/bugs/fields/names.js'
import type { StoredValue } from '../../domain/bugs/fields/bug-parts.js'
import { parseTime } from '../../kernel/times.js'
import type { Catalogue, Field, FlagType, Product } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import { fold } from '../../store/index.js'
import { RecordProblem } from './batch.js'
import { columnsOfRecord } from './columns-of-record.js'
import type { BugRecord } from './record.js'

/** IDs of a bug's values, except for people. */
export interface Placement {
  readonly columns: Partial<BugRow> & Pick<BugRow, 'product_id' | 'component_id'>
  readonly groups: readonly number[]
  readonly keywords: readonly number[]
  readonly custom: readonly (StoredValue & { readonly field_id: number })[]
}

/** @throws RecordProblem for a name that nothing has here */
export function resolveBug(catalogue: Catalogue, bug: BugRecord, typeIds: ReadonlyMap<number, number>): Placement {
  const product = catalogue.products.named(bug.product)
  if (!product) throw new RecordProblem(`there is no product ${bug.product}`)
  const value = (name: string, field: string) => valueOf(catalogue, field, name)
  const status = value(bug.status, 'status')
  const resolution = value(bug.resolution, 'resolution')
  if ((status.is_open === true) !== (bug.resolution === ''))
    throw new RecordProblem(`it is ${status.is_open ? 'open with' : 'closed without'} a resolution`)
  // The original bug is unknown if it was removed, or is hidden from the reading account.
  if (resolution.name !== 'DUPLICATE' && typeof bug.dupe_of === 'number')
    throw new RecordProblem('it names a bug that it is a duplicate of, without being a duplicate')
  const named = columnsOfRecord(bug, {
    'field value': (name: string, field) => value(name, field).id,
    place: (name: string, _field, { namedIn }) =>
      namedIn === undefined || namedIn === 'products' ? product.id : partOf(product, namedIn, name),
  })
  const columns = { ...(named as Placement['columns']), is_open: status.is_open === true }
  const types = { catalogue, typeIds }
  for (const flag of bug.flags) flagTypeOf(types, flag, 'bug', columns)
  for (const flag of bug.attachments.flatMap((one) => one.flags)) flagTypeOf(types, flag, 'attachment', columns)
  return {
    columns,
    groups: unique(bug.groups.map((name) => idIn(catalogue.groups, 'group', name))),
    keywords: unique(bug.keywords.map((name) => idIn(catalogue.keywords, 'keyword', name))),
    custom: Object.entries(bug.custom_fields).flatMap(([name, given]) => customValues(catalogue, name, given)),
  }
}

export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

function idIn(all: { named(name: string): { readonly id: number } | undefined }, kind: string, name: string): number {
  const found = all.named(name)
  if (!found) throw new RecordProblem(`there is no ${kind} ${name}`)
  return found.id
}

function partOf(product: Product, kind: 'components' | 'versions' | 'milestones', name: string): number {
  const all: readonly { readonly id: number; readonly name: string }[] = product[kind]
  const found = all.find((one) => one.name === name) ?? all.find((one) => fold(one.name) === fold(name))
  if (!found) throw new RecordProblem(`the product ${product.name} has no ${kind.slice(0, -1)} ${name}`)
  return found.id
}

function valueOf(catalogue: Catalogue, field: string, name: string) {
  const found = catalogue.fields.named(internalNameOf(field))?.values.find((one) => fold(one.name) === fold(name))
  if (!found) throw new RecordProblem(`the field ${field} has no value ${name === '' ? 'that is blank' : name}`)
  return found
}

interface FlagTypes {
  readonly catalogue: Catalogue
  /** Local IDs by those of the source. */
  readonly typeIds: ReadonlyMap<number, number>
}

/** Finds a flag type by its ID or its name: if several have the name, one for the place of the bug. @throws RecordProblem */
export function flagTypeOf(
  { catalogue, typeIds }: FlagTypes,
  { name, type_id }: Pick<BugRecord['flags'][number], 'name' | 'type_id'>,
  target: string,
  place: Placement['columns'],
): FlagType {
  const known = catalogue.flagTypes.get(typeIds.get(type_id ?? 0) ?? 0)
  if (known?.target_type === target) return known
  const named = [...catalogue.flagTypes.values()].filter(
    (type) => type.target_type === target && fold(type.name) === fold(name),
  )
  const fits = named.find((type) =>
    type.scopes.some(
      ({ is_exclusion, product_id, component_id }) =>
        !is_exclusion &&
        [null, place.product_id].includes(product_id) &&
        [null, place.component_id].includes(component_id),
    ),
  )
  const found = fits ?? named[0]
  if (!found) throw new RecordProblem(`there is no type of flags on ${target}s called ${name}`)
  return found
}

type Given = BugRecord['custom_fields'][string]

function customValues(catalogue: Catalogue, name: string, given: Given): (StoredValue & { field_id: number })[] {
  const field = catalogue.fields.named(name)
  if (!field?.is_custom) throw new RecordProblem(`there is no field ${name}`)
  if (given === null || given === '' || (Array.isArray(given) && given.length === 0)) return []
  return storedValues(catalogue, field, given).map((value) => ({ ...blank, ...value, field_id: field.id }))
}

const blank = { text: null, text_folded: null, number: null, time: null, value_id: null }

function storedValues(catalogue: Catalogue, field: Field, given: Exclude<Given, null>): Partial<StoredValue>[] {
  const all = (Array.isArray(given) ? given : [given]).map(String)
  const [one = ''] = all
  switch (field.type) {
    case fieldTypes.singleSelect:
      return one === '---' ? [] : [{ value_id: valueOf(catalogue, field.name, one).id }]
    case fieldTypes.multiSelect:
      return unique(all).map((name) => ({ value_id: valueOf(catalogue, field.name, name).id }))
    case fieldTypes.integer:
    case fieldTypes.bugId:
      if (!/^-?\d{1,15}$/.test(one)) throw new RecordProblem(`${field.name} is no number`)
      return Number(one) === 0 ? [] : [{ number: Number(one) }]
    case fieldTypes.date:
    case fieldTypes.dateTime: {
      const time = parseTime(one)
      if (!time) throw new RecordProblem(`${field.name} is no time`)
      return [{ time }]
    }
    default:
      return [{ text: one, text_folded: fold(one) }]
  }
}
