import { describe, expect, it } from 'vitest'
import { isTrackerError, TrackerError } from './errors.js'

describe('TrackerError', () => {
  it('carries a stable code, its number, and what was wrong', () => {
    const error = new TrackerError('bug_id_does_not_exist', { field: 'ids', value: 99 })
    expect(error).toMatchObject({ name: 'TrackerError', code: 'bug_id_does_not_exist', number: 101 })
    expect(error.data).toEqual({ field: 'ids', value: 99 })
  })

  it('names what would be accepted', () => {
    const data = { kind: 'version', in: 'Widgets', field: 'version', value: '9', accepted: ['1.0', '2.0'] }
    expect(new TrackerError('object_does_not_exist', data).message).toBe(
      "version: Version '9' does not exist in Widgets. Accepted: 1.0, 2.0.",
    )
  })

  it('explains refused logins and passkeys without their codes', () => {
    expect(new TrackerError('login_refused', { reason: 'provider_said_no' }).message).toBe(
      'Login refused: the provider did not log you in.',
    )
    expect(new TrackerError('passkey_not_valid', { reason: 'wrong' }).message).not.toMatch(/\(/)
  })

  it('stays readable when the value is long', () => {
    const error = new TrackerError('alias_in_use', { field: 'alias', value: 'x'.repeat(10_000) })
    expect(error.message.length).toBeLessThan(200)
  })

  it('begins with the field that it is about, once, however long a name the caller made up', () => {
    const messageOf = (field: string) => new TrackerError('unknown_parameter', { field }).message
    expect(messageOf('colour')).toBe('colour: unknown parameter.')
    expect(new TrackerError('bug_id_does_not_exist', { field: 'dupe_of', value: 99 }).message).toBe(
      "dupe_of: Bug '99' does not exist.",
    )
    const long = new TrackerError('unknown_parameter', { field: 'x'.repeat(10_000) })
    expect([long.message.length < 200, long.data.field?.length]).toEqual([true, 80])
  })

  it('shows values that are no text', () => {
    expect(new TrackerError('illegal_date', { field: 'since', value: { a: 1 } }).message).toContain(`'{"a":1}'`)
    expect(new TrackerError('illegal_date', { field: 'since', value: undefined }).message).toBe(
      'since must be a date (2026-01-31) or time (2026-01-31T12:00:00Z), not a missing value.',
    )
  })

  it('shows a number that is too large for JSON as what it is', () => {
    expect(new TrackerError('number_not_numeric', { field: 'estimated_time', value: Infinity }).message).toBe(
      "estimated_time must be a number, not 'Infinity'.",
    )
  })

  it('keeps its message in JSON, and leaves out its cause', () => {
    const error = Object.assign(new TrackerError('bug_id_does_not_exist', { field: 'ids', value: 99 }), {
      cause: 'secret',
    })
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: {
        name: 'TrackerError',
        code: 'bug_id_does_not_exist',
        number: 101,
        message: "ids: Bug '99' does not exist.",
        data: { field: 'ids', value: 99 },
      },
    })
  })

  it('has no data where there is nothing to say', () => {
    expect(new TrackerError('login_required').data).toEqual({})
  })
})

describe('isTrackerError', () => {
  const error = new TrackerError('login_required')

  it('recognises one, and asks for a code when given one', () => {
    expect(isTrackerError(error)).toBe(true)
    expect(isTrackerError(error, 'login_required')).toBe(true)
    expect(isTrackerError(error, 'auth_failure')).toBe(false)
  })

  it('asks for any of several codes, and then knows the data that go with them', () => {
    const long: unknown = new TrackerError('text_too_long', { field: 'summary', limit: 255 })
    expect(isTrackerError(long, 'login_required', 'text_too_long')).toBe(true)
    expect(isTrackerError(long, 'login_required', 'auth_failure')).toBe(false)
    const isLong = isTrackerError(long, 'text_too_long', 'name_in_use') && long.code === 'text_too_long'
    expect(isLong && long.data.limit.toFixed()).toBe('255')
  })

  it('recognises one that another copy of the library made', () => {
    const foreign = Object.assign(new Error('You must log in.'), {
      name: 'TrackerError',
      code: 'login_required',
      number: 410,
    })
    expect(isTrackerError(foreign)).toBe(true)
  })

  it('recognises nothing else', () => {
    for (const other of [new Error('x'), { name: 'TrackerError', code: 'x', number: 1 }, null, 'TrackerError'])
      expect(isTrackerError(other)).toBe(false)
  })
})
