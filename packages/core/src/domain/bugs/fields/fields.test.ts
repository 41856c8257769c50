import { describe, expect, it } from 'vitest'
import { visibleHistory } from '../../../access/visibility.js'
import { bugFieldEntries } from './index.js'

const fieldsWith = (wanted: (field: (typeof bugFieldEntries)[number][1]) => boolean) =>
  bugFieldEntries.filter(([, field]) => wanted(field)).map(([name]) => name)

describe('the fields of bugs', () => {
  it('say that only time trackers see hours', () => {
    expect(fieldsWith((field) => field.seenBy === 'time tracker')).toEqual([
      'estimated_time',
      'actual_time',
      'remaining_time',
    ])
  })

  it('say that only time trackers change hours and the deadline', () => {
    expect(fieldsWith((field) => field.changedBy === 'time tracker')).toEqual([
      'deadline',
      'estimated_time',
      'remaining_time',
    ])
  })

  it('say that reporters do not change who works on a bug, and for when', () => {
    expect(fieldsWith((field) => field.rights === 'assigned')).toEqual([
      'target_milestone',
      'assigned_to',
      'qa_contact',
    ])
  })

  it('keep the history of time tracking fields from users without access to them', () => {
    const hidden = JSON.stringify(visibleHistory({ who: { isTimeTracker: false, isInsider: true } } as never))
    for (const field of fieldsWith(({ seenBy }) => seenBy === 'time tracker')) expect(hidden).toContain(`"${field}"`)
  })
})
