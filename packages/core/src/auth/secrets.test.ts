import { describe, expect, it } from 'vitest'
import { createTestRandom } from '../../test/harness.js'
import { hashPassword, hashSecret, isPassword, randomText } from './secrets.js'

const random = createTestRandom()

describe('secrets', () => {
  it('stores a password as scrypt with a unique salt [AUTH-21]', async () => {
    const first = await hashPassword({ random }, 'correct horse')
    const second = await hashPassword({ random }, 'correct horse')
    expect(first).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(second).not.toBe(first)
    expect(await isPassword('correct horse', first)).toBe(true)
    expect(await isPassword('correct horse', second)).toBe(true)
    expect(await isPassword('correct horsf', first)).toBe(false)
  })

  it('accepts no password where none is set', async () => {
    expect(await isPassword('', null)).toBe(false)
    expect(await isPassword('anything', null)).toBe(false)
  })

  it('compares with the cost that a password was kept with', async () => {
    const kept = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$dQYihSOjramD0auIurboB9ARv9WX9DjtzKs5cCyZjA8'
    expect(await isPassword('an old one', kept)).toBe(true)
    expect(await isPassword('another', kept)).toBe(false)
  })

  it('compares passwords alike however their letters are composed', async () => {
    const kept = await hashPassword({ random }, 'caf\u00e9 noir')
    expect(await isPassword('cafe\u0301 noir', kept)).toBe(true)
  })

  it('makes random text of letters and digits, each as likely as the others', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const all = randomText({ random: () => bytes }, 248)
    const counts = new Map<string, number>()
    for (const letter of all) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(62)
    expect(new Set(counts.values())).toEqual(new Set([4]))
    expect(all).toMatch(/^[A-Za-z0-9]+$/)
  })

  it('hashes keys and tokens so that they can be looked up', () => {
    expect(hashSecret('a')).toBe(hashSecret('a'))
    expect(hashSecret('a')).not.toBe(hashSecret('b'))
    expect(hashSecret('secret')).toMatch(/^[\w-]{43}$/)
  })
})
