// Fields of bugs that an administrator has made, and the values that select fields may have.
import type { Field } from '@trackerkit/client'
import type { Choice, Kind, Thing } from './kind.js'
import { formFields } from './form-fields.js'

/** The types that a field may be made with, by the number that stands for each. */
const types: readonly Choice[] = ['1', '4', '2', '3', '5', '9', '6', '10'].map((value) => ({ value }))

const selects = new Set([2, 3])

export const fields: Kind = {
  name: 'fields',
  right: 'admin',
  audited: 'Field',
  fields: formFields(
    'fields',
    {
      name: { start: 'cf_' },
      display_name: {},
      type: { type: 'choice', start: '1', isRequired: false },
      is_mandatory: {},
      is_on_bug_entry: { start: true },
      visibility_field: { type: 'choice' },
      visibility_values: {},
      value_field: { type: 'choice' },
    },
    ['sort_key', 'is_in_new_mail', 'long_description', 'reverse_description', 'is_obsolete'],
  ),
  columns: ['display_name', 'is_mandatory', 'is_on_bug_entry'],
  list: async (operations) => {
    const { fields } = await operations.fields.get()
    return fields.filter(isSetUp).map(thingOf)
  },
  choices: async (operations) => {
    const { fields } = await operations.fields.get()
    const selectable = fields.filter(({ type }) => type === 2)
    const offered = [
      { value: '', text: '—' },
      ...selectable.map((one) => ({ value: one.name, text: one.display_name })),
    ]
    return { type: types, visibility_field: offered, value_field: offered }
  },
  create: (operations, values) => operations.fields.create({ ...values, type: Number(values['type']) } as never),
  update: (operations, { id }, changes) => operations.fields.update({ ids: [id], ...changes }),
  remove: (operations, { id }) => operations.fields.delete({ ids: [id] }),
}

/** Those that an administrator has made, and those with values of which some may be added. */
function isSetUp({ name, is_custom, type }: Field): boolean {
  return is_custom || (selects.has(type) && !['product', 'component', 'classification'].includes(name))
}

function thingOf({ id, name: key, visibility_field, value_field, ...rest }: Field): Thing {
  const { display_name, is_mandatory, is_on_bug_entry, visibility_values } = rest
  return {
    id,
    key,
    values: {
      name: key,
      display_name,
      is_mandatory,
      is_on_bug_entry,
      visibility_field: visibility_field ?? '',
      visibility_values,
      value_field: value_field ?? '',
    },
  }
}

export const values: Kind = {
  name: 'values',
  right: 'admin',
  parent: 'fields',
  audited: 'LegalValue',
  fields: formFields('values', {
    name: {},
    sort_key: { start: 0 },
    is_open: { label: 'is_open_status', start: true },
    is_active: { start: true },
    visibility_values: {},
  }),
  columns: ['sort_key', 'is_active'],
  list: async (operations, field) => {
    const { fields: found } = await operations.fields.get({ names: [field] })
    return (found[0]?.values ?? [])
      .filter((value) => value.name !== '')
      .map(({ name: key, sort_key, is_active = true, visibility_values }, index) => ({
        id: index,
        key,
        values: { name: key, sort_key, is_active, visibility_values },
      }))
  },
  create: (operations, { is_open, visibility_values = [], ...values }, field) =>
    operations.fieldValues.create({
      field,
      ...values,
      ...(field === 'bug_status' && { is_open }),
      ...(Array.isArray(visibility_values) && visibility_values.length > 0 && { visibility_values }),
    } as never),
  update: (operations, { key }, changes, field) => operations.fieldValues.update({ field, names: [key], ...changes }),
  remove: (operations, { key }, field) => operations.fieldValues.delete({ field, names: [key] }),
}
