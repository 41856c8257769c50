import type { Bug } from '@trackerkit/client'
import { describe, expect, it } from 'vitest'
import { merge } from './collisions.js'
import { joined, listChange } from './merge.js'

const bug = (values: object) =>
  ({ priority: '---', severity: 'normal', cc: [], status: 'CONFIRMED', resolution: '', ...values }) as unknown as Bug

describe('merging changes of a bug', () => {
  it('sends what only one has changed again, without asking', () => {
    const merged = merge(bug({}), bug({ priority: 'Low' }), { severity: 'minor', comment: { add: ['x'] } })
    expect(merged).toEqual({ changes: { severity: 'minor', comment: { add: ['x'] } }, collisions: [] })
  })

  it('asks about a field that both have changed to different values, and only then', () => {
    const changes = { priority: 'High' }
    const collision = { field: 'priority', before: '---', theirs: 'Low', mine: 'High' }
    expect(merge(bug({}), bug({ priority: 'Low' }), changes).collisions).toEqual([collision])
    expect(merge(bug({}), bug({ priority: 'High' }), changes)).toEqual({ changes: {}, collisions: [] })
  })

  it('asks no user about their own changes since', () => {
    const now = bug({ priority: 'Low' })
    expect(merge(bug({}), now, { priority: 'High' }, { priority: 'Low' }).collisions).toEqual([])
    expect(merge(bug({}), now, { priority: 'High' }, { priority: 'Lowest' }).collisions).toHaveLength(1)
  })

  it('never asks about lists, whose members come and go', () => {
    const changes = { cc: { add: ['me@example.com'] } }
    expect(merge(bug({}), bug({ cc: ['you@example.com'] }), changes)).toEqual({ changes, collisions: [] })
  })

  it('gathers who comes to the CC list and goes, keywords too, one after the other, and the last value of anything else', () => {
    const ann = { cc: { add: ['ann'] }, blocks: { add: ['1'] } }
    expect(joined(ann, { cc: { add: ['bob'] } })).toEqual({ cc: { add: ['ann', 'bob'] }, blocks: { add: ['1'] } })
    expect(joined(ann, { cc: { remove: ['bob'] } })).toMatchObject({ cc: { add: ['ann'], remove: ['bob'] } })
    expect(joined(ann, { cc: { remove: ['ann'] } }).cc).toEqual({ remove: ['ann'] })
    expect(joined({ keywords: { add: ['a'] } }, { keywords: { add: ['b'] } })).toEqual({
      keywords: { add: ['a', 'b'] },
    })
    expect(joined(ann, { blocks: { add: ['2'] } })).toEqual({ cc: { add: ['ann'] }, blocks: { add: ['2'] } })
  })

  it('lists the added and removed entries of a list', () => {
    expect(listChange([1, 2], [2, 3])).toEqual({ add: [3], remove: [1] })
    expect(listChange([1], [1])).toBe(undefined)
  })
})
