// A field of a bug by its kind: standard and custom fields alike, as the metadata describes them.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { ComponentChildren } from 'preact'
import { bugOptions } from '../parts/bug-options.js'
import { Name, Person } from '../parts/name.js'
import { optionsOf } from '../parts/option.js'
import { peopleOptions } from '../parts/people-options.js'
import { activeNames } from '../page/value-names.js'
import { labelOfField } from '../page/field-label.js'
import type { App } from '../state/app.js'
import type { BugData } from './bug-data.js'
import { ChoiceControl, LineControl, SwitchControl } from './controls.js'
import type { FieldItem, OnChange } from './field-control.js'
import { fieldText, fieldValue, type FieldValue } from './field-value.js'
import { listChange, type Change } from './merge.js'
import { peopleOf } from './people-of.js'
import { typedBug } from './typed-bug.js'
import { isVisible, valuesOfInternal } from './visibility.js'

export interface Source {
  readonly app: App
  readonly data: BugData
}

/** Properties of a single field, in addition to those of its kind. */
export interface Special {
  /** The value, if it is not shown as plain text. */
  readonly shown?: ComponentChildren
  readonly shortcut?: string
}

/** Undefined if the tracker has no such field, or the bug does not show it. */
export function itemByKind(source: Source, name: string, special: Special = {}): FieldItem | undefined {
  const { fields } = source.data.metadata
  const field = fields.find(({ name_in_bugs }) => name_in_bugs === name)
  return field && isVisible(fields, field, valuesIn(source.data)) ? itemOf(source, field, name, special) : undefined
}

type PersonDetail = BugData['bug']['creator_detail']

function itemOf(source: Source, field: FieldOfMetadata, name: string, special: Special): FieldItem {
  const { app, data } = source
  const { control: kind } = field
  const label = labelOfField(app.texts, field)
  const value = fieldValue(data.bug, name)
  const text = fieldText(value, isSpaceSeparated(kind) ? ' ' : ', ')
  const detail = fieldValue<PersonDetail>(data.bug, `${name}_detail`)
  const shown = special.shown ?? (detail ? <Person person={detail} /> : <Name text={text} />)
  const isEmpty = text === '' || text === '---' || value === false || value === 0
  const item = { field: name, label, isEmpty, text: text === '' || kind === 'switch' ? undefined : shown }
  return kind === null ? item : { ...item, control: controlOf(source, field, { ...item, ...special, value, shown }) }
}

interface Shown {
  readonly field: string
  readonly label: string
  readonly shortcut?: string
  readonly value: FieldValue
  readonly shown: ComponentChildren
}

function controlOf({ app, data }: Source, field: FieldOfMetadata, item: Shown) {
  const { field: name, label, value, shown } = item
  const { control: kind, is_custom, is_mandatory } = field
  const text = fieldText(value, isSpaceSeparated(kind) ? ' ' : ', ')
  const choice = { field: name, label, shown, shortcut: item.shortcut }
  return (onChange: OnChange) => {
    const set = (next: string) => onChange({ [name]: next }, label, next)
    const save = ([next = '']: readonly string[]) => set(next)
    if (kind === 'select')
      return <ChoiceControl {...choice} value={[text]} options={() => optionsIn(data, field, name)} onSave={save} />
    if (kind === 'person') {
      const nobody = is_mandatory || name === 'assigned_to' ? undefined : app.texts.people.nobody
      const options = () => peopleOptions(app, { known: peopleOf(data), nobody })
      return <ChoiceControl {...choice} value={[text]} options={options} onSave={save} />
    }
    if (kind === 'bugs' && !Array.isArray(value)) {
      const none = is_mandatory ? undefined : app.texts.choice.none
      const options = () => bugOptions(app, undefined, none)
      return <ChoiceControl {...choice} value={[text]} options={options} create={typedBug} onSave={save} />
    }
    if (kind === 'switch')
      return (
        <SwitchControl
          field={name}
          label={label}
          isOn={value === true}
          onChange={(isOn) => onChange({ [name]: isOn }, label, app.texts.bug.switch[isOn ? 'on' : 'off'])}
        />
      )
    const several = Array.isArray(value) ? value.map(String) : undefined
    if (several && is_custom && field.values.length > 0)
      return (
        <ChoiceControl
          {...choice}
          isMany
          value={several}
          options={() => optionsIn(data, field, name)}
          onSave={(values) => onChange({ [name]: values }, label, values.join(', '))}
        />
      )
    return (
      <LineControl
        field={name}
        label={label}
        value={text}
        shown={shown}
        kind={kind === 'long text' || kind === 'hours' || kind === 'day' ? kind : 'text'}
        onSave={(typed) => {
          const change = changeOf(field, value, typed)
          if (change !== undefined) onChange({ [name]: change }, label, typed)
        }}
      />
    )
  }
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

interface OptionSource {
  readonly metadata: BugData['metadata']
  readonly product: BugData['metadata']['products'][number] | undefined
  readonly valuesOf: (name: string) => readonly string[]
}

function optionsIn(data: BugData, field: FieldOfMetadata, name: string) {
  const product = data.metadata.products.find((product) => product.name === data.bug.product)
  return optionsOfField({ metadata: data.metadata, product, valuesOf: valuesIn(data) }, field, name)
}

/** Components, versions and milestones depend on the product; other values can depend on another field. */
export function optionsOfField({ metadata, product, valuesOf }: OptionSource, field: FieldOfMetadata, name: string) {
  if (name === 'component') return optionsOf(activeNames(product?.components))
  if (name === 'version') return optionsOf(activeNames(product?.versions))
  if (name === 'target_milestone') return optionsOf(activeNames(product?.milestones))
  const { value_field, values } = field
  const controlling = value_field === null ? [] : valuesOfInternal(metadata.fields, value_field, valuesOf)
  return optionsOf(
    values
      .filter(
        ({ visibility_values }) =>
          value_field === null ||
          visibility_values.length === 0 ||
          controlling.some((value) => visibility_values.includes(value)),
      )
      .map((option) => option.name),
  )
}

function valuesIn({ bug }: BugData): (name: string) => readonly string[] {
  return (name) => {
    const value = fieldValue(bug, name)
    return Array.isArray(value) ? value.map(String) : [fieldText(value)]
  }
}
