import { parseMarkdown } from './parse.js'
import type { Root } from './tree.js'

/** A tree has some ten times the characters of its text, and something for itself. */
const costOf = (text: string) => 10 * text.length + 500

/**
 * `parseMarkdown` with a memory, since servers show a text many times. Above about `mostBytes`, it forgets the trees that were used
 * longest ago.
 */
export function rememberTrees(mostBytes: number): typeof parseMarkdown {
  const trees = new Map<string, Root | null>()
  let bytes = 0
  return (text) => {
    const known = trees.get(text)
    const tree = known === undefined ? parseMarkdown(text) : known
    if (known !== undefined) trees.delete(text)
    else bytes += costOf(text)
    trees.set(text, tree)
    for (const [oldest] of trees) {
      if (bytes <= mostBytes) break
      trees.delete(oldest)
      bytes -= costOf(oldest)
    }
    return tree
  }
}
