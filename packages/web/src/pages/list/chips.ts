// The active filters in words, each with the query that removes it.
import type { FieldOfMetadata } from '@trackerkit/client'
import { labelOf } from '../../page/field-label.js'
import type { Texts } from '../../texts/index.js'
import { changed, criteriaOf } from './query.js'

export interface Chip {
  readonly words: string
  /** A query without this criterion. */
  readonly without: (query: URLSearchParams) => URLSearchParams
}

/** One for each value of each criterion; one for each chart, which is a field, a comparison and a value. */
export function chipsOf(query: URLSearchParams, texts: Texts, fields: readonly FieldOfMetadata[]): Chip[] {
  const criteria = criteriaOf(query)
  return Object.entries(criteria).flatMap(([name, criterion]) => {
    if (isPartOfAnother(name, criteria)) return []
    const values = [criterion].flat()
    if (/^f\d+$/.test(name)) return [chartChip(query, name.slice(1))]
    const label = name === 'quicksearch' ? texts.list.words : labelOf({ metadata: { fields } }, texts, name)
    return values.flatMap((value) => plainChip(query, texts, { name, label, value }))
  })
}

interface Criterion {
  readonly name: string
  readonly label: string
  readonly value: string
}

function plainChip(query: URLSearchParams, texts: Texts, { name, label, value }: Criterion): Chip[] {
  if (name === 'status' && value === '__all__') return []
  const type = query.get(`${name}_type`)
  const valueText = name === 'status' ? statusName(texts, value) : value
  const words =
    type === null
      ? texts.list.chip(label, valueText)
      : type === 'notequals'
        ? texts.list.notChip(label, valueText)
        : texts.list.chip(`${label} ${type}`, valueText)
  const without = (from: URLSearchParams) => {
    const rest = [criteriaOf(from)[name] ?? []].flat().filter((one) => one !== value)
    return changed(from, { [name]: rest, ...(rest.length === 0 && { [`${name}_type`]: [] }) })
  }
  return [{ words, without }]
}

function chartChip(query: URLSearchParams, number: string): Chip {
  const part = (letter: string) => query.getAll(`${letter}${number}`).join(', ')
  const words = [query.get(`n${number}`) === '1' ? 'not' : '', part('f'), part('o'), part('v')]
    .filter((one) => one !== '')
    .join(' ')
  const names = ['f', 'o', 'v', 'n'].map((letter) => [`${letter}${number}`, []] as const)
  return { words, without: (from) => changed(from, Object.fromEntries(names)) }
}

/** True for parameters that are shown with another one. */
function isPartOfAnother(name: string, criteria: Readonly<Record<string, unknown>>): boolean {
  const [, , number] = /^([ovn])(\d+)$/.exec(name) ?? []
  if (number !== undefined) return `f${number}` in criteria
  return name === 'j_top' || (name.endsWith('_type') && name.slice(0, -5) in criteria)
}

function statusName(texts: Texts, value: string): string {
  if (value === '__open__') return texts.list.open
  return value === '__closed__' ? texts.list.closed : value
}
