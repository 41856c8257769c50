import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './batch.js'
import { trackerRecord } from './record.js'

const user = (more: object) => trackerRecord.parse({ kind: 'user', name: 'bob@example.com', ...more })

describe('the fingerprint of a record', () => {
  it('is the same with a field that is left blank, as those are that came later', () => {
    const before = user({})
    const after = { ...before, nickname: '', floor: 0, desk: null }
    expect(fingerprintOf(after)).toBe(fingerprintOf(before))
  })

  it('differs when a field is filled, and when a person is in no group any more', () => {
    expect(fingerprintOf(user({ real_name: 'Bob' }))).not.toBe(fingerprintOf(user({})))
    expect(fingerprintOf(user({ groups: [] }))).not.toBe(fingerprintOf(user({})))
  })
})
