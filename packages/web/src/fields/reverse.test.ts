import type { Bug } from '@trackerkit/client'
import { describe, expect, it } from 'vitest'
import { reverseOf } from './reverse.js'

const bug = (values: object) =>
  ({ priority: '---', severity: 'normal', cc: [], status: 'CONFIRMED', resolution: '', ...values }) as unknown as Bug

describe('undoing changes of a bug', () => {
  it('restores the values from before, but not after a comment or a move to another product', () => {
    expect(reverseOf(bug({}), { priority: 'High', cc: { add: ['a'] } })).toEqual({
      priority: '---',
      cc: { remove: ['a'] },
    })
    expect(reverseOf(bug({}), { priority: 'High', comment: { add: [] } })).toBe(undefined)
    expect(reverseOf(bug({}), { product: 'Gadgets' })).toBe(undefined)
  })

  it('sends no email if the changes have sent none', () => {
    const changes = { priority: 'High', minor_update: true }
    expect(reverseOf(bug({}), changes)).toEqual({ priority: '---', minor_update: true })
  })
})
