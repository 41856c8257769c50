import { conformance } from '@trackerkit/core/conformance'
import { describe, it } from 'vitest'
import { postgresStore } from '../src/index.js'
import { createSchema } from './schemas.js'

describe('a store at a URL', () => {
  conformance({
    test: it,
    async factory() {
      const schema = await createSchema()
      const open = () => postgresStore(schema.url)
      return { store: open(), reopen: open, another: open, cleanup: () => schema.remove() }
    },
  })
})
