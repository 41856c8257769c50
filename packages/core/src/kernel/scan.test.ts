import { describe, expect, it } from 'vitest'
import { createRandom } from '../conformance/random.js'
import { countPieces, cutEnd, digitsAt, isBlank, isCommaOrBlank, isDecimal, piecesOf, trimmed } from './scan.js'

/** Short texts of the characters that matter, so that each combination comes up. */
function texts(alphabet: string): string[] {
  const random = createRandom(20_261_124)
  const characters = Array.from(alphabet)
  return Array.from({ length: 5000 }, () => random.many(0, 8, () => random.pick(characters)).join(''))
}

/** The texts for which they disagree, with what either makes of them. */
function differences<T>(alphabet: string, scan: (text: string) => T, pattern: (text: string) => T) {
  return texts(alphabet).flatMap((text) => (scan(text) === pattern(text) ? [] : [[text, scan(text), pattern(text)]]))
}

const isPunctuation = (character: string) => !/[\p{L}\p{N}]/u.test(character)

describe('scan', () => {
  it('isDecimal takes what /^[+-]?(\\d+\\.?\\d*|\\.\\d+)$/ takes', () => {
    expect(differences('019.+- x', isDecimal, (text) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text))).toEqual([])
  })

  it('digitsAt goes as far as /\\d+/y', () => {
    expect(
      differences(
        '019a٣-',
        (text) => digitsAt(text, 1),
        (text) => 1 + (/^\d+/.exec(text.slice(1))?.[0].length ?? 0),
      ),
    ).toEqual([])
  })

  it('cutEnd cuts what /[/\\n]+$/ finds', () => {
    expect(
      differences(
        '/\na?',
        (text) => cutEnd(text, '/\n'),
        (text) => text.replace(/[/\n]+$/, ''),
      ),
    ).toEqual([])
  })

  it('piecesOf splits as /[\\s,]+/ does, and at one character, and countPieces counts what it returns', () => {
    const isSemicolon = (character: string) => character === ';'
    for (const text of texts(', ;a\t\u00a0é😀')) {
      const words = text.split(/[\s,]+/).filter((word) => word !== '')
      const parts = text.split(';').map((part) => part.trim())
      expect(piecesOf(text, isCommaOrBlank)).toEqual(words)
      expect(piecesOf(text, isSemicolon)).toEqual(parts.filter((part) => part !== ''))
      expect(countPieces(text, isCommaOrBlank)).toBe(words.length)
      expect(countPieces(text, isSemicolon)).toBe(piecesOf(text, isSemicolon).length)
    }
  })

  it('trimmed cuts what /^[\\s,]+|[\\s,]+$/g finds', () => {
    expect(
      differences(
        ', \t\u00a0\ufeff\u2028ab',
        (text) => trimmed(text, (character) => character === ',' || isBlank(character)),
        (text) => text.replace(/^[\s,]+|[\s,]+$/g, ''),
      ),
    ).toEqual([])
  })

  it('trimmed takes characters beyond U+FFFF, and halves of them, as patterns with the flag u do', () => {
    expect(
      differences(
        '.a9é😀𝒳\ud835\udcb3',
        (text) => trimmed(text, isPunctuation),
        (text) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
      ),
    ).toEqual([])
  })
})
