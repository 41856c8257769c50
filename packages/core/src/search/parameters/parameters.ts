// From the parameters of a search to its tree. Every name that a parameter can have is understood from here.
import { apiNameOf } from '../../domain/bugs/fields/names.js'
import { requireBoundedTests } from '../condition/bounds.js'
import { isChangeName, readChanges } from './changes.js'
import { isChartName, misspeltOperators, readCharts } from './charts.js'
import { isEmailName, readEmails } from './emails.js'
import type { SearchField } from '../fields/field.js'
import { searchField } from '../fields/fields.js'
import type { SearchParameters } from './search-parameters.js'
import { needsNoValue, type OperatorName } from '../condition/comparisons.js'
import { valuesFor } from '../condition/values.js'
import { readQuicksearch } from '../quicksearch/read.js'
import { requireOperator } from '../fields/require.js'
import { test, type Condition } from '../condition/tree.js'

export interface Criteria {
  /** All that is asked for; `all` of nothing when nothing is. */
  readonly condition: { readonly all: readonly Condition[] }
  /** Names that mean nothing here. */
  readonly ignored: readonly string[]
}

/** Options that do not affect which bugs are found. */
const resultOptions = [
  'limit',
  'offset',
  'cursor',
  'order',
  'count_only',
  'count_total',
  'count_up_to',
  'include_fields',
  'exclude_fields',
  'savedsearch',
  'namedcmd',
  'sharer_id',
]

/** Names that clients and browsers send, which never had an effect. */
const ignoredNames = [
  'query_format',
  'list_id',
  'columnlist',
  'column_list',
  'query_based_on',
  'known_name',
  'ctype',
  'format',
  'cmdtype',
  'remaction',
  'newqueryname',
  'regetlastlist',
  'debug',
  'api_version',
  'extra_fields',
  'permissive',
]

const known: ReadonlySet<string> = new Set([...resultOptions, ...ignoredNames, 'quicksearch', 'bugidtype'])

/**
 * Reads the criteria of a search. All are joined with AND; blank ones are left out.
 * @throws param_invalid, invalid_field_name, search_too_complex, and what charts and quicksearches throw
 */
export function readCriteria(given: SearchParameters): Criteria {
  const ignored: string[] = []
  const conditions: Condition[] = []
  const fields = given.names.map((name) => searchField(given.catalogue, name))
  const named = new Set(fields)
  for (const [index, name] of given.names.entries()) {
    const condition = readParameter(given, name, fields[index], named)
    if (condition) conditions.push(condition)
    else if (!isUnderstood(given, name)) ignored.push(name)
  }
  for (const text of given.texts('quicksearch'))
    conditions.push(readQuicksearch(text, given.catalogue, given.wantsFullText))
  conditions.push(...readEmails(given), ...readChanges(given), ...readCharts(given))
  const condition = { all: conditions }
  requireBoundedTests(condition)
  return { condition, ignored: [...ignored, ...misspeltOperators(given)] }
}

/** Returns the condition of one parameter, if it has one without others. */
function readParameter(
  given: SearchParameters,
  name: string,
  field: SearchField | undefined,
  named: ReadonlySet<SearchField | undefined>,
): Condition | undefined {
  if (isReadWithOthers(name)) return undefined
  if (field) return readField(given, field, name)
  const about = fieldOfType(given, name)
  return about && !named.has(about) ? readEmptiness(given, about, name) : undefined
}

function isReadWithOthers(name: string): boolean {
  return isChartName(name) || isEmailName(name) || isChangeName(name)
}

/** Returns true if a parameter without a condition is known. */
function isUnderstood(given: SearchParameters, name: string): boolean {
  if (known.has(name) || name.startsWith('_')) return true
  if (isReadWithOthers(name) || fieldOfType(given, name)) return true
  return searchField(given.catalogue, name) !== undefined
}

/** Parameters that match this time or later, instead of exactly this time. */
const fromThenOn: Readonly<Record<string, OperatorName>> = {
  creation_time: 'greaterthaneq',
  last_change_time: 'greaterthaneq',
}

function readField(given: SearchParameters, field: SearchField, name: string): Condition | undefined {
  const typed = typeName(given, field, name)
  const operator = typed ? operatorOfType(given, typed) : (fromThenOn[name] ?? field.plain ?? 'anyexact')
  const source = { field: name, operator: typed ?? name, value: name }
  if (needsNoValue(operator)) return test(field.name, operator, [], source)
  const texts = meanings[field.name]?.(given.texts(name), given) ?? given.texts(name)
  const values = valuesFor(operator, texts, name, field.keepsCommas)
  return values.length === 0 ? undefined : test(field.name, operator, values, source)
}

/** Special values of parameters. */
const meanings: Readonly<Record<string, (texts: readonly string[], given: SearchParameters) => readonly string[]>> = {
  bug_status(texts, { catalogue }) {
    const all = catalogue.fields.named('bug_status')?.values ?? []
    if (texts.includes('__all__')) return []
    return texts.flatMap((text) => {
      if (text !== '__open__' && text !== '__closed__') return [text]
      return all.filter((status) => status.is_open === (text === '__open__')).map((status) => status.name)
    })
  },
  /** Open bugs have no resolution. */
  resolution: (texts) => texts.map((text) => (text.trim() === '' ? '---' : text)),
}

/** The parameter that gives the operator of another one. */
function typeName(given: SearchParameters, { name: internal }: SearchField, name: string): string | undefined {
  const about = new Set([name, internal, apiNameOf(internal), internal.replaceAll('.', '_')])
  const names = [...about].map((one) => `${one}_type`)
  if (internal === 'bug_id') names.push('bugidtype')
  return names.find((one) => given.first(one) !== undefined)
}

/** Operators of IDs that only older searches name. */
const oldOperators: ReadonlyMap<string, OperatorName> = new Map([
  ['include', 'anyexact'],
  ['exclude', 'nowords'],
  ['nowexact', 'nowords'],
])

function isAboutIds(typed: string): boolean {
  return typed === 'bugidtype' || typed === 'bug_id_type'
}

/** @throws param_invalid */
function operatorOfType(given: SearchParameters, typed: string): OperatorName {
  const text = given.first(typed)?.trim() ?? ''
  return (isAboutIds(typed) ? oldOperators.get(text) : undefined) ?? requireOperator(text, typed)
}

/** The field of a parameter that sets an operator. */
function fieldOfType(given: SearchParameters, name: string): SearchField | undefined {
  return name.endsWith('_type') ? searchField(given.catalogue, name.slice(0, -'_type'.length)) : undefined
}

/** `<name>_type` may ask whether a field is empty without any value being given. */
function readEmptiness(given: SearchParameters, field: SearchField, name: string): Condition | undefined {
  if (given.first(name) === undefined) return undefined
  const operator = operatorOfType(given, name)
  return needsNoValue(operator) ? test(field.name, operator, [], name) : undefined
}
