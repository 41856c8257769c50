// Errors of criteria.
import type { ErrorCode } from '../../kernel/errors.js'

/** Errors of operations that find bugs by criteria. */
export const criteriaErrors = [
  'invalid_regexp',
  'param_required',
  'param_must_be_numeric',
  'param_invalid',
  'search_too_complex',
  'illegal_date',
  'invalid_field_name',
  'buglist_parameters_required',
  'login_required',
  'object_does_not_exist',
  'search_too_much_text',
  'search_field_operator_invalid',
  'search_invalid_joiner',
  'search_cp_without_op',
  'search_content_without_matches',
  'search_grouped_field_invalid',
  'search_grouped_field_mismatch',
  'search_grouped_invalid_nesting',
  'illegal_pronoun',
  'login_required_for_pronoun',
  'group_not_visible',
  'invalid_group_name',
  'quicksearch_unbalanced_quotes',
  'quicksearch_invalid_query',
  'quicksearch_unknown_field',
] as const satisfies readonly ErrorCode[]
