// Errors as clients receive them: the only place with HTTP statuses.
import { isTrackerError, TrackerError, type ErrorCode } from '@trackerkit/core'
import type { Refusal } from './messages.js'

/** The numbers of errors of the HTTP layer. */
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
    /** There was too much of this. */
    readonly refusal?: Refusal,
  ) {
    super(message)
  }
}

/** Attaches the exceeded limit to an error; `counted` if it has been counted already. */
export function refusing<E extends Error>(error: E, refusal: Refusal | 'counted'): E {
  return Object.assign(error, { refusal })
}

/** The reason of a refusal that is not counted yet. */
export function refusalOf(error: unknown): Refusal | undefined {
  const { refusal } = error as { readonly refusal?: Refusal | 'counted' }
  if (refusal !== undefined) return refusal === 'counted' ? undefined : refusal
  return isTrackerError(error, 'too_busy', 'too_many_attempts') ? 'logins' : undefined
}

/** The values of the path, by key of the input. */
export type PathValues = ReadonlyMap<string, string>

export interface ErrorBody {
  readonly error: true
  readonly code: number
  readonly message: string
  /** The input that is wrong, by its name in the operation's input, dotted when nested. */
  readonly field?: string | undefined
  /** The symbolic code. */
  readonly name?: ErrorCode
  readonly data?: Readonly<Record<string, unknown>>
}

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody
  /** The internal error, for the log. */
  readonly fault?: unknown
}

/** Statuses other than 400. 404 is for things in the path, 412 for If-Match; both are 400 otherwise. */
const statuses: { readonly [C in ErrorCode]?: 401 | 403 | 404 | 409 | 410 | 412 | 422 | 429 | 500 } = {
  object_does_not_exist: 404,
  bug_id_does_not_exist: 404,
  improper_bug_id_field_value: 404,
  comment_id_invalid: 404,
  invalid_field_name: 404,
  conflict: 412,
  attachment_erased: 410,
  changes_gone: 410,
  comment_changed: 409,
  cross_site_request: 403,
  // Logging in again does not help.
  second_factor_not_set_up: 403,
  confirmation_required: 403,
  password_login_off: 403,
  acting_read_only: 403,
  acting_denied: 403,
  login_refused: 403,
  login_provider_unknown: 404,
  idempotency_key_reused: 422,
  too_many_attempts: 429,
  too_many_reports: 429,
  intake_not_found: 404,
  // A mistake of the program around the tracker.
  body_already_read: 500,
  rule_failed: 500,
  // Failed authentication, and "not allowed".
  account_disabled: 401,
  account_locked: 401,
  api_key_not_valid: 401,
  api_key_read_only: 401,
  api_key_scope: 401,
  api_key_revoked: 401,
  auth_failure: 401,
  auth_invalid_token: 401,
  cc_remove_denied: 401,
  code_hook_signature: 401,
  comment_edit_denied: 401,
  deletion_not_allowed: 401,
  entry_access_denied: 401,
  group_invalid_removal: 401,
  group_restriction_not_allowed: 401,
  host_user_refused: 401,
  illegal_attachment_edit: 401,
  illegal_change: 401,
  invalid_login_or_password: 401,
  invalid_user_group: 401,
  invalid_username: 401,
  login_required: 401,
  passkey_not_valid: 401,
  own_credentials_off: 401,
  password_not_complex: 401,
  second_factor_required: 401,
  second_factor_wrong: 401,
  product_access_denied: 401,
  product_admin_denied: 401,
  product_edit_denied: 401,
  two_identities: 401,
  user_access_by_id_denied: 401,
  user_access_by_match_denied: 401,
  user_not_insider: 401,
}

/** After how many seconds it is worth trying again: 503 where `statuses` has nothing else. */
const retryAfter: { readonly [C in ErrorCode]?: string } = {
  too_busy: '1',
  too_many_attempts: '1',
  login_provider_unavailable: '30',
  tracker_closed: '5',
  store_busy: '1',
  search_too_expensive: '10',
  operation_timeout: '10',
  store_unavailable: '5',
  store_full: '60',
  store_read_only: '60',
  schema_newer: '60',
  down_for_maintenance: '3600',
}

/** Turns any error into an answer. Only errors made for clients keep their message. */
export function answerError(error: unknown, path: PathValues, hasIfMatch: boolean): ErrorAnswer {
  if (error instanceof WireError) return answer(error.status, error.number, error.message, error.headers)
  if (isTrackerError(error) && !isTrackerError(error, 'internal_error', 'fault')) {
    const status = statusOf(error, path, hasIfMatch)
    const headers = headersFor(status, error)
    const { number, message, code: name, data } = error
    const shown = name === 'rule_refused' ? { ...data } : dataIn(message, data)
    const body = { error: true, code: number, message, field: data.field, name, data: shown } as const
    const answered = { status, headers, body }
    // The reason why the database cannot be reached is for the log only.
    return error.cause === undefined ? answered : { ...answered, fault: error.cause }
  }
  const { number, message, code: name } = new TrackerError('internal_error')
  const fault = isTrackerError(error, 'fault') ? error.cause : error
  return { status: 500, headers: {}, body: { error: true, code: number, message, name }, fault }
}

/** The data that the message contains. Other values, such as a password, are not sent back. */
function dataIn(message: string, data: TrackerError['data']): Readonly<Record<string, unknown>> {
  const entries = Object.entries(data)
    .map(([key, value]: [string, unknown]) => [key, value instanceof Date ? value.toISOString() : value] as const)
    .filter(
      ([key, value]) =>
        key === 'field' || key === 'kind' || message.includes(key === 'value' ? `'${textOf(value)}'` : textOf(value)),
    )
  return Object.fromEntries(entries)
}

/** A value as messages write it. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value ?? null)
}

function statusOf(error: TrackerError, path: PathValues, hasIfMatch: boolean): number {
  const status = statuses[error.code] ?? (retryAfter[error.code] === undefined ? undefined : 503)
  if (status === 404 && !isNamedByPath(error, path)) return 400
  if (status === 412 && !hasIfMatch) return 400
  return status ?? 400
}

function isNamedByPath({ data }: TrackerError, path: PathValues): boolean {
  const { field, value } = data
  return field !== undefined && path.get(field) === String(value)
}

function headersFor(status: number, error: TrackerError): Record<string, string> {
  const seconds = isTrackerError(error, 'too_many_reports') ? String(error.data.seconds) : retryAfter[error.code]
  if (seconds !== undefined) return { 'Retry-After': seconds }
  // Bearer, not Basic: browsers open a login dialog for Basic.
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
