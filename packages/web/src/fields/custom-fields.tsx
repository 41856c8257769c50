// Custom fields, by what their administrator made them.
import type { Field } from '@trackerkit/client'
import { Name } from '../parts/name.js'
import { SelectControl, TextControl } from './controls.js'
import type { FieldItem } from './field-control.js'
import type { BugData } from './bug-data.js'

type CustomValue = string | number | Date | readonly string[] | null | undefined

/** Types of fields that have one of their values. */
const select = 2
/** Types that are written in one line: text, date and time, bug, date, integer. */
const written: readonly number[] = [0, 1, 4, 5, 6, 9, 10]

export function customItems(data: BugData): FieldItem[] {
  return data.metadata.fields.filter(({ is_custom }) => is_custom).flatMap((field) => itemOf(field, data))
}

function itemOf(field: Field, { bug }: BugData): FieldItem[] {
  const { name, display_name: label, type, visibility_field, visibility_values } = field
  const values = bug as unknown as Readonly<Record<string, CustomValue>>
  if (visibility_field !== null && !visibility_values.includes(inWords(values[inBugs(visibility_field)]))) return []
  const value = inWords(values[name])
  const offered = field.values.filter(
    ({ visibility_values: shown }) =>
      field.value_field === null || shown.length === 0 || shown.includes(inWords(values[inBugs(field.value_field)])),
  )
  const item = { field: name, label, text: value === '' || value === '---' ? undefined : <Name text={value} /> }
  if (type === select) {
    const options = offered.map((one) => one.name)
    return [
      {
        ...item,
        control: (onChange) => (
          <SelectControl
            field={name}
            label={label}
            value={value}
            options={options}
            onChange={(chosen) => onChange({ [name]: chosen }, label, chosen)}
          />
        ),
      },
    ]
  }
  if (!written.includes(type)) return [item]
  return [
    {
      ...item,
      control: (onChange) => (
        <TextControl
          field={name}
          label={label}
          value={value}
          onChange={(typed) => onChange({ [name]: typed }, label, typed)}
        />
      ),
    },
  ]
}

/** Fields are called otherwise in the list of fields. */
const names: Readonly<Record<string, string>> = {
  bug_status: 'status',
  bug_severity: 'severity',
  rep_platform: 'platform',
}

function inBugs(field: string): string {
  return names[field] ?? field
}

function inWords(value: CustomValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  return typeof value === 'object' ? value.join(', ') : String(value)
}
