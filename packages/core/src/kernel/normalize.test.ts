import { describe, expect, it } from 'vitest'
import { normalize } from './normalize.js'

describe('normalize', () => {
  it('composes letters and puts marks in order', () => {
    expect(normalize('u\u0308', 'NFC')).toBe('ü')
    expect(normalize('a\u0315\u0300', 'NFC')).toBe('à\u0315')
    expect(normalize('１', 'NFKC')).toBe('1')
  })

  it('leaves runs of up to 30 marks as they are in Unicode', () => {
    const text = `a${'\u0315\u0300'.repeat(15)}b`
    expect(normalize(text, 'NFC')).toBe(text.normalize('NFC'))
  })

  it('cuts longer runs, whose order would take time square in their length', () => {
    const marks = normalize(`a${'\u0315\u0300'.repeat(32_000)}`, 'NFC').split('\u034F')
    expect(Math.max(...marks.map((run) => run.length))).toBeLessThanOrEqual(31)
    expect(marks.join('').length).toBe(63_999 + 1)
  })
})
