// What turning a search into a predicate depends on: who asks, when, and the set-up.
import type { Call } from '../../call/context.js'
import type { Test } from './tree.js'

export type Scope = Pick<Call, 'who' | 'catalogue' | 'now'>

/** A test on its way into a predicate. */
export interface OperatorContext {
  readonly test: Test
  readonly scope: Scope
}
