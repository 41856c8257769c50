// The columns that a list can have.
import type { Bug, Field } from '@trackerkit/client'
import type { ComponentChildren } from 'preact'
import { LongText } from '../../parts/long-text.js'
import { Person } from '../../parts/name.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import type { FieldText } from '../../texts/english/common.js'
import type { Texts } from '../../texts/index.js'

/** A bug of which some fields were asked for. */
export type ListBug = Pick<Bug, 'id' | 'summary' | 'status' | 'resolution' | 'is_open' | 'last_change_time'> &
  Partial<Bug>

export interface Column {
  /** As `include_fields` and `order` name it. */
  readonly name: string
  readonly label: (texts: Texts) => string
  /** The fields of bugs that it shows. */
  readonly needs: readonly string[]
  readonly cell: (bug: ListBug) => ComponentChildren
}

type TextField = Exclude<
  FieldText & keyof Bug,
  'flags' | 'cc' | 'is_open' | 'is_confirmed' | 'creation_time' | 'last_change_time'
>

const named = (name: FieldText) => ({ name, label: (texts: Texts) => texts.fields[name] })

const text = (name: TextField): Column => ({
  ...named(name),
  needs: [name],
  cell: (bug) => <LongText text={inWords(bug[name])} />,
})

const person = (name: 'assigned_to' | 'creator' | 'qa_contact'): Column => ({
  ...named(name),
  needs: [name, `${name}_detail`],
  cell: (bug) => {
    const detail = bug[`${name}_detail`]
    return detail ? <Person person={detail} /> : null
  },
})

const time = (name: 'creation_time' | 'last_change_time'): Column => ({
  ...named(name),
  needs: [name],
  cell: (bug) => {
    const at = bug[name]
    return at ? <Time at={at} /> : null
  },
})

/** A field that an administrator has made. */
function custom({ name, display_name }: Pick<Field, 'name' | 'display_name'>): Column {
  return {
    name,
    label: () => display_name,
    needs: [name],
    cell: (bug) => <LongText text={inWords((bug as unknown as Readonly<Record<string, Value>>)[name])} />,
  }
}

type Value = string | number | boolean | Date | readonly (string | number)[] | null | undefined

function inWords(value: Value): string {
  if (value === null || value === undefined || value === '---') return ''
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  return typeof value === 'object' ? value.join(', ') : String(value)
}

const columns: readonly Column[] = [
  {
    ...named('status'),
    needs: [],
    cell: (bug) => <Status status={bug.status} resolution={bug.resolution} isOpen={bug.is_open} />,
  },
  text('product'),
  text('component'),
  text('version'),
  text('target_milestone'),
  text('priority'),
  text('severity'),
  person('assigned_to'),
  person('creator'),
  person('qa_contact'),
  text('resolution'),
  text('keywords'),
  text('whiteboard'),
  text('deadline'),
  text('op_sys'),
  text('platform'),
  text('url'),
  text('alias'),
  time('creation_time'),
  time('last_change_time'),
]

const usual: readonly string[] = ['status', 'component', 'priority', 'severity', 'assigned_to', 'last_change_time']

/** What every list asks for: number and summary stand first in each row, and narrow screens show the status and the time. */
export const alwaysNeeded = ['id', 'summary', 'status', 'resolution', 'is_open', 'product', 'last_change_time']

/** The order of a list that says none: what has changed last stands first. */
export const firstOrder = 'last_change_time DESC'

/** What a field that an administrator has made is called. */
export type CustomField = Pick<Field, 'name' | 'display_name'>

/** The names of the columns after number and summary: those of an address, else those that somebody wants, else the usual ones. */
export function columnNames(includeFields: string | null, wanted: readonly string[] = []): readonly string[] {
  if (includeFields !== null) return [...new Set(includeFields.split(',').map((name) => name.trim()))]
  return wanted.length > 0 ? wanted : usual
}

/** The columns by their names; what is none is left out. */
export function columnsOf(names: readonly string[], customFields: readonly CustomField[] = []): Column[] {
  const all = allColumns(customFields)
  return names.flatMap((name) => all.find((column) => column.name === name) ?? [])
}

export function allColumns(customFields: readonly CustomField[]): Column[] {
  return [...columns, ...customFields.map(custom)]
}
