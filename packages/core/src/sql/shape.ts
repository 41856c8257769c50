import {
  keptForConstants,
  type CountOptions,
  type PlainLeaf,
  type PlainOrder,
  type PlainQuery,
  type PlainCountByQuery,
  type PlainWhere,
  type PlainWith,
  type StoredValue,
} from '../store/index.js'
import { createLruCache } from '../store/lru-cache.js'

/** Parameters of a query, single values and whole lists, in the order of the statement. */
export type Bound = StoredValue | readonly StoredValue[]

/**
 * The shape of a query is the query without its values, as a short text. Queries of one shape share one statement, so the
 * shape is found on every call and the SQL only once. The values go to `values` on the way.
 *
 * Names of entities, columns and relations are letters, digits and underscores, so the signs between them are unambiguous.
 */
export function shapeOfSelect(query: PlainQuery, where: PlainWhere | undefined, values: Bound[]): string {
  let shape = `s ${query.from}`
  if (query.columns) shape += shapeOfColumns(query.columns)
  if (query.with) shape += shapeOfWith(query.with)
  if (where) shape += ` ${shapeOfWhere(where, values)}`
  if (query.order) shape += shapeOfOrder(query.order, values)
  if (query.limit !== undefined) {
    shape += ' L'
    values.push(query.limit)
  }
  if (query.offset !== undefined) {
    shape += ' O'
    values.push(query.offset)
  }
  return shape
}

const shapeOfColumns = keptForConstants((columns: readonly string[]) => shortened(`[${columns.join()}]`))

const shapeOfWith = keptForConstants((wanted: PlainWith) => {
  let shape = ''
  for (const relation in wanted) {
    const asked = wanted[relation]
    if (asked) shape += `+${relation}[${asked.columns.join()}]`
  }
  return shortened(shape)
})

const longestPart = 30
const namesKept = 2_000
const names = createLruCache<string>(namesKept)
let named = 0

/** A name for a long part that is kept: finding a statement reads the whole shape. Equal parts have one name. */
function shortened(part: string): string {
  return part.length <= longestPart ? part : names.get(part, () => `$${++named}`)
}

export function shapeOfCount(
  from: string,
  where: PlainWhere | undefined,
  { atMost, candidates = false }: CountOptions,
  values: Bound[],
): string {
  let shape = `c ${from} ${where ? shapeOfWhere(where, values) : ''}`
  if (atMost === undefined) return shape
  values.push(atMost)
  shape += candidates ? ' C' : ' M'
  return shape
}

/** Returns the parameters in statement order: conditions on related rows, conditions on the rows, the limit. */
export function shapeOfCountBy(query: PlainCountByQuery, values: Bound[]): string {
  let shape = `t ${query.from}`
  for (const part of query.by) {
    shape += 'via' in part ? ` ${shapeOfRelated(part.via, part.where, values)}` : ' '
    shape += 'day' in part ? `/${part.day}` : `,${part.col}`
  }
  if (query.where) shape += ` ?${shapeOfWhere(query.where, values)}`
  values.push(query.limit)
  return shape
}

function shapeOfOrder(order: readonly PlainOrder[], values: Bound[]): string {
  let shape = ''
  for (const part of order) {
    shape += part.desc ? ' >' : ' <'
    if ('via' in part) shape += shapeOfRelated(part.via, part.where, values)
    shape += part.col
    // The numbers are part of the statement.
    if ('ranked' in part) shape += `#${part.ranked.join()}`
  }
  return shape
}

export function shapeOfWhere(where: PlainWhere, values: Bound[]): string {
  if (!Object.isFrozen(where)) return shapeOnce(where, values)
  const known = shapeOfConstant(where)
  for (const value of known.values) values.push(value)
  return known.shape
}

const shapeOfConstant = keptForConstants((where: PlainWhere) => {
  const values: Bound[] = []
  return { shape: shortened(shapeOnce(where, values)), values }
})

function shapeOnce(where: PlainWhere, values: Bound[]): string {
  if ('and' in where) return shapeOfMembers('&', where.and, values)
  if ('or' in where) return shapeOfMembers('|', where.or, values)
  if ('not' in where) return `-${shapeOfWhere(where.not, values)}`
  if ('some' in where) return shapeOfRelated(where.some, where.where, values)
  return shapeOfLeaf(where, values)
}

function shapeOfMembers(sign: string, members: readonly PlainWhere[], values: Bound[]): string {
  let shape = `${sign}(`
  for (const member of members) shape += `${shapeOfWhere(member, values)},`
  return `${shape})`
}

function shapeOfRelated(relation: string, where: PlainWhere | undefined, values: Bound[]): string {
  return where ? `${relation}{${shapeOfWhere(where, values)}}` : `${relation}{}`
}

function shapeOfLeaf(leaf: PlainLeaf, values: Bound[]): string {
  if ('eqCol' in leaf) return `${leaf.col}=${leaf.eqCol}`
  if ('eq' in leaf && leaf.eq === null) return `${leaf.col}!`
  if ('eq' in leaf) return bound(leaf, '=', leaf.eq, values)
  if ('in' in leaf) return bound(leaf, '@', leaf.in, values)
  if ('lt' in leaf) return bound(leaf, '<', leaf.lt, values)
  if ('lte' in leaf) return bound(leaf, '<=', leaf.lte, values)
  if ('gt' in leaf) return bound(leaf, '>', leaf.gt, values)
  if ('gte' in leaf) return bound(leaf, '>=', leaf.gte, values)
  return bound(leaf, isIndexable(leaf.contains) ? '~~' : '~', leaf.contains, values)
}

function bound(leaf: PlainLeaf, sign: string, value: Bound, values: Bound[]): string {
  values.push(value)
  return leaf.col + sign
}

/** True if a trigram index can look up the needle: it needs three code points, which are at most six code units. */
export function isIndexable(needle: string): boolean {
  return Array.from(needle.slice(0, 6)).length >= 3
}
