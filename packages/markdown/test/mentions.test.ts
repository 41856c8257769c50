import { describe, expect, it } from 'vitest'
import { findMentions } from '@trackerkit/markdown'
import { linksIn } from '@trackerkit/markdown/links'

const words = (text: string, isMarkdown = false) => findMentions(text, { isMarkdown, most: 20 })

describe('findMentions', () => {
  it.each([
    ['@ann', 'ann'],
    ['(@ann)', 'ann'],
    ['@ann.', 'ann'],
    ['@ANN,', 'ann'],
    ['@ann~41', 'ann~41'],
    ['(ask @ann~41.)', 'ann~41'],
    ['@ann~41-', 'ann~41'],
    ['@ann~41a', 'ann'],
    ['- [ ] ask @a.n-n+x_1!', 'a.n-n+x_1'],
    ['**@ann**', 'ann'],
  ])('finds the word in %s', (text, word) => {
    expect(words(text)).toEqual([word])
    expect(words(text, true)).toEqual([word])
  })

  it.each([
    ...['x@ann', '@ann@example.com', '`@ann`', '> @ann', '@a', '```\n@ann\n```', '~~~\n```\n@ann\n~~~', '``a ` @ann``'],
    ...['a `b\n@ann` c', 'https://example.com/@ann', '@', '@.', `@${'a'.repeat(65)}`],
  ])('finds no mention in %s', (text) => {
    expect(words(text)).toEqual([])
    expect(words(text, true)).toEqual([])
  })

  it('reads indented code and nested quotes of Markdown, and not those of plain text', () => {
    expect(words('a\n\n    @ann', true)).toEqual([])
    expect(words('a\n\n    @ann')).toEqual(['ann'])
    expect(words('- > @ann', true)).toEqual([])
    expect(words('[@ann](https://example.com/)', true)).toEqual([])
  })

  it('finds mentions after a fence that ends with its list', () => {
    expect(words('- a\n  ```\n  code\n\n@ann', true)).toEqual(['ann'])
  })

  it('names each word once, and no more than wanted', () => {
    const many = Array.from({ length: 25 }, (_, index) => `@person${index}`).join(' ')
    expect(words('@ann @bob @Ann')).toEqual(['ann', 'bob'])
    expect(words(many)).toHaveLength(20)
  })

  it('reads hostile texts in linear time', () => {
    for (const part of ['@', '@a', '`', '`a``', '@a.', '~~~\n', '> @', `@${'a.'.repeat(40)}`]) {
      const text = part.repeat(Math.ceil(65_535 / part.length))
      const started = process.cpuUsage()
      words(text)
      const { user } = process.cpuUsage(started)
      expect(user).toBeLessThan(400_000)
    }
  })
})

describe('linksIn', () => {
  it('links mentions that have an address, between other links', () => {
    const pieces = linksIn('bug 1, @ann and @bob in bug 2', 10, (target) =>
      target.kind === 'mention'
        ? target.word === 'ann'
          ? '/ann'
          : null
        : target.kind === 'bug'
          ? `/${target.id}`
          : null,
    )
    expect(pieces.map(({ href }) => href)).toEqual(['/1', '/ann', '/2'])
  })
})
