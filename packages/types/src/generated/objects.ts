// Written by `npm run generate` from the operations and their schemas: change those.
/** An API key, without the key itself. */
export interface ApiKey {
  /** ID of the key. */
  id: number
  /** Login of the owner. */
  user: string
  /** The first characters of the key, to identify it. The key itself is not shown again. */
  prefix: string
  /** Description of the key. */
  description: string
  /** The key is revoked. */
  is_revoked: boolean
  /** The key is read-only. */
  is_read_only: boolean
  /** Scopes: `read`, `write`, `admin`. */
  scopes: ('read' | 'write' | 'admin')[]
  /** Products to which the key is restricted, as far as the caller can see them. Null: all. */
  products: string[] | null
  /** Time of creation. */
  creation_time: Date
  /** Expiry time; null for never. */
  expires: Date | null
  /** Time of the last use, to the minute; null if never used. */
  last_used: Date | null
  /** Address of the last use: an IPv4 address or an IPv6 network. Null without one, as for calls within the process. */
  last_used_from: string | null
}

/** An attachment of a bug. */
export interface Attachment {
  /** ID of the attachment. */
  id: number
  /** ID of its bug. */
  bug_id: number
  /** Content of the attachment. */
  data: Uint8Array
  /** Size of the content in bytes. */
  size: number
  /** Time when it was added. */
  creation_time: Date
  /** Time of the last change. */
  last_change_time: Date
  /** File name, without folders. */
  file_name: string
  /** One-line description. */
  summary: string
  /** Content type, such as `text/plain`. */
  content_type: string
  /** Visible only to insiders and its creator. */
  is_private: boolean
  /** The attachment is obsolete. */
  is_obsolete: boolean
  /** The attachment is a patch. */
  is_patch: boolean
  /** Login of its creator. */
  creator: string
  /** Flags, by sort key and name of their types, then by ID. */
  flags: Flag[]
}

/** An attachment of a bug, without its content. */
export interface AttachmentWithoutData {
  /** ID of the attachment. */
  id: number
  /** ID of its bug. */
  bug_id: number
  /** Size of the content in bytes. */
  size: number
  /** Time when it was added. */
  creation_time: Date
  /** Time of the last change. */
  last_change_time: Date
  /** File name, without folders. */
  file_name: string
  /** One-line description. */
  summary: string
  /** Content type, such as `text/plain`. */
  content_type: string
  /** Visible only to insiders and its creator. */
  is_private: boolean
  /** The attachment is obsolete. */
  is_obsolete: boolean
  /** The attachment is a patch. */
  is_patch: boolean
  /** Login of its creator. */
  creator: string
  /** Flags, by sort key and name of their types, then by ID. */
  flags: Flag[]
}

/** An administrative change. */
export interface AuditEntry {
  /** ID of the entry. */
  id: number
  /** Time of the change. */
  at: Date
  /** Login of the user who made the change; null for the embedding program. */
  user: string | null
  /** Type of object: Product, Component, Group, User, Parameter …; `Erasure` for erasures, `Export` for exports, `Import` for imports. */
  class: string
  /** ID of the object; 0 for parameters, which have only names. */
  object_id: number
  /** The changed field, or __create__ and __remove__ with the name of the object. */
  field: string
  /** Previous value; null if there was none. */
  removed: string | null
  /** New value; null if there is none. */
  added: string | null
}

/** A column or row of a board. */
export interface BoardLine {
  /** The value, as searches and updates accept it. Empty for none. */
  value: string
  /** The real name of a user; otherwise the value. */
  name: string
  /** Number of bugs with the value, shown or not. */
  count: number
}

/** A bug: the fields of every installation and the custom fields of this one. */
export interface Bug {
  /** ID of the bug. */
  id: number
  /** Aliases of the bug, in alphabetical order. At most 40 characters each, unique in the tracker. */
  alias: string[]
  /** Summary of 1 to 255 characters. */
  summary: string
  /** Status in the workflow. */
  status: string
  /** Resolution. Empty while the bug is open. */
  resolution: string
  /** Whether the bug is open. */
  is_open: boolean
  /** The bug was confirmed: it has had an open status other than UNCONFIRMED. */
  is_confirmed: boolean
  /** Product of the bug. */
  product: string
  /** Component of the product. */
  component: string
  /** Classification of the product. */
  classification: string
  /** Version in which the bug was found. */
  version: string
  /** Target milestone of the product. */
  target_milestone: string
  /** Operating system. */
  op_sys: string
  /** Hardware platform. */
  platform: string
  /** Priority. */
  priority: string
  /** Severity. */
  severity: string
  /** Login of the assignee. */
  assigned_to: string
  /** Details of `assigned_to`. */
  assigned_to_detail: UserDetail
  /** Login of the reporter. */
  creator: string
  /** Details of `creator`. */
  creator_detail: UserDetail
  /** Login of the QA contact. Empty without one, or if QA contacts are disabled. */
  qa_contact: string
  /** Details of `qa_contact`. Absent if there is no QA contact. */
  qa_contact_detail?: UserDetail
  /** Logins on the CC list, in alphabetical order. */
  cc: string[]
  /** Details of `cc`. */
  cc_detail: UserDetail[]
  /** IDs of the bugs that this one blocks and the caller can see: open ones first, then by ID. */
  blocks: number[]
  /** IDs of the bugs that this one depends on and the caller can see: open ones first, then by ID. */
  depends_on: number[]
  /** ID of the bug that this one duplicates, if the caller can see it. */
  dupe_of: number | null
  /** Keywords, by name. */
  keywords: string[]
  /** Names of the groups to which the bug is restricted: system groups first, then by name. */
  groups: string[]
  /** Flags, by the sort key and name of their types, then by ID. Flags of attachments are part of the attachments. */
  flags: Flag[]
  /** URLs of related bugs in this tracker and others, oldest link first. */
  see_also: string[]
  /** URL related to the bug. */
  url: string
  /** Free text for notes and labels. */
  whiteboard: string
  /** Deadline, YYYY-MM-DD. */
  deadline: string | null
  /** Time when the bug was filed. */
  creation_time: Date
  /** Time of the last change. */
  last_change_time: Date
  /** Users on the CC list can see the bug even if they are not in its groups. */
  is_cc_accessible: boolean
  /** The reporter can see the bug even if not in its groups. */
  is_creator_accessible: boolean
  /** Estimated hours. Only for members of the time-tracking group. */
  estimated_time?: number
  /** Hours worked so far. Only for members of the time-tracking group. */
  actual_time?: number
  /** Remaining hours. Only for members of the time-tracking group. */
  remaining_time?: number
  /** Changes with every change of the bug. Returned by Get Bug to logged-in callers. */
  update_token?: string
  /** Personal tags of the caller, by name. Only on request. */
  tags?: string[]
  /** Number of users who reacted to the description with +1; 0 while it is private. Only if `include_fields` names it. */
  votes?: number
  /** Number of comments that the caller can see, including the description. Only if `include_fields` names it. */
  comment_count?: number
  /** Whether the bug changed after the caller last saw it; false for bugs they never saw. Only if `include_fields` names it. */
  changed_since_seen?: boolean
  /** Value of a custom field, whose name begins with `cf_`. */
  [customField: `cf_${string}`]: string | number | Date | string[] | null
}

/** Number of bugs in a day, week or month. */
export interface BugCountBucket {
  /** First day of the period, YYYY-MM-DD. */
  start: string
  /** One count for each name of `x`; without `x`, a single one. */
  counts: number[]
}

/** The history of a bug. */
export interface BugHistory {
  /** ID of the bug. */
  id: number
  /** Aliases of the bug. */
  alias: string[]
  /** Changes, oldest first. */
  history: HistoryEntry[]
}

/** A bug in a dependency graph. */
export interface BugInGraph {
  /** ID of the bug. */
  id: number
  /** Summary. */
  summary: string
  /** The status. */
  status: string
  /** Resolution. Empty while the bug is open. */
  resolution: string
  /** Whether the bug is open. */
  is_open: boolean
  /** Login of the assignee. */
  assigned_to: string
  /** Priority. */
  priority: string
  /** Severity. */
  severity: string
  /** Target milestone. */
  target_milestone: string
}

/** Numbers of bugs opened, closed and open in a day, week or month. */
export interface BugTrendPoint {
  /** First day of the period, YYYY-MM-DD. */
  start: string
  /** Number of bugs that were filed as open or reopened. */
  opened: number
  /** Number of bugs that were closed. */
  closed: number
  /** Number of open bugs at the end of the period; in the period of today, now. */
  open: number
  /** Remaining hours at the end of the period. Only with `hours`, for members of the time-tracking group. */
  remaining_time?: number
}

/** Bugs to add and remove, or the complete new list, by ID or alias. */
export interface BugsChange {
  /** Values to add. */
  readonly add?: string | number | readonly (number | string | null)[] | undefined
  /** Values to remove. */
  readonly remove?: string | number | readonly (number | string | null)[] | undefined
  /** The complete new list. Overrides add and remove. */
  readonly set?: string | number | readonly (number | string | null)[] | undefined
}

/** Changes that one operation made to one bug or one configuration object. */
export interface ChangeEntry {
  /** Sequence number of the entry, in the order of the changes. */
  seq: number
  /** The same for all entries that were written together. */
  set: number
  /** `bug.imported`: an import has created or updated the bug. `bug.hidden`: the bug was public before, and the caller cannot see it now. Only the bug ID is included for it and for `bug.deleted`. */
  type: 'bug.created' | 'bug.changed' | 'bug.imported' | 'bug.hidden' | 'bug.deleted' | 'administration.changed'
  /** Time of the change, by the clock of the process that made it. Clocks can differ; use the sequence numbers for ordering. */
  time: Date
  /** User who made the change; null for the embedding program, and for bug.hidden and bug.deleted. */
  user: {
    /** ID of the user. */
    id: number
    /** Login. */
    name: string
    /** Login of the user. */
    real_name: string
  } | null
  /** ID of the bug; absent for `administration.changed`. */
  bug_id?: number
  /** Changes, as in the history of the bug. */
  changes: HistoryChange[]
  /** Comments that were added, edited or redacted, without their texts. */
  comments: {
    /** ID of the comment, for `comments.get`. */
    id: number
    /** Number within the bug. 0 is the description. */
    count: number
    /** Whether it is visible only to insiders. */
    is_private: boolean
    /** True if an existing item was changed; absent if it was added. */
    is_rewritten?: boolean
  }[]
  /** Attachments that were added or erased. */
  attachments: {
    /** ID of the attachment. */
    id: number
    /** Whether it is visible only to insiders. */
    is_private: boolean
    /** True if an existing item was changed; absent if it was added. */
    is_rewritten?: boolean
  }[]
  /** Flags that were set, answered, reassigned or cleared. */
  flags: {
    /** ID of the flag type. */
    type_id: number
    /** Name of the flag type. */
    name: string
    /** ID of the attachment; null for a flag of the bug itself. */
    attachment_id: number | null
    /** Previous status: `?`, `+` or `-`; empty if there was no flag. */
    before: string
    /** New status; empty if the flag was removed. */
    after: string
    /** Login of the new requestee; empty if there is none. */
    requestee: string
  }[]
  /** Links to commits and pull requests that were added or changed; a removed one is not included. */
  code_links: {
    /** ID of the link. */
    id: number
    /** `commit` or `pull_request`. */
    kind: 'commit' | 'pull_request'
    /** Hash of the commit, or number of the pull request. */
    ref: string
    /** Current state at the host. */
    state: 'open' | 'draft' | 'merged' | 'closed' | 'pushed'
    /** Whether it is visible only to insiders. */
    is_private: boolean
  }[]
  /** The changed object; only for administration.changed. */
  object?: {
    /** Type of object: Product, Component, Group, User, Parameter … */
    class: string
    /** ID of the object; 0 for parameters, which have only names. */
    id: number
  }
}

/** Changes of one object. */
export interface Changed {
  /** ID of the changed object. */
  id: number
  /** Changes by field name. Booleans are `1` and `0`; no value is an empty string. */
  changes: { [name: string]: FieldChange }
}

/** Changes of an attachment. */
export interface ChangedAttachment {
  /** ID of the attachment. */
  id: number
  /** Time of this update; if it changed nothing, of the last change. */
  last_change_time: Date
  /** Changes by field name. */
  changes: { [name: string]: FieldChange }
}

/** Changes of a bug. */
export interface ChangedBug {
  /** ID of the bug. */
  id: number
  /** All aliases after the update. */
  alias: string[]
  /** Time of this update; if it changed nothing, of the last change. */
  last_change_time: Date
  /** Changes by field name. For lists, the removed and added values, separated by comma and space. Hours have two decimals. */
  changes: { [name: string]: FieldChange }
}

/** Preferences about the pages of the tracker. */
export interface ChosenPagePreferences {
  /** Color scheme. Defaults to `system`. */
  readonly theme?: 'system' | 'light' | 'dark' | undefined
  /** Language, such as `en` or `de-AT`; empty for that of the browser. */
  readonly language?: string | undefined
  /** Time zone, such as `Europe/Vienna`; empty for that of the browser. */
  readonly time_zone?: string | undefined
  /** Enable single-key shortcuts. Defaults to true. */
  readonly keys?: boolean | undefined
  /** Use Markdown by default for new comments and descriptions. Defaults to true. */
  readonly markdown?: boolean | undefined
  /** Columns of lists of bugs, in order, at most 50; empty for the default ones. */
  readonly columns?: readonly string[] | undefined
  /** Sort order of lists of bugs, as in Search Bugs, at most 1,000 characters; empty for the default. */
  readonly order?: string | undefined
  /** Path to which the first page leads, at most 255 characters; empty for the default. */
  readonly home?: string | undefined
}

/** A classification with its products. */
export interface Classification {
  /** ID of the classification. */
  id: number
  /** Name of the classification. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** Sort position. Classifications are listed by it, then by name. */
  sort_key: number
  /** Its products to which the caller has access. */
  products: {
    /** ID of the product. */
    id: number
    /** Name of the product. */
    name: string
    /** Description in simple HTML. */
    description: string
  }[]
}

/** A code hook, without its secrets. */
export interface CodeHook {
  /** ID of the code hook. */
  id: number
  /** Name. */
  name: string
  /** The kind of git host. */
  host: 'github' | 'gitlab' | 'gitea' | 'forgejo'
  /** URL for the settings of the host. */
  url: string
  /** Login of the account with whose permissions the hook acts. */
  account: string
  /** Repositories. Empty: all. */
  repositories: string[]
  /** Products of the bugs. Empty: all. */
  product: string[]
  /** Which bugs a merge closes. */
  closes: 'fixes' | 'named' | 'never'
  /** Status of bugs that a merge closes. */
  status: string
  /** Resolution of bugs that a merge closes. */
  resolution: string
  /** Branches whose merges close bugs. Empty: the default branch. */
  branches: string[]
  /** Whether `#12` after a verb refers to a bug. */
  numbers: boolean
  /** Whether requests are accepted. */
  is_enabled: boolean
  /** Time of the last request with a valid signature. */
  last_time: Date | null
  /** Time of creation. */
  creation_time: Date
}

/** A link from a bug to a commit or a pull request. */
export interface CodeLink {
  /** ID of the link. */
  id: number
  /** `commit` or `pull_request`, which includes merge requests. */
  kind: 'commit' | 'pull_request'
  /** Host and path, such as `github.com/owner/name`. */
  repository: string
  /** Hash of the commit, or number of the pull request. */
  ref: string
  /** URL of its page at the host. */
  url: string
  /** Title, or first line of the commit message; at most 255 characters. */
  title: string
  /** State at the host; `pushed` for commits. */
  state: 'open' | 'draft' | 'merged' | 'closed' | 'pushed'
  /** Name of the author at the host; empty if unknown. */
  author: string
  /** Branch of the commit or pull request; empty if unknown. */
  branch: string
  /** Whether it is visible only to insiders. */
  is_private: boolean
  /** Whether it closed the bug. */
  has_closed: boolean
  /** ID of the attachment with this URL as its content; null if there is none. */
  attachment_id: number | null
  /** Time of the last change at the host. */
  time: Date
}

/** A comment on a bug. */
export interface Comment {
  /** ID of the comment. */
  id: number
  /** ID of its bug. */
  bug_id: number
  /** ID of the attachment that the comment is about, if the caller can see it; otherwise null. */
  attachment_id: number | null
  /** Number within the bug, including hidden comments. 0 is the description. */
  count: number
  /** Text. */
  text: string
  /** Login of the author. */
  creator: string
  /** Same as `creation_time`. */
  time: Date
  /** Time of the comment. */
  creation_time: Date
  /** Visible only to insiders. */
  is_private: boolean
  /** Whether the text is Markdown. */
  is_markdown: boolean
  /** Tags, by name. */
  tags: string[]
  /** Number of users by reaction. Reactions without users are absent. */
  reactions: ReactionCounts
  /** Number of edits; absent if it was never edited. */
  revision?: number
  /** Time of the last edit; absent if it was never edited. */
  edit_time?: Date
}

/** One version of a comment. */
export interface CommentRevision {
  /** Number of the revision. 0 is the original text. */
  revision: number
  /** Time of the revision. */
  time: Date
  /** Login of its author. */
  user: string
  /** Text; null if redacted, and for callers other than the author and insiders. */
  text: string | null
}

/** A component of a product. */
export interface Component {
  /** ID of the component. */
  id: number
  /** Name of the component. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** Login of the assignee of new bugs. */
  default_assigned_to: string
  /** Login of the QA contact of new bugs; empty for none. */
  default_qa_contact: string
  /** Sort position. Components are listed by it, then by name. */
  sort_key: number
  /** Open for new bugs. */
  is_active: boolean
  /** Text with which descriptions of new bugs begin; empty for none. */
  bug_description_template: string
  /** Flag types that apply to the component. */
  flag_types: FlagTypesOfComponent
  /** Name of the product. */
  product: string
  /** Logins on the CC list of new bugs. Only for callers who can change the component. */
  default_cc?: string[]
}

/** A component, in its product. */
export interface ComponentOfProduct {
  /** ID of the component. */
  id: number
  /** Name of the component. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** Login of the assignee of new bugs. */
  default_assigned_to: string
  /** Login of the QA contact of new bugs; empty for none. */
  default_qa_contact: string
  /** Sort position. Components are listed by it, then by name. */
  sort_key: number
  /** Open for new bugs. */
  is_active: boolean
  /** Text with which descriptions of new bugs begin; empty for none. */
  bug_description_template: string
  /** Flag types that apply to the component. */
  flag_types: FlagTypesOfComponent
}

/** A deleted bug. */
export interface DeletedBug {
  /** ID of the deleted bug, which is not reused. */
  id: number
  /** Number of deleted comments, including the description. */
  comments: number
  /** Number of deleted attachments. */
  attachments: number
}

/** A dependency between two bugs. */
export interface Dependency {
  /** ID of the blocked bug. */
  blocks: number
  /** ID of the bug that it depends on. */
  depends_on: number
}

/** An attachment without its content. */
export interface ErasedAttachment {
  /** ID of the attachment. */
  id: number
  /** ID of its bug. */
  bug_id: number
  /** Number of bytes erased. */
  size: number
}

/** An erased user. */
export interface ErasedUser {
  /** ID of the account, which stays. */
  id: number
  /** New login of the account. */
  name: string
  /** IDs of comments that still contain the address and the caller can see, for `comments.redact`; at most 1,000. */
  comments: number[]
  /** Whether there are more. */
  more_comments: boolean
}

/** A failed lookup. */
export interface Fault {
  /** The requested value. */
  id: number | string
  /** Error message. May change. */
  faultString: string
  /** Error number. Stable. */
  faultCode: number
}

/** A bug field. */
export interface Field {
  /** ID of the field. */
  id: number
  /** Internal name. The same in every installation, except for custom fields. */
  name: string
  /** Display name or description. */
  display_name: string
  /** Type: 0 plain, 1 text, 2 single select, 3 multiple select, 4 large text, 5 date and time, 6 bug, 7 bug URLs, 8 keywords, 9 date, 10 integer. */
  type: number
  /** Whether it is a custom field. */
  is_custom: boolean
  /** A value is required. */
  is_mandatory: boolean
  /** Shown in the form for new bugs. */
  is_on_bug_entry: boolean
  /** Sort position of the field. Only on request, by name or with `_extra`. */
  sort_key?: number
  /** The field is not in use. Only on request, by name or with `_extra`. */
  is_obsolete?: boolean
  /** Email about new bugs has the field. Only on request, by name or with `_extra`. */
  is_in_new_mail?: boolean
  /** Long description. Only on request, by name or with `_extra`. */
  long_description?: string
  /** Of a field with a bug: its name in that bug. Only on request, by name or with `_extra`. */
  reverse_description?: string | null
  /** The field is shown if this field has one of the `visibility_values`. Null: always. */
  visibility_field: string | null
  /** Values of `visibility_field` for which the field is shown. */
  visibility_values: string[]
  /** Field on which the offered values depend. Null: all are offered. */
  value_field: string | null
  /** Allowed values, in order. Empty for fields without allowed values. */
  values: FieldValue[]
}

/** Change of one field. Booleans are `1` and `0`; no value is an empty string. */
export interface FieldChange {
  /** Previous value; for a list, the removed members. */
  removed: string
  /** New value; for a list, the added members. */
  added: string
}

/** A bug field, with hints for its display. */
export interface FieldOfMetadata {
  /** ID of the field. */
  id: number
  /** Internal name. The same in every installation, except for custom fields. */
  name: string
  /** Display name or description. */
  display_name: string
  /** Type: 0 plain, 1 text, 2 single select, 3 multiple select, 4 large text, 5 date and time, 6 bug, 7 bug URLs, 8 keywords, 9 date, 10 integer. */
  type: number
  /** Whether it is a custom field. */
  is_custom: boolean
  /** A value is required. */
  is_mandatory: boolean
  /** Shown in the form for new bugs. */
  is_on_bug_entry: boolean
  /** Sort position of the field. Only on request, by name or with `_extra`. */
  sort_key?: number
  /** The field is not in use. Only on request, by name or with `_extra`. */
  is_obsolete?: boolean
  /** Email about new bugs has the field. Only on request, by name or with `_extra`. */
  is_in_new_mail?: boolean
  /** Long description. Only on request, by name or with `_extra`. */
  long_description?: string
  /** Of a field with a bug: its name in that bug. Only on request, by name or with `_extra`. */
  reverse_description?: string | null
  /** The field is shown if this field has one of the `visibility_values`. Null: always. */
  visibility_field: string | null
  /** Values of `visibility_field` for which the field is shown. */
  visibility_values: string[]
  /** Field on which the offered values depend. Null: all are offered. */
  value_field: string | null
  /** Allowed values, in order. Empty for fields without allowed values. */
  values: FieldValue[]
  /** Name in bugs, searches and sort orders; null if bugs do not contain it. */
  name_in_bugs: string | null
  /** Section of a form; null if bugs do not contain it. */
  group: 'status' | 'people' | 'place' | 'planning' | 'links' | 'details' | 'time' | 'visibility' | null
  /** Control for forms: `people`, `names`, `bugs` and `urls` are lists. Null: cannot be set. */
  control:
    | 'text line'
    | 'long text'
    | 'day'
    | 'hours'
    | 'select'
    | 'person'
    | 'people'
    | 'names'
    | 'bugs'
    | 'urls'
    | 'switch'
    | null
  /** Suitable as the only criterion of a search. */
  is_filter: boolean
  /** Can be a column in a list of bugs. */
  is_column: boolean
  /** Suitable for changing several bugs at once. */
  is_bulk: boolean
  /** Supported by `bugs.count`. */
  is_countable: boolean
}

/** An allowed value of a field. */
export interface FieldValue {
  /** Allowed values. Empty for the status of a new bug. */
  name: string
  /** Sort position. Values are listed by it, then by name. */
  sort_key: number
  /** Same as `sort_key`, for older clients. */
  sortkey: number
  /** Values of the field's `value_field` for which this value is offered. Empty: all. */
  visibility_values: string[]
  /** The value can be selected. Of values that belong to no product, only on request, by name. */
  is_active?: boolean
  /** Description of the keyword. Only for keywords. */
  description?: string
  /** Whether bugs with this status are open. Only for statuses. */
  is_open?: boolean
  /** Statuses that can follow. Only for statuses. */
  can_change_to?: {
    /** Name of the status. */
    name: string
    /** The transition requires a comment. */
    comment_required: boolean
  }[]
}

/** A flag of a bug or an attachment: a request, or its answer. */
export interface Flag {
  /** ID of the flag. */
  id: number
  /** Name of the flag type. */
  name: string
  /** ID of the flag type. */
  type_id: number
  /** Time when the flag was set. */
  creation_date: Date
  /** Time of the last change. */
  modification_date: Date
  /** '?', '+' or '-'. */
  status: string
  /** Login of the user who last changed the flag. */
  setter: string
  /** Login of the requestee; absent if there is none. */
  requestee?: string
}

/** A flag to set, change or clear, selected by `id`, or by its type with `type_id` or `name`. */
export interface FlagChange {
  /** ID of an existing flag. */
  readonly id?: number | undefined
  /** ID of the flag type, instead of `id`. */
  readonly type_id?: number | undefined
  /** Name of the flag type, instead of `id`. */
  readonly name?: string | undefined
  /** `?`, `+` or `-`, and `X` to clear it. */
  readonly status?: string | undefined
  /** Login of the requestee; empty or null: none. */
  readonly requestee?: string | null | undefined
  /** Add another flag even if there is one of this type. */
  readonly new?: boolean | undefined
  /** Ignored. Accepted because flags in responses contain it. */
  readonly setter?: unknown
  /** Ignored. Accepted because flags in responses contain it. */
  readonly creation_date?: unknown
  /** Ignored. Accepted because flags in responses contain it. */
  readonly modification_date?: unknown
}

/** A flag type, and where it applies. */
export interface FlagType {
  /** ID of the flag type. */
  id: number
  /** Name; not necessarily unique. */
  name: string
  /** Description of the flag type. */
  description: string
  /** Addresses to notify about such flags. */
  cc_list: string
  /** Sort position. Flag types are listed by it, then by name. */
  sort_key: number
  /** New flags can be set. */
  is_active: boolean
  /** The flag can be requested (`?`). */
  is_requestable: boolean
  /** A particular user can be asked. */
  is_requesteeble: boolean
  /** Several flags can be set on one bug or attachment. */
  is_multiplicable: boolean
  /** ID of the group that can grant or deny it; null: all users. */
  grant_group: number | null
  /** ID of the group that can request it; null: all users. */
  request_group: number | null
  /** Type of item that has such flags. */
  type: 'bug' | 'attachment'
  /** Statuses that the caller can set: 'X' (clear), '?', '+', '-'. */
  values: string[]
  /** Where the type applies; absent if everywhere. */
  inclusions?: (string | { [name: string]: string[] })[]
  /** Where the type does not apply. */
  exclusions: (string | { [name: string]: string[] })[]
}

/** A flag type for bugs of a component or their attachments. */
export interface FlagTypeOfComponent {
  /** ID of the flag type. */
  id: number
  /** Name; not necessarily unique. */
  name: string
  /** Description of the flag type. */
  description: string
  /** Addresses to notify about such flags. */
  cc_list: string
  /** Sort position. Flag types are listed by it, then by name. */
  sort_key: number
  /** New flags can be set. */
  is_active: boolean
  /** The flag can be requested (`?`). */
  is_requestable: boolean
  /** A particular user can be asked. */
  is_requesteeble: boolean
  /** Several flags can be set on one bug or attachment. */
  is_multiplicable: boolean
  /** ID of the group that can grant or deny it; null: all users. */
  grant_group: number | null
  /** ID of the group that can request it; null: all users. */
  request_group: number | null
}

/** Flag types that apply to the component. */
export interface FlagTypesOfComponent {
  /** Flag types of bugs. */
  bug: FlagTypeOfComponent[]
  /** Flag types of attachments. */
  attachment: FlagTypeOfComponent[]
}

/** A bug, a product, a component or a user. */
export interface FollowTarget {
  /** ID or alias of a bug. */
  readonly bug?: number | string | undefined
  /** Name of a product. */
  readonly product?: string | undefined
  /** Name of a component of `product`. */
  readonly component?: string | undefined
  /** Login of a user to watch. */
  readonly user?: string | undefined
  /** For a product or component: `new` bugs, or `all` changes. Defaults to `new`. */
  readonly scope?: 'new' | 'all' | undefined
  /** For a product or component: also send email. Defaults to false, only the inbox. */
  readonly by_mail?: boolean | undefined
}

/** A bug that the caller follows, muted or stopped following. */
export interface FollowedBug {
  /** ID of the bug. */
  id: number
  /** Summary. */
  summary: string
  /** Whether the bug is open. */
  is_open: boolean
}

/** The questions that replace the description of a new bug. */
export interface Form {
  /** ID of the form. */
  id: number
  /** Name of the form. */
  name: string
  /** When to choose it. */
  description: string
  /** The product of new bugs; null for all. */
  product: string | null
  /** The component of new bugs that name none; null for none. */
  component: string | null
  /** The elements, in their order. */
  body: FormElement[]
  /** The beginning of summaries. */
  title: string
  /** Names of keywords that new bugs get. */
  keywords: string[]
  /** Whether it can be chosen. */
  is_active: boolean
  /** Forms are listed by it, then by name. */
  sort_key: number
}

/** The contents of an element of a form. */
export interface FormAttributes {
  /** At most 255 characters; required but for Markdown. */
  label?: string
  /** A hint, at most 10,000 characters. */
  description?: string
  /** Example of an answer, for lines and texts. */
  placeholder?: string
  /** The Markdown; initial text of lines and texts. */
  value?: string
  /** Language of a text that is code. */
  render?: string
  /** 1 to 100 choices, or boxes with a `label`. */
  options?: (
    | string
    | {
        /** The text beside the box. */
        label: string
        /** It must be checked. */
        required?: boolean
      }
  )[]
  /** Several choices are possible. */
  multiple?: boolean
  /** The index of the choice that is preselected. */
  default?: number
}

/** An element of a form, as in issue forms of GitHub. */
export interface FormElement {
  /** Markdown that is shown, a line, a text, a choice, or boxes to check. */
  type: 'markdown' | 'input' | 'textarea' | 'dropdown' | 'checkboxes'
  /** Names the answer: 1 to 64 letters, digits, `_` and `-`. The name of a field of bugs sets that field. Generated from the label by default. Markdown has none. */
  id?: string
  /** The contents of an element of a form. */
  attributes: FormAttributes
  /** Limits of its answer. */
  validations?: {
    /** It must have an answer. */
    required?: boolean
  }
}

/** A group of users. */
export interface Group {
  /** ID of the group. */
  id: number
  /** Name of the group. */
  name: string
  /** Display name or description. */
  description: string
  /** 1 if bugs can be restricted to the group, 0 for system groups. Only for members of creategroups. */
  is_bug_group?: number
  /** A pattern: users with a matching login are members. Empty: none by pattern. */
  user_regexp?: string
  /** 1 if more bugs can be restricted to the group, otherwise 0. */
  is_active?: number
  /** URL of the icon; empty for none. Only on request, by name or with `_extra`. */
  icon_url?: string
  /** Direct members, members by pattern and members of included groups, by login. Only on request. */
  membership?: GroupMember[]
  /** Same as `membership`. */
  users?: GroupMember[]
}

/** How a group applies to the bugs of a product. */
export interface GroupControl {
  /** ID of the product. */
  product_id: number
  /** Name of the product. */
  product: string
  /** ID of the group. */
  group_id: number
  /** Name of the group. */
  group: string
  /** Only members can file bugs. */
  entry: boolean
  /** Control for members of the group: `na` (not available), `shown` (optional), `default` (selected by default), `mandatory` (required). */
  member_control: 'na' | 'shown' | 'default' | 'mandatory'
  /** Control for users who are not in the group. */
  other_control: 'na' | 'shown' | 'default' | 'mandatory'
  /** Only members can edit bugs. */
  canedit: boolean
  /** Members can administer the product. */
  editcomponents: boolean
  /** Members can edit bugs of the product. */
  editbugs: boolean
  /** Members can confirm bugs of the product. */
  canconfirm: boolean
}

/** A member of a group. */
export interface GroupMember {
  /** ID of the user. */
  id: number
  /** Real name; can be empty. */
  real_name: string
  /** Same as `name`. */
  email: string
  /** Login. */
  name: string
  /** Whether the account is enabled. */
  can_login: boolean
  /** The user receives email about bugs. */
  email_enabled: boolean
  /** Why the account is disabled; empty if it is enabled. */
  login_denied_text: string
  /** Same as `login_denied_text`. */
  disabled_text: string
}

/** A group that the caller is in or can see. */
export interface GroupOfMetadata {
  /** ID of the group. */
  id: number
  /** Name of the group. */
  name: string
  /** Display name or description. */
  description: string
  /** Bugs can be restricted to the group. */
  is_bug_group: boolean
  /** The caller is a member. */
  is_member: boolean
}

/** Relation of a group to the groups that it includes. */
export interface GroupRelations {
  /** ID of the group. */
  id: number
  /** Name of the group. */
  name: string
  /** Groups whose members are also members of this group. */
  membership: {
    /** ID of the group. */
    id: number
    /** Name of the group. */
    name: string
  }[]
  /** Groups whose members can grant this group. */
  bless: {
    /** ID of the group. */
    id: number
    /** Name of the group. */
    name: string
  }[]
  /** Groups whose members can see the members of this group, if the parameter usevisibilitygroups is on. */
  visible: {
    /** ID of the group. */
    id: number
    /** Name of the group. */
    name: string
  }[]
}

/** Groups to add and remove, or the complete new list, by ID or name. */
export interface GroupsChange {
  /** Groups to add, by ID or name. */
  readonly add?: readonly (number | string)[] | undefined
  /** Groups to remove, by ID or name. */
  readonly remove?: readonly (number | string)[] | undefined
  /** Complete new list of groups, by ID or name. Overrides add and remove. */
  readonly set?: readonly (number | string)[] | undefined
}

/** A change of one field. */
export interface HistoryChange {
  /** Name of the bug field; a dotted name, such as attachments.description, for other changes. */
  field_name: string
  /** Previous value; for a list, the removed members. */
  removed: string
  /** New value; for a list, the added members. */
  added: string
  /** ID of the changed attachment; absent for other changes. */
  attachment_id?: number
  /** ID of the comment whose privacy changed; absent for other changes. */
  comment_id?: number
  /** Name of the rule that made the change; absent for other changes. */
  rule?: string
}

/** Changes that one user made at the same time. */
export interface HistoryEntry {
  /** Time of the change. */
  when: Date
  /** Login of the user who made the change. */
  who: string
  /** Changes, one per field. */
  changes: HistoryChange[]
}

/** An item that came in from outside. */
export interface InboundItem {
  /** ID of the item. */
  id: number
  /** `mail`, `code` (git hosts) or `report`. */
  way: 'mail' | 'code' | 'report'
  /** The mailbox, `pipe` or `program`; the name of a code hook; the name of the intake of a report. */
  source: string
  /** `begun` is an item that is being read, or was interrupted. */
  outcome: 'begun' | 'done' | 'nothing' | 'held' | 'refused' | 'failed'
  /** Why nothing or only a part was done, as one word; otherwise empty. */
  reason: string
  /** Login of the account; null for none. */
  user: string | null
  /** Address of the sender of email; address in a held report, which is not verified; else empty. */
  sender: string
  /** Subject of held email, summary of a held report; else empty. */
  subject: string
  /** With `preview`: the first 2,000 characters of a held report. */
  text?: string
  /** With `preview`: names of the files of a held report. */
  files?: string[]
  /** With `preview`: page and client of a held report, and the fields that it sets when it is accepted. */
  details?: {
    /** `page`, `client`, or the name of a field of the bug. */
    name: string
    /** At most 2,000 characters. */
    value: string
  }[]
  /** Product of the intake; null without one. */
  product: string | null
  /** Component of the intake; null without one. */
  component: string | null
  /** Changed or new bugs that the caller can see. */
  bugs: number[]
  /** Bytes. */
  size: number
  /** Time of the outcome. */
  time: Date
}

/** The bug. */
export interface InboxBug {
  /** ID of the bug. */
  id: number
  /** Summary. */
  summary: string
  /** Product of the bug. */
  product: string
  /** Component of the bug. */
  component: string
  /** Status of the bug. */
  status: string
  /** Resolution; empty for an open bug. */
  resolution: string
  /** Whether its status is an open one. */
  is_open: boolean
}

/** A bug with something that concerns the caller. */
export interface InboxItem {
  /** The bug. */
  bug: InboxBug
  /** Why the bug is in the inbox. */
  reasons: ('mentioned' | 'asked' | 'assigned' | 'role' | 'followed')[]
  /** Time of the last new activity of others; if the line is done, of their last activity. */
  time: Date
  /** User of that activity; null if the line only returned at its time. */
  by: Person | null
  /** Number of new comments by others. */
  comments: number
  /** Number of new changes by others. */
  changes: number
  /** Number within the bug of the first new comment; null without one. */
  first_comment: number | null
  /** Time until which the line is snoozed; null if it is not. */
  later_until: Date | null
  /** Whether the bug itself is new. */
  is_new: boolean
  /** Whether the line is unread. */
  is_unread: boolean
  /** Whether the caller follows the bug itself. */
  is_followed: boolean
  /** Whether the caller follows the bug (true), muted it (false), or neither. */
  following: boolean | null
  /** Whether the caller stopped following the bug. */
  following_off: boolean
  /** The state that the line shows, for `inbox.update`. Opaque. */
  seen: string
}

/** A name under which new bugs arrive from outside, and where they are filed. */
export interface Intake {
  /** ID of the intake. */
  id: number
  /** Name of the intake. */
  name: string
  /** Product of new bugs. */
  product: string
  /** Component of new bugs. */
  component: string
  /** Version of new bugs. */
  version: string
  /** Whether the intake accepts reports only of users with accounts (`accounts`), or of `anybody`. */
  accepts: 'accounts' | 'anybody'
  /** Whether the intake accepts reports. */
  is_active: boolean
  /** Key in the URL for reports, `/rest/report/KEY`; null for none. Not a secret. */
  key: string | null
  /** Origins of pages that can send reports. */
  origins: string[]
  /** Maximum reports from programs per hour. */
  per_hour: number
  /** Maximum size of a report from a program in KiB. */
  max_kb: number
  /** Login of the account that files reports; null for none. */
  account: string | null
  /** Form of reports from programs; null for none. */
  form: string | null
  /** Whether reports of users without an account are held. */
  holds: boolean
}

/** A label for bugs that administrators define. */
export interface Keyword {
  /** ID of the keyword. */
  id: number
  /** Name of the keyword. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** Can be selected for bugs. */
  is_active: boolean
}

/** An account at a login provider with which a user logs in. */
export interface LinkedAccount {
  /** Issuer that identifies the user, for `linkedAccounts.remove`. */
  issuer: string
  /** Name of the provider; null if it is no longer offered. */
  name: string | null
  /** Display name of the provider; the issuer if it is no longer offered. */
  title: string
  /** Account at the provider; empty for the embedding program. */
  shown_as: string
  /** The proof with which it was linked: `provider`, two factors, or only one, such as a password. Logins by an account linked with one factor are not two factors until one has proven the second factor here. Null: linked before this was noted, or of the embedding program. */
  linked_with: 'provider' | 'two_factors' | 'one_factor' | null
  /** Time when it was linked; null for the embedding program. */
  creation_time: Date | null
  /** Time of the last login with it. */
  last_login: Date | null
}

/** A webhook in the format of bugzilla.mozilla.org. */
export interface ListedWebhook {
  /** ID of the webhook. */
  id: number
  /** Login of the owner. */
  creator: string
  /** Name. */
  name: string
  /** URL of the receiver. */
  url: string
  /** Reported events out of `create`, `change`, `comment` and `attachment`, comma-separated. */
  event: string
  /** Products, comma-separated; `Any` for all. */
  product: string
  /** Components, comma-separated; `Any` for all. */
  component: string
  /** Whether the webhook is enabled. */
  enabled: boolean
  /** Number of failed requests that the caller can see, at most 1,000. */
  errors: number
}

/** For bugs assigned to the user. */
export interface MailPreferences {
  /** The bug is filed. */
  created: boolean
  /** The user gains or loses the role. */
  role: boolean
  /** The bug is closed or opened. */
  resolution: boolean
  /** Its status, priority, severity or milestone changes. */
  management: boolean
  /** Its component changes. */
  component: boolean
  /** Its keywords change. */
  keywords: boolean
  /** Its CC list changes. */
  cc: boolean
  /** A bug that it depends on or blocks changes. */
  dependency: boolean
  /** An attachment is added. */
  attachment: boolean
  /** The metadata of an attachment changes. */
  attachment_data: boolean
  /** A comment is added. */
  comment: boolean
  /** Anything else changes. */
  other: boolean
  /** The bug is not confirmed. */
  unconfirmed: boolean
  /** The change is the user's own. */
  own_change: boolean
}

/** For bugs assigned to the user. */
export interface MailSwitches {
  /** The bug is filed. */
  readonly created?: boolean | undefined
  /** The user gains or loses the role. */
  readonly role?: boolean | undefined
  /** The bug is closed or opened. */
  readonly resolution?: boolean | undefined
  /** Its status, priority, severity or milestone changes. */
  readonly management?: boolean | undefined
  /** Its component changes. */
  readonly component?: boolean | undefined
  /** Its keywords change. */
  readonly keywords?: boolean | undefined
  /** Its CC list changes. */
  readonly cc?: boolean | undefined
  /** A bug that it depends on or blocks changes. */
  readonly dependency?: boolean | undefined
  /** An attachment is added. */
  readonly attachment?: boolean | undefined
  /** The metadata of an attachment changes. */
  readonly attachment_data?: boolean | undefined
  /** A comment is added. */
  readonly comment?: boolean | undefined
  /** Anything else changes. */
  readonly other?: boolean | undefined
  /** The bug is not confirmed. */
  readonly unconfirmed?: boolean | undefined
  /** The change is the user's own. */
  readonly own_change?: boolean | undefined
}

/** A user whom a comment mentions. */
export interface Mention {
  /** Word after the `@`, in lowercase. */
  word: string
  /** The ID of the account. */
  id: number
  /** Login. */
  name: string
  /** The real name. */
  real_name: string
}

/** A user whom a comment can mention. */
export interface MentionablePerson {
  /** The ID of the account. */
  id: number
  /** The real name. */
  real_name: string
  /** Word that mentions the user after an `@`. */
  word: string
}

/** A milestone of a product. */
export interface Milestone {
  /** ID of the object. */
  id: number
  /** Name. */
  name: string
  /** Sort position. Lists are sorted by it, then by name. */
  sort_key: number
  /** Can be selected for bugs. */
  is_active: boolean
  /** Name of the product. */
  product: string
  /** First day, YYYY-MM-DD; null for none. */
  start_date: string | null
  /** Last day, YYYY-MM-DD; null for none. */
  due_date: string | null
}

/** A group of a user. */
export interface NameAndDescription {
  /** ID of the group. */
  id: number
  /** Name of the group. */
  name: string
  /** Display name or description. */
  description: string
}

/** Names to add and remove. */
export interface NamesChange {
  /** Values to add. */
  readonly add?: string | readonly (string | null)[] | undefined
  /** Values to remove. */
  readonly remove?: string | readonly (string | null)[] | undefined
}

/** How far each reason of the inbox reaches one, and whether one follows bugs that one comments on. Email about roles also depends on `email`. */
export interface NotificationWays {
  /** Of mentions. Default: `mail`. */
  mentioned: 'off' | 'inbox' | 'digest' | 'mail'
  /** Of flags that are asked of one. Default: `mail`. */
  asked: 'off' | 'inbox' | 'digest' | 'mail'
  /** Of bugs that one is the assignee of. Default: `mail`. */
  assigned: 'off' | 'inbox' | 'digest' | 'mail'
  /** Of bugs that one has filed, or is the QA contact or on the CC list of. Default: `mail`. */
  role: 'off' | 'inbox' | 'digest' | 'mail'
  /** Of followed bugs, products and components, without their own `by_mail`. Default: `inbox`. */
  followed: 'off' | 'inbox' | 'digest'
  /** Whether bugs that one commented on count as followed. Default: true. */
  follow_commented: boolean
}

/** An email message to one recipient. */
export interface OutgoingMessage {
  /** ID of the message. */
  id: number
  /** Type of event: 'bug', 'dependency' (of a bug that another depends on), 'flag' or 'account'. */
  kind: 'bug' | 'dependency' | 'flag' | 'account' | 'digest' | 'search'
  /** `waiting`, `sent`, or `dead` (failed). */
  state: 'waiting' | 'sent' | 'dead'
  /** ID of its bug; null without one, and if the caller cannot see it. */
  bug_id: number | null
  /** Login or address of the recipient; null if the account was erased. */
  to: string | null
  /** Number of failed attempts, including those interrupted by the end of a process. */
  attempts: number
  /** Time of the next attempt; null if there is none. */
  next_attempt: Date | null
  /** Whether it is being sent. */
  is_being_sent: boolean
  /** Why the last attempt failed; null while it is being sent. */
  last_error: string | null
  /** Time of the event. */
  creation_time: Date
  /** Time when it was sent; null until then. */
  sent_time: Date | null
}

/** Preferences for the pages of the tracker. */
export interface PagePreferences {
  /** Color scheme. Defaults to `system`. */
  theme: 'system' | 'light' | 'dark'
  /** Language, such as `en` or `de-AT`; empty for that of the browser. */
  language: string
  /** Time zone, such as `Europe/Vienna`; empty for that of the browser. */
  time_zone: string
  /** Enable single-key shortcuts. Defaults to true. */
  keys: boolean
  /** Use Markdown by default for new comments and descriptions. Defaults to true. */
  markdown: boolean
  /** Columns of lists of bugs, in order, at most 50; empty for the default ones. */
  columns: string[]
  /** Sort order of lists of bugs, as in Search Bugs, at most 1,000 characters; empty for the default. */
  order: string
  /** Path to which the first page leads, at most 255 characters; empty for the default. */
  home: string
}

/** A passkey, with which a user logs in without a password. */
export interface Passkey {
  /** ID of the passkey. */
  id: number
  /** Name of the passkey. */
  name: string
  /** Host of the pages on which it can be used. */
  host: string
  /** Whether it is backed up, for example in an account of the vendor. */
  is_backed_up: boolean
  /** Time when it was added. */
  creation_time: Date
  /** Time of the last use; null if never used. */
  last_used: Date | null
}

/** A passkey, in the form that browsers take. */
export interface PasskeyDescriptor {
  /** `public-key`. */
  type: string
  /** The ID of the credential. */
  id: string
  /** Transports to reach the authenticator. */
  transports: string[]
}

/** Permissions of the caller on the bug. */
export interface PermittedInBug {
  /** Change anything besides the CC list. */
  edit: boolean
  /** Add comments and attachments. */
  comment: boolean
  /** Make comments and attachments private. */
  make_private: boolean
  /** Tag comments. */
  tag_comments: boolean
  /** Tick boxes of task lists in comments of other users. */
  tick: boolean
  /** Set hours. */
  track_time: boolean
  /** Update the bug without email (`minor_update`). */
  skip_mail: boolean
  /** Fields that the caller can change, by their names in Update Bug. */
  fields: string[]
  /** Statuses that the caller can set next, in order. */
  statuses: {
    /** The status. */
    name: string
    /** Whether the status is open. Closed ones require a resolution. */
    is_open: boolean
    /** The workflow requires a comment. */
    comment_required: boolean
  }[]
  /** Flag types that the caller can set on the bug or its attachments, in order. */
  flag_types: {
    /** ID of the flag type. */
    id: number
    /** Name; not necessarily unique. */
    name: string
    /** Description of the flag type. */
    description: string
    /** Whether the type is for the bug or its attachments. */
    target_type: 'bug' | 'attachment'
    /** New flags can be set. */
    is_active: boolean
    /** A particular user can be asked. */
    is_requesteeble: boolean
    /** Several flags can be set on one bug or attachment. */
    is_multiplicable: boolean
    /** The caller can request the flag (`?`). */
    request: boolean
    /** The caller can grant (`+`) and deny (`-`) the flag. */
    grant: boolean
  }[]
  /** Groups of the bug, and groups to which the caller can restrict it. */
  groups: {
    /** Name of the group. */
    name: string
    /** Display name or description. */
    description: string
    /** The bug is restricted to the group. */
    is_set: boolean
    /** The caller can restrict the bug to the group, or remove that restriction. */
    can_change: boolean
  }[]
}

/** A person, as lists of people name them. */
export interface Person {
  /** The ID of the account. */
  id: number
  /** Login. */
  name: string
  /** The real name. */
  real_name: string
}

/** A product with its components, versions and milestones. */
export interface Product {
  /** ID of the product. */
  id: number
  /** Name of the product. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** Open for new bugs. */
  is_active: boolean
  /** Name of the milestone of new bugs. */
  default_milestone: string
  /** New bugs can be UNCONFIRMED. */
  has_unconfirmed: boolean
  /** Name of its classification. */
  classification: string
  /** Components, by sort key, then name. */
  components: ComponentOfProduct[]
  /** Versions, in order. */
  versions: ReleaseOfProduct[]
  /** Milestones, in order. */
  milestones: {
    /** ID of the object. */
    id: number
    /** Name. */
    name: string
    /** Sort position. Lists are sorted by it, then by name. */
    sort_key: number
    /** Can be selected for bugs. */
    is_active: boolean
    /** First day, YYYY-MM-DD; null for none. */
    start_date: string | null
    /** Last day, YYYY-MM-DD; null for none. */
    due_date: string | null
  }[]
  /** Text with which descriptions of new bugs begin; empty for none. */
  bug_description_template: string
}

/** A product with its components, versions and milestones, without flag types, templates and dates. */
export interface ProductOfMetadata {
  /** ID of the product. */
  id: number
  /** Name of the product. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** Open for new bugs. */
  is_active: boolean
  /** Name of the milestone of new bugs. */
  default_milestone: string
  /** New bugs can be UNCONFIRMED. */
  has_unconfirmed: boolean
  /** Name of its classification. */
  classification: string
  /** Components, by sort key, then name. */
  components: {
    /** ID of the component. */
    id: number
    /** Name of the component. */
    name: string
    /** Description in simple HTML. */
    description: string
    /** Login of the assignee of new bugs. */
    default_assigned_to: string
    /** Login of the QA contact of new bugs; empty for none. */
    default_qa_contact: string
    /** Sort position. Components are listed by it, then by name. */
    sort_key: number
    /** Open for new bugs. */
    is_active: boolean
  }[]
  /** Versions, in order. */
  versions: ReleaseOfProduct[]
  /** Milestones, in order. */
  milestones: ReleaseOfProduct[]
  /** The caller can file bugs in the product, and it is open for bugs. */
  is_enterable: boolean
  /** Groups to which the caller can restrict a new bug, by name; empty if it is not enterable. */
  groups: {
    /** Name of the group. */
    name: string
    /** Display name or description. */
    description: string
    /** Whether new bugs are in the group on request, by default, or always. */
    state: 'optional' | 'default' | 'mandatory'
  }[]
}

/** Number of users by reaction. Reactions without users are absent. */
export interface ReactionCounts {
  /** Number of users who gave the reaction. */
  '+1'?: number
  /** Number of users who gave the reaction. */
  '-1'?: number
  /** Number of users who gave the reaction. */
  tada?: number
  /** Number of users who gave the reaction. */
  smile?: number
  /** Number of users who gave the reaction. */
  sad?: number
  /** Number of users who gave the reaction. */
  heart?: number
}

/** A comment whose text was redacted. */
export interface RedactedComment {
  /** ID of the comment. */
  id: number
  /** ID of its bug. */
  bug_id: number
}

/** Why an update of a bug would be rejected. */
export interface Refusal {
  /** ID of the bug; the requested value if it does not exist. */
  id: number | string
  /** Error code, such as `illegal_change`. Stable. */
  name: string
  /** Error number. Stable. */
  code: number
  /** Error message. May change. */
  message: string
}

/** A bug that another bug or its comments refer to. */
export interface RelatedBug {
  /** ID of the bug. */
  id: number
  /** Summary. */
  summary: string
  /** Whether the bug is open. */
  is_open: boolean
  /** Status. */
  status: string
  /** Resolution; empty for an open bug. */
  resolution: string
}

/** A version or a milestone, in its product. */
export interface ReleaseOfProduct {
  /** ID of the object. */
  id: number
  /** Name. */
  name: string
  /** Sort position. Lists are sorted by it, then by name. */
  sort_key: number
  /** Can be selected for bugs. */
  is_active: boolean
}

/** A flag with its bug and attachment. */
export interface Request {
  /** ID of the flag. */
  id: number
  /** Name of the flag type. */
  name: string
  /** ID of the flag type. */
  type_id: number
  /** Time when the flag was set. */
  creation_date: Date
  /** Time of the last change. */
  modification_date: Date
  /** '?', '+' or '-'. */
  status: string
  /** Login of the user who last changed the flag. */
  setter: string
  /** Login of the requestee; absent if there is none. */
  requestee?: string
  /** Seconds since the last change. */
  age: number
  /** Whether it is a flag of a bug or of an attachment. */
  target_type: 'bug' | 'attachment'
  /** ID of the bug, or of the bug of the attachment. */
  bug: {
    /** ID of the bug. */
    id: number
    /** Summary. */
    summary: string
    /** Whether the bug is open. */
    is_open: boolean
  }
  /** ID of the attachment; null for a flag of the bug itself. */
  attachment: {
    /** ID of the attachment. */
    id: number
    /** One-line description. */
    summary: string
    /** File name. */
    file_name: string
  } | null
}

/** A saved search or report. */
export interface SavedSearch {
  /** ID of the search. */
  id: number
  /** Name of the search. */
  name: string
  /** Whether it is a search or a report. */
  kind: 'search' | 'report'
  /** The parameters of the search, as in a query string. */
  query: string
  /** Login of the user who saved it. */
  user: string
  /** Name of the group with which it is shared; null if it is not shared. */
  shared_with: string | null
}

/** A search or report that a user has saved. */
export interface SavedSearchOfUser {
  /** ID of the search. */
  id: number
  /** Name of the search. */
  name: string
  /** Parameters of the search, as a query string. */
  query: string
}

/** A digest or a scheduled search. */
export interface Schedule {
  /** The ID of the schedule. */
  id: number
  /** A `digest` of the inbox, or a `search`. */
  kind: 'digest' | 'search'
  /** Saved search, which can be deleted by now; null for a digest. */
  saved_search_id: number | null
  /** Name of the email. */
  name: string
  /** The days of the week. */
  days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /** The full hours of these days. */
  hours: number[]
  /** The recipients; null: the caller. */
  to: {
    /** Logins. */
    users: string[]
    /** Names of groups of which the caller is a member. */
    groups: string[]
  } | null
  /** Only bugs that changed since the last run. */
  only_changed: boolean
  /** Email is sent also without bugs. */
  if_empty: boolean
  /** Whether it runs. */
  is_enabled: boolean
  /** The next run, while it is enabled. */
  next_time: Date
  /** The last run; null before the first one. */
  last_time: Date | null
  /** Why the tracker disabled it: `saved_search_gone`, `schedule_denied`, `no_recipients`, or the name of the error of the search. Empty otherwise. */
  disabled_reason: string
}

/** A session, without its token. */
export interface Session {
  /** ID of the session. Its token is not shown again. */
  id: number
  /** Time when the session began. */
  creation_time: Date
  /** Address from which the session began; null if unknown. */
  begun_from: string | null
  /** Time when the session ends if it is not used again. */
  expires: Date
  /** How the session began: `password`, `passkey`, or the name of a provider. */
  login_by: string
  /** Login of the user as whom the caller views the tracker; null for the caller's own sessions. */
  acting_for: string | null
  /** Time of the last use, to the hour. */
  last_used: Date
  /** Whether the session is valid only from that address. */
  is_restricted: boolean
  /** Whether this call uses the session. */
  is_current: boolean
}

/** A comment on a bug, with data for the caller. */
export interface ShownComment {
  /** ID of the comment. */
  id: number
  /** ID of its bug. */
  bug_id: number
  /** ID of the attachment that the comment is about, if the caller can see it; otherwise null. */
  attachment_id: number | null
  /** Number within the bug, including hidden comments. 0 is the description. */
  count: number
  /** Text. */
  text: string
  /** Login of the author. */
  creator: string
  /** Same as `creation_time`. */
  time: Date
  /** Time of the comment. */
  creation_time: Date
  /** Visible only to insiders. */
  is_private: boolean
  /** Whether the text is Markdown. */
  is_markdown: boolean
  /** Tags, by name. */
  tags: string[]
  /** Number of users by reaction. Reactions without users are absent. */
  reactions: ReactionCounts
  /** Number of edits; absent if it was never edited. */
  revision?: number
  /** Time of the last edit; absent if it was never edited. */
  edit_time?: Date
  /** The reactions of the caller. */
  my_reactions: ('+1' | '-1' | 'tada' | 'smile' | 'sad' | 'heart')[]
  /** Users whom the comment mentions; empty for anonymous callers. */
  mentions: Mention[]
}

/** A suggestion for a search box. */
export interface Suggestion {
  /** Kind: a bug, or the name of a field, a value or a user for the last term of a quicksearch. */
  kind: 'bug' | 'field' | 'value' | 'person'
  /** Text to show: the summary of the bug, or the term. */
  text: string
  /** Complete text if it is selected; for a bug, its ID. */
  insert: string
  /** ID of the bug; absent for other kinds. */
  id?: number
}

/** A transition from one status to another. */
export interface Transition {
  /** Current status; empty for a new bug. */
  from: string
  /** Next status. */
  to: string
  /** The transition requires a comment. */
  comment_required: boolean
}

/** A user. Anonymous callers get only `id`, `name` and `real_name`. */
export interface User {
  /** ID of the user. */
  id: number
  /** Login. */
  name: string
  /** Real name; can be empty. */
  real_name: string
  /** Same as `name`. */
  email?: string
  /** Whether the account is enabled. */
  can_login?: boolean
  /** For the caller and for members of editusers, all groups; otherwise those that the caller can grant. */
  groups?: NameAndDescription[]
  /** Whether the user receives email about bugs. Only for the caller's own user and for members of editusers. */
  email_enabled?: boolean
  /** Why the account is disabled; empty if it is enabled. */
  login_denied_text?: string
  /** Number of days on which email to the user bounced, up to 5; then `email_enabled` becomes false. Absent without bounces. Only for the caller's own user and for members of editusers. */
  bounces?: number
  /** Last of these days. */
  bounced_time?: Date
  /** Whether the user has two-factor authentication. Only on request, for the caller's own user and for members of editusers. */
  second_factor?: boolean
  /** Saved searches of the user. Only for the caller's own user. */
  saved_searches?: SavedSearchOfUser[]
  /** Saved reports of the user. Only for the caller's own user. */
  saved_reports?: SavedSearchOfUser[]
}

/** Details of `assigned_to`. */
export interface UserDetail {
  /** ID of the user. */
  id: number
  /** Real name; can be empty. */
  real_name: string
  /** Login. Anonymous callers can get it without the host. */
  name: string
  /** Same as `name`. */
  email: string
}

/** A version of a product. */
export interface Version {
  /** ID of the object. */
  id: number
  /** Name. */
  name: string
  /** Sort position. Lists are sorted by it, then by name. */
  sort_key: number
  /** Can be selected for bugs. */
  is_active: boolean
  /** Name of the product. */
  product: string
}

/** The caller's last visit to a bug. */
export interface Visit {
  /** ID of the bug. */
  id: number
  /** Time of the caller's last visit. */
  last_visit_ts: Date
}

/** A webhook, without its secrets and header values. */
export interface Webhook {
  /** ID of the webhook. */
  id: number
  /** Login of the owner. */
  user: string
  /** Name. */
  name: string
  /** URL of the receiver. */
  url: string
  /** Reported events. */
  events: ('created' | 'changed' | 'comment' | 'attachment' | 'flag' | 'code' | 'hidden' | 'deleted')[]
  /** Products of the bugs. Empty: all. A hidden or deleted product is `#` and its ID. */
  product: string[]
  /** Only bugs in components with these names, in the format of `product`. */
  component: string[]
  /** Changed fields. Empty: all. */
  fields: string[]
  /** Format of the requests. */
  format: 'standard' | 'bmo'
  /** Names of the additional headers. */
  headers: string[]
  /** Whether requests include the text of comments. */
  include_text: boolean
  /** Whether requests include the details of restricted and private items, not only their IDs. */
  include_restricted: boolean
  /** Whether the webhook is enabled. */
  is_enabled: boolean
  /** Why the tracker disabled it; empty otherwise. */
  disabled_reason: string
  /** Time of the last successful request; null if there is none. */
  last_success: Date | null
  /** Time since when all requests that the caller can see have failed; null if the last one succeeded or there was none. */
  failing_since: Date | null
  /** Time of creation. */
  creation_time: Date
}

/** Outcome of the request. */
export interface WebhookDelivery {
  /** ID of the delivery. */
  id: number
  /** Header `webhook-id` of its requests. The same for every attempt, so receivers can detect duplicates. */
  message_id: string
  /** Type of event: 'change', in the format bmo also 'comment' or 'attachment'; 'ping' for a test. */
  kind: 'change' | 'comment' | 'attachment' | 'ping'
  /** The reported entry of the change feed; null for a test. */
  seq: number | null
  /** ID of the bug; null for a test. */
  bug_id: number | null
  /** `waiting` for its next attempt, `queued` behind another one for the same bug, `sent`, `dead` (failed), or `dropped` (the owner is no longer permitted to have webhooks). */
  state: 'waiting' | 'queued' | 'sent' | 'dropped' | 'dead'
  /** Number of failed attempts, including those interrupted by the end of a process. */
  attempts: number
  /** Earliest time of the next attempt; null if there is none. */
  next_attempt: Date | null
  /** Whether it is being sent. */
  is_being_sent: boolean
  /** Status of the last response; null without one. */
  status: number | null
  /** Duration of the last attempt in milliseconds; null without one. */
  duration: number | null
  /** Why the last attempt failed; null if it succeeded. */
  last_error: string | null
  /** Beginning of the last response, at most 1,000 characters. */
  answer: string | null
  /** Time of creation. */
  creation_time: Date
  /** Time when it was sent or dropped; null until then. */
  sent_time: Date | null
}
