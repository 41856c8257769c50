// Random texts of marks and numbered words, of which each must be in the tree.
import { parseMarkdown } from '../src/index.js'

const marks = [
  ...['*', '**', '_', '__', '~~', '`', '``', '```', '~~~', '> ', '- ', '1. ', '# ', '## ', '    ', '\t', '\n', '\n\n'],
  ...['[', ']', '(', ')', '![', '](', '](https://a.b)', '|', '|-|-|', '\n|-|-|\n', '---', '===', '\\', '<', '>', '&'],
  ...[
    '&amp;',
    '&#42;',
    '- [ ] ',
    '[x] ',
    '  \n',
    'https://a.b/',
    '@',
    '<!-- ',
    '-->',
    '<b>',
    '</b>',
    ':',
    '😀',
    ' ',
    ' ',
  ],
]

/** Mulberry32. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Marks and numbered words, the same for the same seed. */
export function randomParts(seed: number): readonly string[] {
  const roll = dice(seed)
  return Array.from({ length: 1 + Math.floor(roll() ** 3 * 300) }, (_, index) =>
    roll() < 0.3 ? `w${index}w` : (marks[Math.floor(roll() * marks.length)] ?? ''),
  )
}

/** @throws Error that has the text, when a word is missing */
export function requireWords(seed: number): void {
  const parts = randomParts(seed)
  const text = parts.join('')
  const root = parseMarkdown(text)
  if (!root) return
  const tree = JSON.stringify(root)
  // Addresses that are defined for links, and cells beyond the columns of a table, are not shown by any Markdown.
  const isShown = !/\]:|\|-\|/.test(text)
  const missing = isShown && parts.find((part) => part.startsWith('w') && !tree.includes(part))
  if (missing) throw new Error(`${missing} is missing of seed ${seed}: ${JSON.stringify(text)} as ${tree}`)
}
