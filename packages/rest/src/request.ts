// What the API is asked and what it answers, in the terms of no server.

export interface RestRequest {
  readonly method: string
  /** The request target as it stands on the request line: path and query. */
  readonly target: string
  /** Names in lower case; values as HTTP carries them, one character for each byte. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /**
   * Reads the body, when it is needed; empty when there is none. Of one that is longer than the limit no more is kept.
   * @throws `bodyTooLarge(limit)`, `bodyBrokeOff()`, `bodyAlreadyRead()`
   */
  readonly body: (limit: number) => Promise<Uint8Array>
  /** Where the request came from, when that is known. */
  readonly address?: string | undefined
}

export interface RestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** What is iterated is read as it goes out. Whoever wants no more of it calls `return` of its iterator. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>
  /** What went wrong inside, for the log alone. */
  readonly fault?: unknown
}

/** One header as text. */
export function headerOf({ headers }: Pick<RestRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}
