// Which fields stand together, what each shows and by what control it is changed.
import type { ComponentChildren } from 'preact'
import type { FieldItem } from './field-control.js'
import { First } from '../parts/first.js'
import { Name, Person } from '../parts/name.js'
import { nameOf } from '../page/who.js'
import type { Texts } from '../texts/index.js'
import { activeNames } from '../page/active-names.js'
import { AddPerson, FieldRow, PersonControl, SelectControl, TextControl } from './controls.js'
import { customItems } from './custom-fields.js'
import { Keywords } from './keywords.js'
import type { BugData } from './bug-data.js'
import { listChange, type Changes } from './merge.js'
import { PlaceField } from './place-field.js'
import { Address, People, Related } from './values.js'
import { StatusField } from './status-field.js'

export interface FieldGroup {
  readonly name: keyof Texts['bug']['groups']
  readonly title: string
  readonly items: readonly FieldItem[]
}

/** What each maker of items is told. */
interface Told {
  readonly data: BugData
  readonly texts: Texts
}

export function fieldGroups(data: BugData, texts: Texts): FieldGroup[] {
  const told = { data, texts }
  const group = (name: FieldGroup['name'], items: readonly FieldItem[]): FieldGroup => ({
    name,
    title: texts.bug.groups[name],
    items,
  })
  return [
    group('status', statusItems(told)),
    group('people', peopleItems(told)),
    group('where', whereItems(told)),
    group('planning', planningItems(told)),
    group('links', linkItems(told)),
    group('time', timeItems(told)),
    group('custom', customItems(data)),
    group('visibility', [{ field: 'groups', label: texts.fields.groups, text: named(data.bug.groups.join(', ')) }]),
  ]
}

function named(value: string): ComponentChildren {
  return value === '' ? undefined : <Name text={value} />
}

type PlainField =
  'priority' | 'severity' | 'platform' | 'op_sys' | 'version' | 'target_milestone' | 'url' | 'whiteboard'

/** Standard fields have other names in the list of fields than in bugs. */
const inFieldList = {
  priority: 'priority',
  severity: 'bug_severity',
  platform: 'rep_platform',
  op_sys: 'op_sys',
} as const

function selectItem({ data, texts }: Told, field: PlainField, options: readonly string[]): FieldItem {
  const [label, value] = [texts.fields[field], data.bug[field]]
  return {
    field,
    label,
    text: named(value),
    control: (onChange) => (
      <SelectControl
        field={field}
        label={label}
        value={value}
        options={options}
        onChange={(chosen) => onChange({ [field]: chosen }, label, chosen)}
      />
    ),
  }
}

function valueItem(told: Told, field: keyof typeof inFieldList): FieldItem {
  const values = told.data.metadata.fields.find(({ name }) => name === inFieldList[field])?.values ?? []
  return selectItem(
    told,
    field,
    values.map(({ name }) => name),
  )
}

/** What is written in one line, and how it is shown when not as it is written. */
interface Line {
  readonly field: 'url' | 'whiteboard' | 'deadline' | ListField
  readonly label: string
  readonly value: string
  readonly placeholder?: string | undefined
  readonly shown?: ComponentChildren
  /** What becomes of what was typed; undefined when nothing does. */
  readonly changes: (typed: string) => Changes | undefined
}

function lineItem({ field, label, value, placeholder, shown, changes }: Line): FieldItem {
  return {
    field,
    label,
    text: value === '' ? undefined : (shown ?? <Name text={value} />),
    control: (onChange) => (
      <TextControl
        field={field}
        label={label}
        value={value}
        {...(placeholder !== undefined && { placeholder })}
        onChange={(typed) => {
          const changed = changes(typed)
          if (changed) onChange(changed, label, typed)
        }}
      >
        {value !== '' && shown}
      </TextControl>
    ),
  }
}

function textItem(
  { data, texts }: Told,
  field: 'url' | 'whiteboard' | 'deadline',
  more: Pick<Line, 'placeholder' | 'shown'> = {},
): FieldItem {
  const value = data.bug[field] ?? ''
  return lineItem({ field, label: texts.fields[field], value, ...more, changes: (typed) => ({ [field]: typed }) })
}

function statusItems(told: Told): FieldItem[] {
  const { data, texts } = told
  const { bug, related } = data
  return [
    {
      field: 'status',
      label: texts.fields.status,
      text: undefined,
      control: (onChange) => <StatusField data={data} onChange={onChange} />,
    },
    {
      field: 'dupe_of',
      label: texts.fields.dupe_of,
      text: bug.dupe_of === null ? undefined : <Related ids={[bug.dupe_of]} related={related} />,
    },
    valueItem(told, 'priority'),
    valueItem(told, 'severity'),
  ]
}

function peopleItems({ data, texts }: Told): FieldItem[] {
  const { bug } = data
  const person = (field: 'assigned_to' | 'qa_contact', detail: typeof bug.creator_detail | undefined): FieldItem => ({
    field,
    label: texts.fields[field],
    text: detail && <Person person={detail} />,
    control: (onChange) => (
      <PersonControl
        field={field}
        label={texts.fields[field]}
        keys={field === 'assigned_to' ? 'a' : undefined}
        value={bug[field]}
        shown={detail?.name === bug[field] ? nameOf(detail) : (bug[field] ?? '')}
        onChange={(login) => onChange({ [field]: login }, texts.fields[field], login)}
      />
    ),
  })
  const isCcShown = bug.cc_detail.length > 0
  const ccLabel = texts.fields.cc
  return [
    person('assigned_to', bug.assigned_to_detail),
    person('qa_contact', bug.qa_contact_detail),
    { field: 'creator', label: texts.fields.creator, text: <Person person={bug.creator_detail} /> },
    {
      field: 'cc',
      label: ccLabel,
      text: isCcShown ? <People people={bug.cc_detail} /> : undefined,
      control: (onChange) => (
        <FieldRow label={ccLabel}>
          <People
            people={bug.cc_detail}
            onRemove={(login) => onChange({ cc: { remove: [login] } }, ccLabel, texts.bug.removed(login))}
          />
          <AddPerson onAdd={(login) => onChange({ cc: { add: [login] } }, ccLabel, texts.bug.added(login))} />
        </FieldRow>
      ),
    },
  ]
}

function whereItems(told: Told): FieldItem[] {
  const { data, texts } = told
  const { bug, metadata } = data
  const product = metadata.products.find(({ name }) => name === bug.product)
  return [
    {
      field: 'product',
      label: texts.fields.product,
      text: undefined,
      control: (onChange) => <PlaceField data={data} onChange={onChange} />,
    },
    {
      field: 'component',
      label: texts.fields.component,
      text: undefined,
      control: (onChange) => (
        <SelectControl
          field="component"
          label={texts.fields.component}
          value={bug.component}
          options={activeNames(product?.components)}
          onChange={(chosen) => onChange({ component: chosen }, texts.fields.component, chosen)}
        />
      ),
    },
    selectItem(told, 'version', activeNames(product?.versions)),
    valueItem(told, 'platform'),
    valueItem(told, 'op_sys'),
    textItem(told, 'url', { shown: <Address url={bug.url} /> }),
  ]
}

function planningItems(told: Told): FieldItem[] {
  const { data, texts } = told
  const { bug, metadata } = data
  const product = metadata.products.find(({ name }) => name === bug.product)
  return [
    selectItem(told, 'target_milestone', activeNames(product?.milestones)),
    textItem(told, 'deadline', { placeholder: texts.bug.deadlineForm }),
    {
      field: 'keywords',
      label: texts.fields.keywords,
      text:
        bug.keywords.length === 0 ? undefined : (
          <First of={bug.keywords}>{(some) => <Name text={some.join(', ')} />}</First>
        ),
      control: (onChange) => <Keywords data={data} onChange={onChange} />,
    },
    textItem(told, 'whiteboard'),
    listItem(told, 'alias', ','),
  ]
}

type ListField = 'alias' | 'see_also' | 'depends_on' | 'blocks'

/** A list that is written in one line, its members divided by commas or blanks. */
function listItem({ data, texts }: Told, field: ListField, divider: ',' | ' ', shown?: ComponentChildren): FieldItem {
  const before: readonly (string | number)[] = data.bug[field]
  return lineItem({
    field,
    label: texts.fields[field],
    value: before.join(divider === ',' ? ', ' : ' '),
    shown,
    changes: (typed) => {
      const parts = divider === ',' ? typed.split(',').map((one) => one.trim()) : typed.split(/[\s,]+/)
      const after = parts.filter((one) => one !== '')
      const change = listChange(before.map(String), after)
      return change && { [field]: change }
    },
  })
}

function linkItems(told: Told): FieldItem[] {
  const { bug, related } = told.data
  return [
    listItem(told, 'depends_on', ' ', <Related ids={bug.depends_on} related={related} />),
    listItem(told, 'blocks', ' ', <Related ids={bug.blocks} related={related} />),
    listItem(
      told,
      'see_also',
      ' ',
      <First of={bug.see_also}>{(some) => some.map((url) => <Address key={url} url={url} />)}</First>,
    ),
  ]
}

function timeItems({ data, texts }: Told): FieldItem[] {
  return (['estimated_time', 'actual_time', 'remaining_time'] as const).map((field) => {
    const hours = data.bug[field]
    return { field, label: texts.fields[field], text: hours === undefined ? undefined : texts.number(hours) }
  })
}
