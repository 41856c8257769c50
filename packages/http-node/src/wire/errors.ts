// What an error looks like to a client: the one place that knows HTTP statuses.
import { isTrackerError, TrackerError } from '@trackerkit/core'
import { isStoreError } from '@trackerkit/core/store'

/** The numbers of errors that only the wire knows. */
export const wireCodes = {
  general: 32000,
  invalidCallback: 32611,
  wrongContentType: 32613,
  noSuchResource: 32614,
} as const

/** A request that fails before any operation is asked. */
export class WireError extends Error {
  override readonly name = 'WireError'

  constructor(
    readonly status: number,
    message: string,
    readonly number: number = wireCodes.general,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** What the path of a request put into the input: which value stands for which key. */
export type PathValues = ReadonlyMap<string, string>

export interface ErrorBody {
  readonly error: true
  readonly code: number
  readonly message: string
  /** The input that is wrong, by its name in the operation's input, dotted when nested. */
  readonly field?: string | undefined
}

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody
  /** What went wrong on our side, for the log. */
  readonly fault?: unknown
}

/** Errors about something that is not there. They are 404 when the path names it. */
const notFoundCodes = new Set(['object_does_not_exist', 'bug_id_does_not_exist', 'improper_bug_id_field_value'])
  .add('comment_id_invalid')
  .add('invalid_field_name')

/** Failed authentication, and "not allowed": always 401. */
const unauthorizedNumbers = new Set([106, 109, 113, 115, 120, 300, 301, 302, 303, 304, 305, 306, 307, 410, 504, 505])

/** After how many seconds it is worth trying again. */
const retryAfter: Readonly<Record<string, string>> = {
  too_busy: '1',
  store_busy: '1',
  search_too_expensive: '10',
  deadline_exceeded: '10',
  store_unavailable: '5',
  store_full: '60',
  store_read_only: '60',
  schema_newer: '60',
  down_for_maintenance: '3600',
}

/** Turns whatever was thrown into an answer. Only errors made for clients tell what happened. */
export function answerError(error: unknown, path: PathValues, hasIfMatch: boolean): ErrorAnswer {
  if (error instanceof WireError) return answer(error.status, error.number, error.message, error.headers)
  if (isStoreError(error, 'closed')) {
    return answer(503, wireCodes.general, 'The tracker is shutting down. Try again.', { 'Retry-After': '5' })
  }
  if (isTrackerError(error) && error.code !== 'internal_error') {
    const status = statusOf(error, path, hasIfMatch)
    const headers = headersFor(status, error.code)
    const body: ErrorBody = { error: true, code: error.number, message: error.message, field: error.data.field }
    const told = { status, headers, body }
    // Why the database cannot be reached is for those who run it.
    return error.cause === undefined ? told : { ...told, fault: error.cause }
  }
  const { number, message } = new TrackerError('internal_error')
  return { ...answer(500, number, message), fault: error }
}

function statusOf(error: TrackerError, path: PathValues, hasIfMatch: boolean): number {
  const code: string = error.code
  if (code in retryAfter) return 503
  if (unauthorizedNumbers.has(error.number) || code === 'account_locked') return 401
  if (code === 'conflict' && hasIfMatch) return 412
  if (notFoundCodes.has(code) && isNamedByPath(error, path)) return 404
  return 400
}

function isNamedByPath({ data }: TrackerError, path: PathValues): boolean {
  const { field, value } = data
  return field !== undefined && path.get(field) === String(value)
}

function headersFor(status: number, code: string): Record<string, string> {
  if (status === 503) return { 'Retry-After': retryAfter[code] as string }
  // Bearer, not Basic: browsers open a window of their own for Basic.
  return status === 401 ? { 'WWW-Authenticate': 'Bearer realm="tracker"' } : {}
}

function answer(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ErrorAnswer {
  return { status, headers, body: { error: true, code, message } }
}
