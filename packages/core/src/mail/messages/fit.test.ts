import { describe, expect, it } from 'vitest'
import { fitted } from './fit.js'
import { makeText } from './mail-text.js'
import type { Part } from './text.js'

const url = 'https://bugs.example.com/show_bug.cgi?id=7'
const halfCharacter = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/
const headline: Part = { line: '', url }

describe('a message', () => {
  it('has all of its parts when they fit', () => {
    const parts: Part[] = [headline, { comment: 'x'.repeat(60_000), heading: '', url: null }, { footer: ['Why'] }]
    expect(fitted(parts)).toBe(parts)
  })

  it.each([
    ['one line of a megabyte', 'x'.repeat(1_000_000)],
    ['words of a megabyte', 'word '.repeat(200_000)],
    ['a million line ends', '\n'.repeat(1_000_000)],
    ['a megabyte of quotes', '> x\n'.repeat(250_000)],
    ['astral characters', `x${'😀'.repeat(500_000)}`],
    ['what is escaped', '"'.repeat(1_000_000)],
  ])('is cut when it holds %s, and ends with the link', (_, comment) => {
    const { text, html } = makeText('It blinks', [
      headline,
      { comment, heading: 'Comment #1:', url: `${url}#c1` },
      { line: 'after' },
      { footer: ['Why'] },
    ])
    expect(text.length).toBeLessThan(70_000)
    expect(text.endsWith(`\n\n… cut\n${url}\n`)).toBe(true)
    expect(text).not.toContain('after')
    expect(text).not.toMatch(halfCharacter)
    expect(html?.length).toBeLessThan(450_000)
    expect(html).toContain(`<a href="${url}">… cut</a>`)
    expect(html).not.toMatch(halfCharacter)
  })

  it('is cut between the rows of a table, whose lines are padded', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => [`Field ${index}`, '\n'.repeat(49), 'x\n'.repeat(49)])
    const { text, html } = makeText('It blinks', [
      headline,
      { table: [['What', 'Removed', 'Added'], ...rows], hasHead: true },
    ])
    expect(text).toContain('Field 0 |')
    expect(text).not.toContain('Field 999')
    expect(text.length).toBeLessThan(200_000)
    expect(html?.length).toBeLessThan(450_000)
    expect(text.endsWith(`… cut\n${url}\n`)).toBe(true)
  })

  it('says that it is cut where no link is known', () => {
    expect(makeText('It blinks', [{ line: 'x'.repeat(70_000) }]).text).toMatch(/x\n\n… cut\n$/)
  })
})
