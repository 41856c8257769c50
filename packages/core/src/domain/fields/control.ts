// Fields that control a custom field: when it is shown, and which of its values are available.
import type { Catalogue, Field } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { fold } from '../../store/index.js'
import { requireField } from './find.js'
import { isSelect, valuesOf } from './values-of.js'

export interface FieldControlInput {
  readonly visibility_field?: string | null | undefined
  readonly visibility_values?: readonly string[] | undefined
  readonly value_field?: string | null | undefined
}

export interface FieldControl {
  readonly visibility_field_id: number | null
  readonly visibility_value_ids: readonly number[]
  readonly value_field_id: number | null
}

export const uncontrolled: FieldControl = { visibility_field_id: null, visibility_value_ids: [], value_field_id: null }

/**
 * The controls of the field after an input. An empty or null field means none.
 * @throws object_does_not_exist for a field or value, illegal_value for a field that cannot control this one,
 * field_control_circle for one that this field controls, param_required for a field without values that it is shown for
 */
export function nextControl(
  call: Call,
  self: Pick<Field, 'name' | 'type'>,
  before: FieldControl,
  wanted: FieldControlInput,
): FieldControl {
  const controller = controllerFor(call, self, before.visibility_field_id, wanted.visibility_field, 'visibility_field')
  const isSame = controller?.id === before.visibility_field_id
  const ids = wanted.visibility_values && controller && valueIds(call, controller, wanted.visibility_values)
  const visibility_value_ids = controller ? (ids ?? (isSame ? before.visibility_value_ids : [])) : []
  if (controller && visibility_value_ids.length === 0)
    throw new TrackerError('param_required', { field: 'visibility_values' })
  const offering = controllerFor(call, self, before.value_field_id, wanted.value_field, 'value_field')
  if (offering && !isSelect(self)) {
    throw new TrackerError('illegal_value', {
      field: 'value_field',
      value: offering.name,
      accepted: 'nothing: this field has no values',
    })
  }
  return {
    visibility_field_id: controller?.id ?? null,
    visibility_value_ids: [...visibility_value_ids].toSorted((a, b) => a - b),
    value_field_id: offering?.id ?? null,
  }
}

function controllerFor(
  { catalogue }: Call,
  self: Pick<Field, 'name'>,
  before: number | null,
  wanted: string | null | undefined,
  field: string,
): Field | undefined {
  if (wanted === undefined) return catalogue.fields.get(before ?? 0)
  if (wanted === null || wanted === '') return undefined
  const controller = requireField(catalogue, wanted, field)
  if (!isSelect(controller) || controller.name === self.name)
    throw new TrackerError('illegal_value', { field, value: wanted, accepted: 'another field with allowed values' })
  if (controller.id !== before && dependsOn(catalogue, controller, self.name))
    throw new TrackerError('field_control_circle', { field, value: controller.name })
  return controller
}

/** Returns true if the field is the one named `name`, or is controlled by it, directly or through others. */
export function dependsOn({ fields }: Catalogue, field: Field, name: string): boolean {
  const found = new Set([field])
  for (const { visibility_field_id, value_field_id } of found)
    for (const id of [visibility_field_id, value_field_id]) {
      const controller = fields.get(id ?? 0)
      if (controller) found.add(controller)
    }
  return [...found].some((one) => one.name === name)
}

/** Components of several products may share a name: all of them are meant. */
function valueIds(call: Call, controller: Field, names: readonly string[]): number[] {
  const values = valuesOf(call, controller)
  const ids = names.flatMap((name) => {
    const found = values.filter((value) => fold(value.name) === fold(name.trim()))
    if (found.length > 0) return found.map((value) => value.id)
    throw new TrackerError('object_does_not_exist', {
      kind: 'value',
      in: controller.name,
      field: 'visibility_values',
      value: name,
    })
  })
  return [...new Set(ids)]
}
