/**
 * Why an answer could not be had: `unreachable` for what never came to an answer, `throttled` for a source that wants to be left alone for
 * longer than the import waits, `broken` for an answer that is none (an error of the server, HTML, JSON that was cut off, a time-out, more
 * than may be read), `refused` for an error that the tracker itself tells.
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
