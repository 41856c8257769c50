// Where an address of Bugzilla leads.

export type Outcome =
  /** A path below the folder of the address, without a slash in front; empty for the folder itself. */
  | { readonly to: string }
  /** Nothing here replaces it. The text names the closest request. */
  | { readonly gone: string }

export interface OldRequest {
  /** Without credentials and empty values. */
  readonly query: URLSearchParams
  readonly hasPages: boolean
  /** The client accepts HTML. */
  readonly isBrowser: boolean
}

/** Undefined if the address names nothing here. */
export type Resolve = (request: OldRequest) => Outcome | undefined

export const page = (path: string): Resolve => {
  const outcome = { to: path }
  return ({ hasPages }) => (hasPages ? outcome : undefined)
}

export const gone = (text: string): Resolve => {
  const outcome = { gone: text }
  return () => outcome
}

/** One segment of a path; undefined for names that a browser would take for folders. */
export function segment(text: string): string | undefined {
  return text === '.' || text === '..' ? undefined : encodeURIComponent(text)
}

export function withQuery(path: string, entries: Iterable<readonly [string, string]>): string {
  const pairs = [...entries].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** Commas stay readable. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',')
}

/** IDs and aliases, in one value or several. */
export function idsIn(query: URLSearchParams, name = 'id'): string[] {
  return query
    .getAll(name)
    .flatMap((ids) => ids.split(/[\s,]+/))
    .filter((id) => id !== '')
}
