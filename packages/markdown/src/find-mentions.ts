// The words that a text mentions people by: not those in code or in quotes.
import { fenceAfter } from './fence.js'
import { mentionsIn } from './mentions.js'
import { parseMarkdown } from './parse.js'
import type { Block, Inline } from './tree.js'

/** A longer text is read line by line only, because its tree would take too long. */
const longestTree = 20_000

/**
 * Returns the first words that a text mentions, each once, in lowercase.
 *
 * @example
 * findMentions('Ask @ann, not `@bob`', { isMarkdown: false, most: 20 }) // ['ann']
 */
export function findMentions(
  text: string,
  { isMarkdown, most }: { readonly isMarkdown: boolean; readonly most: number },
): string[] {
  // Lines do not show that a fence ends with its list or quote.
  const root = isMarkdown && text.length <= longestTree && !wordsIn(text).next().done ? parseMarkdown(text) : null
  return distinct(root ? wordsOfBlocks(root.children) : wordsOfLines(text), most)
}

function distinct(words: Iterable<string>, most: number): string[] {
  const found = new Set<string>()
  for (const word of words) {
    if (found.size >= most) break
    found.add(word)
  }
  return [...found]
}

function* wordsIn(text: string): Generator<string> {
  for (const { word } of mentionsIn(text)) yield word
}

/** Paragraph by paragraph, because a code span ends with its paragraph. */
function* wordsOfLines(text: string): Generator<string> {
  if (!text.includes('@')) return
  let paragraph: string[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const before = fence
    fence = fenceAfter(before, line)
    if (before === '' && fence === '' && !/^ {0,3}>/.test(line) && line.trim() !== '') {
      paragraph.push(line)
      continue
    }
    yield* wordsIn(withoutCode(paragraph.join('\n')))
    paragraph = []
  }
  yield* wordsIn(withoutCode(paragraph.join('\n')))
}

/** A paragraph with a blank in place of each code span: a run of backticks up to the next run of the same length. */
function withoutCode(paragraph: string): string {
  if (!paragraph.includes('`')) return paragraph
  const runs = [...paragraph.matchAll(/`+/g)].map((run) => ({ from: run.index, to: run.index + run[0].length }))
  const nextOf = new Map<number, number>()
  const closing = runs.map(() => -1)
  for (let index = runs.length - 1; index >= 0; index--) {
    const { from, to } = runs[index] as { from: number; to: number }
    closing[index] = nextOf.get(to - from) ?? -1
    nextOf.set(to - from, index)
  }
  const kept: string[] = []
  let at = 0
  for (let index = 0; index < runs.length; index++) {
    const end = closing[index] ?? -1
    if (end === -1) continue
    kept.push(paragraph.slice(at, runs[index]?.from))
    at = runs[end]?.to ?? at
    index = end
  }
  return [...kept, paragraph.slice(at)].join(' ')
}

function* wordsOfBlocks(blocks: readonly Block[]): Generator<string> {
  for (const block of blocks) {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        yield* wordsOfInlines(block.children)
        break
      case 'list':
        for (const item of block.items) yield* wordsOfBlocks(item.children)
        break
      case 'table':
        for (const row of block.rows) for (const cell of row) yield* wordsOfInlines(cell)
        break
      case 'quote':
      case 'code':
      case 'rule':
    }
  }
}

function* wordsOfInlines(nodes: readonly Inline[]): Generator<string> {
  for (const node of nodes) {
    if (node.type === 'text') yield* wordsIn(node.text)
    else if (node.type === 'emphasis' || node.type === 'strong' || node.type === 'delete')
      yield* wordsOfInlines(node.children)
  }
}
