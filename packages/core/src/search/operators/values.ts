// Where the values of a field stand: in the row of the bug, or in rows that belong to it.
import type { EntityName, Where } from '../../schema/index.js'
import { always, every, some, type TargetOf } from '../condition/columns.js'
import type { Asked, Scope } from '../condition/scope.js'
import { seen, type SetRelation } from '../condition/visible-relations.js'
import { whereRow, type Ask } from './ask.js'

/** A test of one row, or that it fails. */
export interface AskedOfRow extends Asked {
  readonly isNegated: boolean
}

/** How a field answers tests. */
export interface Answers {
  /** The bugs for which a test is true. */
  where(asked: Asked): Where<'bugs'>
  /** The bugs for which all of these are true of one row. There is at least one. */
  whereSameRow(parts: readonly AskedOfRow[]): Where<'bugs'>
}

/** One value for each bug, in its row or as good as there. */
export function ofBug(ask: Ask<'bugs'>): Answers {
  return {
    where: (asked) => whereRow(ask, asked),
    whereSameRow: (parts) => whereOneRow((asked) => whereRow(ask, asked), parts),
  }
}

interface ManyOptions<E extends EntityName> {
  /** The rows that belong to the field; default: all. */
  readonly which?: (scope: Scope) => Where<E>
  /** A test is about one row, also when it asks for all words or for none: 'a comment that does not say …'. */
  readonly isRowByRow?: true
}

/**
 * Any number of values for each bug, each in a related row that the caller may know of. A positive operator wants one value that satisfies it, a negative
 * one that none does, and one that asks for all words wants a value for each word. The value '---' stands for having none.
 */
export function ofMany<R extends SetRelation>(
  relation: R,
  ask: Ask<TargetOf<'bugs', R>>,
  { which, isRowByRow }: ManyOptions<TargetOf<'bugs', R>> = {},
): Answers {
  type Target = TargetOf<'bugs', R>
  const someRow = (scope: Scope, where?: Where<Target>) => {
    const conditions = [seen[relation](scope), which?.(scope), where].filter((condition) => condition !== undefined)
    return some<'bugs', R>(relation, every<Target>(conditions))
  }
  const askBug: Ask<'bugs'> = (atom, values, asked) => {
    const none: Where<'bugs'> = { not: someRow(asked.scope) }
    if (atom === 'empty') return none
    const named = values.filter((value) => value.trim() !== '---')
    if (named.length === 0) return none
    const found = someRow(asked.scope, ask(atom, named, asked))
    return named.length === values.length ? found : { or: [none, found] }
  }
  return {
    where: (asked) => (isRowByRow ? someRow(asked.scope, whereRow(ask, asked)) : whereRow(askBug, asked)),
    whereSameRow: (parts) =>
      parts[0]
        ? someRow(
            parts[0].scope,
            whereOneRow((asked) => whereRow(ask, asked), parts),
          )
        : always,
  }
}

/** All parts, put to the same row. */
export function whereOneRow<E extends EntityName>(
  where: (asked: Asked) => Where<E>,
  parts: readonly AskedOfRow[],
): Where<E> {
  return every(parts.map((part): Where<E> => (part.isNegated ? { not: where(part) } : where(part))))
}
