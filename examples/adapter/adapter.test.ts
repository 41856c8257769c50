import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conformance } from '@trackerkit/core/conformance'
import { describe, it } from 'vitest'
import { sqliteDriver } from './driver.js'
import { someStore } from './store.js'

describe('the store of the guide to adapters', () => {
  conformance({
    test: it,
    rounds: 1,
    factory() {
      const folder = mkdtempSync(join(tmpdir(), 'adapter-'))
      const open = () => someStore(sqliteDriver(join(folder, 'test.db')))
      return { store: open(), reopen: open, another: open, cleanup: () => rmSync(folder, { recursive: true }) }
    },
  })
})
