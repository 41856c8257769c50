// Keywords and milestones of the planned bugs, and the ones that the administrator reported.
import type { DemoEvent } from './plan.js'

export interface BugDetails {
  readonly keywords: readonly string[]
  readonly milestone: string | undefined
  readonly by: string | undefined
}

/** Names with descriptions. */
export const keywords: Readonly<Record<string, string>> = {
  customer: 'A customer waits for it',
  performance: 'Something is too slow or too large',
  regression: 'It worked in an earlier version',
  usability: 'It works, but not as people expect',
}

/** By product: the next milestone, then the one after. */
export const milestones: Readonly<Record<string, readonly [string, string]>> = {
  Harbor: ['3.3', '3.4'],
  Lantern: ['1.5', '1.6'],
  Toolbox: ['1.0', '1.1'],
}

/** A milestone has this many bugs of a product, of which 60 % are closed. */
const [closedInMilestone, openInMilestone] = [9, 6]
const ending: ReadonlySet<DemoEvent['kind']> = new Set(['close', 'duplicate', 'verify'])

/** The bugs that are open at the end, each with the time of its last event, the latest first. */
export function openBugs(events: readonly DemoEvent[]): readonly { readonly bug: number; readonly at: number }[] {
  const last = new Map(events.map((event) => [event.bug, event]))
  return [...last.values()].filter(({ kind }) => !ending.has(kind)).toSorted((a, b) => b.at - a.at)
}

/** By bug. */
export function detailsOf(events: readonly DemoEvent[]): ReadonlyMap<number, BugDetails> {
  const open = new Set(openBugs(events).map(({ bug }) => bug))
  const counts = new Map<string, number>()
  const names = Object.keys(keywords)
  const filed = events.filter((event) => event.kind === 'file').toReversed()
  return new Map(
    filed.map(({ bug, product }, index) => {
      const isOpen = open.has(bug)
      const key = `${product} ${isOpen}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      const [next, later] = milestones[product] ?? []
      const isNext = count <= (isOpen ? openInMilestone : closedInMilestone)
      const isLater = isOpen && count <= 2 * openInMilestone
      return [
        bug,
        {
          keywords: bug % 3 === 0 ? [names[(bug / 3) % names.length] as string] : [],
          milestone: isNext ? next : isLater ? later : undefined,
          by: isOpen && index % 30 === 4 ? 'admin' : undefined,
        },
      ]
    }),
  )
}
