import { conformance } from '@trackerkit/core/conformance'
import { describe, it } from 'vitest'
import { memoryStore } from '../src/index.js'

/** Of random queries: see CONTRIBUTING.md. */
const rounds = Number(process.env['TRACKERKIT_TEST_ROUNDS'] ?? 2)

describe('the memory store', () => {
  conformance({ test: it, rounds, factory: () => ({ store: memoryStore() }) })
})
