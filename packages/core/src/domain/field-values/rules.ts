// Rules for the values of fields that are the same in every product.
import type { Field, LegalValue } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { internalNameOf } from '../bugs/fields/names.js'
import { isSelect, valuesOf } from '../fields/values-of.js'
import { parameterNames, parameterTable, type ParameterName } from '../../setup/parameters.js'
import { fold } from '../../store/index.js'

/** Select fields whose values are objects with their own operations. */
const ownThings: readonly string[] = ['product', 'classification', 'component']

/** The code refers to these by name. */
const fixedNames: Readonly<Record<string, readonly string[]>> = {
  bug_status: ['UNCONFIRMED'],
  resolution: ['', 'FIXED', 'DUPLICATE'],
}

/** Words that mean something else where a status is expected. */
const reservedStatuses: readonly string[] = ['none', 'duplicate', 'change_resolution', 'clearresolution']

/** Returns whether it is chosen from values that are nothing but values of it. */
export function hasOwnValues(field: Field): boolean {
  return isSelect(field) && !ownThings.includes(field.name)
}

/** The field, by its name in bugs or its internal name. @throws invalid_field_name if values cannot be added to it */
export function requireValueField({ catalogue }: Call, name: string): Field {
  const field = catalogue.fields.named(internalNameOf(name))
  if (field && hasOwnValues(field)) return field
  throw new TrackerError('invalid_field_name', { field: 'field', value: name })
}

/** The values of these names, each once. @throws params_required when none is named, object_does_not_exist */
export function requireValues(field: Field, names: readonly string[]): LegalValue[] {
  if (names.length === 0) throw new TrackerError('params_required', { fields: ['names'] })
  const found = names.map((name) => {
    const value = field.values.find((one) => one.name_folded === fold(name.trim()))
    if (value) return value
    const accepted = field.values.flatMap((one) => (one.name === '' ? [] : [one.name]))
    throw new TrackerError('object_does_not_exist', {
      kind: 'value',
      in: field.name,
      field: 'names',
      value: name,
      accepted,
    })
  })
  return [...new Set(found)]
}

/** @throws name_in_use, illegal_value for a word that means something else as a status */
export function requireFreeValueName(field: Field, name: string, self?: LegalValue): void {
  const about = { field: 'name', value: name }
  if (field.name === 'bug_status' && reservedStatuses.includes(fold(name)))
    throw new TrackerError('illegal_value', { ...about, accepted: 'another name' })
  const holder = field.values.find((one) => one.name_folded === fold(name))
  if (holder && holder !== self) throw new TrackerError('name_in_use', { ...about, kind: 'value' })
}

/** @throws still_in_use for a value that the code refers to by name */
export function requireRenamable(call: Call, field: Field, value: LegalValue): void {
  if (isFixed(call, field, value)) throw inUse(field, value, 'the tracker itself')
}

/**
 * The values may go, or go out of use.
 * @throws still_in_use for one that bugs start with, for the status of duplicates, and where no bug could be filed any more
 */
export function requireDispensable(call: Call, field: Field, going: readonly LegalValue[]): void {
  for (const value of going) {
    const [parameter] = parametersNaming(call, field, value)
    if (parameter) throw inUse(field, value, `the parameter ${parameter}`)
    if (value.name === '' || isEmptyChoice(field, value)) throw inUse(field, value, 'bugs without a value')
  }
  if (field.name !== 'bug_status') return
  const { workflow, values } = call.catalogue
  const first = [...(workflow.get(0)?.keys() ?? [])].flatMap((id) => values.get(id) ?? [])
  const lost = first.find((value) => going.includes(value))
  if (lost && !first.some((value) => value.is_active && !going.includes(value)))
    throw inUse(field, lost, 'bugs that are filed: no other status could be the first')
}

/** The parameters with this value. */
export function parametersNaming({ catalogue }: Call, field: Field, value: LegalValue): ParameterName[] {
  return parameterNames.filter((name) => {
    const parameter = parameterTable[name]
    return (
      'field' in parameter && parameter.field === field.name && fold(catalogue.parameters[name]) === value.name_folded
    )
  })
}

/**
 * The ID of the value that makes this one available.
 * @throws illegal_value where the field has no value field, object_does_not_exist
 */
export function controllingId(
  call: Call,
  field: Field,
  names: readonly string[] | undefined,
): number | null | undefined {
  if (names === undefined) return undefined
  const [name] = names
  if (name === undefined) return null
  const controller = call.catalogue.fields.get(field.value_field_id ?? 0)
  if (!controller) {
    throw new TrackerError('illegal_value', {
      field: 'visibility_values',
      value: names,
      accepted: `nothing: ${field.name} has no value_field`,
    })
  }
  const found = valuesOf(call, controller).find((one) => fold(one.name) === fold(name.trim()))
  if (found) return found.id
  throw new TrackerError('object_does_not_exist', {
    kind: 'value',
    in: controller.name,
    field: 'visibility_values',
    value: name,
  })
}

export function inUse(field: Field, value: LegalValue, by: string): TrackerError {
  return new TrackerError('still_in_use', { kind: `value of ${field.name}`, field: 'names', value: value.name, by })
}

function isFixed({ catalogue }: Call, field: Field, value: LegalValue): boolean {
  if (fixedNames[field.name]?.includes(value.name) || isEmptyChoice(field, value)) return true
  const { duplicate_or_move_bug_status } = catalogue.parameters
  return field.name === 'bug_status' && fold(duplicate_or_move_bug_status) === value.name_folded
}

/** The value of bugs for which none was chosen. */
function isEmptyChoice(field: Field, value: LegalValue): boolean {
  return field.is_custom && value.name === '---'
}
