// What the API is asked and what it answers, in the terms of no server.
import type { Identity } from '@trackerkit/core'

/** A request, in the terms of no server. */
export interface RestRequest {
  readonly method: string
  /** The request target as it stands on the request line: path and query. */
  readonly target: string
  /** Names in lower case; values as HTTP carries them, one character for each byte. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** How many headers came, where some of them were joined. Default: as many as `headers` has. */
  readonly headerCount?: number | undefined
  /**
   * Reads the body, when it is needed; empty when there is none. Of one that is longer than the limit no more is kept.
   * Servers with room for so many bodies at a time ask about the sender of a large one.
   * @throws `bodyTooLarge(limit)`, `bodyBrokeOff()`, `bodyAlreadyRead()`, too_busy
   */
  readonly body: (limit: number, sender?: BodySender) => Promise<Uint8Array>
  /** Where the request came from, when that is known. */
  readonly address?: string | undefined
  /** Aborts when nobody waits for the answer any more, where the server can tell. */
  readonly signal?: AbortSignal | undefined
}

/** Tells about the sender of a body before all of it has arrived. */
export interface BodySender {
  /** Whether a header, the query or the host names the caller; the body may, too (see `namesCaller`). */
  isNamed(): boolean
  /** Whether these credentials have been right within the last minutes. */
  isKnown(): boolean
}

/** What a server knows of a request that is not in it. */
export interface RequestContext {
  /** Where the request came from. Without it, nobody is slowed down who tries one secret after another. */
  readonly address?: string | undefined
  /** The other end of the connection, which may be a proxy: never what a header says. `trustedHeaders` goes by it. */
  readonly peer?: string | undefined
  /** Who calls, where the server has found that out already; NULL for nobody. `identify` is not asked then. */
  readonly identity?: Identity | undefined
}

/** An answer, in the terms of no server. */
export interface RestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** What is iterated is read as it goes out. Whoever wants no more of it calls `return` of its iterator. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Aborts when the rest of a body that is iterated comes no more, although the client has yet to take what it was sent. */
  readonly broken?: AbortSignal | undefined
  /** What went wrong inside, for the log alone. */
  readonly fault?: unknown
  /** There was too much of this to answer the request. */
  readonly refusal?: Refusal | undefined
}

/** What the API limits by itself: large answers that are made at a time, logins and wrong credentials, streams. */
export type Refusal = 'large_answers' | 'logins' | 'streams'

/** Answers a request, which the server itself calls `native`. It never rejects. */
export interface Rest<R = unknown> {
  (request: RestRequest, native: R, context?: RequestContext): Promise<RestResponse>
  /** Whether these credentials have been right within the last minutes. */
  readonly knows: (identities: readonly Exclude<Identity, null>[]) => boolean
}
