// Dependencies as nested lists: every bug is spelled out once, where it comes first, and only named after that.
import type { BugsGraphAnswer } from '@trackerkit/client'

export type GraphBug = BugsGraphAnswer['bugs'][number]

export interface Branch {
  readonly bug: GraphBug
  /** What comes after it has been told further up. */
  readonly isAgain: boolean
  readonly next: readonly Branch[]
}

/** What the bug depends on ('below') or blocks ('above'), the nearest bugs first. */
export function treeOf(
  { bugs, edges }: BugsGraphAnswer,
  root: number,
  direction: 'below' | 'above',
): readonly Branch[] {
  const byId = new Map(bugs.map((bug) => [bug.id, bug]))
  const after = new Map<number, number[]>()
  for (const { blocks, depends_on } of edges) {
    const [from, to] = direction === 'below' ? [blocks, depends_on] : [depends_on, blocks]
    after.set(from, [...(after.get(from) ?? []), to])
  }
  const told = new Set([root])
  const branches = (id: number): readonly Branch[] =>
    (after.get(id) ?? [])
      .toSorted((a, b) => a - b)
      .flatMap((next) => {
        const bug = byId.get(next)
        if (!bug) return []
        const isAgain = told.has(next)
        told.add(next)
        return [{ bug, isAgain, next: isAgain ? [] : branches(next) }]
      })
  return branches(root)
}
