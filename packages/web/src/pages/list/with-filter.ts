// Writes filters into the address of a list, loaded on demand.
import type { FieldOfMetadata } from '@trackerkit/client'
import { findsParts, isText, isWithoutValue, type Comparison } from './active-filters.js'
import { lastChart } from './last-chart.js'
import { changed } from './query.js'

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
  const result = withGroupedCharts(changed(query, {}))
  const put = (operator: string, value?: string, isNegated = false) => {
    const number = lastChart(result) + 1
    result.append(`f${number}`, field.name)
    result.append(`o${number}`, operator)
    if (value !== undefined) result.append(`v${number}`, value)
    if (isNegated) result.append(`n${number}`, '1')
  }
  if (isWithoutValue(comparison)) put(comparison === 'isEmpty' ? 'isempty' : 'isnotempty')
  else if (isText(field)) for (const value of values) put(comparison === 'is' ? 'substring' : 'notsubstring', value)
  else if (values.some((value) => value.includes(','))) for (const value of values) put('notequals', value)
  else put('anyexact', values.join(','), true)
  return result
}

/** The query, with its charts in a group if a chart after them would not be required beside them. */
function withGroupedCharts(query: URLSearchParams): URLSearchParams {
  const joiner = query.get('j_top')?.trim() ?? ''
  const last = lastChart(query)
  const countOf = (mark: string) => [...query].filter(([name, value]) => isField.test(name) && value === mark).length
  const left = Math.max(0, countOf('OP') - countOf('CP'))
  if (last === 0 || (left === 0 && /^(|and)$/i.test(joiner))) return query
  const result = new URLSearchParams({ f1: 'OP', ...(joiner !== '' && { j1: joiner }) })
  for (const [name, value] of query) {
    const [, letter, number] = /^([fovnj])(\d{1,6})$/.exec(name) ?? []
    if (letter !== undefined) result.append(`${letter}${Number(number) + 1}`, value)
    else if (name !== 'j_top') result.append(name, value)
  }
  for (let number = last + 2; number <= last + 2 + left; number++) result.append(`f${number}`, 'CP')
  return result
}

const isField = /^f\d{1,6}$/
