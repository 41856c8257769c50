import { parseMarkdown } from '@trackerkit/markdown'
import { describe, expect, it } from 'vitest'
import { quoted } from './quoted.js'

const quote = (text: string, words: string, before = '') => quoted({ text, is_markdown: true }, { words, before }, true)

describe('a quote of selected words', () => {
  it('holds their lines as they were written', () => {
    expect(quote('# Title\n\nIt is **very** [loud](https://x.example/)\n\nBye', 'very loud')).toBe(
      'It is **very** [loud](https://x.example/)',
    )
    expect(quote('One\nTwo\nThree', 'o T')).toBe('Two\nThree')
    expect(quote('1. First\n2. [x] Second\n3. Third', 'First\nSecond')).toBe('1. First\n2. [x] Second')
  })

  it('is taken from the place that is selected, of several with the same words', () => {
    expect(quote('I do not know.\n\nYes.\n\nno', 'no', 'I do not know. Yes.')).toBe('no')
    expect(quote('no\n\nYes\n\nno', 'no')).toBe('no')
  })

  it('keeps the fence of code', () => {
    const text = 'Run\n\n```sh\nmake\n# install\n```\n\nand wait'
    expect(quote(text, 'install')).toBe('```sh\n# install\n```')
    expect(quote(text, 'install and')).toBe('```sh\n# install\n```\n\nand wait')
    expect(quote('````\n```\nmake\n```\n````', 'make')).toBe('````\nmake\n````')
  })

  it('is plain text where the words are not found in the source', () => {
    expect(quote('R&amp;D', 'R&D *x*')).toBe(String.raw`R&D \*x\*`)
    const plain = { text: 'a *b*', is_markdown: false }
    expect(quoted(plain, { words: '*b*', before: 'a ' }, false)).toBe('*b*')
    expect(quoted(plain, { words: '*b*', before: 'a ' }, true)).toBe(String.raw`\*b\*`)
    expect(quoted(plain, undefined, true)).toBe(String.raw`a \*b\*`)
    expect(quoted(plain, undefined, false)).toBe('a *b*')
  })

  it('keeps the levels of quotes in plain text', () => {
    const plain = { text: '> > *Why*?\n>> Why not?\n> Because\nSo\n\n> 1\n3 > 2', is_markdown: false }
    const markdown = quoted(plain, undefined, true)
    const nested = { type: 'quote', children: [{ type: 'quote' }, { type: 'paragraph' }] }
    expect(parseMarkdown(markdown)?.children).toMatchObject([
      nested,
      { type: 'paragraph' },
      { type: 'quote', children: [{ type: 'paragraph' }] },
      { type: 'paragraph' },
    ])
    expect(markdown).toContain(String.raw`> > \*Why\*?`)
    expect(quoted(plain, undefined, false)).toBe(plain.text)
  })
})
