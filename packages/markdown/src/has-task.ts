// The checkboxes of task lists, as they are shown.
import { parseMarkdown } from './parse.js'
import type { Block } from './tree.js'

/**
 * Returns true if a Markdown text is shown with a checkbox whose `[` is at `offset`, in UTF-16 code units.
 *
 * @example
 * hasTaskAt('- [ ] Ask', 2) // true
 */
export function hasTaskAt(text: string, offset: number): boolean {
  const root = parseMarkdown(text)
  return root !== null && hasTask(root.children, offset)
}

function hasTask(blocks: readonly Block[], offset: number): boolean {
  return blocks.some((block) => {
    if (block.type === 'quote') return hasTask(block.children, offset)
    if (block.type !== 'list') return false
    return block.items.some((item) => item.offset === offset || hasTask(item.children, offset))
  })
}
