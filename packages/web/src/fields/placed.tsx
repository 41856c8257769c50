// The order of fields, and the fields with special controls. All others follow their kind.
import type { FunctionComponent } from 'preact'
import { First } from '../parts/first.js'
import { Name } from '../parts/name.js'
import type { BugData } from './bug-data.js'
import { itemByKind, type Source } from './by-kind.js'
import { AddPerson, FieldRow } from './controls.js'
import type { FieldItem, OnChange } from './field-control.js'
import { Keywords } from './keywords.js'
import { PlaceField } from './place-field.js'
import { StatusField } from './status-field.js'
import { Address, People, Related } from './values.js'

/** The fields that come first in each group. */
export const placed = {
  status: ['status', 'dupe_of', 'priority', 'severity'],
  people: ['assigned_to', 'qa_contact', 'creator', 'cc'],
  place: ['product', 'component', 'version', 'platform', 'op_sys', 'url'],
  planning: ['target_milestone', 'deadline', 'keywords', 'whiteboard', 'alias'],
  links: ['depends_on', 'blocks', 'see_also'],
  time: ['estimated_time', 'actual_time', 'remaining_time'],
  details: [],
  visibility: ['groups'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Fields shown elsewhere on the page, or with another field. */
export const elsewhere: readonly string[] = [
  'id',
  'summary',
  'resolution',
  'is_confirmed',
  'classification',
  'creation_time',
  'last_change_time',
]

type ItemMaker = (source: Source) => FieldItem | undefined

interface ControlProps {
  readonly data: BugData
  readonly onChange: OnChange
}

/** A field that the page shows elsewhere to users who cannot change it. */
const controlled =
  (field: 'status' | 'product', Control: FunctionComponent<ControlProps>): ItemMaker =>
  ({ data, texts }) => ({
    field,
    label: texts.fields[field],
    text: undefined,
    control: (onChange) => <Control data={data} onChange={onChange} />,
  })

const bugs =
  (field: 'depends_on' | 'blocks'): ItemMaker =>
  (source) =>
    itemByKind(source, field, {
      shown: <Related ids={source.data.bug[field]} related={source.data.related} />,
    })

const hours =
  (field: 'estimated_time' | 'actual_time' | 'remaining_time'): ItemMaker =>
  ({ data: { bug }, texts }) => {
    const value = bug[field]
    return { field, label: texts.fields[field], text: value === undefined ? undefined : texts.number(value) }
  }

/** Exceptions from the groups of a bug, if it has any. */
const ofHidden =
  (field: 'is_cc_accessible' | 'is_creator_accessible'): ItemMaker =>
  (source) =>
    source.data.bug.groups.length === 0 ? undefined : itemByKind(source, field)

/** Fields that need more than their kind. */
export const ownItems: Readonly<Record<string, ItemMaker>> = {
  status: controlled('status', StatusField),
  dupe_of: ({ data: { bug, related }, texts }) => ({
    field: 'dupe_of',
    label: texts.fields.dupe_of,
    text: bug.dupe_of === null ? undefined : <Related ids={[bug.dupe_of]} related={related} />,
  }),
  assigned_to: (source) => itemByKind(source, 'assigned_to', { keys: 'a' }),
  cc: ({ data: { bug }, texts }) => {
    const label = texts.fields.cc
    return {
      field: 'cc',
      label,
      text: bug.cc_detail.length > 0 ? <People people={bug.cc_detail} /> : undefined,
      control: (onChange) => (
        <FieldRow label={label}>
          <People
            people={bug.cc_detail}
            onRemove={(login) => onChange({ cc: { remove: [login] } }, label, texts.bug.removed(login))}
          />
          <AddPerson onAdd={(login) => onChange({ cc: { add: [login] } }, label, texts.bug.added(login))} />
        </FieldRow>
      ),
    }
  },
  product: controlled('product', PlaceField),
  component: (source) => {
    const item = itemByKind(source, 'component')
    // The head of the page shows it.
    return item && { ...item, text: undefined }
  },
  url: (source) => itemByKind(source, 'url', { shown: <Address url={source.data.bug.url} /> }),
  deadline: (source) => itemByKind(source, 'deadline', { placeholder: source.texts.bug.deadlineForm }),
  keywords: ({ data, texts }) => ({
    field: 'keywords',
    label: texts.fields.keywords,
    text:
      data.bug.keywords.length === 0 ? undefined : (
        <First of={data.bug.keywords}>{(some) => <Name text={some.join(', ')} />}</First>
      ),
    control: (onChange) => <Keywords data={data} onChange={onChange} />,
  }),
  depends_on: bugs('depends_on'),
  blocks: bugs('blocks'),
  see_also: (source) =>
    itemByKind(source, 'see_also', {
      shown: (
        <First of={source.data.bug.see_also}>{(some) => some.map((url) => <Address key={url} url={url} />)}</First>
      ),
    }),
  estimated_time: hours('estimated_time'),
  actual_time: hours('actual_time'),
  remaining_time: hours('remaining_time'),
  is_cc_accessible: ofHidden('is_cc_accessible'),
  is_creator_accessible: ofHidden('is_creator_accessible'),
  groups: ({ data: { bug }, texts }) => ({
    field: 'groups',
    label: texts.fields.groups,
    text: bug.groups.length === 0 ? undefined : <Name text={bug.groups.join(', ')} />,
  }),
}
