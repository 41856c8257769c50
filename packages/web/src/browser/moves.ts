// Moving from page to page without loading anything but data.
import type { Client } from '@trackerkit/client'
import { openAddress } from '../pages/open.js'
import { decoded, type Opened } from '../pages/page.js'
import type { App, Moves, SiteSettings } from '../state/app.js'
import type { Who } from '../state/who.js'

/** How long the old page stays before anything is said, and after how long it is said to take long, in milliseconds. */
const [quietly, long] = [200, 10_000]

interface Way {
  readonly as: 'push' | 'replace' | 'keep'
  /** Where to scroll to; undefined: to the fragment, else to the top; 'stay': nowhere. */
  readonly scroll?: number | 'stay' | undefined
}

export function createMoves(operations: Client, appNow: () => App | undefined): Moves {
  let current: AbortController | undefined
  /** How many ways to other pages are under way. */
  let leaving = 0

  async function move(to: string, { as, scroll }: Way): Promise<void> {
    const app = appNow()
    if (!app) return
    current?.abort()
    const controller = (current = new AbortController())
    const url = new URL(to, location.origin)
    const opened = await waited(app, controller.signal, openHere(operations, app.site, app.who, url))
    if (controller.signal.aborted || !opened) return
    if (opened.kind === 'moved') {
      await move(app.href(opened.to), { as: as === 'keep' ? 'replace' : as })
      return
    }
    if (as !== 'keep') rememberScroll()
    if (as === 'push') history.pushState({}, '', url)
    if (as === 'replace') history.replaceState({}, '', url)
    app.now.value = Date.now()
    const isSamePage = app.shown.value.address.path === opened.address.path
    app.shown.value = opened
    document.title = app.title.value
    // The page is drawn first.
    if (scroll !== 'stay') requestAnimationFrame(() => arrive(url, scroll, isSamePage))
  }

  /** Goes to another page, which nothing that loads this one anew may stop. */
  async function leave(to: string, way: Way): Promise<void> {
    leaving++
    try {
      await move(to, way)
    } finally {
      leaving--
    }
  }

  history.scrollRestoration = 'manual'
  addEventListener('popstate', (event) => {
    const { scroll } = (event.state ?? {}) as { readonly scroll?: number }
    void leave(location.href, { as: 'keep', scroll: scroll ?? 0 })
  })
  return {
    go: async (path, { replace = false } = {}) => {
      await leave(`${appNow()?.site.prefix ?? ''}${path}`, { as: replace ? 'replace' : 'push' })
    },
    reload: async () => {
      if (leaving === 0) await move(location.href, { as: 'keep', scroll: 'stay' })
    },
    cancel: () => current?.abort(),
  }
}

/** Opens an address of these pages. */
export async function openHere(operations: Client, site: SiteSettings, who: Who | null, url: URL): Promise<Opened> {
  const path = url.pathname.slice(site.prefix.length) || '/'
  return openAddress(operations, {
    url,
    path,
    who,
    isOwnLogin: site.login.by === 'pages',
    isSetUp: site.setUp === null,
  })
}

/** What comes, and meanwhile a word that it is awaited. Undefined when it was given up. */
async function waited(app: App, signal: AbortSignal, work: Promise<Opened>): Promise<Opened | undefined> {
  const { waiting } = app
  const tell = (state: 'loading' | 'long') => () => {
    if (waiting.value !== 'stuck') waiting.value = state
  }
  const timers = [setTimeout(tell('loading'), quietly), setTimeout(tell('long'), long)]
  try {
    const abandoned = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined))
    })
    return await Promise.race([work, abandoned])
  } finally {
    for (const timer of timers) clearTimeout(timer)
    waiting.value = 'no'
  }
}

function rememberScroll(): void {
  history.replaceState({ ...(history.state as object | null), scroll: scrollY }, '')
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
