// Literals that every match must contain, so an index can preselect rows before the pattern runs.
import type { Node } from './parse.js'

/** Runs of characters that are part of every match, in the order of the pattern. */
export function literalsOf(root: Node): string[] {
  const runs: string[] = ['']
  const cut = () => runs.push('')

  function collect(node: Node): void {
    if (node.kind === 'character' && node.literal !== undefined)
      runs.push(runs.pop() + String.fromCodePoint(node.literal))
    else if (node.kind === 'sequence') node.parts.forEach(collect)
    else if (node.kind === 'choice' && node.among.length === 1) node.among.forEach(collect)
    else if (node.kind === 'repeat' && node.min > 0) {
      // A repetition occurs at least once; its edges depend on the count.
      cut()
      collect(node.of)
      cut()
    } else if (node.kind !== 'place') cut()
  }

  collect(root)
  return [...new Set(runs.filter((run) => run !== ''))]
}
