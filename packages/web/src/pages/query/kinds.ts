// The operators of each kind of field, and the control for the value.
import type { FieldOfMetadata } from '@trackerkit/client'
import { takesList, takesNoValue } from './tree.js'

export type Kind = 'choice' | 'person' | 'several' | 'people' | 'text' | 'words' | 'day' | 'number' | 'switch'

/** Fields whose kind does not follow from a control, by the names of charts. */
const others: Readonly<Record<string, Kind>> = {
  bug_id: 'number',
  classification: 'choice',
  reporter: 'person',
  commenter: 'person',
  'attachments.submitter': 'person',
  'requestees.login_name': 'person',
  'setters.login_name': 'person',
  creation_ts: 'day',
  delta_ts: 'day',
  last_visit_ts: 'day',
  'longdescs.count': 'number',
  votes: 'number',
  work_time: 'number',
  percentage_complete: 'number',
  days_elapsed: 'number',
  owner_idle_time: 'number',
  content: 'words',
  everconfirmed: 'switch',
  'longdescs.isprivate': 'switch',
  'attachments.ispatch': 'switch',
  'attachments.isobsolete': 'switch',
  'attachments.isprivate': 'switch',
  alias: 'text',
}

const ofControls: Readonly<Record<string, Kind>> = {
  select: 'choice',
  person: 'person',
  people: 'people',
  names: 'several',
  day: 'day',
  hours: 'number',
  switch: 'switch',
  bugs: 'number',
}

export function kindOf(field: FieldOfMetadata | undefined): Kind {
  return field ? (others[field.name] ?? ofControls[field.control ?? ''] ?? 'text') : 'text'
}

/** Plain criteria of such fields are one of several values. */
export function isPlainKind(kind: Kind): boolean {
  return kind === 'choice' || kind === 'person' || kind === 'people'
}

const empty = ['isempty', 'isnotempty']
const some = ['equals', 'notequals', 'anyexact', 'noneof', ...empty]
const ordered = ['lessthan', 'greaterthan']

const operators: Readonly<Record<Kind, readonly string[]>> = {
  choice: [...some, ...ordered],
  person: [...some, 'substring', 'notsubstring'],
  people: [...some, 'substring', 'notsubstring'],
  several: ['anyexact', 'allwords', 'noneof', ...empty],
  text: [
    'substring',
    'notsubstring',
    'allwordssubstr',
    'anywordssubstr',
    'nowordssubstr',
    'equals',
    'notequals',
    'regexp',
    'notregexp',
    ...empty,
  ],
  words: ['matches', 'notmatches'],
  day: ['equals', 'lessthan', 'greaterthan', 'lessthaneq', 'greaterthaneq', ...empty],
  number: ['equals', 'notequals', 'lessthan', 'greaterthan', 'lessthaneq', 'greaterthaneq'],
  switch: ['equals'],
}

const changes = ['changedto', 'changedfrom', 'changedby', 'changedbefore', 'changedafter']

/** Fields of bugs whose changes are not in the history. */
const unchanging = new Set(['bug_id', 'creation_ts', 'delta_ts', 'reporter', 'classification', 'everconfirmed'])

/** The operators of a field, and the given one if it is another: an address may have any. */
export function operatorsOf(field: FieldOfMetadata | undefined, current: string): readonly string[] {
  const hasHistory = field !== undefined && field.name_in_bugs !== null && !unchanging.has(field.name)
  const all = [...operators[kindOf(field)], ...(hasHistory ? changes : [])]
  return all.includes(current) ? all : [...all, current]
}

export type ValueForm = 'none' | 'one' | 'many' | 'person' | 'persons' | 'day' | 'switch' | 'text'

/** The control for the value of a condition. */
export function valueFormOf(kind: Kind, operator: string): ValueForm {
  if (takesNoValue(operator)) return 'none'
  if (operator === 'changedby') return 'person'
  if (operator === 'changedbefore' || operator === 'changedafter') return 'day'
  if (operator.includes('substr') || operator.includes('regexp')) return 'text'
  if (kind === 'day' || kind === 'switch') return kind
  const isOfPeople = kind === 'person' || kind === 'people'
  if (!isOfPeople && kind !== 'choice' && kind !== 'several') return 'text'
  if (takesList(operator)) return isOfPeople ? 'persons' : 'many'
  return isOfPeople ? 'person' : 'one'
}
