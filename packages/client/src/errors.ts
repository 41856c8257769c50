// Errors of calls: those of the tracker, and those of the connection.
import type { ErrorCode, ErrorData } from '@trackerkit/core'

/**
 * Errors of the client: no response (`connection_failed`), none in time (`timed_out`), one that is not from a tracker
 * (`not_a_tracker`), and an error without a name (`unknown_error`), described by its number and message.
 */
export type ClientErrorCode = 'connection_failed' | 'timed_out' | 'not_a_tracker' | 'unknown_error'

type AnyCode = ErrorCode | ClientErrorCode

interface About {
  /** The name of the input that is wrong, dotted when nested. */
  readonly field?: string | undefined
  readonly value?: unknown
}

/** Details of an error, as far as its message contains them: nothing else is sent. */
export type TrackerErrorData<C extends AnyCode = AnyCode> = About &
  (C extends ErrorCode ? { readonly [K in keyof ErrorData<C>]?: ErrorData<C>[K] } : unknown)

interface ErrorDetails {
  readonly number?: number
  readonly data?: object
  /** The status of the answer; undefined when there was none. */
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** Number of errors without their own. */
const general = 32000

/**
 * A failed call. `code`, `number`, `message` and `data` are those of the same error in process. Nothing was written; after
 * `connection_failed` and `timed_out` of a change, that is not known.
 */
export class TrackerError<C extends AnyCode = AnyCode> extends Error {
  override readonly name = 'TrackerError'
  /** The number of the error in the REST API. */
  readonly number: number
  /** The invalid input: its `field` and `value`, and more by code, such as `accepted`. */
  readonly data: TrackerErrorData<C>
  /** The HTTP status of the answer; undefined when there was none. */
  readonly status: number | undefined
  /** Request ID in the server's log (X-Request-Id); undefined if none was sent. */
  readonly requestId: string | undefined

  constructor(
    /** Symbolic and stable: branch on it, not on the message. */
    readonly code: C,
    message: string,
    { number = general, data = {}, status, requestId, cause }: ErrorDetails = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.number = number
    this.data = data as TrackerErrorData<C>
    this.status = status
    this.requestId = requestId
  }

  /** The error for `JSON.stringify`, which omits the message of other errors. */
  toJSON() {
    return { ...(this as object), message: this.message }
  }
}

/**
 * Returns an input error of the client, as the tracker would report it. Without a value, the message omits
 * it, e.g. for credentials.
 */
export function paramInvalid(field: string, problem: string, value?: unknown): TrackerError {
  return new TrackerError('param_invalid', `${field} is not valid: ${problem}.`, {
    number: 53,
    data: { field, ...(value !== undefined && { value }), problem },
  })
}

/** An error with one of these codes, with its data. */
export type TrackerErrorOf<C extends AnyCode> = { [K in C]: TrackerError<K> }[C]

/**
 * Recognizes a failed call. With codes, it recognizes only those, and narrows `data`.
 * @example await alice.bugs.get({ ids: [99] }).catch((error) => isTrackerError(error, 'bug_id_does_not_exist'))
 */
export function isTrackerError(error: unknown): error is TrackerError
export function isTrackerError<const C extends AnyCode>(
  error: unknown,
  ...codes: readonly C[]
): error is TrackerErrorOf<C>
export function isTrackerError(error: unknown, ...codes: readonly AnyCode[]): boolean {
  if (!(error instanceof Error) || error.name !== 'TrackerError' || !('number' in error) || !('code' in error))
    return false
  return codes.length === 0 || codes.includes(error.code as AnyCode)
}
