import { describe, expect, it } from 'vitest'
import { readInBackground, type BackgroundContext } from './background-context.js'
import type { Reader } from '../schema/index.js'

/** A store whose statements need no turn of the event loop, and a clock on which each look is a long time slice later. */
function slow(): BackgroundContext {
  const tx = { select: async () => [], count: async () => 0, countBy: async () => [] } as unknown as Reader
  let now = 0
  return {
    store: { read: async (work: (tx: Reader) => unknown) => work(tx) },
    environment: { stopwatch: () => (now += 100), random: () => new Uint8Array(1) },
    readSetup: async () => ({ catalogue: {}, installation: {} }),
  } as unknown as BackgroundContext
}

describe('readInBackground', () => {
  it('lets others have a turn between statements that take long', async () => {
    let isOver = false
    let turns = 0
    const another = () => {
      if (isOver) return
      turns++
      setImmediate(another)
    }
    setImmediate(another)
    await readInBackground(slow(), async (tx) => {
      for (let n = 0; n < 5; n++) await tx.count('bugs')
    })
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})
