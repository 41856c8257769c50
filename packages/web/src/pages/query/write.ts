// Writes the tree of the builder as the address of a list.
import type { FieldOfMetadata } from '@trackerkit/client'
import { listPath } from './query.js'
import { isPlainKind, kindOf, valueFormOf } from './kinds.js'
import {
  completed,
  groupOf,
  takesList,
  takesNoValue,
  type Condition,
  type Group,
  type Part,
  type SearchQuery,
} from './tree.js'

/** The query of the list that the builder describes: charts for everything that plain criteria cannot express. */
export function writeQuery(
  { root, words, order, kept }: SearchQuery,
  fields: readonly FieldOfMetadata[],
): URLSearchParams {
  const result = new URLSearchParams()
  if (words.trim() !== '') result.append('quicksearch', words.trim())
  const charts: Part[] = []
  const top = completed(root)
  const isAll = top.match === 'AND' && !top.isNot
  for (const part of isAll ? top.parts : []) {
    const name = part.kind === 'condition' ? plainNameOf(part, fields) : undefined
    const isTaken = name === undefined || result.has(name) || kept.some(([other]) => other === `${name}_type`)
    if (part.kind === 'group' || isTaken) charts.push(part)
    else for (const value of part.values) result.append(name, value)
  }
  if (!isAll && top.parts.length > 0) {
    if (!top.isNot) result.append('j_top', top.match)
    charts.push(...(top.isNot ? [top] : top.parts))
  }
  writeCharts(result, charts, fields)
  for (const [name, value] of kept) result.append(name, value)
  if (order.length > 0) result.append('order', order.join(','))
  return result
}

export function listPathOf(query: SearchQuery, fields: readonly FieldOfMetadata[]): string {
  return listPath(writeQuery(query, fields))
}

/** The name of a plain criterion that means the same; undefined if there is none. */
function plainNameOf({ field: name, operator, values, isNot }: Condition, fields: readonly FieldOfMetadata[]) {
  const field = fields.find((one) => one.name === name)
  const isPlain = isPlainKind(kindOf(field)) && ['equals', 'anyexact'].includes(operator)
  if (!field?.name_in_bugs || !isPlain || isNot || values.some((value) => value.includes(','))) return undefined
  // As a criterion no resolution has another name, and some texts stand for several statuses.
  return values.some((value) => value.trim() === '') ? undefined : field.name_in_bugs
}

/** Numbered from 1: no charts with numbers are kept. */
function writeCharts(result: URLSearchParams, parts: readonly Part[], fields: readonly FieldOfMetadata[]): void {
  let number = 0
  const put = (letters: Readonly<Record<string, string | readonly string[]>>) => {
    number++
    for (const [letter, value] of Object.entries(letters))
      for (const one of [value].flat()) result.append(`${letter}${number}`, one)
  }
  const write = (part: Part) => {
    if (part.kind === 'group') {
      put({ f: 'OP', ...(part.match !== 'AND' && { j: part.match }), ...(part.isNot && { n: '1' }) })
      part.parts.forEach(write)
      put({ f: 'CP' })
      return
    }
    const meant = spelledOut(part, fields)
    if (meant.kind === 'group') return write(meant)
    const { field, operator, values, isNot } = meant
    const isNone = operator === 'noneof'
    put({
      f: field,
      o: isNone ? 'anyexact' : operator,
      v: takesNoValue(operator) ? [] : takesList(operator) ? joined(operator, values) : values,
      ...(isNone !== isNot && { n: '1' }),
    })
  }
  parts.forEach(write)
}

/** Several texts are what an address had, and stay several. */
const joined = (operator: string, values: readonly string[]) =>
  values.some(hasSeparator(operator)) ? values : values.join(',')

const hasSeparator = (operator: string) => (value: string) =>
  (operator === 'anyexact' || operator === 'noneof' ? /,/ : /[\s,]/).test(value)

/**
 * Charts know no texts that stand for several statuses, and cut lists at commas: a group says it value by value.
 * Typed lists are cut as they were typed.
 */
function spelledOut(condition: Condition, fields: readonly FieldOfMetadata[]): Condition | Group {
  const { field, operator, isNot } = condition
  const form = valueFormOf(kindOf(fields.find(({ name }) => name === field)), operator)
  if (form === 'text' || form === 'day' || form === 'switch') return condition
  const values =
    field === 'bug_status' ? condition.values.flatMap((value) => statusesOf(value, fields)) : condition.values
  const isSeveral = values.length > 1 && operator === 'equals'
  const several = { ...condition, values, operator: isSeveral ? 'anyexact' : operator }
  if (!takesList(several.operator) || !values.some(hasSeparator(several.operator))) return several
  const each = values.map((value): Condition => ({ ...condition, operator: 'equals', values: [value], isNot: false }))
  const isNone = operator === 'noneof' || operator === 'nowords'
  const isAll = operator === 'allwords' || operator === 'allexact'
  return groupOf(each, isAll ? 'AND' : 'OR', isNone !== isNot)
}

function statusesOf(value: string, fields: readonly FieldOfMetadata[]): readonly string[] {
  if (value !== '__open__' && value !== '__closed__') return [value]
  const all = fields.find(({ name }) => name === 'bug_status')?.values ?? []
  return all.flatMap(({ name, is_open }) => (name !== '' && is_open === (value === '__open__') ? [name] : []))
}
