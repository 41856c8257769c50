// The order of fields, and the fields with special controls. All others follow their kind.
import type { FunctionComponent } from 'preact'
import { bugOption, bugOptions, typedBugs } from '../parts/bug-options.js'
import { First } from '../parts/first.js'
import { KeywordChip } from '../parts/hued.js'
import { Name } from '../parts/name.js'
import { optionsOf, type Options } from '../parts/option.js'
import { peopleOptions } from '../parts/people-options.js'
import { Status } from '../parts/status.js'
import { visible } from '../parts/visible.js'
import type { BugData } from './bug-data.js'
import { itemByKind, type Source } from './by-kind.js'
import { ChoiceControl } from './controls.js'
import type { ControlProps, FieldItem } from './field-control.js'
import { listChange } from './merge.js'
import { peopleOf } from './people-of.js'
import { ProductField } from './product-field.js'
import { StatusField } from './status-field.js'
import { Address, People, Related } from './values.js'

/** The fields that are always shown. */
export const always: readonly string[] = [
  'status',
  'dupe_of',
  'assigned_to',
  'priority',
  'severity',
  'component',
  'target_milestone',
]

/** The fields that come first in each group. */
export const placed = {
  people: ['qa_contact', 'creator', 'cc'],
  labels: ['keywords', 'whiteboard', 'alias'],
  place: ['product', 'version', 'platform', 'op_sys', 'url'],
  links: ['depends_on', 'blocks', 'see_also'],
  time: ['deadline', 'estimated_time', 'actual_time', 'remaining_time'],
  custom: [],
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

const controlled =
  (field: 'status' | 'product', Control: FunctionComponent<ControlProps>): ItemMaker =>
  ({ data, app }) => ({
    field,
    label: app.texts.fields[field],
    isEmpty: false,
    text:
      field === 'product' ? (
        <Name text={data.bug.product} />
      ) : (
        <Status status={data.bug.status} resolution={data.bug.resolution} isOpen={data.bug.is_open} />
      ),
    control: (onChange) => <Control data={data} onChange={onChange} />,
  })

/** A list of bugs. */
const bugs =
  (field: 'depends_on' | 'blocks'): ItemMaker =>
  (source) => {
    const { bug, related } = source.data
    const label = source.app.texts.fields[field]
    const ids = bug[field]
    const shown = <Related ids={ids} related={related} />
    return {
      field,
      label,
      isEmpty: ids.length === 0,
      text: ids.length === 0 ? undefined : shown,
      control: (onChange) => (
        <ChoiceControl
          field={field}
          label={label}
          isMany
          value={ids.map(String)}
          shown={source.app.texts.bugs(ids.length)}
          options={() => bugsToChoose(source, ids)}
          create={typedBugs}
          onSave={(values) => {
            const after = values.flatMap((value) => value.split(','))
            const change = listChange(ids.map(String), after)
            if (change) onChange({ [field]: change }, label, after.join(', '))
          }}
        >
          {ids.length > 0 && shown}
        </ChoiceControl>
      ),
    }
  }

/** The bugs of the field until text is typed, then those that it finds. */
function bugsToChoose({ data: { bug, related }, app }: Source, ids: readonly number[]): Options {
  const summaries = new Map(related.map(({ id, summary }) => [id, summary]))
  const named = ids.map((id) => bugOption(id, summaries.get(id) ?? ''))
  const search = bugOptions(app, bug.id)
  return async (text, signal) => (text.trim() === '' ? named : search(text, signal))
}

/** Platform and operating system, which most bugs leave at the default of the tracker. */
const withDefault =
  (field: 'platform' | 'op_sys', parameter: string): ItemMaker =>
  (source) => {
    const item = itemByKind(source, field)
    const { bug, metadata } = source.data
    return item && { ...item, isEmpty: item.isEmpty || bug[field] === metadata.parameters[parameter] }
  }

/** Exceptions from the groups of a bug, if it has any. */
const ofHidden =
  (field: 'is_cc_accessible' | 'is_creator_accessible'): ItemMaker =>
  (source) => {
    const item = source.data.bug.groups.length === 0 ? undefined : itemByKind(source, field)
    return item && { ...item, isEmpty: false }
  }

/** Fields that need more than their kind. */
export const ownItems: Readonly<Record<string, ItemMaker>> = {
  status: controlled('status', StatusField),
  dupe_of: ({ data: { bug, related }, app }) => ({
    field: 'dupe_of',
    label: app.texts.fields.dupe_of,
    isEmpty: bug.dupe_of === null,
    text: bug.dupe_of === null ? undefined : <Related ids={[bug.dupe_of]} related={related} />,
  }),
  assigned_to: (source) => itemByKind(source, 'assigned_to', { shortcut: 'a' }),
  priority: (source) => itemByKind(source, 'priority', { shortcut: 'p' }),
  target_milestone: (source) => itemByKind(source, 'target_milestone', { shortcut: 'm' }),
  cc: ({ data, app }) => {
    const label = app.texts.fields.cc
    const { cc, cc_detail: people } = data.bug
    return {
      field: 'cc',
      label,
      isEmpty: people.length === 0,
      text: people.length > 0 ? <People people={people} /> : undefined,
      control: (onChange) => (
        <ChoiceControl
          field="cc"
          label={app.texts.bug.addCc}
          row={label}
          isMany
          value={cc}
          shown={<People people={people} />}
          options={() => peopleOptions(app, { known: [...people, ...peopleOf(data)] })}
          onSave={(values) => {
            const change = listChange(cc, values)
            if (change) onChange({ cc: change }, label, values.map(visible).join(', '))
          }}
        />
      ),
    }
  },
  product: controlled('product', ProductField),
  platform: withDefault('platform', 'defaultplatform'),
  op_sys: withDefault('op_sys', 'defaultopsys'),
  url: (source) => itemByKind(source, 'url', { shown: <Address url={source.data.bug.url} /> }),
  keywords: ({ data: { bug, metadata }, app }) => {
    const label = app.texts.fields.keywords
    const shown = <Keywords names={bug.keywords} />
    return {
      field: 'keywords',
      label,
      isEmpty: bug.keywords.length === 0,
      text: bug.keywords.length === 0 ? undefined : shown,
      control: (onChange) => (
        <ChoiceControl
          field="keywords"
          label={label}
          shortcut="l"
          isMany
          value={bug.keywords}
          shown={shown}
          options={() => optionsOf(keywordsToChoose(bug.keywords, metadata.keywords))}
          onSave={(values) => {
            const change = listChange(bug.keywords, values)
            if (change) onChange({ keywords: change }, label, values.join(', '))
          }}
        />
      ),
    }
  },
  depends_on: bugs('depends_on'),
  blocks: bugs('blocks'),
  see_also: (source) =>
    itemByKind(source, 'see_also', {
      shown: (
        <First of={source.data.bug.see_also}>{(some) => some.map((url) => <Address key={url} url={url} />)}</First>
      ),
    }),
  is_cc_accessible: ofHidden('is_cc_accessible'),
  is_creator_accessible: ofHidden('is_creator_accessible'),
  groups: ({ data: { bug, can }, app }) => {
    const label = app.texts.fields.groups
    const titles = new Map(can.groups.map(({ name, description }) => [name, description || name]))
    const shown = <Name text={bug.groups.map((name) => titles.get(name) ?? name).join(', ')} />
    return {
      field: 'groups',
      label,
      isEmpty: bug.groups.length === 0,
      text: bug.groups.length === 0 ? undefined : shown,
      control: (onChange) => (
        <ChoiceControl
          field="groups"
          label={label}
          isMany
          value={bug.groups}
          shown={shown}
          options={() => groupOptions(app, can.groups)}
          onSave={(values) => {
            const fixed = can.groups.filter((group) => group.is_set && !group.can_change).map(({ name }) => name)
            const change = listChange(bug.groups, [...new Set([...values, ...fixed])])
            if (change) onChange({ groups: change }, label, values.join(', '))
          }}
        />
      ),
    }
  },
}

function groupOptions({ texts }: Source['app'], groups: BugData['can']['groups']): Options {
  return groups.map(({ name, description, can_change }) => ({
    value: name,
    text: description || name,
    keywords: name,
    ...(!can_change && { isDisabled: texts.bug.groupFixed }),
  }))
}

/** Inactive ones can only be removed. */
function keywordsToChoose(of: readonly string[], all: BugData['metadata']['keywords']): string[] {
  return all.filter(({ name, is_active }) => is_active || of.includes(name)).map(({ name }) => name)
}

function Keywords({ names }: { readonly names: readonly string[] }) {
  return (
    <First of={names}>
      {(some) => (
        <span class="keyword-chips">
          {some.map((name) => (
            <KeywordChip key={name} name={name} />
          ))}
        </span>
      )}
    </First>
  )
}
