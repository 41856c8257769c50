import type { Entity, PlainWhere, Relation, Schema } from '../store/index.js'
import { entityOf, leads, listsLedBy } from './model.js'
import { isIndexable } from './shape.js'

/**
 * Chooses how to query a related row, which determines the speed of searches.
 * - `exists` checks the related rows of each row. Good for a page: the work grows with the rows checked.
 * - `in` first finds all related rows that satisfy `where`, once, and then compares. Good when an index finds them.
 *
 * So `in` is chosen when an index can find the related rows or when there are few, unless only `few` rows are checked
 * because they are named by key: then preparing a set costs more. Measured on 100,000 bugs with 500,000 comments in
 * SQLite:
 * - bugs with a comment that contains a word: 2 ms with `in`, 280 ms with `exists` (and minutes if the trigram index is
 * queried for each bug);
 * - bugs whose status changed in the last days: 0.02 ms with `in`, 1400 ms with `exists`;
 * - whether one bug is visible to a user on its CC list: 0.002 ms with `exists`, 4 ms with `in` for a user on 55,000
 * lists;
 * - a page of a million bugs, newest first, for a user on 49,000 CC lists: 1 ms with `exists`, 9 ms with `in`;
 * - a page of a million bugs without a user on 322,000 CC lists: 0.3 ms with `exists`, 44 ms with `in`, the count 290
 * and 260 ms.
 * Membership in the list of a bug is one key lookup, and no index drives an `or` that begins with all public bugs, or
 * finds rows by what they lack.
 * Where `in` loses, on the first page of a search that nearly every row satisfies, it loses 4 to 190 ms.
 */
export function wayTo(
  schema: Schema,
  relation: Relation,
  where: PlainWhere | undefined,
  { few, isDriving, isExcluded }: { readonly few: boolean; readonly isDriving: boolean; readonly isExcluded: boolean },
): 'in' | 'exists' {
  if (few || !where) return 'exists'
  const target = entityOf(schema, relation.entity)
  // A row that the relation names without a condition belongs to many rows: a set of such rows is short.
  const isExcludedMember = isExcluded && !namesOneRow(target, relation)
  if ((!isDriving || isExcludedMember) && namesOneRow(target, relation, where)) return 'exists'
  return relation.isRare || isSelective(schema, relation.entity, where) ? 'in' : 'exists'
}

/** Returns whether the related row that satisfies `where` is found by its key. */
function namesOneRow({ key }: Entity, { on }: Relation, where?: PlainWhere): boolean {
  const given = new Set([...on.map(([, there]) => there), ...(where ? givenColumns(where) : [])])
  return key.every((column) => given.has(column))
}

/**
 * Returns whether an index finds the rows that satisfy `where`: an `and` needs one indexed member, an `or` needs all.
 */
export function isSelective(schema: Schema, entityName: string, where: PlainWhere): boolean {
  if ('and' in where) return where.and.some((member) => isSelective(schema, entityName, member))
  if ('or' in where) return where.or.every((member) => isSelective(schema, entityName, member))
  if ('not' in where) return false
  const entity = entityOf(schema, entityName)
  if ('some' in where) {
    const relation = entity.relations[where.some]
    const [here] = relation?.on[0] ?? []
    if (!relation || here === undefined || !where.where || !leads(entity, here)) return false
    return isSelective(schema, relation.entity, where.where)
  }
  if ('contains' in where) return entity.columns[where.col]?.substringIndex === true && isIndexable(where.contains)
  if ('eqCol' in where || ('eq' in where && (where.eq === null || where.eq === entity.usual?.[where.col]))) return false
  return leads(entity, where.col)
}

/**
 * The columns, each first in a key or a unique list, by which `where` names rows: few are left. Lists that are given whole go
 * before those of which only the beginning is.
 */
export function pinnedColumns(entity: Entity, where: PlainWhere | undefined): string[] {
  const given = new Set(where ? givenColumns(where) : [])
  const lists = [entity.key, ...(entity.unique ?? [])]
  const whole = lists.filter((list) => list.every((column) => given.has(column)))
  const begun = whole.length > 0 ? whole : lists.filter(([first = '']) => given.has(first))
  return begun.flatMap((list) => list.slice(0, 1))
}

/**
 * Returns whether `where` contains a range over a sorted index: changed since, due before. Without statistics, a
 * database would rather read all rows in key order until the page is full.
 */
export function asksForRange(entity: Entity, where: PlainWhere): boolean {
  if ('and' in where) return where.and.some((member) => asksForRange(entity, member))
  const isRange = 'lt' in where || 'lte' in where || 'gt' in where || 'gte' in where
  return isRange && !entity.key.includes(where.col) && leads(entity, where.col)
}

/** The columns of which `where` wants another value than nearly all rows have. */
export function unusualColumns(entity: Entity, where: PlainWhere | undefined): string[] {
  if (!where || !entity.usual) return []
  if ('and' in where) return where.and.flatMap((member) => unusualColumns(entity, member))
  return 'gt' in where && entity.usual[where.col] === where.gt ? [where.col] : []
}

/** The columns that `where` restricts to a list of values. */
function givenColumns(where: PlainWhere): string[] {
  if ('and' in where) return where.and.flatMap(givenColumns)
  return 'in' in where || ('eq' in where && where.eq !== null) ? [where.col] : []
}

/**
 * True if an index on `column` competes with the indexes on `drivers`, which find the rows better. A database without
 * statistics expects `product_id = ?` to leave fewer bugs than `id IN (…)`, and reads 3,000 where 20 were named.
 */
export function competes(entity: Entity, drivers: readonly string[], column: string): boolean {
  if (drivers.length === 0 || drivers.includes(column) || !leads(entity, column)) return false
  return !drivers.some((driver) => listsLedBy(entity, driver).some((list) => list.includes(column)))
}
