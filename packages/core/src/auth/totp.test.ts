import { describe, expect, it } from 'vitest'
import { base32, stepOf, totpAddress } from './totp.js'

/** Appendix B of RFC 6238, cut to six digits. */
const secret = base32(new TextEncoder().encode('12345678901234567890'))
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

describe('one-time passwords by the clock', () => {
  it('are those of RFC 6238', () => {
    for (const [seconds, otp] of vectors)
      expect(stepOf(secret, otp, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  it('are wrong when they are something else than six digits', () => {
    for (const otp of ['', '28708', '2870820', '28708x', '２８７０８２'])
      expect(stepOf(secret, otp, new Date(59_000))).toBeUndefined()
  })

  it('are set up in an authenticator by an address that says whose they are', () => {
    const address = totpAddress({ secret, issuer: 'bugs.example.com', login: 'alice@example.com' })
    expect(address).toBe(
      'otpauth://totp/bugs.example.com:alice%40example.com?issuer=bugs.example.com&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    )
  })
})
