// The filters of a list, read from its address and written back to it.
import type { FieldOfMetadata } from '@trackerkit/client'
import { changed, criteriaOf, isOn, plainOperators } from '../query/query.js'

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

/** Filters beyond these are counted with the other conditions. */
const mostFilters = 200

/** The texts of a parameter, read from the address once. */
type TextsOf = (name: string) => readonly string[]

export function activeFiltersOf(query: URLSearchParams, fields: readonly FieldOfMetadata[]): ActiveFilters {
  const criteria = criteriaOf(query)
  const textsOf: TextsOf = (name) => [criteria[name] ?? []].flat()
  const isGrouped = (name: string) => isChart.test(name) && textsOf(name).includes('OP')
  // A chart within a group, or beside others of which one is enough, is no filter.
  const areAlone = !('j_top' in criteria) && !Object.keys(criteria).some(isGrouped)
  const filters: Filter[] = []
  let advanced = 0
  for (const name of Object.keys(criteria)) {
    const found = isPartOfAnother(name, criteria)
      ? 'none'
      : isChart.test(name)
        ? chartFilter(textsOf, name.slice(1), fields, areAlone)
        : plainFilter(textsOf, name, fields)
    if (found === 'none') continue
    if (found === 'advanced' || filters.length === mostFilters) advanced++
    else filters.push(found)
  }
  return { filters, advanced }
}

const isChart = /^f\d+$/

type Found = Filter | 'advanced' | 'none'

function plainFilter(textsOf: TextsOf, name: string, fields: readonly FieldOfMetadata[]): Found {
  const [values, [type]] = [textsOf(name), textsOf(`${name}_type`)]
  if (name === 'status' && values.includes('__all__')) return 'none'
  if (type !== undefined && type !== 'notequals') return 'advanced'
  const field = fields.find(({ name_in_bugs }) => name_in_bugs === name)
  if (field && isText(field) && (type !== undefined || !findsParts(field))) return 'advanced'
  const without = (from: URLSearchParams) => changed(from, { [name]: [], [`${name}_type`]: [] })
  return { name, comparison: type === undefined ? 'is' : 'isNot', values, without }
}

/** A chart is a filter if it compares as one. */
function chartFilter(textsOf: TextsOf, number: string, fields: readonly FieldOfMetadata[], areAlone: boolean): Found {
  const part = (letter: string) => textsOf(`${letter}${number}`)[0] ?? ''
  const [given, operator, isNegated] = [part('f'), part('o'), isOn(part('n'))]
  if (given === 'OP' || given === 'CP' || given === '') return 'none'
  const field = fields.find(({ name, name_in_bugs }) => name === given || name_in_bugs === given)
  const name = field?.name_in_bugs
  const comparison = emptiness.get(operator) ?? (field && isText(field) ? ofTexts : ofOthers).get(operator)
  const values = textsOf(`v${number}`)
  if (!areAlone || !name || !comparison || values.length > 1) return 'advanced'
  const names = ['f', 'o', 'v', 'n'].map((letter) => [`${letter}${number}`, []] as const)
  return {
    name,
    comparison: isNegated ? opposites[comparison] : comparison,
    values: isWithoutValue(comparison) ? [] : operator === 'anyexact' ? (values[0] ?? '').split(',') : values,
    without: (from) => changed(from, Object.fromEntries(names)),
  }
}

const emptiness: ReadonlyMap<string, Comparison> = new Map([
  ['isempty', 'isEmpty'],
  ['isnotempty', 'isNotEmpty'],
])
const ofTexts: ReadonlyMap<string, Comparison> = new Map([
  ['substring', 'is'],
  ['notsubstring', 'isNot'],
])
const ofOthers: ReadonlyMap<string, Comparison> = new Map([
  ['equals', 'is'],
  ['anyexact', 'is'],
  ['notequals', 'isNot'],
])

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

/** True if filters of the field find parts of its text. */
export const isText = ({ control }: Pick<FieldOfMetadata, 'control'>) =>
  control === 'text line' || control === 'long text'

/** True if a plain criterion of the field does, too. */
export const findsParts = ({ name }: FieldOfMetadata) => plainOperators.get(name) === 'substring'
