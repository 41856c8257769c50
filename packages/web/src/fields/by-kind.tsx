// A field of a bug by its kind: standard and custom fields alike, as the metadata describes them.
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
import { fieldText, fieldValue, type FieldValue } from './field-value.js'
import { listChange, type Change } from './merge.js'
import { isVisible, valueOfInternal } from './visibility.js'

export interface Source {
  readonly data: BugData
  readonly texts: Texts
}

/** Properties of a single field, in addition to those of its kind. */
export interface Special {
  /** The value, if it is not shown as plain text. */
  readonly shown?: ComponentChildren
  readonly placeholder?: string
  readonly keys?: string
}

/** Undefined if the tracker has no such field, or the bug does not show it. */
export function itemByKind(source: Source, name: string, special: Special = {}): FieldItem | undefined {
  const { fields } = source.data.metadata
  const field = fields.find(({ name_in_bugs }) => name_in_bugs === name)
  return field && isVisible(fields, field, textIn(source.data)) ? itemOf(source, field, name, special) : undefined
}

type PersonDetail = BugData['bug']['creator_detail']

function itemOf(
  { data, texts }: Source,
  field: FieldOfMetadata,
  name: string,
  { shown, placeholder, keys }: Special,
): FieldItem {
  const { control: kind } = field
  const label = labelOfField(texts, field)
  const value = fieldValue(data.bug, name)
  const text = fieldText(value, isSpaceSeparated(kind) ? ' ' : ', ')
  const detail = fieldValue<PersonDetail>(data.bug, `${name}_detail`)
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
function changeOf({ control, is_custom }: FieldOfMetadata, value: FieldValue, typed: string): Change | undefined {
  if (!Array.isArray(value)) return control === 'hours' ? Number(typed) : typed
  const members = typed.split(isSpaceSeparated(control) ? /[\s,]+/ : ',').map((member) => member.trim())
  const after = members.filter((member) => member !== '')
  return is_custom ? after : listChange(value.map(String), after)
}

/** IDs and URLs contain no spaces. */
function isSpaceSeparated(control: FieldOfMetadata['control']): boolean {
  return control === 'bugs' || control === 'urls'
}

/** Components, versions and milestones depend on the product; other values can depend on another field. */
function optionsOf(data: BugData, field: FieldOfMetadata, name: string): string[] {
  const product = data.metadata.products.find((product) => product.name === data.bug.product)
  if (name === 'component') return activeNames(product?.components)
  if (name === 'version') return activeNames(product?.versions)
  if (name === 'target_milestone') return activeNames(product?.milestones)
  const { value_field, values } = field
  const controlling = value_field === null ? '' : valueOfInternal(data.metadata.fields, value_field, textIn(data))
  return values
    .filter(
      ({ visibility_values }) =>
        value_field === null || visibility_values.length === 0 || visibility_values.includes(controlling),
    )
    .map((option) => option.name)
}

function textIn({ bug }: BugData): (name: string) => string {
  return (name) => fieldText(fieldValue(bug, name))
}
