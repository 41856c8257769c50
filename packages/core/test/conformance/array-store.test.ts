import { describe, it } from 'vitest'
import { conformance } from '../../src/conformance/index.js'
import { arrayStore } from './array-store.js'

/** Of random queries: see CONTRIBUTING.md. */
const rounds = Number(process.env['TRACKERKIT_TEST_ROUNDS'] ?? 2)

// The evaluator alone, made into a store: shows that the suite asks for nothing that the reference semantics do not give.
describe('the example store of arrays', () => {
  conformance({ test: it, rounds, factory: () => ({ store: arrayStore() }) })
})
