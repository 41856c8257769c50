import { describe, expect, it } from 'vitest'
import { readUnsubscribeToken, unsubscribeToken } from './token.js'

const keys = { secret: 'secret', feedEpoch: 'first' }
const now = new Date('2026-03-01T12:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const claims = { kind: 'bug', id: 4_000_000_000, user_id: 41 } as const
const token = unsubscribeToken(keys, claims, now)

describe('tokens of unsubscribe links', () => {
  it('are read as they were written, for 180 days', () => {
    for (const day of [0, 1, 180]) expect(readUnsubscribeToken(keys, token, later(day))).toEqual(claims)
    for (const day of [-1, 181]) expect(readUnsubscribeToken(keys, token, later(day))).toBeUndefined()
    for (const kind of ['product', 'component'] as const) {
      const made = unsubscribeToken(keys, { ...claims, kind }, now)
      expect(readUnsubscribeToken(keys, made, now)).toEqual({ ...claims, kind })
    }
  })

  it('stay the same, because sent email contains them', () => {
    expect(token).toBe('Ae5rKAAAAAApAABQIfuJqyFnZZjLgH_I3X5oAME')
  })

  it('are refused after any change of a character', () => {
    const changed = Array.from(token).flatMap((_, index) =>
      ['A', 'B', '-', '=', ' ', '+'].map((one) => token.slice(0, index) + one + token.slice(index + 1)),
    )
    const others = ['', token.slice(1), token.slice(0, -1), `${token}A`, `${token}=`, 'x'.repeat(100)]
    const accepted = [...changed, ...others].filter((other) => readUnsubscribeToken(keys, other, now) !== undefined)
    expect(new Set(accepted)).toEqual(new Set([token]))
  })

  it('of another secret, of another epoch, or without a secret are refused', () => {
    for (const other of [
      { ...keys, secret: 'another' },
      { ...keys, feedEpoch: 'second' },
      { ...keys, secret: '' },
    ])
      expect(readUnsubscribeToken(other, token, now)).toBeUndefined()
  })
})
