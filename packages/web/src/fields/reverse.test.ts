import type { Bug, FieldOfMetadata } from '@trackerkit/client'
import { describe, expect, it } from 'vitest'
import type { Changes } from './merge.js'
import { reverseOf } from './reverse.js'
import type { Reported } from './way-back.js'

const bug = (values: object) =>
  ({ priority: '---', component: 'UI', cc: [], dupe_of: null, ...open, ...values }) as unknown as Bug
const open = { status: 'CONFIRMED', resolution: '', is_open: true }
const fixed = { status: 'RESOLVED', resolution: 'FIXED', is_open: false }

const status = (name: string, is_open: boolean, ...next: readonly string[]) => ({
  name,
  is_open,
  can_change_to: next.map((one) => ({ name: one, comment_required: one === 'VERIFIED' })),
})
const values = [
  status('UNCONFIRMED', true, 'CONFIRMED', 'RESOLVED'),
  status('CONFIRMED', true, 'RESOLVED'),
  status('RESOLVED', false, 'UNCONFIRMED', 'CONFIRMED', 'VERIFIED'),
  status('VERIFIED', false, 'CONFIRMED', 'RESOLVED'),
]
const metadata = { fields: [{ name_in_bugs: 'status', values } as unknown as FieldOfMetadata] }

/** Undoes the changes, of which the tracker reports these. */
const back = (base: object, changes: Changes, reported: Reported = {}) =>
  reverseOf(
    {
      base: bug(base),
      changes,
      reported: {
        ...Object.fromEntries(Object.keys(changes).map((field) => [field, { removed: 'old', added: 'new' }])),
        ...reported,
      },
    },
    metadata,
  )
const moved = (removed: string, added: string): Reported => ({ status: { removed, added } })

describe('undoing changes of a bug', () => {
  it('restores the values from before, but not after a comment or a move to another product', () => {
    expect(back({}, { priority: 'High', cc: { add: ['a'] } })).toEqual({ priority: '---', cc: { remove: ['a'] } })
    expect(back({}, { priority: 'High', comment: { add: [] } })).toBe(undefined)
    expect(back({}, { product: 'Gadgets' })).toBe(undefined)
  })

  it('sends no email if the changes have sent none', () => {
    expect(back({}, { priority: 'High', minor_update: true })).toEqual({ priority: '---', minor_update: true })
  })

  it('closes a reopened bug with its resolution, and with the other bug of a duplicate if that is known', () => {
    const changes = { status: 'CONFIRMED' }
    const reported = { ...moved('RESOLVED', 'CONFIRMED'), resolution: { removed: 'FIXED', added: '' } }
    expect(back(fixed, changes, reported)).toEqual({ status: 'RESOLVED', resolution: 'FIXED' })
    const duplicate = { ...fixed, resolution: 'DUPLICATE' }
    expect(back({ ...duplicate, dupe_of: 7 }, changes, reported)).toEqual({
      status: 'RESOLVED',
      resolution: 'DUPLICATE',
      dupe_of: 7,
    })
    expect(back(duplicate, changes, reported)).toBe(undefined)
    expect(back({ ...duplicate, dupe_of: 7 }, { resolution: 'FIXED' })).toEqual({ resolution: 'DUPLICATE', dupe_of: 7 })
  })

  it('is not offered if the workflow does not lead back, or only with a comment', () => {
    const confirmed = { ...moved('UNCONFIRMED', 'CONFIRMED'), is_confirmed: { removed: '0', added: '1' } }
    expect(back({ status: 'UNCONFIRMED' }, { status: 'CONFIRMED' }, confirmed)).toBe(undefined)
    const verified = { ...fixed, status: 'VERIFIED' }
    expect(back(verified, { status: 'RESOLVED' }, moved('VERIFIED', 'RESOLVED'))).toBe(undefined)
  })

  it('restores the hours that closing has cleared', () => {
    const changes = { status: 'RESOLVED', resolution: 'FIXED' }
    const reported = { ...moved('CONFIRMED', 'RESOLVED'), remaining_time: { removed: '3.00', added: '0.00' } }
    expect(back({ remaining_time: 3 }, changes, reported)).toEqual({ status: 'CONFIRMED', remaining_time: 3 })
    const hours = { ...fixed, remaining_time: 3 }
    expect(back(hours, { status: 'CONFIRMED' }, moved('RESOLVED', 'CONFIRMED'))).toBe(undefined)
  })

  it('removes the CC users of a component, but is not offered if the component has cost flags', () => {
    const changes = { component: 'Engine' }
    const cc = { removed: '', added: 'ann@example.com, bob@example.com' }
    expect(back({}, changes, { cc })).toEqual({
      component: 'UI',
      cc: { remove: ['ann@example.com', 'bob@example.com'] },
    })
    expect(back({}, changes, { 'flagtypes.name': { removed: 'review?', added: '' } })).toBe(undefined)
  })

  it('is not offered if nothing has changed', () => {
    expect(reverseOf({ base: bug({}), changes: {}, reported: {} }, metadata)).toBe(undefined)
  })
})
