// The values that occur, by name: the rows or columns of a table of counts.
import { TrackerError } from '../../../kernel/errors.js'
import { must } from '../../../kernel/must.js'
import { fold } from '../../../store/index.js'
import type { Label, Value } from './groupings.js'

const mostNames = 1000

export interface Axis {
  readonly names: string[]
  /** The position of a value in `names`. */
  readonly placeOf: (value: Value) => number
}

/**
 * The names of the values that occur, in the order of the labels. Names that differ only in case are one, as in
 * searches: components of several products with the same name are counted together.
 * @throws too_many_groups
 */
export function axisOf(input: string, labels: readonly Label[], occurring: ReadonlySet<Value>): Axis {
  const names: string[] = []
  const byName = new Map<string, number>()
  const places = new Map<Value, number>()
  for (const { value, name } of labels) {
    if (!occurring.has(value)) continue
    const place = byName.get(fold(name)) ?? names.push(name) - 1
    byName.set(fold(name), place)
    places.set(value, place)
  }
  if (names.length > mostNames) throw new TrackerError('too_many_groups', { field: input, limit: mostNames })
  return { names, placeOf: (value) => must(places.get(value), input, Number(value)) }
}
