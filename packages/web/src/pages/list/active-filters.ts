// The filters of a list, read from its address and written back to it.
import type { FieldOfMetadata } from '@trackerkit/client'
import { changed, criteriaOf } from './query.js'

export type Comparison = 'is' | 'isNot' | 'isEmpty' | 'isNotEmpty'

export interface Filter {
  /** As bugs name the field, otherwise as the address does. */
  readonly name: string
  readonly comparison: Comparison
  readonly values: readonly string[]
  /** A query without this filter. */
  readonly without: (query: URLSearchParams) => URLSearchParams
}

export interface ActiveFilters {
  readonly filters: readonly Filter[]
  /** The number of conditions that only the search builder shows. */
  readonly advanced: number
}

export function activeFiltersOf(query: URLSearchParams, fields: readonly FieldOfMetadata[]): ActiveFilters {
  const criteria = criteriaOf(query)
  const filters: Filter[] = []
  let advanced = 0
  for (const [name, criterion] of Object.entries(criteria)) {
    const found = isPartOfAnother(name, criteria)
      ? 'none'
      : /^f\d+$/.test(name)
        ? chartFilter(query, name.slice(1), fields)
        : plainFilter(query, name, [criterion].flat())
    if (found === 'advanced') advanced++
    else if (found !== 'none') filters.push(found)
  }
  return { filters, advanced }
}

type Found = Filter | 'advanced' | 'none'

function plainFilter(query: URLSearchParams, name: string, values: readonly string[]): Found {
  if (name === 'status' && values.includes('__all__')) return 'none'
  const type = query.get(`${name}_type`)
  if (type !== null && type !== 'notequals') return 'advanced'
  const without = (from: URLSearchParams) => changed(from, { [name]: [], [`${name}_type`]: [] })
  return { name, comparison: type === null ? 'is' : 'isNot', values, without }
}

/** A chart is a filter if it stands on its own and compares as one. */
function chartFilter(query: URLSearchParams, number: string, fields: readonly FieldOfMetadata[]): Found {
  const part = (letter: string) => query.get(`${letter}${number}`) ?? ''
  const [given, operator, isNegated] = [part('f'), part('o'), part('n') === '1']
  if (given === 'OP' || given === 'CP' || given === '') return 'none'
  const field = fields.find(({ name, name_in_bugs }) => name === given || name_in_bugs === given)
  const name = field?.name_in_bugs
  const isAlone = !query.has('j_top') && ![...query].some(([key, value]) => /^f\d+$/.test(key) && value === 'OP')
  const comparison = comparisons[operator]
  const values = query.getAll(`v${number}`)
  if (!isAlone || !name || !comparison || values.length > 1) return 'advanced'
  const names = ['f', 'o', 'v', 'n'].map((letter) => [`${letter}${number}`, []] as const)
  return {
    name,
    comparison: isNegated ? opposites[comparison] : comparison,
    values: isWithoutValue(comparison) ? [] : operator === 'anyexact' ? (values[0] ?? '').split(',') : values,
    without: (from) => changed(from, Object.fromEntries(names)),
  }
}

const comparisons: Readonly<Record<string, Comparison | undefined>> = {
  equals: 'is',
  anyexact: 'is',
  substring: 'is',
  notequals: 'isNot',
  notsubstring: 'isNot',
  isempty: 'isEmpty',
  isnotempty: 'isNotEmpty',
}

const opposites: Readonly<Record<Comparison, Comparison>> = {
  is: 'isNot',
  isNot: 'is',
  isEmpty: 'isNotEmpty',
  isNotEmpty: 'isEmpty',
}

export const isWithoutValue = (comparison: Comparison) => comparison === 'isEmpty' || comparison === 'isNotEmpty'

/** True for parameters that are read with another one. */
function isPartOfAnother(name: string, criteria: Readonly<Record<string, unknown>>): boolean {
  const [, , number] = /^([ovnj])(\d+)$/.exec(name) ?? []
  if (number !== undefined) return `f${number}` in criteria
  return name === 'j_top' || (name.endsWith('_type') && name.slice(0, -5) in criteria)
}

/** True if a plain criterion of the field finds parts of its text. */
export const isText = ({ control }: Pick<FieldOfMetadata, 'control'>) =>
  control === 'text line' || control === 'long text'

/** The query with one more filter: of values as plain criteria, which read best; otherwise as charts. */
export function withFilter(
  query: URLSearchParams,
  field: FieldOfMetadata,
  comparison: Comparison,
  values: readonly string[],
): URLSearchParams {
  const name = field.name_in_bugs ?? field.name
  if (comparison === 'is') return changed(query, { [name]: values, [`${name}_type`]: [] })
  // A chart knows no text that stands for several statuses.
  const opposite = { __open__: '__closed__', __closed__: '__open__' }[values[0] ?? '']
  if (opposite !== undefined) return changed(query, { [name]: [opposite], [`${name}_type`]: [] })
  const result = changed(query, {})
  const put = (operator: string, value?: string, isNegated = false) => {
    const number = nextNumber(result)
    result.append(`f${number}`, field.name)
    result.append(`o${number}`, operator)
    if (value !== undefined) result.append(`v${number}`, value)
    if (isNegated) result.append(`n${number}`, '1')
  }
  if (isWithoutValue(comparison)) put(comparison === 'isEmpty' ? 'isempty' : 'isnotempty')
  else if (isText(field)) for (const value of values) put('notsubstring', value)
  else if (values.some((value) => value.includes(','))) for (const value of values) put('notequals', value)
  else put('anyexact', values.join(','), true)
  return result
}

/** Groups that are left open would hold a chart with a number between theirs. */
function nextNumber(query: URLSearchParams): number {
  return 1 + Math.max(0, ...[...query.keys()].map((name) => Number(/^[fovnj](\d{1,6})$/.exec(name)?.[1] ?? 0)))
}
