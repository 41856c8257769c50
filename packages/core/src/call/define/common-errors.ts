import type { ErrorCode } from '../../kernel/errors.js'

/** What any operation may fail with, so that none lists it. */
export const commonErrors: readonly ErrorCode[] = [
  // Who is calling.
  'login_required',
  'invalid_username',
  'invalid_login_or_password',
  'account_disabled',
  'account_locked',
  'too_many_attempts',
  'api_key_not_valid',
  'api_key_revoked',
  'api_key_read_only',
  'api_key_scope',
  'auth_invalid_token',
  'two_identities',
  'second_factor_required',
  'second_factor_wrong',
  'second_factor_not_set_up',
  'host_user_refused',
  // The shape of the input.
  'body_not_object',
  'unknown_parameter',
  'param_required',
  'param_invalid',
  'param_must_be_numeric',
  'number_not_numeric',
  'number_too_small',
  'number_too_large',
  'illegal_date',
  'list_too_long',
  'text_too_long',
  'too_many_changes',
  // Writes that are done once.
  'idempotency_key_reused',
  'idempotency_key_invalid',
  // The service.
  'down_for_maintenance',
  'too_busy',
  'operation_timeout',
  'tracker_closed',
  'store_busy',
  'store_unavailable',
  'store_full',
  'store_read_only',
  'schema_newer',
  'internal_error',
]
