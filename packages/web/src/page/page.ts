// What a page is: how its address looks, what it loads, how it is called and how it is shown. The same on both sides.
import type { Client } from '@trackerkit/client'
import type { ComponentType } from 'preact'
import type { MoreTexts, Texts } from '../texts/index.js'
import type { Who } from './who.js'

/** Where somebody is, below the prefix. */
export interface PageAddress {
  readonly path: string
  /** What the path fills into the pattern, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** With `#`; empty on the server, which does not hear of it. */
  readonly hash: string
  /** Who looks; null: nobody is logged in. */
  readonly who: Who | null
}

export interface Page<Data = unknown> {
  /** What it says beyond what is in the main script. */
  readonly texts?: MoreTexts
  /**
   * Asks for everything that the page shows. It knows nothing of where it runs.
   * @throws Moved, Missing; TrackerError becomes the page of an error
   */
  readonly load: (operations: Client, address: PageAddress) => Promise<Data>
  readonly title: (data: Data, texts: Texts, address: PageAddress) => string
  readonly View: ComponentType<{ readonly data: Data; readonly address: PageAddress }>
  /** The status of the answer. Default: 200. */
  readonly status?: (data: Data) => number
}

/** A page whose data only itself knows. */
export type AnyPage = Page<never> & {
  readonly View: ComponentType<{ readonly data: never; readonly address: PageAddress }>
}

export interface PageEntry {
  /** The folder of the page. */
  readonly name: string
  /** Segments, of which those that begin with `:` stand for anything. */
  readonly pattern: string
  /** It is there only where people log in by the pages, and not where the host says who they are. */
  readonly isForOwnLogin?: boolean
  /** It is there only until somebody has set the tracker up. */
  readonly isForSetUp?: boolean
  /** Loads the page, unless it is there. */
  readonly open: () => AnyPage | Promise<AnyPage>
}

/** What an address leads to is at another one. */
export class Moved extends Error {
  override readonly name = 'Moved'

  constructor(readonly to: string) {
    super(`Moved to ${to}`)
  }
}

/** What may be missing, in the words of `texts.missing`. */
export type MissingKind = 'bug' | 'attachment' | 'product' | 'milestone' | 'page' | 'savedSearch'

/** What an address leads to is not there, or not for who looks. */
export class Missing extends Error {
  override readonly name = 'Missing'

  constructor(
    readonly kind: MissingKind,
    readonly what = '',
  ) {
    super(`There is no ${kind} ${what}`)
  }
}

/** What went wrong, as the API says it. */
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
  /** Who is logged in where the pages are a part of, and has no account here. */
  | { readonly kind: 'stranger'; readonly name: string; readonly address: PageAddress }
  | { readonly kind: 'moved'; readonly to: string }

export type Shown = Exclude<Opened, { kind: 'moved' }>

/** Segments of a path, encoded: a name may hold slashes and dots. */
export function pathOf(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${encodeSegment(String(segment))}`).join('')
}

/** `.` and `..` would be folders. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%2E'))
}

/** What the path fills into the pattern; undefined when it does not fit. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? ''
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
