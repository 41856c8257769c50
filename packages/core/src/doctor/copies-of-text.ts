// Where the words of people may be: an erasure has to reach every one of these columns.
import type { ColumnOf, EntityName } from '../schema/index.js'

/** A column that could hold words. */
type Wordy = { [E in EntityName]: `${E}.${ColumnOf<E, 'text' | 'json' | 'bytes'>}` }[EntityName]

/** Columns that may contain text, files, names or addresses entered by users. */
export const copiesOfText = [
  ...(['bugs.summary', 'bugs.summary_folded', 'bugs.url', 'bugs.url_folded', 'bugs.whiteboard'] as const),
  ...(['bugs.whiteboard_folded', 'bug_aliases.alias', 'bug_aliases.alias_folded'] as const),
  ...(['bug_see_also.url', 'bug_see_also.url_folded', 'custom_values.text', 'custom_values.text_folded'] as const),
  ...(['bug_history.removed', 'bug_history.removed_folded', 'bug_history.added', 'bug_history.added_folded'] as const),
  ...(['comments.text', 'comments.text_folded', 'comment_revisions.text', 'comment_mentions.word'] as const),
  ...(['comment_tags.tag', 'comment_tags.tag_folded', 'comment_tag_weights.tag'] as const),
  ...(['comment_tag_weights.tag_folded', 'comment_tag_activity.added', 'comment_tag_activity.removed'] as const),
  ...(['personal_tags.name', 'personal_tags.name_folded'] as const),
  ...(['attachments.file_name', 'attachments.file_name_folded', 'attachments.summary'] as const),
  ...(['attachments.summary_folded', 'attachments.content_type', 'attachment_data.data'] as const),
  ...(['attachment_data.text_folded', 'attachment_parts.data'] as const),
  ...(['users.login', 'users.login_folded', 'users.real_name', 'users.real_name_folded'] as const),
  ...(['users.login_denied_text', 'account_codes.login', 'account_codes.login_folded'] as const),
  ...([
    'external_accounts.subject',
    'external_accounts.shown_as',
    'login_flows.person',
    'login_flows.subject',
    'passkeys.name',
    'api_keys.description',
    'api_keys.used_from',
  ] as const),
  ...(['tokens.address', 'tokens.begun_from', 'tokens.reason', 'login_attempts.address'] as const),
  ...(['saved_searches.name', 'saved_searches.name_folded', 'saved_searches.query'] as const),
  'schedules.name',
  ...(['parameters.value', 'flag_types.cc_list', 'audit_log.removed', 'audit_log.added'] as const),
  ...(['idempotency.answer', 'mail_outbox.address', 'mail_outbox.payload', 'mail_outbox.last_error'] as const),
  ...(['webhooks.name', 'webhooks.url', 'webhooks.headers', 'webhooks.disabled_reason'] as const),
  ...(['webhook_deliveries.answer', 'webhook_deliveries.last_error'] as const),
  ...(['code_links.url', 'code_links.url_folded', 'code_links.title', 'code_links.title_folded'] as const),
  ...(['code_links.repository', 'code_links.ref', 'code_links.author', 'code_links.branch'] as const),
  ...(['inbound.sender', 'inbound.subject', 'inbound_content.data'] as const),
] satisfies readonly Wordy[]

/** Columns with names from the program, numbers, hashes, secrets or configuration. */
type WithoutTextOfPeople =
  | `${'classifications' | 'components' | 'fields' | 'groups' | 'keywords' | 'legal_values' | 'milestones'}.${string}`
  | `${'group_controls' | 'group_inheritance' | 'products' | 'user_groups' | 'versions' | 'installation'}.${string}`
  | `flag_types.${'name' | 'name_folded' | 'description' | 'target_type'}`
  | `${'changes' | 'feed_cursors' | 'imports' | 'import_refs' | 'recovery_codes' | 'second_factors'}.${string}`
  | `${string}.${'claimed_by' | 'digest' | 'field' | 'fingerprint' | 'key_hash' | 'kind' | 'login_hash'}`
  | `${string}.${'password_hash' | 'prefix' | 'product_ids' | 'secret_hash' | 'state' | 'status' | 'type'}`
  | `webhooks.${'events' | 'component_ids' | 'fields' | 'format' | 'secrets'}`
  | 'webhook_deliveries.message_id'
  | `${'code_hooks' | 'removed_code_links' | 'forms' | 'intakes' | 'mailbox_claims'}.${string}`
  | `inbound.${'way' | 'source' | 'outcome' | 'reason' | 'bug_ids' | 'address_hash'}`
  | `user_settings.${'name' | 'value'}`
  | 'parameters.name'
  | 'comment_reactions.reaction'
  | 'follows.scope'
  | `schedules.${'hours' | 'to' | 'disabled_reason'}`
  | 'bug_history.rule'
  | `external_accounts.${'issuer' | 'linked_with'}`
  | `passkeys.${'credential_id' | 'public_key' | 'rp_id' | 'user_handle' | 'transports'}`
  | `tokens.${'login_by' | 'login_issuer'}`
  | `login_flows.${'flow_hash' | 'stage' | 'issuer'}`
  | 'audit_log.class'
  | 'bugs.deadline'

/** Does not compile while a column is in neither of the two. */
export type UnplacedColumn = Exclude<Wordy, (typeof copiesOfText)[number] | WithoutTextOfPeople>
