import type { FieldOfMetadata } from '@trackerkit/client'
import { describe, expect, it } from 'vitest'
import { changesOf, noValues, reverseOfBulk } from './bulk-changes.js'

const at = new Date('2026-03-01T12:00:00Z')
const bug = (id: number, changes: Record<string, { removed: string; added: string }>) => ({
  id,
  alias: [],
  last_change_time: at,
  changes,
})

const next = (...names: readonly string[]) => names.map((name) => ({ name, comment_required: false }))
const values = [
  { name: 'UNCONFIRMED', is_open: true, can_change_to: next('CONFIRMED') },
  { name: 'CONFIRMED', is_open: true, can_change_to: next('RESOLVED') },
  { name: 'RESOLVED', is_open: false, can_change_to: next('CONFIRMED', 'VERIFIED') },
  { name: 'VERIFIED', is_open: false, can_change_to: next('CONFIRMED', 'RESOLVED') },
]
const fields = [{ name_in_bugs: 'status', values } as unknown as FieldOfMetadata]
const metadata = { fields }

const lists = { added: ['cc', 'keywords'], replaced: ['cf_parts'] }

describe('changing several bugs', () => {
  it('sends what is filled in, lists as what comes to them, and a comment only when there is one', () => {
    expect(changesOf(noValues, lists)).toEqual({})
    const values = {
      ...noValues,
      fields: { priority: 'High', version: '', cc: ' ann@example.com, ,bob@example.com' },
      isPrivate: true,
    }
    expect(changesOf(values, lists)).toEqual({ priority: 'High', cc: { add: ['ann@example.com', 'bob@example.com'] } })
    expect(changesOf({ ...noValues, comment: 'So it is', isPrivate: true }, lists)).toEqual({
      comment: { body: 'So it is', is_private: true },
    })
  })

  it('is undone by one update for all bugs with the same old value, unless another user has changed them since', () => {
    const low = bug(1, { priority: { removed: 'Low', added: 'High' }, keywords: { removed: '', added: 'a, b' } })
    const changes = { priority: 'High', keywords: { add: ['a', 'b'] } }
    const none = bug(4, {})
    const high = bug(3, { priority: { removed: '---', added: 'High' } })
    expect(reverseOfBulk(changes, [low, { ...low, id: 2 }, high, none], metadata)).toEqual([
      { ids: [1, 2], expected_last_change_time: at, priority: 'Low', keywords: { remove: ['a', 'b'] } },
      { ids: [3], expected_last_change_time: at, priority: '---' },
    ])
  })

  it('replaces the members of custom lists, which cannot be taken back', () => {
    const changes = changesOf({ ...noValues, fields: { cf_parts: 'door, lock', keywords: 'a' } }, lists)
    expect(changes).toEqual({ cf_parts: ['door', 'lock'], keywords: { add: ['a'] } })
    const replaced = bug(1, { cf_parts: { removed: 'key', added: 'door, lock' } })
    expect(reverseOfBulk(changes, [replaced], metadata)).toBe(undefined)
  })

  it('is taken back with the resolution that a status has taken along', () => {
    const reopened = bug(1, {
      status: { removed: 'RESOLVED', added: 'CONFIRMED' },
      resolution: { removed: 'FIXED', added: '' },
    })
    expect(reverseOfBulk({ status: 'CONFIRMED' }, [reopened], metadata)).toMatchObject([
      { ids: [1], status: 'RESOLVED', resolution: 'FIXED' },
    ])
    const closed = bug(2, {
      status: { removed: 'CONFIRMED', added: 'RESOLVED' },
      resolution: { removed: '', added: 'FIXED' },
    })
    const [back] = reverseOfBulk({ status: 'RESOLVED', resolution: 'FIXED' }, [closed], metadata) ?? []
    expect(back).toEqual({ ids: [2], expected_last_change_time: at, status: 'CONFIRMED' })
  })

  it('is not taken back where something would stay: a comment, another product, a bug that was a duplicate', () => {
    const changed = [bug(1, { priority: { removed: 'Low', added: 'High' } })]
    expect(reverseOfBulk({ priority: 'High', comment: { body: 'x' } }, changed, metadata)).toBe(undefined)
    expect(reverseOfBulk({ priority: 'High', product: 'Other' }, changed, metadata)).toBe(undefined)
    const duplicate = bug(2, { resolution: { removed: 'DUPLICATE', added: 'FIXED' } })
    expect(reverseOfBulk({ resolution: 'FIXED' }, [duplicate], metadata)).toBe(undefined)
  })

  it('is not taken back if the workflow does not lead back for one of the bugs', () => {
    const moved = (id: number, removed: string) => bug(id, { status: { removed, added: 'CONFIRMED' } })
    const changes = { status: 'CONFIRMED' }
    expect(reverseOfBulk(changes, [moved(1, 'RESOLVED')], metadata)).toHaveLength(1)
    expect(reverseOfBulk(changes, [moved(1, 'RESOLVED'), moved(2, 'UNCONFIRMED')], metadata)).toBe(undefined)
  })

  it('is taken back with the hours that closing has cleared, but not if it has cost flags', () => {
    const hours = { remaining_time: { removed: '3.00', added: '0.00' } }
    const closed = bug(1, { status: { removed: 'CONFIRMED', added: 'RESOLVED' }, ...hours })
    const changes = { status: 'RESOLVED', resolution: 'FIXED' }
    expect(reverseOfBulk(changes, [closed], metadata)).toMatchObject([{ status: 'CONFIRMED', remaining_time: 3 }])
    const verified = bug(1, { status: { removed: 'RESOLVED', added: 'VERIFIED' }, ...hours })
    expect(reverseOfBulk({ status: 'VERIFIED' }, [verified], metadata)).toBe(undefined)
    const relocated = bug(1, {
      component: { removed: 'UI', added: 'Engine' },
      'flagtypes.name': { removed: 'review?', added: '' },
    })
    expect(reverseOfBulk({ component: 'Engine' }, [relocated], metadata)).toBe(undefined)
  })
})
