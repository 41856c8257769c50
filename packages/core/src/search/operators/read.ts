// Questions that no store can ask: the rows that come into question are read, and their values looked at in memory.
import type { EntityName, Where } from '../../schema/index.js'
import { every, type ColumnOf } from '../condition/columns.js'
import { pending, readAtoms, type PendingWhere, type ReadAtom, type ReadAs } from '../condition/pending.js'
import type { OperatorContext, Scope } from '../condition/scope.js'

/** The rows that hold a value, for questions that are answered by reading it. */
export interface ReadableRows<E extends EntityName> {
  readonly entity: E
  /** The column that identifies rows, or distinguishes their values. */
  readonly key: ColumnOf<E, 'int'> | ColumnOf<E, 'text'>
  /**
   * Returns the rows of the candidates that the caller may see. Hidden rows must not affect the cost, so they are not
   * read.
   */
  of(scope: Scope): Where<E>
}

type Readable<E extends EntityName> =
  ColumnOf<E, 'text'> | ColumnOf<E, 'int'> | ColumnOf<E, 'real'> | ColumnOf<E, 'time'>

/**
 * The rows with a matching value in a column, as text.
 * @param narrowed what an index can say of them beforehand
 */
export function readRows<E extends EntityName>(
  rows: ReadableRows<E>,
  col: Readable<E>,
  as: ReadAs,
  comparison: ReadAtom,
  values: readonly string[],
  { scope, test }: OperatorContext,
  narrowed: readonly Where<E>[] = [],
): Where<E> {
  const { entity, key } = rows
  const where = every([rows.of(scope), ...narrowed]) as PendingWhere
  const field = test.source.value
  return pending<E>(key, { kind: 'values', entity, key, col, as, where, comparison, values, field })
}

/** Returns true if the comparison is one for which values are read where the store cannot evaluate it. */
export function isReadAtom(comparison: string): comparison is ReadAtom {
  return readAtoms.some((atom) => atom === comparison)
}
