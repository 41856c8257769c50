import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path.js'

describe('returnPath', () => {
  it('writes in ASCII what is no part of an address, halves of characters too', () => {
    expect(returnPath('/a\u2028?b=\u4e2d#\u{1f600}')).toBe('/a%E2%80%A8?b=%E4%B8%AD#%F0%9F%98%80')
    expect(returnPath('/a\ud83d')).toBe('/a%EF%BF%BD')
  })

  it('leads to no other host', () => {
    for (const path of ['//evil.example', '/..//evil.example', '/a/../..//evil.example'])
      expect(new URL(returnPath(path), 'http://host/').host).toBe('host')
  })
})
