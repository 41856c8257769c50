// The pages that were shown before, kept in memory only: the way back shows them at once, and requests them again.
// Loaded on demand: without it, they are loaded as all others.
import type { Shown } from '../page/page.js'
import type { App } from '../state/app.js'
import type { ListMarks } from '../state/list-marks.js'
import { isLost, keyOf } from './open-here.js'
import { prefetchBugs } from './prefetch.js'

type LoadedPage = Extract<Shown, { kind: 'page' }>

export interface KeptPage {
  readonly opened: LoadedPage
  /** The scroll position at which the user left it. */
  readonly scroll: number
  readonly marks: ListMarks | undefined
  /** Requested just now: another request would repeat it. */
  readonly isFresh: boolean
}

/** Pages by their keys. */
export interface KeptPages {
  /** Keeps the page that the user leaves, if it is a list or a bug. */
  readonly keep: (left: Shown, next: Shown) => void
  /** Removes a page from those kept, to show it. */
  readonly take: (key: string) => KeptPage | undefined
  /** A page that is requested already; undefined if it could not be loaded. */
  readonly coming: (key: string) => Promise<Shown | undefined> | undefined
  /** After writes, with the path below the API. */
  readonly written: (path: string, method: string) => void
}

/** Milliseconds for which pages are kept, requested ahead at most once, and not requested again. */
const [keptFor, aheadFor, freshFor] = [10 * 60_000, 60_000, 1000]

const most = new Map([
  ['list', 5],
  ['bug', 20],
])

/** Other writes may change what users may see, or erase what pages contain. */
const harmless = /^\/(?:bug|bug_user_last_visit|inbox)(?:$|\/)/

interface Entry extends Omit<KeptPage, 'isFresh'> {
  readonly until: number
  /** When it was requested ahead; 0: the user has seen it. */
  readonly ahead: number
}

export function keepPages(app: App): KeptPages {
  /** The latest last. */
  const pages = new Map<string, Entry>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function put(opened: LoadedPage, more: Pick<Entry, 'scroll' | 'marks' | 'ahead'>): void {
    const key = keyOf(opened.address)
    pages.delete(key)
    pages.set(key, { opened, ...more, until: Date.now() + keptFor })
    const { name } = opened.entry
    const alike = [...pages.keys()].filter((one) => pages.get(one)?.opened.entry.name === name)
    for (const oldest of alike.slice(0, -(most.get(name) ?? alike.length))) pages.delete(oldest)
    expire()
  }

  function expire(): void {
    clearTimeout(timer)
    const now = Date.now()
    for (const [key, { until }] of pages) if (until <= now) pages.delete(key)
    const [next] = pages.values()
    if (next) timer = setTimeout(expire, next.until - now)
  }

  /** A right to see a page was lost, on which others may depend, or which others may name. */
  function remove(key: string, opened: Shown): void {
    pages.delete(key)
    if (isLost(opened)) clear()
  }

  const ahead = prefetchBugs(app, {
    has: (key) => (pages.get(key)?.ahead ?? 0) > Date.now() - aheadFor,
    put: (opened) => {
      if (opened.kind === 'page') put(opened, { scroll: 0, marks: undefined, ahead: Date.now() })
      else remove(keyOf(opened.address), opened)
    },
  })
  const clear = () => {
    pages.clear()
    ahead.forget()
  }
  app.isLoggedOut.subscribe((isOut) => {
    if (isOut) clear()
  })
  return {
    keep: (left, next) => {
      const [from, to] = [keyOf(left.address), keyOf(next.address)]
      // The shown page is newer.
      remove(to, next)
      if (from === to || isLost(next) || left.kind !== 'page' || !most.has(left.entry.name) || app.isLoggedOut.value)
        return
      put(left, { scroll: scrollY, marks: app.marks.current, ahead: 0 })
    },
    take: (key) => {
      expire()
      const page = pages.get(key)
      pages.delete(key)
      return page && { ...page, isFresh: page.ahead > Date.now() - freshFor }
    },
    coming: ahead.coming,
    written: (path, method) => {
      if (method === 'DELETE' || path.endsWith('/redact') || !harmless.test(path)) clear()
    },
  }
}
