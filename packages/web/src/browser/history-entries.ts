// Entries of the browser's history. Before unsaved input is lost, the browser asks where documents are left, but not where
// pages of one are.
import { hasUnsaved } from '../parts/unsaved.js'
import type { App } from '../state/app.js'
import type { HistoryState } from '../state/list-context.js'
import { keyOf, pathBelow } from './open-here.js'

export interface HistoryEntries {
  readonly push: (state: HistoryState, url: URL) => void
  readonly replace: (state: HistoryState, url: URL) => void
}

interface Options {
  /** Undefined until the page is live. */
  readonly appNow: () => App | undefined
  /** Called after Back and Forward. */
  readonly onMove: (state: HistoryState) => void
}

/** Numbers the entries, by which Back and Forward are undone if the user stays. */
export function createHistoryEntries({ appNow, onMove }: Options): HistoryEntries {
  let place = placeHere(0)

  addEventListener('popstate', () => {
    const next = placeHere(place + 1)
    // The user stayed, and this is the way back.
    if (next === place) return
    const app = appNow()
    if (app && losesInput(app, new URL(location.href)) && !confirm(app.texts.leave)) {
      history.go(place - next)
      return
    }
    place = next
    onMove(history.state as HistoryState)
  })

  return {
    push: (state, url) => history.pushState({ ...state, place: ++place }, '', url),
    replace: (state, url) => history.replaceState({ ...state, place }, '', url),
  }
}

/** Returns true if the page has unsaved input, and this address is that of another one. */
export function losesInput({ site, shown }: App, url: URL): boolean {
  const key = keyOf({ path: pathBelow(site.prefix, url), query: url.searchParams })
  return key !== keyOf(shown.value.address) && hasUnsaved()
}

/** The place of the entry. One without it is new, such as that of a link to a fragment. */
function placeHere(next: number): number {
  const state = history.state as HistoryState | null
  if (state?.place !== undefined) return state.place
  history.replaceState({ ...state, place: next }, '')
  return next
}
