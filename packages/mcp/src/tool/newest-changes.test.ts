import type { ChangeEntry, Operations } from '@trackerkit/core'
import { describe, expect, it } from 'vitest'
import { newestChanges } from './newest-changes.js'

/** A feed of 5,000 entries, of which the first ones have been removed. */
function feedFrom(oldest: number): Pick<Operations['changes'], 'get'> {
  const head = 5000
  const get = ({ since, limit = 100 }: { since?: string | number; limit?: number }) => {
    const after = since === 'now' ? head : since === undefined ? oldest - 1 : Number(since)
    if (after < oldest - 1) return Promise.reject(Object.assign(new Error('gone'), { code: 'changes_gone' }))
    const changes: Pick<ChangeEntry, 'seq'>[] = []
    for (let seq = after + 1; seq <= head && changes.length < limit; seq++) changes.push({ seq })
    return Promise.resolve({ changes, next: `x.${head}`, more: false })
  }
  return { get: get as unknown as Operations['changes']['get'] }
}

describe('newestChanges', () => {
  const filter = { product: undefined, type: ['bug.changed'] } as const
  const numbersFrom = async (oldest: number, limit: number) => {
    const { changes, isCut } = await newestChanges(feedFrom(oldest), filter, limit)
    return { first: changes[0]?.seq, last: changes.at(-1)?.seq, count: changes.length, isCut }
  }

  it('reads back in parts that join without a gap and without repetition', async () => {
    expect(await numbersFrom(1, 50)).toEqual({ first: 4951, last: 5000, count: 50, isCut: true })
    expect(await numbersFrom(1, 3000)).toEqual({ first: 2001, last: 5000, count: 3000, isCut: true })
    expect(await numbersFrom(1, 6000)).toEqual({ first: 1, last: 5000, count: 5000, isCut: false })
  })

  it('ends at the oldest entry that is kept', async () => {
    expect(await numbersFrom(4990, 50)).toEqual({ first: 4990, last: 5000, count: 11, isCut: false })
    expect(await numbersFrom(3990, 2000)).toEqual({ first: 3990, last: 5000, count: 1011, isCut: false })
  })
})
