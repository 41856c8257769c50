// Context for turning a search into a predicate: caller, time and configuration.
import type { Call } from '../../call/context.js'
import type { Test } from './tree.js'

export type Scope = Pick<Call, 'who' | 'catalogue' | 'now'>

/** A test being turned into a predicate. */
export interface OperatorContext {
  readonly test: Test
  readonly scope: Scope
}
