// `@trackerkit/core/errors`: every error that an operation can raise: symbolic code, number, message. It works in browsers.
import { codeErrors, webhookErrors, importErrors } from './integration-errors.js'
import { contractErrors } from './contract-errors.js'
import { underField, withShortField, type About } from './error-text.js'
import { ownErrors } from './own-errors.js'
import { reportErrors } from './report-errors.js'
import { ruleErrors } from './rule-errors.js'

const table = {
  ...contractErrors,
  ...ownErrors,
  ...webhookErrors,
  ...codeErrors,
  ...importErrors,
  ...ruleErrors,
  ...reportErrors,
}

/** A symbolic error code. Codes are stable: none is removed or changes its meaning. */
export type ErrorCode = keyof typeof table

/** The number of every error, which clients of the REST API see. */
export const errorNumbers = Object.fromEntries(
  Object.entries(table).map(([code, [number]]) => [code, number]),
) as Readonly<Record<ErrorCode, number>>

/** Data of an error code about the wrong input. */
export type ErrorData<C extends ErrorCode> = Parameters<(typeof table)[C][1]>[0]

/**
 * A failed operation. `code` is symbolic and stable, `number` is for clients of the REST API, `data` describes the
 * invalid input. Nothing was written.
 */
export class TrackerError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'TrackerError'
  /** The number that clients of the REST API get. */
  readonly number: number
  /** The invalid input: its `field` and `value`, and more by code, such as `accepted`. */
  readonly data: ErrorData<C> & About

  constructor(
    /** Symbolic and stable: branch on it, not on the message. */
    readonly code: C,
    ...data: undefined extends ErrorData<C> ? [ErrorData<C>?] : [ErrorData<C>]
  ) {
    const [number, message] = table[code] as unknown as readonly [number, (data: unknown) => string]
    const about = withShortField((data[0] ?? {}) as ErrorData<C> & About)
    super(underField(about, message(about)))
    this.number = number
    this.data = about
  }

  /** The error for `JSON.stringify`, which omits the message of other errors. */
  toJSON() {
    const { name, code, number, message, data } = this
    return { name, code, number, message, data }
  }
}

/** An error with one of these codes, with its data. */
export type TrackerErrorOf<C extends ErrorCode> = { [K in C]: TrackerError<K> }[C]

/**
 * Recognizes an error of an operation, also one made by another copy of this module. With codes, it recognizes only those, and
 * narrows `data`.
 * @example await alice.bugs.get({ ids: [99] }).catch((error) => isTrackerError(error, 'conflict') && error.data.last_change_time)
 */
export function isTrackerError(error: unknown): error is TrackerError
export function isTrackerError<const C extends ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is TrackerErrorOf<C>
export function isTrackerError(error: unknown, ...codes: readonly ErrorCode[]): boolean {
  if (!(error instanceof Error) || error.name !== 'TrackerError' || !('number' in error) || !('code' in error))
    return false
  return codes.length === 0 || codes.some((code) => code === error.code)
}
