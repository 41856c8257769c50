import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { whileClaimed } from '../src/while-claimed.js'

afterEach(() => {
  vi.useRealTimers()
})

it('releases a mailbox after the renewal that is under way', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const events: string[] = []
  const host = {
    async claimMailbox() {
      events.push('claim')
      if (events.length > 1) await wait(100)
      return true
    },
    async releaseMailbox() {
      events.push('release')
    },
  }
  const reading = whileClaimed(host, 'mailbox', new AbortController().signal, async () => {
    await vi.advanceTimersByTimeAsync(10_000)
    events.push('end of the work')
  })
  await wait(50)
  expect(events).toEqual(['claim', 'claim', 'end of the work'])
  expect(await reading).toBe(true)
  expect(events).toEqual(['claim', 'claim', 'end of the work', 'release'])
})
