import { describe, expect, it } from 'vitest'
import { errorText } from '../outbox/error-text.js'
import { isPermanent, maxAttempts, nextAttempt } from './attempts.js'

const now = new Date('2026-03-01T12:00:00Z')
const seconds = (attempts: number, byte: number) =>
  (nextAttempt(now, attempts, { random: () => Uint8Array.of(byte) }).getTime() - now.getTime()) / 1000

describe('the next attempt to send mail', () => {
  it('comes later each time, up to six hours', () => {
    expect([1, 2, 3, 4].map((attempts) => seconds(attempts, 255))).toEqual([30, 60, 120, 240])
    expect([11, 12, 60].map((attempts) => seconds(attempts, 255))).toEqual([21_600, 21_600, 21_600])
  })

  it('comes by chance up to twice as soon, so that not all come at once', () => {
    expect([1, 4, 60].map((attempts) => seconds(attempts, 0))).toEqual([15, 120, 10_800])
    const different = new Set(Array.from({ length: 256 }, (_, byte) => seconds(5, byte)))
    expect(different.size).toBe(256)
  })

  it('comes often enough to survive a day without a mail server', () => {
    const all = Array.from({ length: maxAttempts - 1 }, (_, index) => seconds(index + 1, 0))
    expect(all.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(18 * 3600)
  })
})

describe('errors of mailers', () => {
  it('are permanent when they say so', () => {
    expect([Object.assign(new Error('no'), { permanent: true }), new Error('no'), 'no', null].map(isPermanent)).toEqual(
      [true, false, false, false],
    )
  })

  it('are kept as one short line, without passwords', () => {
    expect(errorText(new Error('cannot reach smtp://me:secret@mail.example.com:25 now\nAUTH c2VjcmV0'))).toBe(
      'cannot reach smtp://…@mail.example.com:25 now',
    )
    expect(errorText(new Error('x'.repeat(1000)))).toHaveLength(300)
    expect(errorText('plain')).toBe('plain')
    expect(errorText(undefined)).toBe('unknown error')
  })
})
