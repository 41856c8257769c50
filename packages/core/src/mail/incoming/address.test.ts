import { describe, expect, it } from 'vitest'
import { incomingPart, isGenuine, readToken, replyToken } from './address.js'

const keys = { secret: 'a secret of the tracker', feedEpoch: 'one' }
const now = new Date('2026-03-01T12:00:00Z')
const ann = { id: 2_000_000, reply_epoch: null }
const token = replyToken(keys, ann, { kind: 'reply', bugId: 123_456_789 }, now)
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)

const isTaken = (text: string, { user = ann, at = now, by = keys } = {}) => {
  const claims = readToken(text)
  return claims !== undefined && isGenuine(by, user, claims, at)
}

describe('the token of a reply', () => {
  it('names the bug and the user, in at most 40 letters and digits', () => {
    expect(token).toMatch(/^[a-z2-7]{20,40}$/)
    expect(readToken(token)).toMatchObject({ kind: 'reply', bugId: 123_456_789, userId: 2_000_000 })
    expect(isTaken(token)).toBe(true)
  })

  it('stays the same, because sent email contains it', () => {
    expect(token).toBe('agkzv3z2qcexucglffbsyxafbvwyycwz')
  })

  it('is worth nothing with any character changed, added or left out', () => {
    const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
    for (let at = 0; at < token.length; at++) {
      const [before, after] = [token.slice(0, at), token.slice(at + 1)]
      const changed = alphabet.split('').filter((letter) => letter !== token[at])
      for (const letter of [...changed, '']) expect(isTaken(before + letter + after)).toBe(false)
    }
    expect(isTaken(`${token}a`)).toBe(false)
  })

  it('ends after 180 days, and with the epoch of the user, the secret and the restored tracker', () => {
    expect(isTaken(token, { at: days(180) })).toBe(true)
    expect(isTaken(token, { at: days(181) })).toBe(false)
    expect(isTaken(token, { at: days(-1) })).toBe(false)
    expect(isTaken(token, { user: { id: ann.id, reply_epoch: 1 } as never })).toBe(false)
    expect(isTaken(token, { user: { id: 3, reply_epoch: null } })).toBe(false)
    expect(isTaken(token, { by: { ...keys, secret: 'another' } })).toBe(false)
    expect(isTaken(token, { by: { ...keys, feedEpoch: 'two' } })).toBe(false)
    expect(isTaken(token, { by: { ...keys, secret: '' } })).toBe(false)
  })
})

describe('incomingPart', () => {
  it('finds what is in the place of the star, whatever the case', () => {
    const catalogue = { parameters: { mail_in_address: 'bugs+*@example.com' } } as never
    expect(incomingPart(catalogue, 'Bugs+Widgets@EXAMPLE.com')).toBe('widgets')
    for (const address of [
      'bugs+@example.com',
      'bugs+a b@example.com',
      'bugs+a@evil.example',
      'a@example.com',
      'bugs+a@x@example.com',
    ])
      expect(incomingPart(catalogue, address)).toBeUndefined()
  })
})
