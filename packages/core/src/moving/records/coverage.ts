// Every column that belongs to a record, moved or kept here for a reason: a new column without a decision does not compile. Columns
// of bugs need one only if they belong to no field: those of fields move if the field has a `record`.
import type { EntityName, Row } from '../../schema/index.js'

/** Moved, or why not. */
type Decision = 'moved' | `not: ${string}`

const ownNumber = 'not: each tracker numbers these itself, and records name them'
const folded = 'not: follows from the text beside it'
const untold = 'not: the REST API of the source does not have it'

type Moved =
  | ('groups' | 'users' | 'classifications' | 'products' | 'components' | 'versions' | 'milestones' | 'keywords')
  | ('fields' | 'legal_values' | 'status_workflow' | 'flag_types' | 'flag_type_scopes' | 'group_controls')
  | ('comments' | 'attachments' | 'flags' | 'bug_history')

/** The columns of bugs that belong to no field. */
export const withoutField = {
  group_count: 'not: follows from the groups',
  percentage_complete: 'not: follows from the hours',
  comment_count: 'not: follows from the comments',
  public_comment_count: 'not: follows from the comments',
  last_mail_time: 'not: no email is sent about earlier changes',
  last_changer_id: 'not: inboxes then look at the changes themselves',
  others_changed_at: 'not: likewise',
} as const satisfies Readonly<Partial<Record<keyof Row<'bugs'>, Decision>>>

export const coverage = {
  groups: {
    ...{ id: ownNumber, name: 'moved', name_folded: folded, description: 'moved', user_regexp: 'moved' },
    ...{ is_active: 'moved', icon_url: 'moved', is_bug_group: 'moved' },
  },
  users: {
    ...{ id: ownNumber, login: 'moved', login_folded: folded, real_name: 'moved', real_name_folded: folded },
    ...{ email_enabled: 'moved', login_denied_text: 'moved' },
    password_hash: 'not: personal records have it',
    ...{ creation_time: 'moved', last_seen_time: 'moved' },
    reply_epoch: 'not: addresses for replies are of this tracker',
    bounces: 'not: the other tracker counts bounces of the email that it sends',
    bounced_time: 'not: likewise',
  },
  classifications: {
    ...{ id: ownNumber, name: 'moved', name_folded: folded, description: 'moved', sort_key: 'moved' },
  },
  products: {
    ...{ id: ownNumber, classification_id: 'moved', name: 'moved', name_folded: folded, description: 'moved' },
    ...{ is_active: 'moved', has_unconfirmed: 'moved', default_milestone_id: 'moved' },
    bug_description_template: 'moved',
  },
  components: {
    ...{ id: ownNumber, product_id: 'moved', name: 'moved', name_folded: folded, description: 'moved' },
    ...{ default_assigned_to_id: 'moved', default_qa_contact_id: 'moved', sort_key: 'moved', is_active: 'moved' },
    bug_description_template: 'moved',
  },
  versions: {
    ...{
      id: ownNumber,
      product_id: 'moved',
      name: 'moved',
      name_folded: folded,
      sort_key: 'moved',
      is_active: 'moved',
    },
  },
  milestones: {
    ...{
      id: ownNumber,
      product_id: 'moved',
      name: 'moved',
      name_folded: folded,
      sort_key: 'moved',
      is_active: 'moved',
    },
    ...{ start_date: 'moved', due_date: 'moved' },
  },
  keywords: { id: ownNumber, name: 'moved', name_folded: folded, description: 'moved', is_active: 'moved' },
  fields: {
    ...{ id: ownNumber, name: 'moved', display_name: 'moved', type: 'moved', sort_key: 'moved' },
    ...{ is_mandatory: 'moved', is_on_bug_entry: 'moved', is_obsolete: 'moved' },
    ...{ visibility_field_id: 'moved', value_field_id: 'moved' },
    is_custom: 'not: only custom fields move',
    ...{ is_in_new_mail: 'moved', long_description: 'moved', reverse_description: 'moved' },
  },
  legal_values: {
    ...{ id: ownNumber, field_id: 'moved', name: 'moved', name_folded: folded, description: untold },
    ...{ sort_key: 'moved', is_active: 'moved', is_open: 'moved', controlling_value_id: 'moved' },
  },
  status_workflow: { from_status_id: 'moved', to_status_id: 'moved', require_comment: 'moved' },
  flag_types: {
    ...{ id: ownNumber, name: 'moved', name_folded: folded, description: 'moved', target_type: 'moved' },
    ...{ cc_list: 'moved', sort_key: 'moved', is_active: 'moved', is_requestable: 'moved' },
    ...{ is_requesteeble: 'moved', is_multiplicable: 'moved', grant_group_id: 'moved', request_group_id: 'moved' },
  },
  flag_type_scopes: {
    ...{ id: ownNumber, flag_type_id: 'moved', product_id: 'moved', component_id: 'moved' },
    is_exclusion: 'moved',
  },
  group_controls: {
    ...{ product_id: 'moved', group_id: 'moved', entry: 'moved', member_control: 'moved', other_control: 'moved' },
    ...{ canedit: 'moved', editcomponents: 'moved', editbugs: 'moved', canconfirm: 'moved' },
  },
  comments: {
    ...{ id: 'moved', bug_id: 'moved', creator_id: 'moved', text: 'moved', text_folded: folded },
    ...{ creation_time: 'moved', is_private: 'moved', is_markdown: 'moved' },
    ...{ work_time: 'moved', attachment_id: 'moved' },
    count: 'not: follows from the order of the comments',
    ...{ type: 'moved', related_bug_id: 'moved' },
    ...{ revision: 'not: what a comment said before stays', edit_time: 'not: what a comment said before stays' },
    has_reactions: 'not: follows from the reactions, which move',
  },
  attachments: {
    ...{ id: 'moved', bug_id: 'moved', creator_id: 'moved', creation_time: 'moved', last_change_time: 'moved' },
    ...{ file_name: 'moved', file_name_folded: folded, summary: 'moved', summary_folded: folded },
    ...{ content_type: 'moved', is_patch: 'moved', is_obsolete: 'moved', is_private: 'moved' },
    size: 'not: follows from the content',
  },
  flags: {
    ...{ id: 'moved', type_id: 'moved', bug_id: 'moved', attachment_id: 'moved', status: 'moved' },
    ...{ setter_id: 'moved', requestee_id: 'moved', creation_date: 'moved', modification_date: 'moved' },
  },
  bug_history: {
    ...{ bug_id: 'moved', user_id: 'moved', at: 'moved', field: 'moved', removed: 'moved', added: 'moved' },
    ...{ removed_folded: folded, added_folded: folded, attachment_id: 'moved', comment_id: 'moved' },
    rule: 'moved',
    id: ownNumber,
  },
} as const satisfies { readonly [E in Moved & EntityName]: Readonly<Record<keyof Row<E>, Decision>> }
