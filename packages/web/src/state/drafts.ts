// Unsent input, kept in the browser by user and place, for 30 days, at most 50 drafts.
import type { App } from './app.js'

const longestKept = 30 * 24 * 60 * 60 * 1000
const most = 50

interface Draft {
  readonly at: number
  readonly value: unknown
}

/** The prefix of the keys of drafts. */
export function draftPrefix(prefix: string): string {
  return `trackerkit draft ${prefix} `
}

function keyOf({ site, who }: Pick<App, 'site' | 'who'>, place: string): string {
  return `${draftPrefix(site.prefix)}${who?.id ?? 0} ${place}`
}

export function readDraft<T>(app: Pick<App, 'site' | 'who'>, place: string): T | undefined {
  try {
    const kept = localStorage.getItem(keyOf(app, place))
    if (kept === null) return undefined
    const { at, value } = JSON.parse(kept) as Draft
    return Date.now() - at > longestKept ? undefined : (value as T)
  } catch {
    return undefined
  }
}

/** Stores a draft; undefined removes it. */
export function keepDraft(app: Pick<App, 'site' | 'who'>, place: string, value: unknown): void {
  try {
    const key = keyOf(app, place)
    localStorage.removeItem(key)
    if (value === undefined) return
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), value }))
    forgetOldest(draftPrefix(app.site.prefix))
  } catch {
    // Storage is full or switched off: nothing is kept.
  }
}

function forgetOldest(prefix: string): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  if (keys.length <= most) return
  const timeOf = (key: string) => (JSON.parse(localStorage.getItem(key) ?? '{"at":0}') as Draft).at
  const oldest = keys.toSorted((a, b) => timeOf(a) - timeOf(b)).slice(0, keys.length - most)
  for (const key of oldest) localStorage.removeItem(key)
}
