import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { put, say, warn } from './print.js'

let [out, err] = ['', '']
beforeEach(() => {
  out = err = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))))
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('text for people', () => {
  it('spells out what steers a terminal or turns what is read, and keeps lines and tabs', () => {
    say('\u001b[2Jred\u0007\r\u009b31m\u007f \u202egnp.exe\u2066x\u2069')
    warn('one\ttwo\nthree\u0000')
    expect(out).toBe('\\u{1b}[2Jred\\u{7}\\u{d}\\u{9b}31m\\u{7f} \\u{202e}gnp.exe\\u{2066}x\\u{2069}\n')
    expect(err).toBe('one\ttwo\nthree\\u{0}\n')
  })

  it('leaves all other characters as they are', () => {
    const text = 'Grüße, 你好 🎉 e\u0301 \u200d שלום'
    say(text)
    expect(out).toBe(`${text}\n`)
  })

  it.each(['x', '\u001b', '😀'])('has lines of at most 4,000 characters, of %j too', (character) => {
    say(`short\n${character.repeat(1_000_000)}\nshort`)
    const [first, long = '', last] = out.split('\n')
    expect([first, last]).toEqual(['short', 'short'])
    expect(long.length).toBeLessThanOrEqual(4000)
    expect(long.length).toBeGreaterThan(3990)
    expect(long).toMatch(/[^\uD800-\uDBFF]…$/)
  })

  it('shows the whole of a line of 4,000 characters', () => {
    say('x'.repeat(4000))
    expect(out).toBe(`${'x'.repeat(4000)}\n`)
  })
})

describe('what a program reads', () => {
  it('is every byte of it', () => {
    const text = `{"name":"\u202e"}\r\n${'x'.repeat(5000)}`
    put(text)
    expect(out).toBe(text)
  })
})
