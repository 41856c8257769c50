import { describe, expect, it } from 'vitest'
import { escaped, htmlOf } from './html.js'
import { textOf, wrapped, type Part } from './text.js'

describe('the plain text of a mail', () => {
  it('is wrapped at 80 characters, but for quoted lines and words that are longer', () => {
    const words = 'word '.repeat(40).trim()
    const lines = wrapped(words).split('\n')
    expect(lines.map((line) => line.length)).toEqual([79, 79, 39])
    expect(lines.join(' ')).toBe(words)
    expect(wrapped(`> ${words}`)).toBe(`> ${words}`)
    const address = `https://example.com/${'x'.repeat(100)}`
    expect(wrapped(`See ${address} for more`)).toBe(`See\n${address}\nfor more`)
    expect(wrapped('short\n\n  indented')).toBe('short\n\n  indented')
  })

  it('counts characters, not code units', () => {
    const face = '😀'.repeat(80)
    expect(wrapped(face)).toBe(face)
    expect(wrapped(`${'😀'.repeat(40)} ${'😀'.repeat(39)}`)).not.toContain('\n')
  })

  it('puts tables in columns that fit, and breaks what does not', () => {
    const table: Part = {
      table: [
        ['What', 'Removed', 'Added'],
        ['Whiteboard', 'x'.repeat(50), 'some words that are too many for one line of it'],
      ],
      hasHead: true,
    }
    const lines = textOf([table]).trimEnd().split('\n')
    expect(lines[0]).toBe('      What | Removed                          | Added')
    expect(lines[1]).toBe('-'.repeat(80))
    expect(lines[2]).toBe(`Whiteboard | ${'x'.repeat(32)} | some words that are too many for`)
    expect(lines[3]).toBe(`           | ${'x'.repeat(18)}${' '.repeat(14)} | one line of it`)
    expect(Math.max(...lines.map((line) => line.length))).toBe(80)
  })

  it('leaves out what is empty', () => {
    expect(textOf([{ line: '' }, { heading: '' }, { table: [] }, { footer: [] }, { line: 'All there is' }])).toBe(
      'All there is\n',
    )
  })
})

describe('the HTML of a mail', () => {
  const hostile = `<script>alert("1")</script> & 'x'`

  it('escapes everything that people write', () => {
    const html = htmlOf([
      { line: hostile, url: `https://x/?"><script>` },
      { heading: hostile },
      { table: [[hostile, hostile]] },
      { comment: hostile, heading: hostile, url: null },
      { footer: [hostile] },
    ])
    expect(html).not.toMatch(/<script/i)
    expect(html.split('&lt;script&gt;')).toHaveLength(9)
    expect(html).toContain('href="https://x/?&quot;&gt;&lt;script&gt;"')
    expect(escaped(hostile)).toBe('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;')
  })

  it('links only to web addresses', () => {
    expect(htmlOf([{ line: 'Bug 1', url: 'javascript:alert(1)' }])).toContain('<p>Bug 1</p>')
    expect(htmlOf([{ line: '', url: 'https://bugs.example.com/' }])).toContain(
      '<a href="https://bugs.example.com/">https://',
    )
  })

  it('keeps comments as they are written', () => {
    const part: Part = { comment: 'one\n  two', heading: '', url: null }
    expect(htmlOf([part])).toContain('<pre style="white-space: pre-wrap">one\n  two</pre>')
  })
})
