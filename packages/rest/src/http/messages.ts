// Requests and responses of the API, independent of any server.
import type { Identity } from '@trackerkit/core'

/** A request, in the terms of no server. */
export interface RestRequest {
  readonly method: string
  /** The request target, unchanged: path and query. */
  readonly target: string
  /** Names in lower case; values as HTTP carries them, one character for each byte. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The number of headers before joining. Default: that of `headers`. */
  readonly headerCount?: number | undefined
  /**
   * Reads the body, when it is needed; empty when there is none. Bytes beyond the limit are not kept. Servers that limit the memory of
   * bodies use the sender of a large one.
   * @throws `bodyTooLarge(limit)`, `bodyBrokeOff()`, `bodyAlreadyRead()`, too_busy
   */
  readonly body: (limit: number, sender?: BodySender) => Promise<Uint8Array>
  /** The address of the client, if known. */
  readonly address?: string | undefined
  /** Pages are beside the API in the folder of the target: old addresses lead to them. */
  readonly hasPages?: boolean | undefined
  /** Aborts when the client has disconnected, where the server notices. */
  readonly signal?: AbortSignal | undefined
}

/** The sender of a body before all of it has arrived. */
export interface BodySender {
  /** A header, the query or the host names the caller; the body may, too (see `namesCaller`). */
  isNamed(): boolean
  /** These credentials have been right within the last minutes. */
  isKnown(): boolean
}

/** Facts about a request that only the server knows. */
export interface RequestContext {
  /** The address of the client. Without it, guessing of secrets is not limited. */
  readonly address?: string | undefined
  /** The other end of the connection, which may be a proxy: never from a header. Required by `trustedHeaders` without a secret. */
  readonly peer?: string | undefined
  /** The caller, if the server has identified it already; null for an anonymous one. `identify` is not called then. */
  readonly identity?: Identity | undefined
  /** Set by pages that pass on an old address, without their prefix. */
  readonly hasPages?: boolean | undefined
}

/** An answer, in the terms of no server. */
export interface RestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** An iterable is read while it is sent. A reader that stops calls `return` of its iterator. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Aborts when the rest of an iterated body will not arrive, although the client has not read its response yet. */
  readonly broken?: AbortSignal | undefined
  /** The internal error, for the log only. */
  readonly fault?: unknown
  /** There was too much of this to answer the request. */
  readonly refusal?: Refusal | undefined
}

/** Limits of the API: large answers at a time, logins and wrong credentials, streams. */
export type Refusal = 'large_answers' | 'logins' | 'streams'

/** Answers a request, which the server itself calls `native`. It never rejects. */
export interface Rest<R = unknown> {
  (request: RestRequest, native: R, context?: RequestContext): Promise<RestResponse>
  /** These credentials have been right within the last minutes. */
  readonly knows: (identities: readonly Exclude<Identity, null>[]) => boolean
}
