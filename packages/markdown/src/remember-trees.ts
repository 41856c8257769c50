import { parseMarkdown } from './parse.js'
import type { Root } from './tree.js'

/** In bytes, roughly. A short text can have thousands of nodes: the cells of a table that are left out. */
const costOf = (text: string, tree: Root | null) => 10 * text.length + 100 * (tree?.nodes ?? 0) + 100

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
    else bytes += costOf(text, tree)
    trees.set(text, tree)
    for (const [oldest, dropped] of trees) {
      if (bytes <= mostBytes) break
      trees.delete(oldest)
      bytes -= costOf(oldest, dropped)
    }
    return tree
  }
}
