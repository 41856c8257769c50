import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { memoryStore } from '@trackerkit/adapter-memory'
import type { Tracker } from '@trackerkit/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDemo } from './fill.js'
import { administrator } from './setting.js'
import { openExample, writeExample } from './snapshot.js'

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-example-'))
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything that the administrator sees of the bugs. */
async function everything(tracker: Tracker) {
  const admin = tracker.as({ api_key: administrator.apiKey })
  const { bugs } = await admin.bugs.search({ exclude_fields: ['update_token'] })
  const ids = bugs.map(({ id }) => id)
  const parts = [await admin.bugs.history({ ids }), await admin.comments.get({ ids })]
  const { saved_searches } = await admin.savedSearches.get()
  await tracker.close()
  return { bugs, parts, saved_searches }
}

describe('openExample', () => {
  it('opens the written example as its operations fill it, with times that end now', async () => {
    const file = pathToFileURL(join(folder, 'demo.jsonl.gz'))
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T00:00:00Z') })
    await writeExample(file)
    const now = new Date('2026-06-09T00:00:00Z')
    vi.setSystemTime(now)
    const [copy, filled] = [await openExample(memoryStore(), file), await openDemo(memoryStore(), now)]
    expect(await everything(copy)).toEqual(await everything(filled))
  })

  it('is filled by operations where the build has written no file', async () => {
    const file = pathToFileURL(join(folder, 'missing.jsonl.gz'))
    const tracker = await openExample(memoryStore(), file)
    expect((await tracker.asSystem().bugs.search({ include_fields: ['id'] })).bugs).toHaveLength(200)
    await tracker.close()
  })
})
