import { setTimeout as sleep } from 'node:timers/promises'
import type { Followed } from '@trackerkit/core/host'
import { describe, expect, it } from 'vitest'
import { writeEvents } from './events.js'

/** An endless source that counts its reads. */
function endless() {
  const source = {
    asked: 0,
    isEnded: false,
    async next(): Promise<IteratorResult<Followed>> {
      source.asked++
      return { done: false, value: { next: `epoch.${source.asked}`, change: { type: 'bug.changed' } as never } }
    },
    async return(): Promise<IteratorResult<Followed>> {
      source.isEnded = true
      return { done: true, value: undefined }
    },
  }
  return source
}

function begin(source: AsyncIterator<Followed>, patience: number) {
  const ends: string[] = []
  const options = { heartbeat: 60_000, patience, ends: [], onEnd: () => void ends.push('over') }
  const { body, broken } = writeEvents(source, { next: 'epoch.0' }, options)
  return { iterator: body[Symbol.asyncIterator](), broken, ends }
}

describe('a stream of events', () => {
  it('asks for no more than one event beyond what its reader has taken', async () => {
    const source = endless()
    const { iterator } = begin(source, 60_000)
    for (let n = 0; n < 5; n++) await iterator.next()
    await sleep(0)
    expect(source.asked).toBe(3)
    await iterator.return?.()
  })

  it('is over for a reader who has taken nothing for as long as one waits for them, and lets go of what it follows', async () => {
    for (const taken of [0, 3]) {
      const source = endless()
      const { iterator, broken, ends } = begin(source, 1)
      const isBroken = new Promise((resolve) => broken.addEventListener('abort', resolve))
      for (let n = 0; n < taken; n++) await iterator.next()
      await isBroken
      expect([ends, source.isEnded]).toEqual([['over'], true])
      expect((await iterator.next()).done).toBe(true)
    }
  })
})
