// The columns that a list can have: fields marked as columns in the metadata.
import type { Bug, FieldOfMetadata } from '@trackerkit/client'
import type { ComponentChildren } from 'preact'
import { fieldText, fieldValue } from '../../fields/field-value.js'
import { labelOfField } from '../../page/field-label.js'
import { LongText } from '../../parts/long-text.js'
import { PersonWithDisc } from '../../parts/hued.js'
import { isRanked, Rank, rankOf } from '../../parts/rank.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import type { Texts } from '../../texts/index.js'

/** A bug of which some fields were asked for. */
export type ListBug = Pick<
  Bug,
  'id' | 'summary' | 'status' | 'resolution' | 'is_open' | 'product' | 'groups' | 'keywords' | 'last_change_time'
> &
  Partial<Bug>

export interface Column {
  /** As `include_fields` and `order` name it. */
  readonly name: string
  readonly label: (texts: Texts) => string
  /** The field of bugs that it shows, as `include_fields` names it. */
  readonly field: string
  readonly cell: (bug: ListBug) => ComponentChildren
}

/** The default columns. */
export const usual: readonly string[] = [
  'status',
  'priority',
  'severity',
  'component',
  'target_milestone',
  'assigned_to',
  'last_change_time',
]

/** The fields that every list loads: each row has ID, lock, summary, keywords and number of comments, and live updates compare times. */
export const alwaysNeeded = [
  ...['id', 'summary', 'status', 'resolution', 'is_open', 'product'],
  ...['groups', 'keywords', 'last_change_time', 'comment_count'],
]

/** The default order: the last changed bugs first. */
export const firstOrder = 'last_change_time DESC'

/** Fields whose people are part of the bug, with their names. */
export const people = ['assigned_to', 'creator', 'qa_contact'] as const

function columnOf(field: FieldOfMetadata, name: string): Column {
  const rank = isRanked(name) ? rankOf(field) : undefined
  const person = people.find((one) => one === name)
  return {
    name,
    label: (texts) => labelOfField(texts, field),
    field: person ? `${person}_detail` : name,
    cell: (bug) => {
      if (name === 'status') return <Status status={bug.status} resolution={bug.resolution} isOpen={bug.is_open} />
      const detail = person && bug[`${person}_detail`]
      if (person) return detail ? <PersonWithDisc person={detail} /> : null
      const value = fieldValue(bug, name)
      if (rank) return <Rank field={name} value={fieldText(value)} rank={rank(fieldText(value))} />
      if (value instanceof Date && !field.is_custom) return <Time at={value} />
      const text = value === '---' ? '' : fieldText(value)
      return text === '' ? null : <LongText text={text} />
    },
  }
}

/**
 * Returns the names of the columns after ID and summary: from the URL, otherwise from the user's settings,
 * otherwise the default.
 */
export function columnNames(includeFields: string | null, preferred: readonly string[] = []): readonly string[] {
  if (includeFields !== null) return [...new Set(includeFields.split(',').map((name) => name.trim()))]
  return preferred.length > 0 ? preferred : usual
}

/** The columns by their names, without names of no column. */
export function columnsOf(names: readonly string[], fields: readonly FieldOfMetadata[]): Column[] {
  const all = columnsIn(fields)
  return names.flatMap((name) => all.find((column) => column.name === name) ?? [])
}

export function columnsIn(fields: readonly FieldOfMetadata[]): Column[] {
  return fields.flatMap((field) =>
    field.is_column && field.name_in_bugs !== null && field.name_in_bugs !== 'summary'
      ? [columnOf(field, field.name_in_bugs)]
      : [],
  )
}
