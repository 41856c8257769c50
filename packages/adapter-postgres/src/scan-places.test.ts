import { isStoreError } from '@trackerkit/core/store'
import { describe, expect, it } from 'vitest'
import { createScanPlaces } from './scan-places.js'

/** Scans that end on request, in the order in which they began. */
function createWork() {
  const running: (() => void)[] = []
  return {
    running,
    work: () => new Promise<void>((resolve) => void running.push(resolve)),
  }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))
const anonymous = { timeout: Infinity, isAnonymous: true }
const known = { timeout: Infinity }

describe('scans on PostgreSQL', () => {
  it('of anonymous callers have half of the connections, and half of the waiting places', async () => {
    const { running, work } = createWork()
    const places = createScanPlaces(4)
    const all = Array.from({ length: 52 }, () => places.within(anonymous, work))
    await soon()
    expect(running).toHaveLength(2)
    await expect(places.within(anonymous, work)).rejects.toSatisfy((error) => isStoreError(error, 'retry'))
    for (let n = 0; n < 52; n++) all.push(places.within(known, work))
    await soon()
    expect(running).toHaveLength(54)
    await expect(places.within(known, work)).rejects.toSatisfy((error) => isStoreError(error, 'retry'))
    for (let ended = 0; ended < 104; ended++) {
      running.shift()?.()
      await soon()
    }
    await Promise.all(all)
    const more = places.within(anonymous, work)
    await soon()
    running.shift()?.()
    await more
  })

  it('end as overdue when their time is up before their turn, and leave the place', async () => {
    let time = 0
    const { running, work } = createWork()
    const places = createScanPlaces(2, () => time)
    const first = places.within(anonymous, work)
    const second = places.within({ ...anonymous, timeout: 1000 }, work)
    await soon()
    time = 1001
    running.shift()?.()
    await first
    await expect(second).rejects.toSatisfy((error) => isStoreError(error, 'overdue'))
    const left: number[] = []
    await places.within({ ...anonymous, timeout: 500 }, async (timeout) => void left.push(timeout))
    expect(left).toEqual([500])
  })
})
