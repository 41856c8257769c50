// Names in a search that must be known.
import type { Caller } from '../../call/context.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { cut } from '../../kernel/error-text.js'
import { TrackerError } from '../../kernel/errors.js'
import type { SearchField } from './field.js'
import { searchField } from './fields.js'
import { operatorNamed, operatorNames, type OperatorName } from '../condition/comparisons.js'

/** @throws invalid_field_name, with `input` as the parameter at fault */
export function requireField(catalogue: Catalogue, name: string, input: string): SearchField {
  const field = searchField(catalogue, name)
  if (!field) throw new TrackerError('invalid_field_name', { field: input, value: name })
  return field
}

/** To others the field does not exist. */
export function maySearchBy({ needs }: SearchField, who: Caller): boolean {
  return needs === undefined || (needs === 'insider' ? who.isInsider : who.isTimeTracker)
}

/** @throws param_invalid, with `input` as the parameter at fault */
export function requireOperator(name: string, input: string): OperatorName {
  const operator = operatorNamed(name)
  if (!operator)
    throw new TrackerError('param_invalid', {
      field: input,
      value: name,
      problem: `operator '${cut(name)}' does not exist`,
      accepted: operatorNames,
    })
  return operator
}
