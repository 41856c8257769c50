import { afterEach, expect, it, vi } from 'vitest'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from './tracker.js'

afterEach(() => vi.unstubAllGlobals())

it('operations are loaded at their first call where Promise has been replaced', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  vi.stubGlobal('Promise', class extends Promise<unknown> {})
  const { version } = await tracker.as(null).server.version()
  expect(version).toMatch(/^\d+\.\d+/)
  expect(await tracker.as(null).bugs.search({ summary: 'nothing' })).toMatchObject({ bugs: [] })
  await tracker.close()
})
