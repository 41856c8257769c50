import { describe, expect, it } from 'vitest'
import { fold } from './fold.js'

describe('fold', () => {
  it.each([
    ['ascii', 'Hello WORLD 42', 'hello world 42'],
    ['accents', 'ÉCOLE', 'école'],
    ['composed and decomposed letters', 'e\u0301', '\u00e9'],
    ['sharp s and double s', 'STRASSE', 'straße'],
    ['the capital sharp s', 'STRAẞE', 'straße'],
    ['both small sigmas', 'ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['a final sigma and one in the middle', 'ος', 'οσ'],
    ['Cyrillic', 'ПРИВЕТ', 'привет'],
    ['Deseret, beyond the basic plane', '\u{10400}', '\u{10428}'],
    ['ligatures', 'ﬁn', 'FIN'],
    ['text with and without what no store keeps', 'a\0B', 'ab'],
    ['halves of characters', 'a\ud800', 'a\ufffd'],
  ])('makes %s equal', (_, a, b) => {
    expect(fold(a)).toBe(fold(b))
  })

  it.each([
    ['accents', 'resume', 'résumé'],
    ['spaces', 'a b', 'ab'],
    ['look-alikes of other scripts', 'a', 'а'],
  ])('keeps %s apart', (_, a, b) => {
    expect(fold(a)).not.toBe(fold(b))
  })

  it('leaves folded text as it is, for every character in Unicode', () => {
    const changed: string[] = []
    for (let point = 0; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point < 0xe000) continue
      const once = fold(String.fromCodePoint(point))
      if (fold(once) !== once) changed.push(point.toString(16))
    }
    expect(changed).toEqual([])
  })
})
