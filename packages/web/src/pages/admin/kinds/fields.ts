// Fields of bugs that an administrator has made, and the values that select fields may have.
import type { Field } from '@trackerkit/client'
import type { Choice, Kind, Thing } from './kind.js'
import { isActive, name, sortKey } from './fields-of-forms.js'

/** The types that a field may be made with, by the number that stands for each. */
const types: readonly Choice[] = ['1', '4', '2', '3', '5', '9', '6', '10'].map((value) => ({ value }))

const selects = new Set([2, 3])

export const fields: Kind = {
  name: 'fields',
  right: 'admin',
  audited: 'Field',
  fields: [
    { ...name, only: 'new', start: 'cf_' },
    { name: 'display_name', label: 'display_name', type: 'line', isRequired: true },
    { name: 'type', label: 'type', type: 'choice', only: 'new', start: '1' },
    { name: 'is_mandatory', label: 'is_mandatory', type: 'check' },
    { name: 'is_on_bug_entry', label: 'is_on_bug_entry', type: 'check', start: true },
    { name: 'visibility_field', label: 'visibility_field', type: 'choice' },
    { name: 'visibility_values', label: 'visibility_values', type: 'words' },
    { name: 'value_field', label: 'value_field', type: 'choice' },
  ],
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
  create: (operations, { text, list, is }) =>
    operations.fields.create({
      name: text('name') ?? '',
      display_name: text('display_name') ?? '',
      type: Number(text('type') ?? '1'),
      is_mandatory: is('is_mandatory'),
      is_on_bug_entry: is('is_on_bug_entry'),
      visibility_field: text('visibility_field') || undefined,
      visibility_values: text('visibility_field') ? list('visibility_values') : undefined,
      value_field: text('value_field') || undefined,
    }),
  update: (operations, { id }, { text, list, is }) => {
    const orNone = (value: string | undefined) => (value === '' ? null : value)
    return operations.fields.update({
      ids: [id],
      display_name: text('display_name'),
      is_mandatory: is('is_mandatory'),
      is_on_bug_entry: is('is_on_bug_entry'),
      visibility_field: orNone(text('visibility_field')),
      visibility_values: list('visibility_values'),
      value_field: orNone(text('value_field')),
    })
  },
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
  fields: [
    name,
    sortKey,
    { name: 'is_open', label: 'is_open_status', type: 'check', only: 'new', start: true },
    { ...isActive },
    { name: 'visibility_values', label: 'visibility_values', type: 'words' },
  ],
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
  create: (operations, { text, list, is, number }, field) =>
    operations.legalValues.create({
      field,
      name: text('name') ?? '',
      is_open: field === 'bug_status' ? is('is_open') : undefined,
      sort_key: number('sort_key'),
      is_active: is('is_active'),
      visibility_values: list('visibility_values')?.length === 0 ? undefined : list('visibility_values'),
    }),
  update: (operations, { key }, { text, list, is, number }, field) =>
    operations.legalValues.update({
      field,
      names: [key],
      name: text('name'),
      sort_key: number('sort_key'),
      is_active: is('is_active'),
      visibility_values: list('visibility_values'),
    }),
  remove: (operations, { key }, field) => operations.legalValues.delete({ field, names: [key] }),
}
