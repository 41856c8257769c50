// Following links from bug to bug: dependencies and duplicates.

export type Link = readonly [from: number, to: number]

/**
 * All links on paths from `start`, in few selects regardless of length. `load` returns the links from some bugs, or all
 * links when called without an argument. After `patience` steps, it reads all links at once.
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

export function leadsTo(links: ReadonlyMap<number, ReadonlySet<number>>, from: number, to: number): boolean {
  const seen = new Set([from])
  for (const bug of seen) {
    if (bug === to) return true
    for (const next of links.get(bug) ?? []) seen.add(next)
  }
  return false
}

/**
 * Returns whether a link is part of a cycle. One walk finds all cycles: two bugs lead to each other if Tarjan's
 * algorithm (without recursion) puts them in one component.
 */
export function circlesIn(links: ReadonlyMap<number, ReadonlySet<number>>): (link: Link) => boolean {
  const places = new Map<number, number>()
  const lowest = new Map<number, number>()
  const components = new Map<number, number>()
  const open: number[] = []
  const enter = (bug: number) => {
    places.set(bug, places.size)
    lowest.set(bug, places.size - 1)
    open.push(bug)
    return { bug, others: (links.get(bug) ?? new Set<number>()).values() }
  }
  const reach = (bug: number, place: number) => lowest.set(bug, Math.min(lowest.get(bug) ?? place, place))
  const leave = (bug: number) => {
    if (lowest.get(bug) !== places.get(bug)) return
    for (let member = open.pop(); member !== undefined; member = member === bug ? undefined : open.pop())
      components.set(member, bug)
  }
  for (const start of links.keys()) {
    const way = places.has(start) ? [] : [enter(start)]
    for (let at = way.at(-1); at; at = way.at(-1)) {
      const { value: next } = at.others.next()
      if (next === undefined) {
        way.pop()
        leave(at.bug)
        const before = way.at(-1)
        if (before) reach(before.bug, lowest.get(at.bug) ?? 0)
      } else if (!places.has(next)) way.push(enter(next))
      else if (!components.has(next)) reach(at.bug, places.get(next) ?? 0)
    }
  }
  return ([from, to]) => from === to || (components.has(from) && components.get(from) === components.get(to))
}

function withAll(all: readonly Link[]): Map<number, Set<number>> {
  const links = new Map<number, Set<number>>()
  for (const [from, to] of all) links.set(from, (links.get(from) ?? new Set()).add(to))
  return links
}
