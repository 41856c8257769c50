/**
 * The reason for a failed request: `unreachable` without a response, `throttled` for a source that requests a longer
 * pause than the import waits, `broken` for an invalid response (an error of the server, HTML, truncated JSON, a
 * timeout, too much data), `refused` for an error of the tracker itself.
 */
export type AskErrorKind = 'unreachable' | 'throttled' | 'broken' | 'refused'

/** Details of a failure. */
export interface AskErrorDetails {
  /** The HTTP status, where there was an answer. */
  readonly status?: number | undefined
  /** Error number of the tracker, if any. */
  readonly code?: number | undefined
  readonly cause?: unknown
}

/** A question to the source that was not answered. Its message never holds the key. */
export class AskError extends Error {
  override readonly name = 'AskError'
  readonly status: number | undefined
  readonly code: number | undefined

  constructor(
    readonly kind: AskErrorKind,
    message: string,
    { status, code, cause }: AskErrorDetails = {},
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
  }
}
