// Reads the address of a list into the tree of the builder.
import type { FieldOfMetadata } from '@trackerkit/client'
import { isOn, plainOperators, presentation } from './query.js'
import { isPlainKind, kindOf, valueFormOf } from './kinds.js'
import { groupOf, type Condition, type Group, type Match, type Part, type SearchQuery } from './tree.js'

export function readQuery(query: URLSearchParams, fields: readonly FieldOfMetadata[]): SearchQuery {
  const plain = plainConditions(query, fields)
  const charts = readCharts(query, fields)
  const isAll = charts.match === 'AND'
  const parts = isAll
    ? [...plain.parts, ...charts.parts]
    : [...plain.parts, ...(charts.parts.length > 0 ? [charts] : [])]
  return {
    root: !isAll && plain.parts.length === 0 ? charts : groupOf(parts),
    words: query.get('quicksearch') ?? '',
    order: query
      .getAll('order')
      .join()
      .split(',')
      .flatMap((part) => part.trim() || []),
    kept: [...query].filter(([name, value], index, all) => isKept(name, value, plain) || isFurther(all, index)),
  }
}

function isKept(name: string, value: string, plain: Plain): boolean {
  return !plain.names.has(name) && !isRead(name) && name !== 'offset' && (presentation.has(name) || value !== '')
}

/** Several texts are several criteria, and there is one field for them. */
function isFurther(all: readonly (readonly [name: string, value: string])[], index: number): boolean {
  return all[index]?.[0] === 'quicksearch' && all.findIndex(([name]) => name === 'quicksearch') < index
}

const isChart = /^([fovnj]\d+|j_top)$/
const isRead = (name: string) => isChart.test(name) || name === 'quicksearch' || name === 'order'

interface Plain {
  readonly parts: readonly Condition[]
  /** The parameters that they were. */
  readonly names: ReadonlySet<string>
}

/** Criteria by the names of fields, as far as a condition can mean the same. */
function plainConditions(query: URLSearchParams, fields: readonly FieldOfMetadata[]): Plain {
  const names = new Set<string>()
  const parts: Condition[] = []
  for (const field of fields) {
    const name = field.name_in_bugs
    const operator = plainOperators.get(field.name) ?? (isPlainKind(kindOf(field)) ? 'anyexact' : undefined)
    if (name === null || !query.has(name) || query.has(`${name}_type`) || operator === undefined) continue
    const given = query.getAll(name).filter((value) => value !== '')
    // Only charts cut names at commas.
    const values = operator === 'allexact' ? given.flatMap(words) : given
    if (operator === 'substring' && values.length > 1) continue
    names.add(name)
    if (values.length === 0 || (name === 'status' && values.includes('__all__'))) continue
    const isOne = operator === 'anyexact' && values.length === 1
    parts.push({ kind: 'condition', field: field.name, operator: isOne ? 'equals' : operator, values, isNot: false })
  }
  return { parts, names }
}

const cut = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')

const matches: readonly string[] = ['AND', 'OR', 'AND_G'] satisfies Match[]

/** Parameters of charts with their texts. Looking each up in the address would take time by the square of its length. */
type Charts = ReadonlyMap<string, readonly string[]>

function chartsIn(query: URLSearchParams): Charts {
  const charts = new Map<string, string[]>()
  for (const [name, value] of query) {
    if (!isChart.test(name)) continue
    const texts = charts.get(name)
    if (texts) texts.push(value)
    else charts.set(name, [value])
  }
  return charts
}

/** Blank texts mean nothing to the API. */
const firstOf = (charts: Charts, name: string) =>
  charts
    .get(name)
    ?.find((text) => text.trim() !== '')
    ?.trim() ?? ''

function matchOf(charts: Charts, name: string): Match {
  const text = firstOf(charts, name).toUpperCase()
  return matches.includes(text) ? (text as Match) : 'AND'
}

interface OpenGroup {
  readonly match: Match
  readonly isNot: boolean
  readonly parts: Part[]
}

/** The limits of the API: beyond them the page shows its error in place of the charts. A test keeps them equal. */
const most = { parameters: 1000, conditions: 200, depth: 50 }

/** `f1`, `o1`, `v1`, `n1`, and groups from `OP` to `CP`; groups that are not closed end with the charts. */
function readCharts(query: URLSearchParams, fields: readonly FieldOfMetadata[]): Group {
  const charts = chartsIn(query)
  const numbers = [...charts.keys()].flatMap((name) => /^f(\d+)$/.exec(name)?.[1] ?? [])
  const outer: OpenGroup[] = []
  let open: OpenGroup = { match: matchOf(charts, 'j_top'), isNot: false, parts: [] }
  let conditions = 0
  const close = () => {
    const around = outer.pop()
    if (!around) return
    if (open.parts.length > 0) around.parts.push(groupOf(open.parts, open.match, open.isNot))
    open = around
  }
  for (const number of numbers.toSorted((a, b) => Number(a) - Number(b))) {
    const name = firstOf(charts, `f${number}`)
    const isNot = isOn(firstOf(charts, `n${number}`))
    if (name === 'OP') {
      outer.push(open)
      open = { match: matchOf(charts, `j${number}`), isNot, parts: [] }
    } else if (name === 'CP') close()
    else {
      conditions++
      if (name !== '' && name !== 'noop') open.parts.push(...chartOf(charts, number, fields, isNot))
    }
    if (outer.length > most.depth || conditions > most.conditions || charts.size > most.parameters) return groupOf([])
  }
  while (outer.length > 0) close()
  return groupOf(open.parts, open.match)
}

function chartOf(charts: Charts, number: string, fields: readonly FieldOfMetadata[], isNot: boolean): Condition[] {
  const given = firstOf(charts, `f${number}`)
  const operator = firstOf(charts, `o${number}`)
  if (operator === '' || operator === 'noop') return []
  const field = fields.find(({ name }) => name === given) ?? fields.find(({ name_in_bugs }) => name_in_bugs === given)
  const texts = charts.get(`v${number}`) ?? []
  const form = valueFormOf(kindOf(field), operator)
  const isCut = (form === 'many' || form === 'persons') && texts.length === 1
  const values = isCut ? texts.flatMap(operator === 'anyexact' ? cut : words) : texts
  const condition = { kind: 'condition', field: field?.name ?? given, operator, values, isNot } as const
  return [operator === 'anyexact' && isNot ? { ...condition, operator: 'noneof', isNot: false } : condition]
}

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '')
