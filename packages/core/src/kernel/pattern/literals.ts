// What every text that a pattern matches must hold, so that an index can narrow the texts down before the pattern is tried.
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
      // What is repeated occurs once at least; where it begins and ends depends on how often.
      cut()
      collect(node.of)
      cut()
    } else if (node.kind !== 'place') cut()
  }

  collect(root)
  return [...new Set(runs.filter((run) => run !== ''))]
}
