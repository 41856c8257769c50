// The errors of the contract, and others with its general number.
import { accepted, capital, cut, name, show, within, type About, type Accepted, type Limit } from './error-text.js'

/**
 * Symbolic code → [number, message]. The numbers are those that clients of this API know and are never recycled; messages may
 * change. Several symbolic codes may share one number.
 */
export const contractErrors = {
  // Generic
  object_not_specified: [50, (d: About) => `${name(d)} is required and must not be empty.`],
  param_required: [50, (d: { field: string }) => `${d.field} is required.`],
  params_required: [
    50,
    (d: { fields: readonly string[] }) => `At least one of these parameters is required: ${d.fields.join(', ')}.`,
  ],
  undefined_field: [50, (d: About) => `${name(d)} must not be empty.`],
  reassign_to_empty: [50, (d: About) => `${name(d)} must not be empty: every bug needs an assignee.`],
  object_does_not_exist: [
    51,
    (d: Accepted & { kind: string; in?: string | undefined }) =>
      `${capital(d.kind)} ${show(d.value)} does not exist${within(d)}.${accepted(d)}`,
  ],
  param_must_be_numeric: [
    52,
    (d: Accepted) => `${name(d)} must be a whole number, not ${show(d.value)}.${accepted(d)}`,
  ],
  number_not_numeric: [52, (d: About) => `${name(d)} must be a number, not ${show(d.value)}.`],
  param_invalid: [
    53,
    (d: Accepted & { problem?: string }) =>
      `${name(d)} is not valid${d.problem ? `: ${d.problem}` : ''}.${accepted(d)}`,
  ],
  list_too_long: [
    53,
    (d: Limit & { count: number }) => `${name(d)} accepts at most ${d.limit} entries; ${d.count} were given.`,
  ],
  too_many_changes: [
    53,
    (d: Limit & { things: number; each: number; unit?: 'bytes' }) =>
      `${name(d)}: ${d.things} × ${d.each} ${d.unit ?? 'entries or parts of texts'} exceed the limit of ${d.limit}. Send fewer at a time.`,
  ],
  unknown_parameter: [53, (d: Accepted) => `${name(d)}: unknown parameter.${accepted(d)}`],
  body_not_object: [53, () => 'The input must be an object; the body of a request must be a JSON object.'],
  number_too_large: [54, (d: Limit) => `${name(d)} must be at most ${d.limit}, not ${show(d.value)}.`],
  number_too_small: [55, (d: Limit) => `${name(d)} must be at least ${d.limit}, not ${show(d.value)}.`],
  illegal_date: [
    56,
    (d: About & { isDay?: true; canBeRelative?: true }) => {
      const time = 'time (2026-01-31T12:00:00Z)'
      const others = d.isDay ? '' : d.canBeRelative ? `, ${time} or time before now (7d)` : ` or ${time}`
      return `${name(d)} must be a date (2026-01-31)${others}, not ${show(d.value)}.`
    },
  ],

  // Bugs
  improper_bug_id_field_value: [100, (d: About) => `${show(d.value)} is not a bug ID or alias.`],
  bug_id_does_not_exist: [101, (d: About) => `Bug ${show(d.value)} does not exist.`],
  alias_too_long: [103, (d: Limit) => `Alias ${show(d.value)} must be at most ${d.limit} characters.`],
  alias_in_use: [103, (d: About) => `Alias ${show(d.value)} is already in use.`],
  alias_is_numeric: [103, (d: About) => `Alias ${show(d.value)} must not be a number.`],
  alias_has_comma_or_space: [103, (d: About) => `Alias ${show(d.value)} must not contain commas or spaces.`],
  multiple_alias_not_allowed: [103, (d: About) => `${name(d)} can be set on only one bug at a time.`],
  text_too_long: [104, (d: Limit) => `${name(d)} must be at most ${d.limit} characters.`],
  require_component: [
    105,
    (d: About) =>
      d.value ? `Component ${show(d.value)} does not exist.` : `${name(d)} is required and must not be empty.`,
  ],
  component_name_too_long: [105, (d: Limit) => `A component name must be at most ${d.limit} characters.`],
  entry_access_denied: [106, (d: About) => `Product ${show(d.value)} does not exist, or you cannot file bugs in it.`],
  product_access_denied: [
    106,
    (d: About) => `Product ${show(d.value)} does not exist, or you do not have access to it.`,
  ],
  require_summary: [107, (d: About) => `${name(d)} is required and must not be empty.`],
  invalid_field_name: [108, (d: About) => `Field ${show(d.value)} does not exist or cannot be used here.`],
  product_edit_denied: [109, (d: About) => `You do not have permission to edit bugs in ${show(d.value)}.`],
  comment_id_invalid: [111, (d: About) => `Comment ${show(d.value)} does not exist.`],
  bug_url_invalid: [
    112,
    (d: About) => `${show(d.value)} is not a bug URL of a supported tracker, a bug ID or an alias.`,
  ],
  bug_url_too_long: [112, (d: Limit) => `The path of ${show(d.value)} must be at most ${d.limit} characters.`],
  user_not_insider: [
    113,
    (d: About) =>
      `${name(d)}: only members of the insider group can change whether comments and attachments are private.`,
  ],
  comment_too_long: [114, (d: Limit) => `${name(d)} must be at most ${d.limit} characters.`],
  illegal_change: [115, (d: About) => `You do not have permission to change ${name(d)}.`],
  dependency_loop_single: [116, (d: About) => `${name(d)}: a bug cannot depend on or block itself.`],
  dependency_loop_multi: [116, (d: About) => `${name(d)}: this would create a circular dependency.`],
  comment_invalid_isprivate: [117, (d: About) => `${show(d.value)} is not the ID of a comment on this bug.`],
  dupe_loop_detected: [
    118,
    (d: About) => `Bug ${show(d.value)} is already a duplicate of this bug, directly or indirectly.`,
  ],
  dupe_not_at_creation: [119, (d: About) => `${name(d)}: a new bug cannot be a duplicate. Create it first.`],
  dupe_id_required: [119, (d: About) => `${name(d)}: dupe_of is required when you mark a bug as a duplicate.`],
  group_restriction_not_allowed: [
    120,
    (d: About) => `You do not have permission to add this bug to group ${show(d.value)}.`,
  ],
  group_invalid_removal: [
    120,
    (d: About) => `You do not have permission to remove this bug from group ${show(d.value)}.`,
  ],
  missing_resolution: [121, (d: Accepted) => `A resolution is required for a closed bug.${accepted(d)}`],
  resolution_not_allowed: [
    122,
    (d: About) => `${name(d)} can be set only on a closed bug. Change the status in the same update.`,
  ],
  illegal_bug_status_transition: [
    123,
    (d: Accepted & { from?: string | undefined }) =>
      `${d.from ? `Status cannot change from ${d.from} to ${show(d.value)}` : `A new bug cannot have the status ${show(d.value)}`}.${accepted(d)}`,
  ],
  comment_tag_disabled: [125, () => 'Comment tags are disabled on this tracker.'],
  comment_tag_invalid: [126, (d: About) => `Tag ${show(d.value)} can contain only letters, digits, '.', '_' and '-'.`],
  comment_tag_too_long: [127, (d: Limit) => `Tag ${show(d.value)} must be at most ${d.limit} characters.`],
  comment_tag_too_short: [128, (d: Limit) => `Tag ${show(d.value)} must be at least ${d.limit} characters.`],
  flag_status_invalid: [129, (d: Accepted) => `${show(d.value)} is not a valid status of this flag.${accepted(d)}`],
  flag_update_denied: [
    130,
    (d: About & { status: string }) => `You do not have permission to set flag ${show(d.value)} to ${d.status}.`,
  ],
  flag_type_requestee_disabled: [131, (d: About) => `Flag ${show(d.value)} does not accept a requestee.`],
  flag_not_unique: [132, (d: About) => `Several flags are named ${show(d.value)}. Use the flag's ID.`],
  flag_type_not_unique: [133, (d: About) => `Several flag types are named ${show(d.value)}. Use type_id.`],
  flag_type_inactive: [134, (d: About) => `Flag type ${show(d.value)} is inactive.`],
  reactions_disabled: [136, () => 'Reactions are disabled on this tracker.'],
  reaction_invalid: [137, (d: Accepted) => `${name(d)} cannot be ${show(d.value)}.${accepted(d)}`],
  markdown_disabled: [140, (d: About) => `${name(d)}: Markdown is disabled on this tracker.`],

  // Identification of the caller
  // Clients recognize a failed login by the words "username or password".
  invalid_login_or_password: [300, () => 'The username or password is not valid.'],
  account_disabled: [301, (d: { reason: string }) => `This account is disabled: ${d.reason}`],
  auth_failure: [304, (d: About & { action: string }) => `You do not have permission to ${d.action}.`],
  password_not_complex: [305, (d: { field: string; accepted: string }) => `${d.field} must contain ${d.accepted}.`],
  password_too_common: [305, (d: { field: string }) => `${d.field} is a common password. Choose another.`],
  api_key_not_valid: [306, () => 'Invalid API key.'],
  api_key_revoked: [306, () => 'This API key is revoked or expired.'],
  api_key_read_only: [306, () => 'This API key is read-only.'],
  api_key_scope: [306, (d: { scope: string }) => `This API key lacks the '${d.scope}' scope.`],
  auth_invalid_token: [307, () => 'Invalid or expired token. Log in again.'],
  two_identities: [
    307,
    (d: { fields: readonly string[] }) => `These credentials identify different users: ${d.fields.join(', ')}.`,
  ],
  account_locked: [
    32000,
    (d: { until: Date }) =>
      `Too many failed logins. The account is locked for this address until ${d.until.toISOString()}.`,
  ],
  too_many_attempts: [32000, () => 'Too many logins from this network at once. Try again shortly.'],
  login_required: [
    410,
    (d?: { caller?: 'system' | undefined }) =>
      d?.caller === 'system' ? "asSystem() needs a login for this: asSystem('admin@example.com')." : 'You must log in.',
  ],

  // Users
  account_exists: [500, (d: About) => `Account ${show(d.value)} already exists.`],
  illegal_email_address: [
    501,
    (d: About & { problem?: string }) =>
      `${show(d.value)} is not a valid login: ${d.problem || 'use an address of at most 127 characters, such as user@host.example.'}`,
  ],
  registration_denied: [501, (d: About) => `Registration is not open for ${show(d.value)}. Contact an administrator.`],
  password_too_short: [502, (d: Limit) => `${name(d)} must be at least ${d.limit} characters.`],
  invalid_username: [504, (d: About) => `User ${show(d.value)} does not exist.`],
  invalid_user_group: [504, (d: About) => `User ${show(d.value)} has no access to this product.`],
  user_access_by_id_denied: [505, () => 'You must log in to look up users by ID.'],
  user_access_by_match_denied: [505, () => 'You must log in to search for users.'],

  // Attachments, products, groups, others
  file_too_large: [600, (d: Limit) => `The attachment must be at most ${d.limit} bytes, not ${show(d.value)}.`],
  invalid_content_type: [601, (d: About) => `${show(d.value)} is not a content type such as text/plain.`],
  file_not_specified: [603, (d: About) => `${name(d)} is required: the name of the file.`],
  missing_attachment_description: [604, (d: About) => `${name(d)} is required: a description of the attachment.`],
  zero_length_file: [606, (d: About) => `${name(d)} is empty.`],
  product_blank_name: [700, (d: About) => `${name(d)} is required and must not be empty.`],
  product_name_too_long: [701, (d: Limit) => `A product name must be at most ${d.limit} characters.`],
  product_name_already_in_use: [702, (d: About) => `Product ${show(d.value)} already exists.`],
  product_must_have_description: [703, (d: About) => `${name(d)} is required and must not be empty.`],
  product_must_have_version: [704, (d: About) => `${name(d)} is required: the product's initial version.`],
  product_must_define_defaultmilestone: [
    705,
    (d: Accepted) => `${show(d.value)} is not a milestone of the product.${accepted(d)}`,
  ],
  empty_group_name: [800, (d: About) => `${name(d)} is required and must not be empty.`],
  group_exists: [801, (d: About) => `Group ${show(d.value)} already exists.`],
  empty_group_description: [802, (d: About) => `${name(d)} is required and must not be empty.`],
  invalid_regexp: [
    803,
    (d: About & { problem: string }) => `${name(d)}: ${show(d.value)} is not a valid pattern: ${d.problem}`,
  ],
  invalid_group_name: [804, (d: About) => `Group ${show(d.value)} does not exist, or you are not a member.`],
  auth_classification_not_enabled: [900, () => 'Classifications are disabled on this tracker.'],
  buglist_parameters_required: [1000, () => 'A search requires at least one criterion.'],
  flag_type_name_invalid: [
    1101,
    (d: About) => `The name of a flag type must be 1 to 50 characters without spaces or commas, not ${show(d.value)}.`,
  ],
  flag_type_description_invalid: [1102, (d: About) => `${name(d)} is required and must not be empty.`],
  flag_type_cc_list_invalid: [1103, (d: Limit) => `${name(d)} must be at most ${d.limit} characters.`],
  flag_type_sortkey_invalid: [
    1104,
    (d: About) => `${name(d)} must be a whole number from 0 to 32767, not ${show(d.value)}.`,
  ],
  flag_type_not_editable: [
    1105,
    (d: About) => `You cannot edit flag type ${show(d.value)}: it applies to products you do not administer.`,
  ],
  component_already_exists: [1200, (d: About) => `Component ${show(d.value)} already exists.`],
  component_is_last: [1201, (d: About) => `Component ${show(d.value)} is the product's only component.`],
  component_has_bugs: [1202, (d: About) => `Component ${show(d.value)} has bugs.`],
  component_blank_name: [1210, (d: About) => `${name(d)} is required and must not be empty.`],
  component_blank_description: [1211, (d: About) => `${name(d)} is required and must not be empty.`],
  component_need_initialowner: [1213, (d: About) => `${name(d)} is required: the component's default assignee.`],

  // Errors without a separate number
  comment_required: [32000, (d: About & { why: string }) => `A comment is required ${d.why}.`],
  milestone_required: [32000, (d: About) => `${name(d)} must be set before the bug is accepted.`],
  still_unresolved_bugs: [32000, (_: About) => 'Open bugs block this bug.'],
  product_disabled: [32000, (d: About) => `Product ${show(d.value)} is closed for new bugs.`],
  value_inactive: [32000, (d: About & { kind: string }) => `${capital(d.kind)} ${show(d.value)} is inactive.`],
  required_field: [32000, (d: { field: string }) => `${d.field} is required.`],
  dupe_not_allowed: [32000, (d: About) => `${name(d)} can be set on only one bug at a time.`],
  conflict: [
    32000,
    (d: About & { field: string; last_change_time: Date }) =>
      `${d.field}: the bug was changed at ${d.last_change_time.toISOString()}. Reload it and try again.`,
  ],
  cc_remove_denied: [115, (d: About) => `You do not have permission to remove ${show(d.value)} from CC.`],
  illegal_change_deps: [32000, (d: About) => `You do not have permission to edit bug ${show(d.value)}.`],
  see_also_self_reference: [32000, (d: About) => `${name(d)}: a bug cannot refer to itself.`],
  relationship_loop_single: [32000, (d: About) => `${name(d)}: this would create a circular reference.`],
  illegal_time: [32000, (d: About) => `${name(d)} must be a time of day (12:30), not ${show(d.value)}.`],
  number_not_integer: [32000, (d: About) => `${name(d)} must be a whole number, not ${show(d.value)}.`],
  tag_name_too_long: [32000, (d: Limit) => `A tag must be at most ${d.limit} characters.`],
  flag_type_not_multiplicable: [32000, (d: About) => `A bug can have only one ${show(d.value)} flag.`],
  flag_requestee_disabled: [32000, (d: About) => `Account ${show(d.value)} is disabled.`],
  flag_requestee_unauthorized: [32000, (d: About) => `${show(d.value)} cannot see this bug or attachment.`],
  flag_requestee_needs_privs: [32000, (d: About) => `${show(d.value)} cannot grant this flag.`],
  illegal_attachment_edit: [304, (d: About) => `You do not have permission to edit attachment ${show(d.value)}.`],
  search_content_without_matches: [32000, (d: About) => `${name(d)}: content supports only matches and notmatches.`],
  search_field_operator_invalid: [
    32000,
    (d: About & { operator: string }) => `Operator ${show(d.operator)} is not supported for ${show(d.value)}.`,
  ],
  search_too_much_text: [
    32000,
    (d: About) => `${name(d)}: searching for ${show(d.value)} covers too much text. Add criteria.`,
  ],
  search_too_complex: [
    53,
    (d: Limit & { kind: string; count: number }) =>
      `${name(d)}: a search can have at most ${d.limit} ${d.kind}; ${d.count} were given.`,
  ],
  search_invalid_joiner: [
    32000,
    (d: Accepted) => `${name(d)}: ${show(d.value)} does not join conditions.${accepted(d)}`,
  ],
  search_cp_without_op: [32000, (d: About) => `${name(d)} closes a group that is not open.`],
  search_grouped_field_invalid: [32000, (d: About) => `${name(d)}: an AND_G group does not support ${show(d.value)}.`],
  search_grouped_field_mismatch: [32000, (d: About) => `${name(d)}: an AND_G group must use a single field.`],
  search_grouped_invalid_nesting: [32000, (d: About) => `${name(d)}: an AND_G group supports no nested groups.`],
  illegal_pronoun: [32000, (d: About) => `Pronoun ${show(d.value)} is not supported here.`],
  login_required_for_pronoun: [32000, (d: About) => `Log in to use ${show(d.value)}.`],
  quicksearch_unbalanced_quotes: [32000, (d: About) => `Unbalanced quotes in ${show(d.value)}.`],
  quicksearch_invalid_query: [32000, (d: About) => `Invalid use of AND, OR or NOT in ${show(d.value)}.`],
  quicksearch_unknown_field: [
    32000,
    (d: About & { fields: readonly string[] }) => `Unknown or ambiguous fields: ${cut(d.fields.join(', '))}.`,
  ],
  get_products_invalid_type: [32000, (d: Accepted) => `${show(d.value)} is not a type of product list.${accepted(d)}`],
  product_admin_denied: [304, (d: About) => `You do not have permission to administer product ${show(d.value)}.`],
  name_blank: [32000, (d: About & { kind: string }) => `${name(d)} is required and must not be empty.`],
  name_too_long: [
    32000,
    (d: Limit & { kind: string }) => `The name of a ${d.kind} must be at most ${d.limit} characters.`,
  ],
  name_in_use: [32000, (d: About & { kind: string }) => `${capital(d.kind)} ${show(d.value)} already exists.`],
  sort_key_invalid: [
    32000,
    (d: About & { accepted: string }) => `${name(d)} must be a whole number ${d.accepted}, not ${show(d.value)}.`,
  ],
  still_in_use: [
    32000,
    (d: About & { kind: string; by: string }) => `${capital(d.kind)} ${show(d.value)} is in use by ${d.by}.`,
  ],
  group_not_visible: [32000, (d: About) => `You do not have permission to list members of ${show(d.value)}.`],
  illegal_value: [32000, (d: Accepted) => `${name(d)} cannot be ${show(d.value)}.${accepted(d)}`],
  down_for_maintenance: [32000, (d: { notice: string }) => `The tracker is down for maintenance. ${d.notice}`],
  too_busy: [32000, () => 'The server is too busy. Try again shortly.'],
  search_too_expensive: [32000, () => 'The search took too long. Narrow it or try again later.'],
  operation_timeout: [32000, () => 'The request took too long; nothing was changed. Request less or try again later.'],
  store_busy: [32000, () => 'Too many concurrent writes; nothing was changed. Try again.'],
  store_unavailable: [32000, () => 'The database is unavailable. Try again later.'],
  store_full: [32000, () => 'The database is full; nothing was changed.'],
  schema_newer: [32000, () => 'A newer version has migrated the database. Upgrade this process.'],
  store_read_only: [32000, () => 'The database is read-only; nothing was changed.'],
  internal_error: [-32000, () => 'Internal error. See the server log.'],
} satisfies Record<string, readonly [number, (data: never) => string]>
