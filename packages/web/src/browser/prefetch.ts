// Requests bugs that the user is likely to open next: the one under the pointer or the keys, and the next of the list.
// A failed request is not repeated, and nothing is reported: the page itself asks again.
import { connect } from '@trackerkit/client'
import type { Client } from '../page/operations.js'
import { isBugId, type Shown } from '../page/page.js'
import type { App } from '../state/app.js'
import { markAsFromPage } from '../state/requests.js'
import { neighboursOf } from '../state/list-context.js'
import { keyOf, openHere, pathBelow } from './open-here.js'

export interface Prefetch {
  /** The page of a key that is requested at the moment; undefined if it could not be loaded. */
  readonly coming: (key: string) => Promise<Shown | undefined> | undefined
  /** Discards what is requested at the moment. */
  readonly forget: () => void
}

interface Kept {
  /** True if the page was requested not long ago. */
  readonly has: (key: string) => boolean
  readonly put: (opened: Shown) => void
}

/** Milliseconds until a bug is requested: under the pointer, under the keys, next in the list. */
const [pointed, focused, next] = [100, 150, 500]

/** Milliseconds for which a busy server is spared. */
const spared = 60_000

const longestWait = 10_000

export function prefetchBugs(app: App, { has, put }: Kept): Prefetch {
  const { site } = app
  let sparedUntil = 0
  let coming: { readonly key: string; readonly page: Promise<Shown | undefined> } | undefined
  let wanted: URL | undefined
  const spare = () => (sparedUntil = Date.now() + spared)

  const asking = connect({ url: `${site.prefix}/-/`, fetch: (request) => askOnce(app, request, spare), retry: false })
  const operations: Client = { ...app.operations, bugs: asking.bugs }
  const keyAt = (url: URL) => keyOf({ path: pathBelow(site.prefix, url), query: url.searchParams })

  function isWanted(key: string): boolean {
    const isOpened = [app.shown.value.address, app.ahead()].some((one) => one && keyOf(one) === key)
    return !isOpened && !has(key) && !app.isLoggedOut.value && Date.now() > sparedUntil && !savesData()
  }

  /** One at a time: of several wishes, the last. */
  async function load(): Promise<void> {
    if (coming || !wanted) return
    const [url, key] = [wanted, keyAt(wanted)]
    wanted = undefined
    if (!isWanted(key)) return
    const page = openHere(operations, site, app.who, url).then(
      (opened) => (opened.kind === 'page' || opened.kind === 'missing' ? opened : undefined),
      () => undefined,
    )
    const mine = (coming = { key, page })
    const opened = await page
    if (coming !== mine) return
    coming = undefined
    if (opened) put(opened)
    await load()
  }

  followWishes(app, (url) => {
    wanted = url
    void load()
  })
  app.waiting.subscribe((state) => {
    if (state === 'stuck') spare()
  })
  return {
    coming: (key) => (coming?.key === key ? coming.page : undefined),
    forget: () => {
      coming = undefined
      wanted = undefined
    },
  }
}

/** Calls `want` with the address of a bug that the user is likely to open. */
function followWishes(app: App, want: (url: URL) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wantSoon = (url: URL | undefined, after: number, isStill: () => boolean) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (url && isStill()) want(url)
    }, after)
  }
  const wantLink = (after: number) => (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('main a[href]') : null
    if (link) wantSoon(bugAt(link, app.site.prefix), after, () => link.isConnected)
  }
  addEventListener('pointerover', wantLink(pointed))
  addEventListener('pointerout', () => clearTimeout(timer))
  addEventListener('focusin', wantLink(focused))
  app.shown.subscribe((shown) => {
    if (shown.kind !== 'page' || shown.entry.name !== 'bug') return
    const [, after] = app.trail.value ? neighboursOf(app.trail.value, Number(shown.address.params['id'])) : []
    const url = after === undefined ? undefined : new URL(app.href(`/bug/${after}`), location.origin)
    wantSoon(url, next, () => app.shown.value.address.path === shown.address.path)
  })
}

/** The address of a bug to which a link leads. */
function bugAt(link: Element, prefix: string): URL | undefined {
  // Links within pictures have another kind of `href`.
  const href = link.getAttribute('href') ?? ''
  if (!URL.canParse(href, location.href)) return undefined
  const url = new URL(href, location.href)
  const [, id = ''] = /^\/bug\/([^/]*)$/.exec(pathBelow(prefix, url)) ?? []
  return url.origin === location.origin && isBugId(id) && url.search === '' && url.hash === '' ? url : undefined
}

/** The user asked browsers to load as little as possible. */
function savesData(): boolean {
  return (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true
}

async function askOnce(app: App, request: Request, spare: () => void): Promise<Response> {
  markAsFromPage(request, app)
  const response = await fetch(new Request(request, { signal: AbortSignal.timeout(longestWait) }))
  if (response.status === 429 || response.status === 503) spare()
  return response
}
