// A place where something comes in, as requests that carry a text of any length there.
export interface CostRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Place {
  readonly name: string
  /** Characters, or entries of a list, that are permitted. */
  readonly limit: number
  /** As many as can be sent at all: a limit may have been forgotten. */
  readonly most: number
  request(text: string): CostRequest
}

/** What requests are made with. */
export interface Known {
  readonly api_key: string
  /** The cookie of a session, for pages. */
  readonly cookie: string
  readonly attachment: number
}

export const maxTarget = 60_000
/** As part of an address. A filling that is encoded already stays as it is. */
export const coded = (text: string): string =>
  encodeURIComponent(text).replaceAll('%2541', '%41').replaceAll('%2520', '%20')
