// Navigation between pages that loads only data.
import { isTrackerError } from '@trackerkit/client'
import type { Client } from '../page/operations.js'
import { statusOf } from '../router/open.js'
import { decoded, type Opened, type Shown } from '../page/page.js'
import { noNews, type App, type Moves } from '../state/app.js'
import type { HistoryState } from '../state/list-context.js'
import type { ListMarks } from '../state/list-marks.js'
import { isBare } from '../state/more-styles.js'
import { createHistoryEntries, losesInput, type HistoryEntries } from './history-entries.js'
import type { KeptPage, KeptPages } from './kept.js'
import { storedTrail, trailTo } from './list-context.js'
import { isLost, keyOf, openHere, pathBelow } from './open-here.js'

/** Milliseconds until pages show that they are loading, and that it is slow. */
const [quietly, long] = [200, 10_000]

interface Way {
  readonly as: 'push' | 'replace' | 'keep'
  /** Scroll position; undefined: the fragment, otherwise the top; 'stay': unchanged. */
  readonly scroll?: number | 'stay' | undefined
  /** Without an indication that the page is loading. */
  readonly isQuiet?: boolean
  readonly marks?: ListMarks | undefined
}

/** Parts that exist once the page is live. */
export interface Live {
  app?: App
  kept?: KeptPages
}

export function createRouter(operations: Client, live: Live): Moves {
  let current: { readonly url: URL; readonly controller: AbortController } | undefined
  /** The number of navigations in progress. */
  let leaving = 0
  const prefix = () => live.app?.site.prefix ?? ''
  const addressOf = (to: string) => new URL(to, location.origin)

  /** Returns whether the page was shown. */
  async function move(url: URL, way: Way): Promise<boolean> {
    const [{ as, isQuiet = false }, { app }] = [way, live]
    if (!app) return false
    current?.controller.abort()
    const controller = new AbortController()
    const mine = (current = { url, controller })
    // A reload needs newer data than those requested ahead.
    const ahead = way.scroll === 'stay' ? undefined : live.kept?.coming(keyAt(app, url))
    const work = load(endedBy(controller.signal, operations), app, url, ahead)
    const opened = await waited(isQuiet ? undefined : app, controller.signal, work).finally(() => {
      if (current === mine) current = undefined
    })
    if (controller.signal.aborted || !opened) return false
    // The user did not start it, so the page keeps what is typed in it.
    if (isQuiet && opened.kind !== 'moved' && statusOf(opened) >= 400 && !isLost(opened)) return false
    if (opened.kind === 'moved') return move(addressOf(app.href(opened.to)), { as: as === 'keep' ? 'replace' : as })
    show(live, entries, opened, url, way)
    return true
  }

  /** Shows a page that was kept, and requests what differs by now. */
  function showKept(app: App, { opened, scroll, marks, isFresh }: KeptPage, url: URL, way: Way): void {
    current?.controller.abort()
    const isBack = way.as === 'keep' || app.trail.value?.query === String(url.searchParams)
    show(live, entries, opened, url, isBack ? { ...way, scroll: way.scroll ?? scroll, marks } : way)
    if (!isFresh) refreshDrawn(app)
  }

  /** Navigates to another page; reloads of this page cannot cancel it. */
  async function leave(url: URL, way: Way): Promise<void> {
    leaving++
    try {
      const { app, kept } = live
      const page = app && kept?.take(keyAt(app, url))
      if (page) showKept(app, page, url, way)
      else await move(url, way.as === 'keep' ? { ...way, scroll: way.scroll ?? 0 } : way)
    } catch (error) {
      // A newer server no longer has this chunk of the script, or the host logs users in: the server responds.
      if (isTrackerError(error)) throw error
      location.assign(url)
    } finally {
      leaving--
    }
  }

  history.scrollRestoration = 'manual'
  const entries = createHistoryEntries({
    appNow: () => live.app,
    onMove: ({ scroll }) => void leave(addressOf(location.href), { as: 'keep', scroll }),
  })
  return {
    go: async (path, { replace = false, asks = false } = {}) => {
      // The document is loaded, before which the browser asks.
      const url = addressOf(prefix() + path)
      if (asks && live.app && losesInput(live.app, url)) return location.assign(url)
      await leave(url, { as: replace ? 'replace' : 'push' })
    },
    reload: async ({ isQuiet = false } = {}) =>
      leaving === 0 && move(addressOf(location.href), { as: 'keep', scroll: 'stay', isQuiet }),
    cancel: () => current?.controller.abort(),
    ahead: () => current && { path: pathBelow(prefix(), current.url), query: current.url.searchParams },
  }
}

/** Requests what differs by now once the page is drawn, which is of use without it, unless the user has left it. */
function refreshDrawn({ shown, reload }: App): void {
  const drawn = shown.value
  const refresh = async () => shown.value === drawn && reload({ isQuiet: true })
  requestAnimationFrame(() => setTimeout(() => void refresh().catch(() => undefined)))
}

/** The same operations with a signal that aborts when the user leaves the page. */
function endedBy(signal: AbortSignal, operations: Client): Client {
  type Run = (input: unknown, options: { readonly signal: AbortSignal }) => unknown
  const ended = (resource: Readonly<Record<string, Run>>) =>
    Object.fromEntries(
      Object.entries(resource).map(([verb, run]) => [verb, (input: unknown) => run(input, { signal })]),
    )
  const all = Object.entries(operations).map(([name, one]: [string, unknown]) => [
    name,
    typeof one === 'object' ? ended(one as Readonly<Record<string, Run>>) : one,
  ])
  return Object.fromEntries(all) as Client
}

/** Opens an address, or the page of it that was requested ahead. */
async function load(
  operations: Client,
  { site, who, moreStyles }: App,
  url: URL,
  ahead: Promise<Shown | undefined> | undefined,
): Promise<Opened> {
  const opened = (await ahead) ?? (await openHere(operations, site, who, url))
  if (opened.kind !== 'moved' && !isBare(opened)) await moreStyles()
  return opened
}

function keyAt({ site }: App, url: URL): string {
  return keyOf({ path: pathBelow(site.prefix, url), query: url.searchParams })
}

/** Awaits work and shows that it loads, unless it is quick. Undefined if it was aborted. */
async function waited(app: App | undefined, signal: AbortSignal, work: Promise<Opened>): Promise<Opened | undefined> {
  const announce = (state: 'loading' | 'long') => () => {
    if (app && app.waiting.value !== 'stuck') app.waiting.value = state
  }
  const timers = [setTimeout(announce('loading'), quietly), setTimeout(announce('long'), long)]
  try {
    const abandoned = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
    })
    return await Promise.race([work, abandoned])
  } finally {
    for (const timer of timers) clearTimeout(timer)
    if (app) app.waiting.value = 'no'
  }
}

/** Shows the loaded page, and adds it to the browser's history. */
function show({ app, kept }: Live, entries: HistoryEntries, opened: Shown, url: URL, { as, scroll, marks }: Way): void {
  if (!app) return
  if (as !== 'keep') rememberScroll()
  const trail = as === 'push' ? trailTo(opened, app.shown.value, app.trail.value) : storedTrail()
  const state: HistoryState = trail ? { trail } : {}
  if (as !== 'keep') entries[as](state, url)
  kept?.keep(app.shown.value, opened)
  app.marks.current = marks
  app.arrival.isAtTop = !scroll
  app.trail.value = trail
  app.now.value = Date.now()
  const isSamePage = app.shown.value.address.path === opened.address.path
  app.shown.value = opened
  app.news.value = noNews
  document.title = app.title.value
  // The page is drawn first.
  if (scroll !== 'stay') requestAnimationFrame(() => arrive(url, scroll, isSamePage))
}

function rememberScroll(): void {
  const state: HistoryState = { ...(history.state as HistoryState | null), scroll: scrollY }
  history.replaceState(state, '')
}

/** Scrolls to where the address leads, and lets screen readers begin there. */
function arrive(url: URL, scroll: number | undefined, isSamePage: boolean): void {
  const target = url.hash === '' ? null : document.getElementById(decoded(url.hash.slice(1)) ?? '')
  if (target) {
    target.scrollIntoView()
    return
  }
  if (!isSamePage) document.getElementById('content')?.focus({ preventScroll: true })
  scrollTo(0, scroll ?? (isSamePage ? scrollY : 0))
}
