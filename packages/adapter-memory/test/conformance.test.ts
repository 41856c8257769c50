import { conformance } from '@trackerkit/core/conformance'
import { describe, it } from 'vitest'
import { memoryStore } from '../src/index.js'

describe('a memory store', () => {
  conformance({ test: it, factory: () => ({ store: memoryStore() }) })
})
