// Writes filters into the address of a list, loaded on demand.
import type { FieldOfMetadata } from '@trackerkit/client'
import { findsParts, isText, isWithoutValue, type Comparison } from './active-filters.js'
import { changed } from '../query/query.js'
import { withChart } from '../query/with-chart.js'

/** Words that stand for several statuses, which charts do not know. */
const oppositeStatuses: ReadonlyMap<string, string> = new Map([
  ['__open__', '__closed__'],
  ['__closed__', '__open__'],
])

/** The query with one more filter: of values as plain criteria, which read best; otherwise as charts. */
export function withFilter(
  query: URLSearchParams,
  field: FieldOfMetadata,
  comparison: Comparison,
  values: readonly string[],
): URLSearchParams {
  const name = field.name_in_bugs ?? field.name
  if (comparison === 'is' && (!isText(field) || findsParts(field)))
    return changed(query, { [name]: values, [`${name}_type`]: [] })
  if (name === 'status' && values.some((value) => oppositeStatuses.has(value))) {
    const opposite = values.length === 1 ? oppositeStatuses.get(values[0] ?? '') : undefined
    if (opposite !== undefined) return changed(query, { status: [opposite], status_type: [] })
    return changed(query, { status: values, status_type: ['notequals'] })
  }
  const add = (from: URLSearchParams, operator: string, value?: string) => withChart(from, field.name, operator, value)
  if (isWithoutValue(comparison)) return add(query, comparison === 'isEmpty' ? 'isempty' : 'isnotempty')
  const addEach = (operator: string) => values.reduce((from, value) => add(from, operator, value), query)
  if (isText(field)) return addEach(comparison === 'is' ? 'substring' : 'notsubstring')
  if (values.some((value) => value.includes(','))) return addEach('notequals')
  return withChart(query, field.name, 'anyexact', values.join(','), true)
}
