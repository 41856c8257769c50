// The charts of a search: conditions of a field, an operator and a value, joined and nested by their numbers.
import { groupBy } from '../../kernel/collections.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireBounded } from '../condition/bounds.js'
import type { SearchParameters } from './search-parameters.js'
import { changeOperator, needsNoValue, operatorNamed } from '../condition/comparisons.js'
import { valuesFor } from '../condition/values.js'
import { requireField, requireOperator } from '../fields/require.js'
import type { Condition, RowTest, Source, Test } from '../condition/tree.js'

const maxDepth = 50
const chartName = /^([fovnj]\d+|j_top|(field|type|value)\d+-\d+-\d+|negate\d+)$/

export function isChartName(name: string): boolean {
  return chartName.test(name)
}

/**
 * Reads the charts in their form of today (f1, o1, v1, n1, with OP and CP for groups that j1 joins) and in their older one
 * (field0-0-0, type0-0-0, value0-0-0, negate0). Charts without a field, an operator or a value are left out.
 * @throws invalid_field_name, param_invalid, search_invalid_joiner, search_cp_without_op, search_grouped_field_invalid,
 *   search_grouped_field_mismatch, search_grouped_invalid_nesting, search_too_complex
 */
export function readCharts(given: SearchParameters): Condition[] {
  const isChart = (name: string) =>
    /^f(\d+|ield\d+-\d+-\d+)$/.test(name) && !/^(OP|CP)$/.test(given.first(name)?.trim() ?? '')
  const charts = given.names.filter(isChart)
  requireBounded('charts', charts.length, charts[0] ?? '')
  return [...readNumbered(given), ...readOlder(given)]
}

/** A group that is open. */
interface Group {
  readonly joiner: Joiner
  readonly isNegated: boolean
  readonly parts: Part[]
}

/** For a single test, `row` is its form in an AND_G group. */
type Part = { readonly condition: Condition; readonly row?: RowTest }
type Joiner = 'AND' | 'OR' | 'AND_G'

function readNumbered(given: SearchParameters): Condition[] {
  let group = openGroup(given, 'j_top')
  const outer: Group[] = []
  for (const number of numbersOfCharts(given)) {
    const [field, isNegated] = [given.first(`f${number}`)?.trim() ?? '', given.isOn(`n${number}`)]
    if (field === 'OP') {
      if (group.joiner === 'AND_G') throw new TrackerError('search_grouped_invalid_nesting', { field: `f${number}` })
      requireShallow(outer.length + 1, `f${number}`)
      outer.push(group)
      group = openGroup(given, `j${number}`, isNegated)
    } else if (field === 'CP') {
      const around = outer.pop()
      if (!around) throw new TrackerError('search_cp_without_op', { field: `f${number}` })
      group = closeInto(given, around, group)
    } else {
      const test = readChart(given, { field: `f${number}`, operator: `o${number}`, value: `v${number}` })
      if (test) group.parts.push(partOf(test, isNegated))
    }
  }
  // Unclosed groups end here.
  while (outer.length > 0) group = closeInto(given, outer.pop() as Group, group)
  return conditionOf(given, group)
}

/** @throws param_invalid */
function requireShallow(depth: number, field: string): void {
  if (depth <= maxDepth) return
  throw new TrackerError('param_invalid', {
    field,
    value: 'OP',
    problem: `groups are nested more than ${maxDepth} deep`,
  })
}

/** @throws search_invalid_joiner */
function openGroup(given: SearchParameters, name: string, isNegated = false): Group {
  const text = given.first(name) ?? 'AND'
  const joiner = text.trim().toUpperCase()
  if (joiner !== 'AND' && joiner !== 'OR' && joiner !== 'AND_G')
    throw new TrackerError('search_invalid_joiner', { field: name, value: text, accepted: ['AND', 'OR', 'AND_G'] })
  return { joiner, isNegated, parts: [] }
}

function closeInto(given: SearchParameters, around: Group, group: Group): Group {
  around.parts.push(...conditionOf(given, group).map((condition) => ({ condition })))
  return around
}

function partOf(test: Test, isNegated: boolean): Part {
  const condition: Condition = { test }
  return { condition: isNegated ? { not: condition } : condition, row: { test, isNegated } }
}

/** One condition, or none for a group without any. */
function conditionOf(given: SearchParameters, group: Group): Condition[] {
  if (group.parts.length === 0) return []
  const joined = join(given, group)
  return [group.isNegated ? { not: joined } : joined]
}

function join(given: SearchParameters, { joiner, parts }: Group): Condition {
  if (joiner === 'AND_G') return { sameRow: rowsOf(given, parts) }
  const conditions = parts.map((part) => part.condition)
  return joiner === 'OR' ? { any: conditions } : { all: conditions }
}

/** @throws search_grouped_field_mismatch, search_grouped_field_invalid */
function rowsOf({ catalogue }: SearchParameters, parts: readonly Part[]): RowTest[] {
  const rows = parts.flatMap((part) => part.row ?? [])
  for (const { test } of rows) {
    const { field, source } = test
    if (field !== rows[0]?.test.field) throw new TrackerError('search_grouped_field_mismatch', { field: source.field })
    if (requireField(catalogue, field, source.field).isUngroupable && !changeOperator(test.operator))
      throw new TrackerError('search_grouped_field_invalid', { field: source.field, value: field })
  }
  return rows
}

function readOlder(given: SearchParameters): Condition[] {
  const places = given.names.flatMap((name) => {
    const [, chart, row, column] = /^field(\d+)-(\d+)-(\d+)$/.exec(name) ?? []
    return chart === undefined ? [] : [{ chart, row: `${chart}-${row}`, place: `${chart}-${row}-${column}` }]
  })
  const charts = groupBy(places, ({ chart }) => chart)
  return [...charts].flatMap(([chart, inChart]) => {
    const rows = [...groupBy(inChart, ({ row }) => row).values()].flatMap((inRow): Condition[] => {
      const any = inRow.flatMap(({ place }) => readOlderChart(given, place))
      return any.length === 0 ? [] : [{ any }]
    })
    if (rows.length === 0) return []
    return [given.isOn(`negate${chart}`) ? { not: { all: rows } } : { all: rows }]
  })
}

function readOlderChart(given: SearchParameters, place: string): Condition[] {
  const test = readChart(given, { field: `field${place}`, operator: `type${place}`, value: `value${place}` })
  return test ? [{ test }] : []
}

/** The test that three parameters make. @throws invalid_field_name, param_invalid */
function readChart(given: SearchParameters, source: Source): Test | undefined {
  const field = given.first(source.field)?.trim()
  const operator = given.first(source.operator)
  if (field === undefined || field === 'noop' || operator === undefined || operator.trim() === 'noop') return undefined
  const isValued = given.first(source.value) !== undefined
  if (!isValued && !/^\s*is(not)?empty\s*$/i.test(operator)) return undefined
  const found = requireField(given.catalogue, field, source.field)
  const name = requireOperator(operator, source.operator)
  const texts = given.texts(source.value)
  const values = needsNoValue(name) ? [] : valuesFor(name, texts, source.value, found.keepsCommas && texts.length > 1)
  if (values.length === 0 && !needsNoValue(name)) return undefined
  return { field: found.name, operator: name, values, source }
}

/** Operators that there are not, of charts that are left out for want of a value. Those of other charts are errors. */
export function misspeltOperators(given: SearchParameters): string[] {
  return given.names.filter((name) => {
    const place = /^(?:o(\d+)|type(\d+-\d+-\d+))$/.exec(name)
    if (!place || ['', 'noop'].includes(given.first(name)?.trim() ?? '')) return false
    const [number, older] = [place[1], place[2]]
    const [field, value] = number === undefined ? [`field${older}`, `value${older}`] : [`f${number}`, `v${number}`]
    const asks = given.first(field) !== undefined && given.first(value) !== undefined
    return !asks && operatorNamed(given.first(name) ?? '') === undefined
  })
}

/** In their order, as they are written: f01 goes with o01. */
function numbersOfCharts(given: SearchParameters): string[] {
  const numbers = given.names.flatMap((name) => /^f(\d+)$/.exec(name)?.[1] ?? [])
  return numbers.toSorted((a, b) => Number(a) - Number(b))
}
