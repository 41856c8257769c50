import { expect, it } from 'vitest'
import { framesTo, openOnce } from '../../test/frames.js'
import { operations } from './operations.js'
import { createTracker } from './tracker.js'

it('a call reaches its operation within seven frames, observed or not', async () => {
  for (const observer of [undefined, { block: () => undefined }]) {
    const { store, begin } = await openOnce()
    const tracker = await createTracker({ store, ...(observer && { observer }) })
    await begin()
    const frames = await framesTo(operations.bugs.get, () => tracker.as(null).bugs.get({ ids: [1] }))
    await tracker.close()
    expect(frames[0]).toContain('/tracker/invoke.ts')
    expect(frames.slice(0, 5)).toHaveLength(5)
    expect(frames.slice(7)).toEqual([])
  }
})
