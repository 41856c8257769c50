// Unsent input, kept in the browser by user and place, for 30 days, at most 50 drafts. Loaded on demand.
import type { App } from './app.js'

const longestKept = 30 * 24 * 60 * 60 * 1000
const most = 50

type Owner = Pick<App, 'site' | 'who'>

/** Repeats a write whose response was lost, also after the page was closed. */
export interface Unanswered {
  /** The keys under which the tracker does writes once, by a name of the write. */
  readonly keys?: Readonly<Record<string, string>>
  /** The changes of a bug and the token with which they were sent. */
  readonly change?: { readonly text: string; readonly token: string | undefined } | undefined
}

interface Draft extends Unanswered {
  readonly at: number
  readonly value?: unknown
}

/** The prefix of the keys of drafts. */
export function draftPrefix(prefix: string): string {
  return `trackerkit draft ${prefix} `
}

export function draftKey({ site, who }: Owner, place: string): string {
  return `${draftPrefix(site.prefix)}${who?.id ?? 0} ${place}`
}

/** The drafts that this tab has stored or used last, as JSON, by key. */
const known = new Map<string, string | undefined>()

/** The value of a stored draft as JSON; undefined if there is none. */
export function valueIn(stored: string | null): string | undefined {
  return stored === null ? undefined : JSON.stringify((JSON.parse(stored) as Draft).value)
}

/** As JSON, by which drafts are compared. */
export function readDraft(app: Owner, place: string): string | undefined {
  return JSON.stringify(draftAt(app, place)?.value)
}

function draftAt(app: Owner, place: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(draftKey(app, place)) ?? 'null') as Draft | null
    return draft && Date.now() - draft.at <= longestKept ? draft : undefined
  } catch {
    return undefined
  }
}

/** Stores a draft, with the writes that wait for a response; undefined removes them. */
export function keepDraft(app: Owner, place: string, value: unknown): void {
  known.set(draftKey(app, place), JSON.stringify(value))
  const isStored = value !== undefined && store(app, place, { ...draftAt(app, place), at: Date.now(), value })
  // If storage is full or switched off, an older text is not kept in its place.
  if (!isStored) remove(draftKey(app, place))
}

/** The draft that this tab has stored or used last, as JSON. */
export function knownDraft(app: Owner, place: string): string | undefined {
  return known.get(draftKey(app, place))
}

/** Notes which stored draft, as JSON, this tab shows; undefined: none. */
export function adoptDraft(app: Owner, place: string, kept: string | undefined): void {
  known.set(draftKey(app, place), kept)
}

/**
 * Removes the draft of this tab, which was sent, or keeps the rest; a draft with which another tab has replaced it stays. Other
 * tabs learn that it was sent, not discarded.
 */
export function settleDraft(app: Owner, place: string, rest?: unknown): void {
  const kept = readDraft(app, place)
  if (kept === undefined || kept !== knownDraft(app, place)) return
  if (rest === undefined) store(app, place, { at: 0 })
  keepDraft(app, place, rest)
}

/** Undefined: there is no draft. */
export function unansweredOf(app: Owner, place: string): Unanswered | undefined {
  return draftAt(app, place)
}

/** Stores them with the draft. False: there is none, or storage is full. */
export function keepUnanswered(app: Owner, place: string, unanswered: Unanswered): boolean {
  const draft = draftAt(app, place)
  return draft !== undefined && store(app, place, { ...draft, ...unanswered })
}

/** False: storage is full or switched off. */
function store(app: Owner, place: string, draft: Draft): boolean {
  try {
    localStorage.setItem(draftKey(app, place), JSON.stringify(draft))
    forgetOldest(draftPrefix(app.site.prefix))
    return true
  } catch {
    return false
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is switched off.
  }
}

function forgetOldest(prefix: string): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  if (keys.length <= most) return
  const timeOf = (key: string) => (JSON.parse(localStorage.getItem(key) ?? '{"at":0}') as Draft).at
  const oldest = keys.toSorted((a, b) => timeOf(a) - timeOf(b)).slice(0, keys.length - most)
  for (const key of oldest) localStorage.removeItem(key)
}
