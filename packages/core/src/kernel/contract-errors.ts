// The errors of the contract, and what else is told by its general number.
import { accepted, cut, name, show, within, type About, type Accepted, type Limit } from './error-text.js'

/**
 * Symbolic code → [number, message]. The numbers are those that clients of this API know and are never recycled; messages may
 * change. Several symbolic codes may share one number.
 */
export const contractErrors = {
  // Generic
  object_not_specified: [50, (d: About) => `${name(d)} must be given and not be blank.`],
  param_required: [50, (d: { field: string }) => `${d.field} is required.`],
  params_required: [
    50,
    (d: { fields: readonly string[] }) => `One of these parameters is required: ${d.fields.join(', ')}.`,
  ],
  undefined_field: [50, (d: About) => `${name(d)} may not be empty.`],
  reassign_to_empty: [50, (d: About) => `${name(d)} may not be blank: a bug always has an assignee.`],
  object_does_not_exist: [
    51,
    (d: Accepted & { kind: string; in?: string | undefined }) =>
      `There is no ${d.kind} ${show(d.value)}${within(d)}.${accepted(d)}`,
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
    (d: Limit & { count: number }) => `${name(d)} may have at most ${d.limit} entries, not ${d.count}.`,
  ],
  too_many_changes: [
    53,
    (d: Limit & { things: number; each: number; unit?: 'bytes' }) =>
      `${name(d)}: ${d.things} times ${d.each} ${d.unit ?? 'entries or parts of texts'} are too much at once; together at most ${d.limit}.`,
  ],
  unknown_parameter: [53, (d: Accepted) => `${name(d)}: there is no such parameter here.${accepted(d)}`],
  body_not_object: [53, () => 'The input must be an object; in a request, the body must be a JSON object.'],
  number_too_large: [54, (d: Limit) => `${name(d)} may be at most ${d.limit}, not ${show(d.value)}.`],
  number_too_small: [55, (d: Limit) => `${name(d)} must be at least ${d.limit}, not ${show(d.value)}.`],
  illegal_date: [
    56,
    (d: About) =>
      `${name(d)}: ${show(d.value)} is not a date. Dates look like 2026-01-31, times like 2026-01-31T12:00:00Z.`,
  ],

  // Bugs
  improper_bug_id_field_value: [100, (d: About) => `${show(d.value)} is neither a bug number nor the alias of a bug.`],
  bug_id_does_not_exist: [101, (d: About) => `There is no bug ${show(d.value)}.`],
  alias_too_long: [103, (d: Limit) => `The alias ${show(d.value)} is longer than ${d.limit} characters.`],
  alias_in_use: [103, (d: About) => `The alias ${show(d.value)} belongs to another bug.`],
  alias_is_numeric: [
    103,
    (d: About) => `The alias ${show(d.value)} is a number; an alias needs another character too.`,
  ],
  alias_has_comma_or_space: [103, (d: About) => `The alias ${show(d.value)} contains a comma or a space.`],
  multiple_alias_not_allowed: [103, (d: About) => `${name(d)} may be set on one bug at a time.`],
  text_too_long: [104, (d: Limit) => `${name(d)} may have at most ${d.limit} characters.`],
  require_component: [105, (d: About) => `${name(d)} must name a component of the product.`],
  component_name_too_long: [105, (d: Limit) => `A component name may have at most ${d.limit} characters.`],
  entry_access_denied: [106, (d: About) => `There is no product ${show(d.value)} that you can file bugs in.`],
  product_access_denied: [106, (d: About) => `There is no product ${show(d.value)}, or you may not see it.`],
  require_summary: [107, (d: About) => `${name(d)} must be given and not be blank.`],
  invalid_field_name: [108, (d: About) => `There is no field ${show(d.value)} to use here.`],
  product_edit_denied: [109, (d: About) => `You may not change bugs of the product ${show(d.value)}.`],
  comment_id_invalid: [111, (d: About) => `There is no comment ${show(d.value)}.`],
  bug_url_invalid: [
    112,
    (d: About) =>
      `${show(d.value)} is not the URL of a bug in a known kind of tracker, nor a bug number or alias here.`,
  ],
  bug_url_too_long: [112, (d: Limit) => `The path of ${show(d.value)} is longer than ${d.limit} characters.`],
  user_not_insider: [
    113,
    (d: About) => `${name(d)}: only members of the insider group may make comments or attachments private or public.`,
  ],
  comment_too_long: [114, (d: Limit) => `${name(d)} may have at most ${d.limit} characters.`],
  illegal_change: [115, (d: About) => `${name(d)}: you may not change this of the bug.`],
  dependency_loop_single: [116, (d: About) => `${name(d)}: a bug can neither block nor depend on itself.`],
  dependency_loop_multi: [116, (d: About) => `${name(d)}: this would make bugs depend on each other in a circle.`],
  comment_invalid_isprivate: [117, (d: About) => `${show(d.value)} is not the id of a comment of this bug.`],
  dupe_loop_detected: [118, (d: About) => `Bug ${show(d.value)} is, in the end, a duplicate of this bug.`],
  dupe_not_at_creation: [
    119,
    (d: About) => `${name(d)}: a new bug cannot be a duplicate; file it, then mark it as one.`,
  ],
  dupe_id_required: [119, (d: About) => `${name(d)}: to mark a bug as a duplicate say of which one (dupe_of).`],
  group_restriction_not_allowed: [120, (d: About) => `You may not restrict this bug to the group ${show(d.value)}.`],
  group_invalid_removal: [120, (d: About) => `You may not remove this bug from the group ${show(d.value)}.`],
  missing_resolution: [121, (d: Accepted) => `A closed bug needs a resolution.${accepted(d)}`],
  resolution_not_allowed: [122, (d: About) => `${name(d)} is for closed bugs alone; close the bug in the same update.`],
  illegal_bug_status_transition: [
    123,
    (d: Accepted & { from?: string | undefined }) =>
      `${d.from ? `A bug cannot go from ${d.from} to ${show(d.value)}` : `A new bug cannot be ${show(d.value)}`}.${accepted(d)}`,
  ],
  comment_tag_disabled: [125, () => 'Comment tags are not in use here.'],
  comment_tag_invalid: [126, (d: About) => `The tag ${show(d.value)} may have letters, digits, '.', '_' and '-' only.`],
  comment_tag_too_long: [127, (d: Limit) => `The tag ${show(d.value)} is longer than ${d.limit} characters.`],
  comment_tag_too_short: [128, (d: Limit) => `The tag ${show(d.value)} is shorter than ${d.limit} characters.`],
  flag_status_invalid: [129, (d: Accepted) => `${show(d.value)} is not a status of this flag.${accepted(d)}`],
  flag_update_denied: [
    130,
    (d: About & { status: string }) => `You may not set the flag ${show(d.value)} to ${d.status}.`,
  ],
  flag_type_requestee_disabled: [
    131,
    (d: About) => `The flag ${show(d.value)} cannot be asked of a particular person.`,
  ],
  flag_not_unique: [132, (d: About) => `There are several flags ${show(d.value)}; name one by its id.`],
  flag_type_not_unique: [133, (d: About) => `There are several flag types ${show(d.value)}; name one by type_id.`],
  flag_type_inactive: [134, (d: About) => `The flag type ${show(d.value)} takes no new flags.`],

  // Who is calling
  // Clients recognise a failed login by the words "username or password".
  invalid_login_or_password: [300, () => 'The username or password is not valid.'],
  account_disabled: [301, (d: { reason: string }) => `This account is disabled: ${d.reason}`],
  auth_failure: [304, (d: About & { action: string }) => `You are not allowed to ${d.action}.`],
  password_not_complex: [
    305,
    (d: { field: string; accepted: string }) => `${d.field} is too simple: it needs ${d.accepted}.`,
  ],
  password_too_common: [
    305,
    (d: { field: string }) =>
      `${d.field} is too simple: it is what is tried first. Choose something longer or less usual.`,
  ],
  api_key_not_valid: [306, () => 'The API key is not valid.'],
  api_key_revoked: [306, () => 'The API key has been revoked or has expired.'],
  api_key_read_only: [306, () => 'This API key may only read.'],
  api_key_scope: [306, (d: { scope: string }) => `This API key is not for that: it lacks the scope '${d.scope}'.`],
  auth_invalid_token: [307, () => 'The token is not valid (any more). Log in again.'],
  two_identities: [
    307,
    (d: { fields: readonly string[] }) => `These credentials belong to different users: ${d.fields.join(', ')}.`,
  ],
  account_locked: [
    32000,
    (d: { until: Date }) =>
      `Too many wrong passwords. The account is locked for this address until ${d.until.toISOString()}.`,
  ],
  too_many_attempts: [32000, () => 'Too many from this network are logging in just now. Try again.'],
  login_required: [410, () => 'You must log in before using this.'],

  // Users
  account_exists: [500, (d: About) => `There is already an account ${show(d.value)}.`],
  illegal_email_address: [
    501,
    (d: About & { problem?: string }) =>
      `${show(d.value)} is not a valid login name: ${d.problem || 'it must look like user@host.example and have at most 127 characters.'}`,
  ],
  registration_denied: [
    501,
    (d: About) => `Nobody can make an account of their own with ${show(d.value)} here. Ask who runs this tracker.`,
  ],
  password_too_short: [502, (d: Limit) => `${name(d)} must have at least ${d.limit} characters.`],
  invalid_username: [504, (d: About) => `There is no user ${show(d.value)}.`],
  invalid_user_group: [504, (d: About) => `The user ${show(d.value)} cannot see this product.`],
  user_access_by_id_denied: [505, () => 'You must log in to look up users by id.'],
  user_access_by_match_denied: [505, () => 'You must log in to search for users.'],

  // Attachments, products, groups, others
  file_too_large: [600, (d: Limit) => `An attachment may have at most ${d.limit} bytes, not ${show(d.value)}.`],
  invalid_content_type: [601, (d: About) => `${show(d.value)} is not a content type such as text/plain.`],
  file_not_specified: [603, (d: About) => `${name(d)} must name the file.`],
  missing_attachment_description: [604, (d: About) => `${name(d)} must describe the attachment.`],
  zero_length_file: [606, (d: About) => `${name(d)} is empty.`],
  product_blank_name: [700, (d: About) => `${name(d)} of a product may not be blank.`],
  product_name_too_long: [701, (d: Limit) => `A product name may have at most ${d.limit} characters.`],
  product_name_already_in_use: [702, (d: About) => `There is already a product ${show(d.value)}.`],
  product_must_have_description: [703, (d: About) => `${name(d)} of a product may not be blank.`],
  product_must_have_version: [704, (d: About) => `${name(d)} must name the first version of the product.`],
  product_must_define_defaultmilestone: [
    705,
    (d: Accepted) => `${show(d.value)} is not a milestone of the product.${accepted(d)}`,
  ],
  empty_group_name: [800, (d: About) => `${name(d)} of a group may not be blank.`],
  group_exists: [801, (d: About) => `There is already a group ${show(d.value)}.`],
  empty_group_description: [802, (d: About) => `${name(d)} of a group may not be blank.`],
  invalid_regexp: [
    803,
    (d: About & { problem: string }) => `${name(d)}: ${show(d.value)} is not a usable pattern: ${d.problem}`,
  ],
  invalid_group_name: [804, (d: About) => `There is no group ${show(d.value)}, or you are not in it.`],
  auth_classification_not_enabled: [900, () => 'Classifications are not in use here.'],
  buglist_parameters_required: [1000, () => 'Searching needs at least one criterion.'],
  flag_type_name_invalid: [
    1101,
    (d: About) => `${show(d.value)} is not a flag type name: 1 to 50 characters without blank and comma.`,
  ],
  flag_type_description_invalid: [1102, (d: About) => `${name(d)} of a flag type may not be blank.`],
  flag_type_cc_list_invalid: [1103, (d: Limit) => `${name(d)} may have at most ${d.limit} characters.`],
  flag_type_sortkey_invalid: [
    1104,
    (d: About) => `${name(d)} must be a whole number from 0 to 32767, not ${show(d.value)}.`,
  ],
  flag_type_not_editable: [
    1105,
    (d: About) => `You may not change the flag type ${show(d.value)}: it applies to products you cannot administer.`,
  ],
  component_already_exists: [1200, (d: About) => `The product already has a component ${show(d.value)}.`],
  component_is_last: [1201, (d: About) => `${show(d.value)} is the only component of its product.`],
  component_has_bugs: [1202, (d: About) => `There are bugs in the component ${show(d.value)}.`],
  component_blank_name: [1210, (d: About) => `${name(d)} of a component may not be blank.`],
  component_blank_description: [1211, (d: About) => `${name(d)} of a component may not be blank.`],
  component_need_initialowner: [1213, (d: About) => `${name(d)} must name the default assignee of the component.`],

  // Without a number of their own
  comment_required: [32000, (d: About & { why: string }) => `A comment is required ${d.why}.`],
  milestone_required: [32000, (d: About) => `${name(d)} must be set before the bug is taken up.`],
  still_unresolved_bugs: [
    32000,
    (d: About & { count: number }) => `${d.count} bugs that this one depends on are still open.`,
  ],
  product_disabled: [32000, (d: About) => `The product ${show(d.value)} does not take new bugs.`],
  value_inactive: [32000, (d: About & { kind: string }) => `The ${d.kind} ${show(d.value)} is no longer in use.`],
  required_field: [32000, (d: { field: string }) => `${d.field} must be filled in.`],
  dupe_not_allowed: [32000, (d: About) => `${name(d)} may be set on one bug at a time.`],
  conflict: [
    32000,
    (d: About & { field: string; last_change_time: Date }) =>
      `${d.field}: the bug has changed since, last at ${d.last_change_time.toISOString()}.`,
  ],
  cc_remove_denied: [115, (d: About) => `You may not remove ${show(d.value)} from the CC list.`],
  illegal_change_deps: [32000, (d: About) => `You may not change bug ${show(d.value)}.`],
  see_also_self_reference: [32000, (d: About) => `${name(d)}: a bug cannot refer to itself.`],
  relationship_loop_single: [32000, (d: About) => `${name(d)}: bugs would refer to each other in a circle.`],
  illegal_time: [32000, (d: About) => `${name(d)}: ${show(d.value)} is not a time of day.`],
  number_not_integer: [32000, (d: About) => `${name(d)} must be a whole number, not ${show(d.value)}.`],
  tag_name_too_long: [32000, (d: Limit) => `A tag may have at most ${d.limit} characters.`],
  flag_type_not_multiplicable: [32000, (d: About) => `There can be one flag ${show(d.value)} only.`],
  flag_requestee_disabled: [32000, (d: About) => `The account ${show(d.value)} is disabled.`],
  flag_requestee_unauthorized: [32000, (d: About) => `${show(d.value)} may not see this bug or attachment.`],
  flag_requestee_needs_privs: [32000, (d: About) => `${show(d.value)} may not grant this flag.`],
  illegal_attachment_edit: [304, (d: About) => `You may not change attachment ${show(d.value)}.`],
  search_content_without_matches: [
    32000,
    (d: About) => `${name(d)}: content can only be searched with matches and notmatches.`,
  ],
  search_field_operator_invalid: [
    32000,
    (d: About & { operator: string }) => `The operator ${show(d.operator)} does not work on ${show(d.value)}.`,
  ],
  search_too_much_text: [
    32000,
    (d: About) => `${name(d)}: too much text to look for ${show(d.value)} in. Narrow the search with other criteria.`,
  ],
  search_too_complex: [
    53,
    (d: Limit & { kind: string; count: number }) =>
      `${name(d)}: a search may have at most ${d.limit} ${d.kind}, not ${d.count}.`,
  ],
  search_invalid_joiner: [
    32000,
    (d: Accepted) => `${name(d)}: ${show(d.value)} is not a way to join conditions.${accepted(d)}`,
  ],
  search_cp_without_op: [32000, (d: About) => `${name(d)} closes a group that was never opened.`],
  search_grouped_field_invalid: [32000, (d: About) => `${name(d)}: ${show(d.value)} cannot be used in an AND_G group.`],
  search_grouped_field_mismatch: [
    32000,
    (d: About) => `${name(d)}: all conditions of an AND_G group must be about one field.`,
  ],
  search_grouped_invalid_nesting: [32000, (d: About) => `${name(d)}: an AND_G group cannot hold another group.`],
  illegal_pronoun: [32000, (d: About) => `${show(d.value)} is not a pronoun that can be used here.`],
  login_required_for_pronoun: [32000, (d: About) => `${show(d.value)} means you; log in to use it.`],
  quicksearch_unbalanced_quotes: [32000, (d: About) => `There is a quote without its partner in ${show(d.value)}.`],
  quicksearch_invalid_query: [32000, (d: About) => `AND, OR and NOT do not fit together in ${show(d.value)}.`],
  quicksearch_unknown_field: [
    32000,
    (d: About & { fields: readonly string[] }) => `Unknown or ambiguous fields: ${cut(d.fields.join(', '))}.`,
  ],
  get_products_invalid_type: [32000, (d: Accepted) => `${show(d.value)} is not a kind of product list.${accepted(d)}`],
  product_admin_denied: [304, (d: About) => `You may not administer the product ${show(d.value)}.`],
  name_blank: [32000, (d: About & { kind: string }) => `${name(d)} of a ${d.kind} may not be blank.`],
  name_too_long: [
    32000,
    (d: Limit & { kind: string }) => `The name of a ${d.kind} may have at most ${d.limit} characters.`,
  ],
  name_in_use: [32000, (d: About & { kind: string }) => `There is already a ${d.kind} ${show(d.value)}.`],
  sort_key_invalid: [
    32000,
    (d: About & { accepted: string }) => `${name(d)} must be a whole number ${d.accepted}, not ${show(d.value)}.`,
  ],
  still_in_use: [
    32000,
    (d: About & { kind: string; by: string }) => `The ${d.kind} ${show(d.value)} is still in use by ${d.by}.`,
  ],
  group_not_visible: [32000, (d: About) => `You may not see the members of ${show(d.value)}.`],
  illegal_value: [32000, (d: Accepted) => `${name(d)} cannot be ${show(d.value)}.${accepted(d)}`],
  down_for_maintenance: [32000, (d: { notice: string }) => `The tracker is down for maintenance. ${d.notice}`],
  too_busy: [32000, () => 'The server is too busy just now. Try again.'],
  search_too_expensive: [32000, () => 'The search takes too long. Narrow it with other criteria, or try again later.'],
  operation_timeout: [
    32000,
    () => 'This takes too long; nothing was changed. Ask for less at once, or try again later.',
  ],
  store_busy: [32000, () => 'Too many changes at once; nothing was changed. Try again.'],
  store_unavailable: [32000, () => 'The database cannot be used just now. Try again.'],
  store_full: [32000, () => 'The database has no room left; nothing was changed. Try again later.'],
  schema_newer: [
    32000,
    () =>
      'A newer version of the tracker has changed the database; this process is too old for it and has to be replaced.',
  ],
  store_read_only: [32000, () => 'The database can only be read just now; nothing was changed. Try again later.'],
  internal_error: [-32000, () => 'Something went wrong inside the tracker. The details are in its log.'],
} satisfies Record<string, readonly [number, (data: never) => string]>
