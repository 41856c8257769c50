// A page: its address, data, title and view, the same on both sides.
import type { Client } from './operations.js'
import type { ComponentType } from 'preact'
import type { MoreTexts, Texts } from '../texts/index.js'
import type { Who } from './who.js'

/** Current address below the prefix. */
export interface PageAddress {
  readonly path: string
  /** Parts of the path by the names in the pattern, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Of these pages, as browsers see them. */
  readonly origin: string
  /** With `#`; empty on the server, which does not hear of it. */
  readonly hash: string
  /** Null: not logged in. */
  readonly who: Who | null
}

export interface Page<Data = unknown> {
  /** Texts that are not in the main script. */
  readonly texts?: MoreTexts
  /**
   * Requests the data of the page. It runs on the server and in the browser.
   * @throws Moved, LogInFirst, Missing; TrackerError becomes the page of an error
   */
  readonly load: (operations: Client, address: PageAddress) => Promise<Data>
  readonly title: (data: Data, texts: Texts, address: PageAddress) => string
  readonly View: ComponentType<{ readonly data: Data; readonly address: PageAddress }>
  /** The status of the answer. Default: 200. */
  readonly status?: (data: Data) => number
  /** True if its data has formatted texts, for which browsers need the script at once. */
  readonly hasMarkdown?: (data: Data) => boolean
}

/** A page whose data type is private. */
export type AnyPage = Page<never> & {
  readonly View: ComponentType<{ readonly data: never; readonly address: PageAddress }>
}

export interface PageEntry {
  /** The folder of the page. */
  readonly name: string
  /** Segments, of which those that begin with `:` stand for anything. */
  readonly pattern: string
  /** Only exists if users log in on the pages, not if the host identifies them. */
  readonly isForOwnLogin?: boolean
  /** Exists only until the tracker is set up. */
  readonly isForSetUp?: boolean
  /** Loads the page, unless it is there. */
  readonly open: () => AnyPage | Promise<AnyPage>
}

/** The page has another address. */
export class Moved extends Error {
  constructor(readonly to: string) {
    super(`Moved to ${to}`)
  }
}

/** The page is for users who are logged in. */
export class LogInFirst extends Error {}

/** Keys of `texts.missing`. */
export type MissingKind = 'bug' | 'attachment' | 'product' | 'milestone' | 'page' | 'savedSearch'

/** The address leads to nothing that this user can see. */
export class Missing extends Error {
  constructor(
    readonly kind: MissingKind,
    readonly what = '',
  ) {
    super(`There is no ${kind} ${what}`)
  }
}

/** An error of the API. */
export interface Failure {
  readonly status: number
  readonly message: string
  /** The number of the request, to find it in the log of the server. */
  readonly request?: string
}

export type Opened =
  | {
      readonly kind: 'page'
      readonly entry: PageEntry
      readonly page: AnyPage
      readonly data: never
      readonly address: PageAddress
    }
  | { readonly kind: 'missing'; readonly missing: MissingKind; readonly what: string; readonly address: PageAddress }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly address: PageAddress }
  | { readonly kind: 'moved'; readonly to: string }

export type Shown = Exclude<Opened, { kind: 'moved' }>

/** Segments of a path, encoded: a name may hold slashes and dots. */
export function pathOf(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${encodeSegment(String(segment))}`).join('')
}

export function isBugId(text: string): boolean {
  return /^\d{1,9}$/.test(text)
}

/** The ID in `12` or `bug 12`; undefined in other searches. */
export function bugIdIn(search: string): string | undefined {
  return /^(?:bug\s+)?(\d{1,9})$/i.exec(search.trim())?.[1]
}

/** The page of a search; that of a bug for its ID. */
export function searchPath(text: string): string {
  const words = text.trim()
  const id = bugIdIn(words)
  if (id !== undefined) return pathOf('bug', id)
  return words === '' ? '/bugs' : `/bugs?${new URLSearchParams({ quicksearch: words })}`
}

/** `.` and `..` would be folders. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E'))
}

/** The parameters of a path; undefined if it does not match the pattern. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const [expected, segments] = [pattern.split('/'), path.split('/')]
  if (expected.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const segment = segments[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined
    } else {
      const value = decoded(segment)
      if (value === undefined || value === '') return undefined
      params[part.slice(1)] = value
    }
  }
  return params
}

/** A part of an address as text; undefined when it is none. */
export function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
