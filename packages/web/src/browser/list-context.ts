// The list from which a page was opened, kept with the entry of the history of the browser.
import type { BugData } from '../fields/bug-data.js'
import type { ListData } from '../pages/list/load.js'
import type { Shown } from '../page/page.js'
import { mostBugs, type HistoryState, type ListContext } from '../state/list-context.js'

/** Returns the list to return to: the current page if it is one, otherwise the one that led here. */
export function trailTo(opened: Shown, before: Shown, trail: ListContext | undefined): ListContext | undefined {
  if (opened.kind !== 'page' || opened.entry.name !== 'bug') return undefined
  const { bug }: BugData = opened.data
  const list = before.kind === 'page' && before.entry.name === 'list' ? trailOf(before) : trail
  return list?.ids.includes(bug.id) ? list : undefined
}

function trailOf({ data, address }: Extract<Shown, { kind: 'page' }>): ListContext {
  const { bugs, offset, total, order }: ListData = data
  return { query: String(address.query), order, ids: bugs.slice(0, mostBugs).map(({ id }) => id), offset, total }
}

/** The list that the entry of the history was reached by. */
export function storedTrail(): ListContext | undefined {
  return (history.state as HistoryState | null)?.trail
}
