// From the elementary questions that a kind of value answers to all operators.
import { TrackerError } from '../../kernel/errors.js'
import type { EntityName, Where } from '../../schema/index.js'
import { every } from '../condition/columns.js'
import type { OperatorContext } from '../condition/scope.js'
import { valueOperator, type Comparison } from '../condition/comparisons.js'

/**
 * How a kind of value answers an elementary question: the rows that have the answer yes for one of the values at least.
 * @throws search_field_operator_invalid where the question makes no sense or cannot be answered
 */
export type ColumnOperator<E extends EntityName> = (
  comparison: Comparison,
  values: readonly string[],
  context: OperatorContext,
) => Where<E>

/** All that a test asks, of the values of one row. */
export function whereRow<E extends EntityName>(ask: ColumnOperator<E>, context: OperatorContext): Where<E> {
  const { operator, values } = context.test
  const found = valueOperator(operator)
  if (!found) return refuse(context)
  const { comparison, isNegative, wantsAll } = found
  const positive = wantsAll
    ? every(values.map((value) => ask(comparison, [value], context)))
    : ask(comparison, values, context)
  return isNegative ? { not: positive } : positive
}

/** @throws search_field_operator_invalid */
export function refuse({ test }: OperatorContext): never {
  const { field, operator, source } = test
  throw new TrackerError('search_field_operator_invalid', { field: source.operator, value: field, operator })
}
