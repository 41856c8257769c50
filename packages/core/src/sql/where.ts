import type { PlainLeaf, PlainWhere, Relation } from '../store/index.js'
import {
  column,
  columnSql,
  comparedSql,
  openScope,
  parameter,
  table,
  type StatementBuilder,
  type TableScope,
} from './statement-builder.js'
import { containsSql, groupTexts, type ContainsLeaf } from './contains.js'
import { relationOf } from './model.js'
import { isSelective, wayTo } from './path.js'
import { comparisonBinder, listBinder } from './values.js'

/**
 * A predicate as SQL. SQL has three truth values and the algebra two. Where a row is wanted, NULL is as good as false, and
 * bare comparisons keep their indexes. Under a `not` it is not: there, with `exact`, whatever may be NULL is made false.
 */
export function whereSql(draft: StatementBuilder, scope: TableScope, where: PlainWhere, exact: boolean): string {
  if ('and' in where) return joinMembers(draft, scope, where.and, exact, ' AND ', 'TRUE')
  if ('or' in where) {
    const isDriving = scope.isDriving && isSelective(draft.schema, scope.name, where)
    return joinMembers(draft, { ...scope, isDriving }, where.or, exact, ' OR ', 'FALSE')
  }
  if ('not' in where) return `NOT ${whereSql(draft, scope, where.not, true)}`
  if ('some' in where) {
    const relation = relationOf(scope.entity, scope.name, where.some)
    return wayTo(draft.schema, relation, where.where, { ...scope, isExcluded: exact }) === 'in'
      ? inSql(draft, scope, relation, where.where, exact)
      : existsSql(draft, scope, relation, where.where)
  }
  return leafSql(draft, scope, where, exact)
}

function joinMembers(
  draft: StatementBuilder,
  scope: TableScope,
  members: readonly PlainWhere[],
  exact: boolean,
  joint: string,
  empty: string,
): string {
  const groups = joint === ' AND ' && !exact ? groupTexts(draft, scope, members) : members.map((member) => [member])
  const parts = groups.map((group) => {
    const [first, second] = group as [PlainWhere, PlainWhere?]
    return second ? containsSql(draft, scope, group as ContainsLeaf[]) : whereSql(draft, scope, first, exact)
  })
  return parts.length === 0 ? empty : `(${balanced(parts, joint)})`
}

/** `a AND b AND …` is as deep as it is long to a parser, and SQLite allows 1000 levels: long ones become a balanced tree. */
function balanced(parts: readonly string[], joint: string): string {
  if (parts.length <= 16) return parts.join(joint)
  const half = parts.length >> 1
  return `(${balanced(parts.slice(0, half), joint)})${joint}(${balanced(parts.slice(half), joint)})`
}

function existsSql(
  draft: StatementBuilder,
  scope: TableScope,
  relation: Relation,
  where: PlainWhere | undefined,
): string {
  return `EXISTS ${relatedSql(draft, scope, relation, where, () => '1')}`
}

/** A query of the rows that belong to the row of `scope` and satisfy `where`. */
export function relatedSql(
  draft: StatementBuilder,
  scope: TableScope,
  relation: Relation,
  where: PlainWhere | undefined,
  expression: (target: TableScope) => string,
): string {
  const columns = relation.on.map((pair) => pair[1])
  const target = openScope(draft, relation.entity, where, { few: scope.few, columns })
  const conditions = relation.on.map(
    ([here, there]) => `${columnSql(draft, target, there)} = ${columnSql(draft, scope, here)}`,
  )
  if (where) conditions.push(whereSql(draft, target, where, false))
  return `(SELECT ${expression(target)} FROM ${table(draft, target)} WHERE ${conditions.join(' AND ')})`
}

/** Before the conditions on rows of which many may be looked at. */
export function heartbeatSql(draft: StatementBuilder, scope: TableScope): string {
  const { dialect } = draft
  if (!dialect.heartbeat || scope.few) return ''
  const [key, ...others] = scope.entity.key
  const isNumbered = key !== undefined && others.length === 0 && column(scope, key).type === 'int'
  return `${dialect.heartbeat(isNumbered ? columnSql(draft, scope, key) : undefined)} AND `
}

function inSql(
  draft: StatementBuilder,
  scope: TableScope,
  relation: Relation,
  where: PlainWhere | undefined,
  exact: boolean,
): string {
  const target = openScope(draft, relation.entity, where)
  const here = relation.on.map((pair) => comparedSql(draft, scope, pair[0]))
  const there = relation.on.map((pair) => columnSql(draft, target, pair[1]))
  const left = here.length === 1 ? here.join() : `(${here.join(', ')})`
  const condition = where ? ` WHERE ${heartbeatSql(draft, target)}${whereSql(draft, target, where, false)}` : ''
  const sql = `${left} IN (SELECT ${there.join(', ')} FROM ${table(draft, target)}${condition})`
  const mayBeNull = relation.on.some((pair) => column(scope, pair[0]).nullable || column(target, pair[1]).nullable)
  return exact && mayBeNull ? `coalesce(${sql}, FALSE)` : sql
}

function leafSql(draft: StatementBuilder, scope: TableScope, leaf: PlainLeaf, exact: boolean): string {
  const sql = comparedSql(draft, scope, leaf.col)
  if ('eq' in leaf && leaf.eq === null) return `${sql} IS NULL`
  const mayBeNull = column(scope, leaf.col).nullable || ('eqCol' in leaf && column(scope, leaf.eqCol).nullable)
  const test = comparison(draft, scope, leaf, sql)
  return exact && mayBeNull ? `coalesce(${test}, FALSE)` : test
}

function comparison(draft: StatementBuilder, scope: TableScope, leaf: PlainLeaf, sql: string): string {
  const name = `${scope.name}.${leaf.col}`
  const declared = column(scope, leaf.col)
  const compared = (): string => parameter(draft, comparisonBinder(draft.dialect, name, declared))
  if ('eqCol' in leaf) return `${sql} = ${columnSql(draft, scope, leaf.eqCol)}`
  if ('eq' in leaf) return `${sql} = ${compared()}`
  if ('in' in leaf) {
    return draft.dialect.inList(sql, declared, parameter(draft, listBinder(draft.dialect, name, declared)))
  }
  if ('lt' in leaf) return `${sql} < ${compared()}`
  if ('lte' in leaf) return `${sql} <= ${compared()}`
  if ('gt' in leaf) return `${sql} > ${compared()}`
  if ('gte' in leaf) return `${sql} >= ${compared()}`
  return containsSql(draft, scope, [leaf])
}
