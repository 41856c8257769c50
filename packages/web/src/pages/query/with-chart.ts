// Adds a condition to the address of a list as a chart.
import { lastChart } from './last-chart.js'
import { changed } from './query.js'

/** The query with one more condition, which bugs have to satisfy beside all others. */
export function withChart(
  query: URLSearchParams,
  field: string,
  operator: string,
  value?: string,
  isNegated = false,
): URLSearchParams {
  const result = withGroupedCharts(changed(query, {}))
  const number = lastChart(result) + 1
  result.append(`f${number}`, field)
  result.append(`o${number}`, operator)
  if (value !== undefined) result.append(`v${number}`, value)
  if (isNegated) result.append(`n${number}`, '1')
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
