// A place where something comes in, as requests that carry a text of any length there.
import type { Keys } from './prepare.js'

export interface CostRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Sends the body in chunks of this many bytes, without Content-Length. */
  readonly chunk?: number
}

export interface Place {
  readonly name: string
  /** Characters, or entries of a list, that are permitted. */
  readonly limit: number
  /** As many as can be sent at all: a limit may have been forgotten. */
  readonly most: number
  /** Only the length of the text counts, as a number of things. */
  readonly isNumber?: boolean
  request(text: string): CostRequest
}

/** Requests are made with these. */
export interface Known extends Keys {
  /** The cookie of the session, for pages. */
  readonly cookie: string
  /** Of the server, which forms must come from. */
  readonly origin: string
}

export const maxTarget = 60_000
export const maxText = 131_072
/** As part of an address, as short as it can be. A filling that is encoded already stays as it is. */
export const coded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%2541', '%41')
    .replaceAll('%2520', '%20')
    .replaceAll(/%(2C|3B|3A|40|24)/g, decodeURIComponent)
