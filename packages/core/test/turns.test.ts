import { memoryStore } from '@trackerkit/adapter-memory'
import { afterEach, describe, expect, it } from 'vitest'
import { createTracker, type Tracker } from '../src/index.js'
import { cpu, measureSlowness, requireShort, watchTurns } from './turns.js'

/** Takes CPU of this thread, which on a busy machine takes longer. */
function spin(milliseconds: number): void {
  const now = cpu ?? (() => performance.now())
  const end = now() + milliseconds
  while (now() < end);
}

let turns: ReturnType<typeof watchTurns> | undefined
let tracker: Tracker | undefined
afterEach(async () => {
  turns?.end()
  await tracker?.close()
})

/** A tracker for which an operation takes so much CPU. */
async function openSlow(slowness = 1) {
  let due = 0
  const clock = () => {
    spin(due)
    due = 0
    return new Date()
  }
  const opened = (tracker = await createTracker({ store: memoryStore(), testing: { clock } }))
  turns = watchTurns(() => slowness)
  const ask = async (milliseconds = 0) => {
    due = milliseconds
    await opened.as(null).server.version()
  }
  return { turns, ask }
}

describe('watching over turns', () => {
  it('finds an operation that takes 300 ms of CPU in one piece, and names it', async () => {
    const { turns, ask } = await openSlow()
    await ask(300)
    const found = await turns.take()
    expect(found).toMatchObject([{ operation: 'server.version' }])
    expect(() => requireShort(found)).toThrow(/The event loop was kept by server\.version for \d+ ms of CPU/)
    expect(await turns.take()).toEqual([])
  })

  it('finds none in many short operations that follow each other in one turn', async () => {
    const { turns, ask } = await openSlow()
    for (let n = 0; n < 10; n++) await ask(40)
    expect(await turns.take()).toEqual([])
  })

  it('finds none in what tests do before and after an operation', async () => {
    const { turns, ask } = await openSlow()
    spin(300)
    await ask()
    spin(300)
    await ask()
    expect(await turns.take()).toEqual([])
  })

  it('permits no more than 2.5 times as much on a slow machine', () => {
    const slowness = measureSlowness()
    expect(slowness).toBeGreaterThanOrEqual(1)
    expect(slowness).toBeLessThanOrEqual(2.5)
  })

  it('permits longer turns while the machine is slow', async () => {
    const { ask } = await openSlow(2.5)
    await ask(300)
    expect(await turns?.take()).toEqual([])
  })
})
