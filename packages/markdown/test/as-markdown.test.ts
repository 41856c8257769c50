import { parseMarkdown, type Block, type Inline } from '@trackerkit/markdown'
import { asMarkdown } from '@trackerkit/markdown/as-markdown'
import { describe, expect, it } from 'vitest'

/** The lines that are shown; throws for anything but paragraphs of text. */
function shown(markdown: string): string[] {
  const lines = (parseMarkdown(markdown)?.children ?? []).flatMap((block: Block) => {
    if (block.type !== 'paragraph') throw new Error(`${JSON.stringify(markdown)} has a ${block.type}`)
    return textOf(block.children).split('\n')
  })
  return lines.map((line) => line.replaceAll('\u00A0', ' ').trimEnd())
}

function textOf(nodes: readonly Inline[]): string {
  const parts = nodes.map((node) => {
    if (node.type === 'text') return node.text
    if (node.type === 'break') return '\n'
    throw new Error(`There is a ${node.type}`)
  })
  return parts.join('')
}

const linesOf = (text: string) =>
  text
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]))

const pieces = [
  ...['*', '**', '_', '__', '~~', '`', '```', '> ', '- ', '+ ', '1. ', '2) ', '# ', '#', '    ', '\t', '\n', '\n\n'],
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](https://a.b)',
    '|',
    '\n|-|-|\n',
    '---',
    '===',
    '\\',
    '<',
    '>',
    '&',
    '&amp;',
    '&#42;',
  ],
  ...['- [ ] ', '[x]: ', '<b>', '<https://a.b/>', 'https://a.b/', '@grace', '😀', ' ', ' ', 'word', 'a_b', '7', 'é'],
]

describe('a plain text as Markdown', () => {
  it.each([
    '# not a title',
    '*x* and **y** and ~~z~~ and `code`',
    '<b>bold</b> <https://example.org/> &lt;',
    'a\n===\nb\n---',
    '1. one\n2) two\n- three\n+ four\n> five',
    '    at Object.run (main.js:1)\n\tat\tnext',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '[link](https://example.org/) ![image](attachment:1) [x]: y',
    String.raw`C:\new_folder\_x`,
    'snake_case and __init__ and https://example.org/a_b_?x=1&amp;copy=2',
    '```sh\nmake\n```',
  ])('shows the same: %j', (text) => {
    expect(shown(asMarkdown(text))).toEqual(linesOf(text))
  })

  it('shows the same for random marks', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      let state = seed * 2_654_435_761
      const next = () => (state = (Math.imul(state ^ (state >>> 15), 1_597_334_677) + seed) >>> 0)
      const text = Array.from({ length: 1 + (next() % 12) }, () => pieces[next() % pieces.length]).join('')
      expect(shown(asMarkdown(text)), `seed ${seed}: ${JSON.stringify(text)}`).toEqual(linesOf(text))
    }
  })

  it('stays readable where nothing is marked', () => {
    const text = 'A well-known e-mail, 1.5 or (2): snake_case! Is a > b & c?'
    expect(asMarkdown(text)).toBe(text)
  })
})
