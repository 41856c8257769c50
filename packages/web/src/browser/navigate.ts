// Moving from page to page without loading anything but data.
import { isTrackerError, type Client } from '@trackerkit/client'
import { openAddress } from '../router/open.js'
import { decoded, type Opened, type Shown } from '../page/page.js'
import { noNews, type App, type Moves, type SiteSettings } from '../state/app.js'
import type { HistoryState } from '../state/list-context.js'
import type { Who } from '../page/who.js'
import { storedTrail, trailTo } from './list-context.js'

/** Milliseconds until pages show that they are loading, and that it is slow. */
const [quietly, long] = [200, 10_000]

interface Way {
  readonly as: 'push' | 'replace' | 'keep'
  /** Scroll position; undefined: the fragment, otherwise the top; 'stay': unchanged. */
  readonly scroll?: number | 'stay' | undefined
  /** Without a word that something is awaited. */
  readonly isQuiet?: boolean
}

export function createRouter(operations: Client, appNow: () => App | undefined): Moves {
  let current: { readonly url: URL; readonly controller: AbortController } | undefined
  /** The number of navigations in progress. */
  let leaving = 0

  async function move(to: string, way: Way): Promise<void> {
    const { as, isQuiet = false } = way
    const app = appNow()
    if (!app) return
    current?.controller.abort()
    const url = new URL(to, location.origin)
    const controller = new AbortController()
    const mine = (current = { url, controller })
    const work = openHere(endedBy(controller.signal, operations), app.site, app.who, url)
    const opened = await waited(isQuiet ? undefined : app, controller.signal, work).finally(() => {
      if (current === mine) current = undefined
    })
    if (controller.signal.aborted || !opened) return
    // The user did not start it, so the page keeps what is typed in it.
    if (isQuiet && opened.kind === 'failed') return
    if (opened.kind === 'moved') {
      await move(app.href(opened.to), { as: as === 'keep' ? 'replace' : as })
      return
    }
    show(app, opened, url, way)
  }

  /** Navigates to another page; reloads of this page cannot cancel it. */
  async function leave(to: string, way: Way): Promise<void> {
    leaving++
    try {
      await move(to, way)
    } catch (error) {
      // A piece of the script is not there any more once the server has a newer one: the server makes the page.
      if (isTrackerError(error)) throw error
      location.assign(to)
    } finally {
      leaving--
    }
  }

  history.scrollRestoration = 'manual'
  addEventListener('popstate', (event) => {
    const { scroll } = (event.state ?? {}) as HistoryState
    void leave(location.href, { as: 'keep', scroll: scroll ?? 0 })
  })
  return {
    go: async (path, { replace = false } = {}) => {
      await leave(`${appNow()?.site.prefix ?? ''}${path}`, { as: replace ? 'replace' : 'push' })
    },
    reload: async ({ isQuiet = false } = {}) => {
      if (leaving === 0) await move(location.href, { as: 'keep', scroll: 'stay', isQuiet })
    },
    cancel: () => current?.controller.abort(),
    ahead: () =>
      current && { path: pathBelow(appNow()?.site.prefix ?? '', current.url), query: current.url.searchParams },
  }
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

/** Opens an address of these pages. */
export async function openHere(operations: Client, site: SiteSettings, who: Who | null, url: URL): Promise<Opened> {
  return openAddress(operations, {
    url,
    path: pathBelow(site.prefix, url),
    who,
    isOwnLogin: site.login.by === 'pages',
    isSetUp: site.setUp === null,
  })
}

function pathBelow(prefix: string, url: URL): string {
  return url.pathname.slice(prefix.length) || '/'
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
function show(app: App, opened: Shown, url: URL, { as, scroll }: Way): void {
  if (as !== 'keep') rememberScroll()
  const trail = as === 'push' ? trailTo(opened, app.shown.value, app.trail.value) : storedTrail()
  const state: HistoryState = trail ? { trail } : {}
  if (as === 'push') history.pushState(state, '', url)
  if (as === 'replace') history.replaceState(state, '', url)
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
