// The columns that a list can have.
import type { Bug } from '@trackerkit/client'
import type { ComponentChildren } from 'preact'
import { Name, Person } from '../../parts/name.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import type { FieldText } from '../../texts/english/common.js'

/** A bug of which some fields were asked for. */
export type ListBug = Pick<Bug, 'id' | 'summary' | 'status' | 'resolution' | 'is_open' | 'last_change_time'> &
  Partial<Bug>

export interface Column {
  readonly name: FieldText
  /** The fields of bugs that it shows. */
  readonly needs: readonly string[]
  readonly cell: (bug: ListBug) => ComponentChildren
}

type TextField = Exclude<
  FieldText & keyof Bug,
  'flags' | 'cc' | 'is_open' | 'is_confirmed' | 'creation_time' | 'last_change_time'
>

const text = (name: TextField): Column => ({
  name,
  needs: [name],
  cell: (bug) => {
    const value: string | number | boolean | readonly (string | number)[] | null = bug[name] ?? ''
    return <Name text={typeof value === 'object' ? (value ?? []).join(', ') : String(value)} />
  },
})

const person = (name: 'assigned_to' | 'creator' | 'qa_contact'): Column => ({
  name,
  needs: [name, `${name}_detail`],
  cell: (bug) => {
    const detail = bug[`${name}_detail`]
    return detail ? <Person person={detail} /> : null
  },
})

const time = (name: 'creation_time' | 'last_change_time'): Column => ({
  name,
  needs: [name],
  cell: (bug) => {
    const at = bug[name]
    return at ? <Time at={at} /> : null
  },
})

const columns: readonly Column[] = [
  {
    name: 'status',
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

const usual: readonly FieldText[] = ['status', 'component', 'priority', 'severity', 'assigned_to', 'last_change_time']

/** What every list asks for: number and summary stand first in each row, and narrow screens show the status and the time. */
export const alwaysNeeded = ['id', 'summary', 'status', 'resolution', 'is_open', 'last_change_time']

/** The order of a list that says none: what has changed last stands first. */
export const firstOrder = 'last_change_time DESC'

/** The columns after number and summary, as `include_fields` names them. */
export function columnsOf(includeFields: string | null): Column[] {
  const wanted: readonly string[] = includeFields === null ? usual : includeFields.split(',').map((name) => name.trim())
  return wanted.flatMap((name) => columns.find((column) => column.name === name) ?? [])
}
