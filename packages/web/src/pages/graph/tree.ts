// Dependencies as nested lists: every bug has its own branches once, where it is nearest to the root.
import type { BugsGraphAnswer } from '@trackerkit/client/types'

export type GraphBug = BugsGraphAnswer['bugs'][number]

export interface Branch {
  readonly bug: GraphBug
  /** Its branches are at another place. */
  readonly isAgain: boolean
  readonly next: readonly Branch[]
}

/** The bugs that this one depends on ('below') or blocks ('above'), the nearest first. */
export function treeOf(
  { bugs, edges }: BugsGraphAnswer,
  root: number,
  direction: 'below' | 'above',
): readonly Branch[] {
  const byId = new Map(bugs.map((bug) => [bug.id, bug]))
  const after = new Map<number, number[]>()
  for (const { blocks, depends_on } of edges) {
    const [from, to] = direction === 'below' ? [blocks, depends_on] : [depends_on, blocks]
    const list = after.get(from)
    if (list) list.push(to)
    else after.set(from, [to])
  }
  const listed = new Set([root])
  const branches: Branch[] = []
  // Level by level, and the list grows while it is read: no branch is deeper than the shortest way to its bug.
  const open = [{ id: root, next: branches }]
  for (const { id, next } of open) {
    for (const to of (after.get(id) ?? []).toSorted((a, b) => a - b)) {
      const bug = byId.get(to)
      if (!bug) continue
      const isAgain = listed.has(to)
      const below: Branch[] = []
      next.push({ bug, isAgain, next: below })
      if (isAgain) continue
      listed.add(to)
      open.push({ id: to, next: below })
    }
  }
  return branches
}
