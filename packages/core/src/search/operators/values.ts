// Operators for values of a field in the row of the bug, or in rows that belong to it.
import type { EntityName, Where } from '../../schema/index.js'
import { always, every, some, type TargetOf } from '../condition/columns.js'
import type { OperatorContext, Scope } from '../condition/scope.js'
import { seen, type SetRelation } from '../condition/visible-relations.js'
import { whereRow, type ColumnOperator } from './ask.js'

/** A test of one row, or that it fails. */
export interface RowContext extends OperatorContext {
  readonly isNegated: boolean
}

/** How a field answers tests. */
export interface FieldOperators {
  /** The bugs for which a test is true. */
  where(context: OperatorContext): Where<'bugs'>
  /** The bugs for which all of these are true of one row. There is at least one. */
  whereSameRow(parts: readonly RowContext[]): Where<'bugs'>
}

/** One value for each bug, in its row or as good as there. */
export function onBug(ask: ColumnOperator<'bugs'>): FieldOperators {
  return {
    where: (context) => whereRow(ask, context),
    whereSameRow: (parts) => whereOneRow((context) => whereRow(ask, context), parts),
  }
}

interface ManyOptions<E extends EntityName> {
  /** The rows that belong to the field; default: all. */
  readonly which?: (scope: Scope) => Where<E>
  /** A test applies to one row, also when it requires all words or none: 'a comment without …'. */
  readonly isRowByRow?: true
}

/**
 * Any number of values for each bug, each in a related row that the caller may know of. A positive operator wants one value
 * that satisfies it, a negative one that none does, and one that asks for all words wants a value for each word. The value
 * '---' stands for having none.
 */
export function onRelated<R extends SetRelation>(
  relation: R,
  ask: ColumnOperator<TargetOf<'bugs', R>>,
  { which, isRowByRow }: ManyOptions<TargetOf<'bugs', R>> = {},
): FieldOperators {
  type Target = TargetOf<'bugs', R>
  const someRow = (scope: Scope, where?: Where<Target>) => {
    const conditions = [seen[relation](scope), which?.(scope), where].filter((condition) => condition !== undefined)
    return some<'bugs', R>(relation, every<Target>(conditions))
  }
  const askBug: ColumnOperator<'bugs'> = (comparison, values, context) => {
    const none: Where<'bugs'> = { not: someRow(context.scope) }
    if (comparison === 'empty') return none
    const named = values.filter((value) => value.trim() !== '---')
    if (named.length === 0) return none
    const found = someRow(context.scope, ask(comparison, named, context))
    return named.length === values.length ? found : { or: [none, found] }
  }
  return {
    where: (context) => (isRowByRow ? someRow(context.scope, whereRow(ask, context)) : whereRow(askBug, context)),
    whereSameRow: (parts) =>
      parts[0]
        ? someRow(
            parts[0].scope,
            whereOneRow((context) => whereRow(ask, context), parts),
          )
        : always,
  }
}

/** All parts, put to the same row. */
export function whereOneRow<E extends EntityName>(
  where: (context: OperatorContext) => Where<E>,
  parts: readonly RowContext[],
): Where<E> {
  return every(parts.map((part): Where<E> => (part.isNegated ? { not: where(part) } : where(part))))
}
