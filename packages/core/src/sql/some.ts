import type { PlainWhere, Relation, Schema } from '../store/index.js'
import { entityOf, leads } from './model.js'
import { isIndexable } from './shape.js'

/**
 * How to ask for a related row, the one choice on which the speed of searches hangs.
 * - `exists` looks at the related rows of each row in turn. Right for a page: the work grows with the rows looked at.
 * - `in` finds all related rows that satisfy `where` first, once, and then compares. Right when an index finds them.
 *
 * So `in` is chosen when an index can find the related rows, unless only `few` rows are looked at (they are named by key):
 * then preparing a set would cost more than looking. On 100,000 bugs with 500,000 comments, the bugs with a comment that
 * contains a rare word take 3 ms with `in` and 1.4 s with `exists`; whether one given bug is visible because the caller is on
 * its CC list takes 4 µs with `exists` and 1.5 ms with `in` for somebody on 10,000 lists.
 */
export function wayTo(
  schema: Schema,
  relation: Relation,
  where: PlainWhere | undefined,
  few: boolean,
): 'in' | 'exists' {
  return !few && where && isSelective(schema, relation.entity, where) ? 'in' : 'exists'
}

/** Whether an index finds the rows that satisfy `where`: for an `and` one of the members is enough, an `or` needs them all. */
function isSelective(schema: Schema, entityName: string, where: PlainWhere): boolean {
  if ('and' in where) return where.and.some((member) => isSelective(schema, entityName, member))
  if ('or' in where) return where.or.every((member) => isSelective(schema, entityName, member))
  if ('not' in where) return false
  const entity = entityOf(schema, entityName)
  if ('some' in where) {
    const relation = entity.relations[where.some]
    const [here] = relation?.on[0] ?? []
    if (!relation || !here || !where.where || !leads(entity, here, { indexes: true })) return false
    return isSelective(schema, relation.entity, where.where)
  }
  if ('contains' in where) return entity.columns[where.col]?.substringIndex === true && isIndexable(where.contains)
  return isLookup(where) && leads(entity, where.col, { indexes: true })
}

/** Whether the rows that satisfy `where` are named by a key or a unique value. */
export function isFew(schema: Schema, entityName: string, where: PlainWhere | undefined): boolean {
  if (!where) return false
  if ('and' in where) return where.and.some((member) => isFew(schema, entityName, member))
  return 'col' in where && isLookup(where) && leads(entityOf(schema, entityName), where.col, { indexes: false })
}

function isLookup(where: PlainWhere): boolean {
  return 'in' in where || ('eq' in where && where.eq !== null)
}
