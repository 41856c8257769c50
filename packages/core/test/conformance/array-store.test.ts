import { describe, it } from 'vitest'
import { conformance } from '../../src/conformance/index.js'
import { arrayStore } from './array-store.js'

/** Of random queries: see CONTRIBUTING.md. */
const rounds = Number(process.env['TRACKERKIT_TEST_ROUNDS'] ?? 2)

// A store made of only the evaluator shows that the suite requires nothing beyond the reference semantics.
describe('the example store of arrays', () => {
  conformance({ test: it, rounds, factory: () => ({ store: arrayStore() }) })
})
