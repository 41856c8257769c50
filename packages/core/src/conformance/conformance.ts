import { predicateTests } from './predicates.js'
import { createSuite, type ConformanceOptions } from './suite.js'

/**
 * Registers every test that a store must pass. It needs no test framework, and nothing in it can be left out.
 *
 * @example
 * import { conformance } from '@trackerkit/core/conformance'
 * import { test } from 'vitest'
 *
 * conformance({ test, factory: () => ({ store: memoryStore() }) })
 */
export function conformance(options: ConformanceOptions): void {
  const suite = createSuite(options)
  predicateTests(suite)
}
