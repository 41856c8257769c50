// Fields of bugs in responses.
import { must } from '../../kernel/must.js'
import * as z from 'zod'
import type { Field, LegalValue } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import type { FieldFilter } from '../../kernel/field-filter.js'
import { controllingValues, productFields, valuesOf, valuesOfProducts, valuesWith } from './values-of.js'

const move = z.object({
  name: z.string().meta({ description: 'Name of the status.' }),
  comment_required: z.boolean().meta({ description: 'The transition requires a comment.' }),
})

// Contract: Bug field, Value.
const valueView = z
  .object({
    name: z.string().meta({ description: 'Allowed values. Empty for the status of a new bug.' }),
    sort_key: z.int().meta({ description: 'Sort position. Values are listed by it, then by name.' }),
    sortkey: z.int().meta({ description: 'Same as `sort_key`, for older clients.' }),
    visibility_values: z.array(z.string()).meta({
      description: "Values of the field's `value_field` for which this value is offered. Empty: all.",
    }),
    is_active: z.boolean().exactOptional().meta({
      description: 'The value can be selected. Of values that belong to no product, only on request, by name.',
    }),
    description: z.string().exactOptional().meta({ description: 'Description of the keyword. Only for keywords.' }),
    is_open: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether bugs with this status are open. Only for statuses.' }),
    can_change_to: z.array(move).exactOptional().meta({ description: 'Statuses that can follow. Only for statuses.' }),
  })
  .meta({ id: 'FieldValue', description: 'An allowed value of a field.' })

export const fieldView = z
  .object({
    id: z.int().meta({ ref: 'field', description: 'ID of the field.' }),
    name: z.string().meta({
      ref: 'field',
      description: 'Internal name. The same in every installation, except for custom fields.',
    }),
    display_name: z.string().meta({ description: 'Display name or description.' }),
    type: z.int().meta({
      description:
        'Type: 0 plain, 1 text, 2 single select, 3 multiple select, 4 large text, 5 date and time, 6 bug, 7 ' +
        'bug URLs, 8 keywords, 9 date, 10 integer.',
    }),
    is_custom: z.boolean().meta({ description: 'Whether it is a custom field.' }),
    is_mandatory: z.boolean().meta({ description: 'A value is required.' }),
    is_on_bug_entry: z.boolean().meta({ description: 'Shown in the form for new bugs.' }),
    sort_key: z
      .int()
      .exactOptional()
      .meta({ description: 'Sort position of the field. Only on request, by name or with `_extra`.' }),
    is_obsolete: z
      .boolean()
      .exactOptional()
      .meta({ description: 'The field is not in use. Only on request, by name or with `_extra`.' }),
    is_in_new_mail: z.boolean().exactOptional().meta({
      description: 'Email about new bugs has the field. Only on request, by name or with `_extra`.',
    }),
    long_description: z
      .string()
      .exactOptional()
      .meta({ description: 'Long description. Only on request, by name or with `_extra`.' }),
    reverse_description: z.string().nullable().exactOptional().meta({
      description: 'Of a field with a bug: its name in that bug. Only on request, by name or with `_extra`.',
    }),
    visibility_field: z
      .string()
      .nullable()
      .meta({ description: 'The field is shown if this field has one of the `visibility_values`. Null: always.' }),
    visibility_values: z
      .array(z.string())
      .meta({ description: 'Values of `visibility_field` for which the field is shown.' }),
    value_field: z
      .string()
      .nullable()
      .meta({ description: 'Field on which the offered values depend. Null: all are offered.' }),
    values: z
      .array(valueView)
      .meta({ description: 'Allowed values, in order. Empty for fields without allowed values.' }),
  })
  .meta({ id: 'Field', description: 'A bug field.' })

export type FieldView = z.output<typeof fieldView>
type ValueView = z.output<typeof valueView>

/** The view of a field, reduced by the filter. */
export function viewField(call: Call, field: Field, filter: FieldFilter): Partial<FieldView> {
  const { catalogue } = call
  const nameOf = (id: number | null) => catalogue.fields.get(id ?? 0)?.name ?? null
  const controller = catalogue.fields.get(field.visibility_field_id ?? 0)
  const ofValues = filter.within('values')
  const values = filter.wants('values') ? viewValues(call, field, ofValues.named('is_active') === true) : []
  return filter.pick({
    id: field.id,
    name: field.name,
    display_name: field.display_name,
    type: field.type,
    is_custom: field.is_custom,
    is_mandatory: field.is_mandatory,
    is_on_bug_entry: field.is_on_bug_entry,
    ...(filter.wants('sort_key', 'extra') && { sort_key: field.sort_key }),
    ...(filter.wants('is_obsolete', 'extra') && { is_obsolete: field.is_obsolete }),
    ...(filter.wants('is_in_new_mail', 'extra') && { is_in_new_mail: field.is_in_new_mail }),
    ...(filter.wants('long_description', 'extra') && { long_description: field.long_description }),
    ...(filter.wants('reverse_description', 'extra') && { reverse_description: field.reverse_description }),
    visibility_field: nameOf(field.visibility_field_id),
    visibility_values: controller ? namesOf(call, controller, field.visibility_value_ids) : [],
    value_field: productFields.includes(field.name) ? 'product' : nameOf(field.value_field_id),
    values: values.map((value) => cutValue(value, ofValues)),
  })
}

function cutValue({ can_change_to, ...value }: ValueView, filter: FieldFilter): ValueView {
  const ofMoves = filter.within('can_change_to')
  const moves = can_change_to?.map((one) => ofMoves.pick(one) as typeof one)
  return filter.pick({ ...value, ...(moves && { can_change_to: moves }) }) as ValueView
}

/** The names of some values of a field, in its order, without those that there are not for the caller. */
function namesOf(call: Call, field: Field, ids: readonly number[]): string[] {
  return valuesOf(call, field).flatMap((value) => (ids.includes(value.id) ? [value.name] : []))
}

function viewValues(call: Call, field: Field, withActive: boolean): ValueView[] {
  const { catalogue } = call
  if (productFields.includes(field.name)) {
    return valuesOfProducts(call, field.name).map(({ name, sort_key, is_active, product_id }) => ({
      ...viewValue(name, sort_key, [must(catalogue.products.get(product_id), 'product', product_id).name]),
      is_active,
    }))
  }
  if (field.name === 'keywords')
    return [...catalogue.keywords].map(({ name, description }) => ({ ...viewValue(name, 0), description }))
  if (field.name === 'bug_status') return viewStatuses(call, field, withActive)
  const controlling = controllingValues(call, field)
  return valuesWith(call, field, controlling).map(({ name, sort_key = 0, controlling_value_id, is_active }) => {
    const offeredWith = controlling?.get(controlling_value_id ?? 0)
    return {
      ...viewValue(name, sort_key, offeredWith && [offeredWith.name]),
      ...(withActive && is_active !== undefined && { is_active }),
    }
  })
}

/** The first entry is the state before a bug is filed. */
function viewStatuses(call: Call, field: Field, withActive: boolean): ValueView[] {
  const filed = { ...viewValue('', 0), is_open: true, can_change_to: movesFrom(call, field, 0) }
  const statuses = field.values.map((status) => ({
    ...viewValue(status.name, status.sort_key),
    ...(withActive && { is_active: status.is_active }),
    is_open: status.is_open === true,
    can_change_to: movesFrom(call, field, status.id),
  }))
  return [filed, ...statuses]
}

function movesFrom({ catalogue }: Call, { values }: Field, from: number): z.output<typeof move>[] {
  const targets = catalogue.workflow.get(from)
  return values.flatMap(({ id, name, is_active }: LegalValue) => {
    const comment_required = targets?.get(id)
    return comment_required === undefined || !is_active || id === from ? [] : [{ name, comment_required }]
  })
}

function viewValue(name: string, sort_key: number, visibility_values: readonly string[] = []): ValueView {
  return { name, sort_key, sortkey: sort_key, visibility_values: [...visibility_values] }
}
