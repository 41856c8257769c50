// From the elementary questions that a kind of value answers to all operators.
import { TrackerError } from '../../kernel/errors.js'
import type { EntityName, Where } from '../../schema/index.js'
import { every } from '../condition/columns.js'
import type { Asked } from '../condition/scope.js'
import { valueOperator, type Atom } from '../condition/comparisons.js'

/**
 * How a kind of value answers an elementary question: the rows that have the answer yes for one of the values at least.
 * @throws search_field_operator_invalid where the question makes no sense or cannot be answered
 */
export type Ask<E extends EntityName> = (atom: Atom, values: readonly string[], asked: Asked) => Where<E>

/** All that a test asks, of the values of one row. */
export function whereRow<E extends EntityName>(ask: Ask<E>, asked: Asked): Where<E> {
  const { operator, values } = asked.test
  const found = valueOperator(operator)
  if (!found) return refuse(asked)
  const { atom, isNegative, wantsAll } = found
  const positive = wantsAll ? every(values.map((value) => ask(atom, [value], asked))) : ask(atom, values, asked)
  return isNegative ? { not: positive } : positive
}

/** @throws search_field_operator_invalid */
export function refuse({ test }: Asked): never {
  const { field, operator, source } = test
  throw new TrackerError('search_field_operator_invalid', { field: source.operator, value: field, operator })
}
