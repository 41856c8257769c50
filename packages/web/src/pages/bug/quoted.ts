// A comment, or the part of it that is selected, as its author wrote it.
import { asMarkdown } from '@trackerkit/markdown/as-markdown'
import { openFence } from '../../parts/open-fence.js'

interface Written {
  readonly text: string
  readonly is_markdown: boolean
}

interface Selected {
  readonly words: string
  /** The shown text before the selection. */
  readonly before: string
}

/** Plain text as Markdown in which its quotes are quotes. */
function withQuotes(text: string): string {
  let before = ''
  return text
    .split('\n')
    .map((line) => {
      const [marks = ''] = /^ {0,2}>[ >]*/.exec(line) ?? []
      const prefix = '> '.repeat(marks.replaceAll(' ', '').length)
      const shown = prefix + asMarkdown(line.slice(marks.length))
      // Markdown would continue the paragraph of the longer quote.
      const separated = prefix.length < before.length ? `${prefix}\n${shown}` : shown
      before = prefix
      return separated
    })
    .join('\n')
}

/** Letters and digits, which marks do not change. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Those of a line that are shown as text: without numbers and boxes of lists, and addresses of links. */
function shownLettersOf(line: string): string {
  return lettersOf(line.replace(/^[\s>]*(?:[-*+]|\d{1,9}[.)])\s(?:\s*\[[ xX]\]\s)?/, '').replace(/\]\([^()]*\)/g, ']'))
}

/** Of Markdown, the lines that hold the selection; otherwise the selection, which reads the same in Markdown. */
export function quoted({ text, is_markdown }: Written, selected: Selected | undefined, isMarkdown: boolean): string {
  const plain = (words: string) => (isMarkdown ? withQuotes(words) : words)
  if (!is_markdown) return plain(selected?.words ?? text)
  if (!selected) return text
  const { words, before } = selected
  const lines = text.split('\n')
  const letters = lines.map(shownLettersOf)
  const wanted = lettersOf(words)
  const from = wanted === '' ? -1 : nearest(letters.join(''), wanted, lettersOf(before).length)
  if (from < 0) return plain(words)
  let end = 0
  const isHeld = letters.map((line) => {
    const start = end
    end += line.length
    return end > from && start < from + wanted.length
  })
  const [first, last] = [isHeld.indexOf(true), isHeld.lastIndexOf(true)]
  const opening = openFence(lines.slice(0, first))
  const held = [...(opening ? [opening] : []), ...lines.slice(first, last + 1)]
  const closing = openFence(held)?.match(/[`~]+/)
  return [...held, ...(closing ?? [])].join('\n')
}

/** The place of a word that is nearest to another place; -1: none. */
function nearest(text: string, word: string, place: number): number {
  const [after, before] = [text.indexOf(word, place), text.lastIndexOf(word, place)]
  return after >= 0 && (before < 0 || after - place < place - before) ? after : before
}
