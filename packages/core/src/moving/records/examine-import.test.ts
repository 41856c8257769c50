import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { describe, expect, it } from 'vitest'
import type { TrackerSchema } from '../../schema/index.js'
import type { Store } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'
import { examineImport } from './examine-import.js'

const source = 'https://old.example.org/'
const bugs = 20_000

describe('examineImport', () => {
  it('counts more bugs than one query of a file may look at in the process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-examine-'))
    const store = sqliteStore(join(folder, 'a.db'))
    const tracker = await createTracker({ store, administrator: null })
    await (store as unknown as Store<TrackerSchema>).write(async (tx) => {
      const refs = Array.from({ length: bugs }, (_, index) => ({ id: index + 1, fingerprint: '', changed: null }))
      for (let start = 0; start < bugs; start += 500)
        await tx.insert(
          'import_refs',
          refs.slice(start, start + 500).map((ref) => ({ source, kind: 'bug', ...ref })),
        )
    })
    const impatient = sqliteStore(join(folder, 'a.db'), { queryTimeoutMs: 1 })
    expect(await examineImport(impatient, source)).toEqual({ state: null, hasOwnBugs: false, otherSources: [] })
    await tracker.close()
    await impatient.close?.()
    rmSync(folder, { recursive: true })
  })
})
