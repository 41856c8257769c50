// The address of a list: what is searched for, in which order, and which part of it.
import { offsetIn, pageSize, wholeNumber } from '../../page/offset.js'

/** Fields with their own filter. */
export const filterFields = [
  'status',
  'product',
  'component',
  'priority',
  'severity',
  'assigned_to',
  'target_milestone',
] as const

/** Parameters of the view, which are not criteria. */
export const presentation = new Set([
  'order',
  'limit',
  'offset',
  'include_fields',
  'exclude_fields',
  'count_total',
  'count_up_to',
  'count_only',
])

const largestPage = 200

/** Empty filters of a form do not count. */
export function hasCriteria(query: URLSearchParams): boolean {
  return [...query].some(([name, value]) => !presentation.has(name) && !isEmptyFilter(name, value))
}

function isEmptyFilter(name: string, value: string): boolean {
  return value === '' && (filterFields as readonly string[]).includes(name.replace(/_type$/, ''))
}

export function rangeOf(query: URLSearchParams): { readonly limit: number; readonly offset: number } {
  const limit = wholeNumber(query.get('limit')) ?? pageSize
  return { limit: Math.min(Math.max(limit, 1), largestPage), offset: offsetIn(query) }
}

/** The criteria as an operation takes them. */
export function criteriaOf(query: URLSearchParams): Record<string, string | string[]> {
  const texts = new Map<string, string[]>()
  for (const [name, value] of query) {
    if (presentation.has(name) || isEmptyFilter(name, value)) continue
    const before = texts.get(name)
    if (before) before.push(value)
    else texts.set(name, [value])
  }
  return Object.fromEntries(
    [...texts].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

/** The operators of plain criteria, by the names of fields in charts; those of choices and people are 'anyexact'. */
export const plainOperators: ReadonlyMap<string, string> = new Map([
  ['short_desc', 'substring'],
  ['status_whiteboard', 'substring'],
  ['keywords', 'allexact'],
])

/** Reads a switch as the API does. */
export function isOn(text: string): boolean {
  return !/^(|0|false|no|off)$/i.test(text.trim())
}

export interface OrderBy {
  readonly field: string
  readonly isDescending: boolean
}

/** The first sort column of the list; undefined: unsorted. */
export function orderOf(order: string | undefined): OrderBy | undefined {
  const [, field, direction = ''] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*(?:,|$)/i.exec(order ?? '') ?? []
  return field === undefined ? undefined : { field, isDescending: direction.toLowerCase() === 'desc' }
}

/** The query with other values, from the first page on. No value takes the name away. */
export function changed(query: URLSearchParams, changes: Readonly<Record<string, readonly string[]>>): URLSearchParams {
  const result = new URLSearchParams(
    [...query].filter(([name, value]) => !(name in changes) && name !== 'offset' && !isEmptyFilter(name, value)),
  )
  for (const [name, values] of Object.entries(changes)) for (const value of values) result.append(name, value)
  return result
}

/** The path of a list with this query. One without criteria is that of all bugs. */
export function listPath(query: URLSearchParams): string {
  const all = hasCriteria(query) ? query : new URLSearchParams([['status', '__all__'], ...query])
  return `/bugs?${all}`
}
