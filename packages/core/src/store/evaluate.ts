import type {
  PlainLeaf,
  PlainOrder,
  PlainQuery,
  PlainRow,
  PlainCountByQuery,
  PlainCountByPart,
  PlainWhere,
  StoredValue,
} from './plain.js'
import type { Relation, Schema } from './schema-types.js'
import type { GroupCount } from './types.js'

/**
 * The reference semantics of predicates, orders and queries over plain arrays. Written to be read, not to be fast: the
 * conformance suite compares every store with it.
 */

/** The rows of every entity, in any order. */
export type PlainData = Readonly<Record<string, readonly PlainRow[]>>

/** The rows that `query` selects from `data`, in order, as new objects that share the values of the stored ones. */
export function evaluateSelect(schema: Schema, data: PlainData, query: PlainQuery): PlainRow[] {
  const order = [...(query.order ?? []), ...keyOrder(schema, query.from)]
  const found = rowsOf(data, query.from)
    .filter((row) => matches(schema, data, query.from, row, query.where))
    .map((row) => ({ row, places: order.map((part) => sortValueOf(schema, data, query.from, row, part)) }))
    .sort((a, b) => comparePlaces(order, a.places, b.places))
    .map(({ row }) => row)
  const offset = query.offset ?? 0
  const page = found.slice(offset, query.limit === undefined ? undefined : offset + query.limit)
  const columns = query.columns ?? Object.keys(entityOf(schema, query.from).columns)
  return page.map((row) => ({ ...pick(row, columns), ...relatedRows(schema, data, query, row) }))
}

function pick(row: PlainRow, columns: readonly string[]): PlainRow {
  return Object.fromEntries(columns.map((col) => [col, row[col] ?? null]))
}

/** The lists that `with` adds to a row. */
function relatedRows(
  schema: Schema,
  data: PlainData,
  { from, with: wanted = {} }: PlainQuery,
  row: PlainRow,
): PlainRow {
  const lists = Object.entries(wanted).flatMap(([name, asked]) => {
    const relation = relationOf(schema, from, name)
    return asked ? [[name, related(data, relation, row).map((other) => pick(other, asked.columns))] as const] : []
  })
  return Object.fromEntries(lists) as PlainRow
}

/** How many rows of `from` satisfy `where`. */
export function evaluateCount(schema: Schema, data: PlainData, from: string, where?: PlainWhere): number {
  return rowsOf(data, from).filter((row) => matches(schema, data, from, row, where)).length
}

/** How many of the rows that `query` asks for have the same values, ascending by these. */
export function evaluateCountBy(schema: Schema, data: PlainData, query: PlainCountByQuery): GroupCount[] {
  const counts = new Map<string, { readonly key: StoredValue[]; count: number }>()
  for (const row of rowsOf(data, query.from)) {
    if (!matches(schema, data, query.from, row, query.where)) continue
    const lists = query.by.map((part) => countByValuesOf(schema, data, query.from, row, part))
    for (const key of combinations(lists)) {
      const found = counts.get(JSON.stringify(key))
      if (found) found.count++
      else counts.set(JSON.stringify(key), { key, count: 1 })
    }
  }
  const order = query.by.map((): PlainOrder => ({ col: '' }))
  const sorted = [...counts.values()].sort((a, b) => comparePlaces(order, a.key, b.key))
  return sorted.slice(0, query.limit) as GroupCount[]
}

/** The values by which a row is counted: more than one where it has more than one related row. */
function countByValuesOf(
  schema: Schema,
  data: PlainData,
  from: string,
  row: PlainRow,
  part: PlainCountByPart,
): StoredValue[] {
  const valueOf = (of: PlainRow): StoredValue => {
    if (!('day' in part)) return of[part.col] ?? null
    const time = of[part.day] ?? null
    return time instanceof Date ? Math.floor(time.getTime() / 86_400_000) : null
  }
  if (!('via' in part)) return [valueOf(row)]
  const relation = relationOf(schema, from, part.via)
  const others = related(data, relation, row).filter((other) =>
    matches(schema, data, relation.entity, other, part.where),
  )
  return others.length === 0 ? [null] : others.map(valueOf)
}

/** Every way to take one value of each list. */
function combinations(lists: readonly (readonly StoredValue[])[]): StoredValue[][] {
  return lists.reduce<StoredValue[][]>(
    (keys, list) => keys.flatMap((key) => list.map((value) => [...key, value])),
    [[]],
  )
}

/** Returns whether `where` is true for `row`, a row of entity `from`. There is no unknown. */
export function matches(schema: Schema, data: PlainData, from: string, row: PlainRow, where?: PlainWhere): boolean {
  if (where === undefined) return true
  if ('and' in where) return where.and.every((part) => matches(schema, data, from, row, part))
  if ('or' in where) return where.or.some((part) => matches(schema, data, from, row, part))
  if ('not' in where) return !matches(schema, data, from, row, where.not)
  if ('some' in where) {
    const relation = relationOf(schema, from, where.some)
    return related(data, relation, row).some((other) => matches(schema, data, relation.entity, other, where.where))
  }
  return leafMatches(row, where)
}

function leafMatches(row: PlainRow, leaf: PlainLeaf): boolean {
  const value = row[leaf.col] ?? null
  if ('eq' in leaf) return leaf.eq === null ? value === null : equal(value, leaf.eq)
  if (value === null) return false
  if ('eqCol' in leaf) return equal(value, row[leaf.eqCol] ?? null)
  if ('in' in leaf) return leaf.in.some((wanted) => equal(value, wanted))
  if ('lt' in leaf) return compareValues(value, leaf.lt) < 0
  if ('lte' in leaf) return compareValues(value, leaf.lte) <= 0
  if ('gt' in leaf) return compareValues(value, leaf.gt) > 0
  if ('gte' in leaf) return compareValues(value, leaf.gte) >= 0
  return typeof value === 'string' && value.includes(leaf.contains)
}

/** Equality of two values of one type. NULL equals nothing, not even NULL. */
function equal(a: StoredValue, b: StoredValue): boolean {
  return a !== null && b !== null && compareValues(a, b) === 0
}

function related(data: PlainData, relation: Relation, row: PlainRow): PlainRow[] {
  return rowsOf(data, relation.entity).filter((other) =>
    relation.on.every(([here, there]) => equal(row[here] ?? null, other[there] ?? null)),
  )
}

/** The value by which `part` sorts `row`. */
function sortValueOf(schema: Schema, data: PlainData, from: string, row: PlainRow, part: PlainOrder): StoredValue {
  if ('ranked' in part) return rankOf(row[part.col] ?? null, part.ranked)
  if (!('via' in part)) return row[part.col] ?? null
  const relation = relationOf(schema, from, part.via)
  const values = related(data, relation, row)
    .filter((other) => matches(schema, data, relation.entity, other, part.where))
    .map((other) => other[part.col] ?? null)
    .filter((value) => value !== null)
    .sort(compareValues)
  return (part.desc ? values.at(-1) : values[0]) ?? null
}

function rankOf(value: StoredValue, ranked: readonly number[]): number {
  const rank = ranked.findIndex((one) => one === value)
  return rank === -1 ? ranked.length : rank
}

function keyOrder(schema: Schema, from: string): PlainOrder[] {
  return entityOf(schema, from).key.map((col) => ({ col }))
}

function comparePlaces(order: readonly PlainOrder[], a: readonly StoredValue[], b: readonly StoredValue[]): number {
  for (const [i, part] of order.entries()) {
    const compared = compareValues(a[i] ?? null, b[i] ?? null)
    if (compared !== 0) return part.desc ? -compared : compared
  }
  return 0
}

/**
 * Compares two values of one type: negative, 0 or positive. NULL sorts first, false before true, and strings by code
 * point.
 */
export function compareValues(a: StoredValue, b: StoredValue): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime()
  if (isScalar(a) && typeof a === typeof b) return Number(a) - Number(b)
  throw new TypeError(`cannot compare ${typeof a} with ${typeof b}`)
}

function isScalar(value: StoredValue): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

/** Compares strings by code point; JavaScript's `<` compares code units and puts U+1F600 before U+FF01. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Moves the surrogates, of which astral characters are made, behind all other code units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

function entityOf(schema: Schema, name: string): Schema[string] {
  const found = schema[name]
  if (!found) throw new Error(`no entity ${name}`)
  return found
}

function relationOf(schema: Schema, from: string, name: string): Relation {
  const found = entityOf(schema, from).relations[name]
  if (!found) throw new Error(`no relation ${from}.${name}`)
  return found
}

function rowsOf(data: PlainData, entity: string): readonly PlainRow[] {
  return data[entity] ?? []
}
