import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { present, testAuthenticator, verified, type KeyKind } from '../../test/authenticator.js'
import { readRegistration, readSignedAnswer } from './passkey.js'

const origin = 'https://bugs.example.com'
const challenge = randomBytes(32).toString('base64url')
const kinds: readonly KeyKind[] = ['ES256', 'EdDSA', 'RS256']

function register(kind: KeyKind) {
  const authenticator = testAuthenticator(origin, { kind })
  const created = authenticator.create({ challenge, user: { id: 'dXNlcg' } })
  const key = readRegistration(created, { challenge, origin })
  if (!key) throw new Error('the answer does not hold')
  return { authenticator, created, key }
}

/** Numbers from 0 to 1 that a seed determines. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe('an answer of a passkey', () => {
  it('holds only as it was signed: none of 1,500 with one bit changed does', () => {
    const seed = Date.now() % 2 ** 32
    const random = randomFrom(seed)
    for (const kind of kinds) {
      const { authenticator, key } = register(kind)
      const answer = authenticator.get({ challenge })
      expect(readSignedAnswer(answer, { challenge, origin }, key)).toEqual({ counter: 2, is_backed_up: false })
      for (let n = 0; n < 500; n++) {
        const parts = ['clientDataJSON', 'authenticatorData', 'signature'] as const
        const part = parts[n % 3] ?? 'signature'
        const bytes = Buffer.from(answer.response[part], 'base64url')
        const at = Math.floor(random() * bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
        const changed = { ...answer, response: { ...answer.response, [part]: bytes.toString('base64url') } }
        const read = readSignedAnswer(changed, { challenge, origin }, key)
        expect([seed, kind, part, at, read]).toEqual([seed, kind, part, at, undefined])
      }
    }
  })

  it('states whether the passkey is backed up, and may have extensions only where it says so', () => {
    const { authenticator, key } = register('ES256')
    const read = (flags: number, tail = Buffer.alloc(0)) =>
      readSignedAnswer(authenticator.get({ challenge }, { flags, tail }), { challenge, origin }, key)
    const good = present | verified
    expect(read(good | 0x08 | 0x10)).toMatchObject({ is_backed_up: true })
    expect(read(good | 0x80, Buffer.from([0xa0]))).toBeDefined()
    for (const [flags, tail] of [[good | 0x80], [good, Buffer.from([0xa0])], [good | 0x10]] as const)
      expect(read(flags, tail)).toBeUndefined()
  })

  it('is not read in another spelling of its bytes, nor with a key of another algorithm', () => {
    const { authenticator, created, key } = register('ES256')
    const answer = authenticator.get({ challenge })
    for (const spelled of [`${answer.response.signature}=`, ` ${answer.response.signature}`, '']) {
      const response = { ...answer.response, signature: spelled }
      expect(readSignedAnswer({ ...answer, response }, { challenge, origin }, key)).toBeUndefined()
    }
    for (const algorithm of [-8, -257, 0])
      expect(readSignedAnswer(answer, { challenge, origin }, { ...key, algorithm })).toBeUndefined()
    for (const length of [0, 36, 37, 54, 55, 60]) {
      const authenticatorData = Buffer.from(created.response.authenticatorData, 'base64url').subarray(0, length)
      const response = { ...created.response, authenticatorData: authenticatorData.toString('base64url') }
      expect(readRegistration({ ...created, response }, { challenge, origin })).toBeUndefined()
    }
  })
})
