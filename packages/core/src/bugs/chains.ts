// Following links from bug to bug: dependencies and duplicates.

export type Link = readonly [from: number, to: number]

/**
 * All links on the ways from `start`. However long the ways are, it takes few selects: `load` gives the links from some bugs
 * or, when asked with nothing, every link there is. `patience`: so many steps are followed one by one; a longer way is found
 * by reading all links at once.
 */
export async function followLinks(
  start: Iterable<number>,
  load: (from?: readonly number[]) => Promise<readonly Link[]>,
  patience = 2,
): Promise<Map<number, Set<number>>> {
  const links = new Map<number, Set<number>>()
  let frontier = new Set(start)
  for (let step = 0; frontier.size > 0 && step < patience; step++) {
    const found = await load([...frontier])
    for (const bug of frontier) links.set(bug, new Set())
    for (const [from, to] of found) links.get(from)?.add(to)
    frontier = new Set(found.map(([, to]) => to).filter((bug) => !links.has(bug)))
  }
  return frontier.size === 0 ? links : withAll(await load())
}

/** Whether a way leads from one bug to another. */
export function leadsTo(links: ReadonlyMap<number, ReadonlySet<number>>, from: number, to: number): boolean {
  const seen = new Set([from])
  for (const bug of seen) {
    if (bug === to) return true
    for (const next of links.get(bug) ?? []) seen.add(next)
  }
  return false
}

function withAll(all: readonly Link[]): Map<number, Set<number>> {
  const links = new Map<number, Set<number>>()
  for (const [from, to] of all) links.set(from, (links.get(from) ?? new Set()).add(to))
  return links
}
