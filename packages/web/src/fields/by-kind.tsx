// A field of a bug by its kind: standard and custom fields alike, as the metadata describe them.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { ComponentChildren } from 'preact'
import { Name, Person } from '../parts/name.js'
import { activeNames } from '../page/active-names.js'
import { labelOfField } from '../page/field-label.js'
import { nameOf } from '../page/who.js'
import type { Texts } from '../texts/index.js'
import type { BugData } from './bug-data.js'
import { PersonControl, SelectControl, SwitchControl, TextControl } from './controls.js'
import type { FieldItem, OnChange } from './field-control.js'
import { listChange, type Change } from './merge.js'

export interface Source {
  readonly data: BugData
  readonly texts: Texts
}

/** Properties that a single field has beside those of its kind. */
export interface Special {
  /** The value, if it is shown otherwise than as it is written. */
  readonly shown?: ComponentChildren
  readonly placeholder?: string
  readonly keys?: string
}

/** Undefined if the tracker has no such field, or the bug does not show it. */
export function itemByKind(source: Source, name: string, special: Special = {}): FieldItem | undefined {
  const field = source.data.metadata.fields.find(({ name_in_bugs }) => name_in_bugs === name)
  return field && isVisible(source.data, field) ? itemOf(source, field, name, special) : undefined
}

type PersonDetail = BugData['bug']['creator_detail']
type Value = string | number | boolean | Date | readonly (string | number)[] | null | undefined

function itemOf(
  { data, texts }: Source,
  field: FieldOfMetadata,
  name: string,
  { shown, placeholder, keys }: Special,
): FieldItem {
  const { control: kind } = field
  const label = labelOfField(texts, field)
  const value = valueOf(data, name)
  const text = inWords(value, kind)
  const detail = valueOf<PersonDetail>(data, `${name}_detail`)
  const isEmpty = text === '' || kind === 'switch' || (field.is_custom && text === '---')
  const readOnly = shown ?? (detail ? <Person person={detail} /> : <Name text={text} />)
  const item = { field: name, label, text: isEmpty ? undefined : readOnly }
  if (kind === null) return item
  const control = (onChange: OnChange) => {
    const set = (next: string) => onChange({ [name]: next }, label, next)
    const common = { field: name, label, value: text, keys }
    if (kind === 'select') return <SelectControl {...common} options={optionsOf(data, field, name)} onChange={set} />
    if (kind === 'person')
      return <PersonControl {...common} shown={detail?.name === text ? nameOf(detail) : text} onChange={set} />
    if (kind === 'switch')
      return (
        <SwitchControl
          field={name}
          label={label}
          isOn={value === true}
          onChange={(isOn) => onChange({ [name]: isOn }, label, texts.bug.switch[isOn ? 'on' : 'off'])}
        />
      )
    return (
      <TextControl
        {...common}
        placeholder={placeholder}
        isLong={kind === 'long text'}
        onChange={(typed) => {
          const change = changeOf(field, value, typed)
          if (change !== undefined) onChange({ [name]: change }, label, typed)
        }}
      >
        {text !== '' && shown}
      </TextControl>
    )
  }
  return { ...item, control }
}

/** The change that a typed text makes; undefined if it makes none. */
function changeOf({ control, is_custom }: FieldOfMetadata, value: Value, typed: string): Change | undefined {
  if (!Array.isArray(value)) return control === 'hours' ? Number(typed) : typed
  const members = typed.split(isByBlanks(control) ? /[\s,]+/ : ',').map((member) => member.trim())
  const after = members.filter((member) => member !== '')
  return is_custom ? after : listChange(value.map(String), after)
}

/** Numbers and addresses hold no blanks. */
function isByBlanks(control: FieldOfMetadata['control']): boolean {
  return control === 'bugs' || control === 'urls'
}

/** The values of a place are those of the product; others may depend on the value of another field. */
function optionsOf(data: BugData, field: FieldOfMetadata, name: string): string[] {
  const product = data.metadata.products.find((product) => product.name === data.bug.product)
  if (name === 'component') return activeNames(product?.components)
  if (name === 'version') return activeNames(product?.versions)
  if (name === 'target_milestone') return activeNames(product?.milestones)
  const { value_field, values } = field
  const controlling = value_field === null ? '' : textOf(data, value_field)
  return values
    .filter(
      ({ visibility_values }) =>
        value_field === null || visibility_values.length === 0 || visibility_values.includes(controlling),
    )
    .map((option) => option.name)
}

function isVisible(data: BugData, { visibility_field, visibility_values }: FieldOfMetadata): boolean {
  return visibility_field === null || visibility_values.includes(textOf(data, visibility_field))
}

/** The value of a field by its internal name. */
function textOf(data: BugData, internalName: string): string {
  const field = data.metadata.fields.find(({ name }) => name === internalName)
  return inWords(valueOf(data, field?.name_in_bugs ?? internalName), null)
}

function valueOf<T = Value>({ bug }: BugData, name: string): T | undefined {
  return (bug as unknown as Readonly<Record<string, T | undefined>>)[name]
}

function inWords(value: Value, control: FieldOfMetadata['control']): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  return typeof value === 'object' ? value.join(isByBlanks(control) ? ' ' : ', ') : String(value)
}
