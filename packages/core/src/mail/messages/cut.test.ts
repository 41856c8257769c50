import { describe, expect, it } from 'vitest'
import { createCutter } from './cut.js'

describe('what a message shows of long texts', () => {
  it('is all of a text that is not long', () => {
    const cut = createCutter('value')
    expect([cut(''), cut('short\ntext'), cut('x'.repeat(2000))]).toEqual(['', 'short\ntext', 'x'.repeat(2000)])
  })

  it('is the beginning of a long one, and says how much that is and where the rest can be read', () => {
    expect(createCutter('value')('x'.repeat(65_535))).toBe(`${'x'.repeat(2000)}\n[the first 2000 of 65535 characters]`)
    expect(createCutter('comment')('x'.repeat(65_535), 'https://bugs.example.com/show_bug.cgi?id=1#c3')).toBe(
      `${'x'.repeat(20_000)}\n[the first 20000 of 65535 characters; all of them: https://bugs.example.com/show_bug.cgi?id=1#c3]`,
    )
  })

  it('counts lines too: a text of empty lines is long', () => {
    expect(createCutter('value')('\n'.repeat(1000))).toBe(`${'\n'.repeat(49)}\n[the first 49 of 1000 characters]`)
  })

  it('ends with a whole character', () => {
    const [first = ''] = createCutter('value')(`x${'😀'.repeat(2000)}`).split('\n')
    expect(first).toBe(`x${'😀'.repeat(999)}`)
  })

  it('is less of each when there are many of them', () => {
    const cut = createCutter('value')
    const shown = Array.from({ length: 200 }, () => cut('x'.repeat(65_535)))
    expect(shown.join('').length).toBeLessThan(70_000)
    expect(shown.at(-1)).toBe('[the first 0 of 65535 characters]')
  })
})
