// The columns or rows of a board: the values of a field.
import { maySearch } from '../../../access/products.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import { fold, type GroupCount } from '../../../store/index.js'
import { findGrouping, type Grouping, type Label, type SinglePart, type Value } from '../counts/groupings.js'
import { offeredValues } from '../../fields/values-of.js'
import { internalNameOf } from '../fields/names.js'

const mostLines = 20
/** Values of a field that bugs have, as in counts. */
const mostNames = 1000

/** A column or row. */
export interface Line {
  /** As inputs accept it. */
  readonly value: string
  /** As people read it. */
  readonly name: string
  /** Bugs that the caller can see, shown or not. */
  readonly count: number
  /** Components of several products can have the same name. */
  readonly stored: readonly Value[]
}

export interface Lines {
  readonly shown: readonly Line[]
  /** Number of lines that are not shown. */
  readonly more: number
}

/** A field by whose values a board is divided. */
export interface BoardField {
  readonly input: 'columns' | 'rows'
  readonly name: string
  readonly part: SinglePart
  readonly grouping: Grouping
}

/** @throws invalid_field_name, and param_invalid for a field without one value out of several */
export function boardField(input: BoardField['input'], given: string, { catalogue }: Call): BoardField {
  const grouping = findGrouping(given, catalogue)
  const part = grouping?.part
  if (part && !('via' in part && part.via === 'keywords')) return { input, name: grouping.name, part, grouping }
  if (!catalogue.fields.named(internalNameOf(given)))
    throw new TrackerError('invalid_field_name', { field: input, value: given })
  const problem = 'columns and rows require a field with one value out of several'
  throw new TrackerError('param_invalid', { field: input, value: given, problem })
}

/**
 * Returns the values that occur, and those to which bugs could be moved, in the order of the configuration. Values with
 * bugs take precedence where there are too many.
 * @throws too_many_groups
 */
export async function linesOf(
  tx: Reader,
  call: Call,
  { input, name, grouping }: BoardField,
  counted: readonly GroupCount[],
  products: readonly string[],
): Promise<Lines> {
  const counts = countsAt(counted, input === 'columns' ? 0 : 1)
  const all = await grouping.labels(tx, call, counts.keys())
  const empty = offered(call, name, grouping, products)
  const known = all.filter(({ value }) => counts.has(value) || empty.has(value))
  const lines = merged(name === 'status' ? openFirst(known, call) : known, counts)
  if (lines.filter(({ count }) => count > 0).length > mostNames)
    throw new TrackerError('too_many_groups', { field: input, limit: mostNames })
  const shown = cut(lines)
  return { shown, more: lines.length - shown.length }
}

function countsAt(counted: readonly GroupCount[], place: 0 | 1): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>()
  for (const { key, count } of counted) {
    const value = key[place] ?? null
    counts.set(value, (counts.get(value) ?? 0) + count)
  }
  return counts
}

/** Values that are shown without bugs. */
function offered(call: Call, name: string, { isTarget }: Grouping, products: readonly string[]): ReadonlySet<Value> {
  const { catalogue } = call
  if (name === 'target_milestone') {
    const searched = products.flatMap((one) => catalogue.products.named(one) ?? [])
    const visible = searched.filter((product) => maySearch(call, product))
    return new Set(visible.flatMap(({ milestones }) => milestones.flatMap((one) => (one.is_active ? [one.id] : []))))
  }
  const field = isTarget ? catalogue.fields.named(internalNameOf(name)) : undefined
  const values = field ? offeredValues(call, field) : []
  return new Set(values.flatMap((value) => (value.is_active && value.name !== '' ? [value.id] : [])))
}

function openFirst(labels: readonly Label[], { catalogue }: Call): readonly Label[] {
  const isOpen = ({ value }: Label) => typeof value === 'number' && catalogue.values.get(value)?.is_open === true
  return [...labels.filter(isOpen), ...labels.filter((label) => !isOpen(label))]
}

/** Names that differ only in case are one, as in searches. So are people of whose logins the caller sees the same part. */
function merged(labels: readonly Label[], counts: ReadonlyMap<Value, number>): readonly Line[] {
  const lines = new Map<string, Line>()
  for (const { value, name, title = name } of labels) {
    const before = lines.get(fold(name)) ?? { value: name, name: title, count: 0, stored: [] }
    const count = before.count + (counts.get(value) ?? 0)
    const common = before.name === title ? title : before.value
    lines.set(fold(name), { ...before, name: common, count, stored: [...before.stored, value] })
  }
  return [...lines.values()]
}

function cut(lines: readonly Line[]): readonly Line[] {
  const filled = lines.filter(({ count }) => count > 0).slice(0, mostLines)
  const empty = lines.filter(({ count }) => count === 0).slice(0, mostLines - filled.length)
  const shown = new Set([...filled, ...empty])
  return lines.filter((line) => shown.has(line))
}
