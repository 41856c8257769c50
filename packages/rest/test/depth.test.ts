import { expect, it } from 'vitest'
import { createTracker } from '@trackerkit/core'
import { operations } from '@trackerkit/core/operations'
import { framesTo, openOnce } from '../../core/test/frames.js'
import { createRestHandler } from '../src/index.js'

it('a request reaches its operation within thirteen frames', async () => {
  const { store, begin } = await openOnce()
  const tracker = await createTracker({ store })
  await begin()
  const handle = createRestHandler(tracker, { log: () => undefined })
  const frames = await framesTo(operations.bugs.get, async () => {
    await handle(new Request('http://localhost/rest/bug/1'))
  })
  await tracker.close()
  expect(frames.filter((frame) => frame.includes('packages/rest/src/'))).not.toEqual([])
  expect(frames.slice(13)).toEqual([])
})
