// Written by `npm run generate` from the operations and their schemas: change those.
/** An API key, without the key itself. */
export interface ApiKey {
  /** The number of the key. */
  id: number
  /** The login name of the owner. */
  user: string
  /** The first characters of the key, to identify it. The key itself is not shown again. */
  prefix: string
  /** Description of the key. */
  description: string
  /** It does not log in any more. */
  is_revoked: boolean
  /** It may read but change nothing. */
  is_read_only: boolean
  /** Scopes: `read`, `write`, `admin`. */
  scopes: ('read' | 'write' | 'admin')[]
  /** The products it is for, as far as the caller knows of them; null: all. */
  products: string[] | null
  /** When it was made. */
  creation_time: Date
  /** When it stops working; null: never. */
  expires: Date | null
  /** When it was last used, to the minute; null when it has not been used yet. */
  last_used: Date | null
  /** The address it was last used from: an IPv4 address or a network of IPv6; null when there was none, as for callers in the same process. */
  last_used_from: string | null
}

/** An attachment of a bug. */
export interface Attachment {
  /** The number of the attachment. */
  id: number
  /** The number of the bug that it belongs to. */
  bug_id: number
  /** The content. */
  data: Uint8Array
  /** The size of the content in bytes. */
  size: number
  /** When it was added. */
  creation_time: Date
  /** When it was last changed. */
  last_change_time: Date
  /** The name of the file, without folders. */
  file_name: string
  /** One line that says what it is. */
  summary: string
  /** The kind of content, such as `text/plain`. */
  content_type: string
  /** Only insiders, and who made it, may see it. */
  is_private: boolean
  /** It is out of date. */
  is_obsolete: boolean
  /** It changes source code. */
  is_patch: boolean
  /** The login name of who added it. */
  creator: string
  /** Its flags, by the sort key and name of their types, then by id. */
  flags: Flag[]
}

/** An attachment of a bug, without its content. */
export interface AttachmentWithoutData {
  /** The number of the attachment. */
  id: number
  /** The number of the bug that it belongs to. */
  bug_id: number
  /** The size of the content in bytes. */
  size: number
  /** When it was added. */
  creation_time: Date
  /** When it was last changed. */
  last_change_time: Date
  /** The name of the file, without folders. */
  file_name: string
  /** One line that says what it is. */
  summary: string
  /** The kind of content, such as `text/plain`. */
  content_type: string
  /** Only insiders, and who made it, may see it. */
  is_private: boolean
  /** It is out of date. */
  is_obsolete: boolean
  /** It changes source code. */
  is_patch: boolean
  /** The login name of who added it. */
  creator: string
  /** Its flags, by the sort key and name of their types, then by id. */
  flags: Flag[]
}

/** An administrative change. */
export interface AuditEntry {
  /** The number of the entry. */
  id: number
  /** When it was done. */
  at: Date
  /** The login name of who did it; null for the embedding program itself. */
  user: string | null
  /** Type of object: Product, Component, Group, User, Parameter …; `Erasure` for erasures, `Export` for exports, `Import` for imports. */
  class: string
  /** The number of the object; 0 for parameters, which have names only. */
  object_id: number
  /** The changed field, or __create__ and __remove__ with the name of the object. */
  field: string
  /** The value before; null when there was none. */
  removed: string | null
  /** The value after; null when there is none. */
  added: string | null
}

/** A bug: the fields of every installation and the custom fields of this one. */
export interface Bug {
  /** The number of the bug. */
  id: number
  /** Other names of the bug, alphabetical; each at most 40 characters and of one bug only. */
  alias: string[]
  /** Summary of 1 to 255 characters. */
  summary: string
  /** Status in the workflow. */
  status: string
  /** How the bug was settled. Empty while the bug is open. */
  resolution: string
  /** Whether the status is an open one. */
  is_open: boolean
  /** The bug has left UNCONFIRMED for another open status. */
  is_confirmed: boolean
  /** The product that the bug belongs to. */
  product: string
  /** The part of the product. */
  component: string
  /** The classification that the product is in. */
  classification: string
  /** The version of the product in which it was found. */
  version: string
  /** Target milestone of the product. */
  target_milestone: string
  /** The operating system that it concerns. */
  op_sys: string
  /** The hardware that it concerns. */
  platform: string
  /** Priority. */
  priority: string
  /** How bad it is. */
  severity: string
  /** The login name of the assignee. */
  assigned_to: string
  /** The person of `assigned_to`. */
  assigned_to_detail: UserDetail
  /** The login name of the person who filed it. */
  creator: string
  /** The person of `creator`. */
  creator_detail: UserDetail
  /** The login name of the person who checks the work. Empty when there is none, or QA contacts are not in use. */
  qa_contact: string
  /** The person of `qa_contact`. Absent when there is no QA contact. */
  qa_contact_detail?: UserDetail
  /** The login names of who else gets mail about it, in alphabetical order. */
  cc: string[]
  /** The people of `cc`. */
  cc_detail: UserDetail[]
  /** The bugs that wait for this one, as far as the caller may see them: open ones first, then by id. */
  blocks: number[]
  /** The bugs that this one waits for, as far as the caller may see them: open ones first, then by id. */
  depends_on: number[]
  /** The bug that this one is a duplicate of, as far as the caller may see it. */
  dupe_of: number | null
  /** Labels that administrators define, by name. */
  keywords: string[]
  /** The names of the groups to which it is restricted; groups that carry rights first, then by name. */
  groups: string[]
  /** Flags, by the sort key and name of their types, then by ID. Flags of attachments are part of the attachments. */
  flags: Flag[]
  /** URLs of bugs in this tracker and others, the oldest link first. */
  see_also: string[]
  /** An address that it is about. */
  url: string
  /** Free text, for notes and labels of people's own. */
  whiteboard: string
  /** The day by which it must be done, YYYY-MM-DD. */
  deadline: string | null
  /** When it was filed. */
  creation_time: Date
  /** When it was last changed. */
  last_change_time: Date
  /** People on the CC list may see the bug though they are outside its groups. */
  is_cc_accessible: boolean
  /** The creator may see the bug though outside its groups. */
  is_creator_accessible: boolean
  /** Hours that it was expected to take. For time trackers only, as the next two. */
  estimated_time?: number
  /** Hours worked on it so far. For time trackers only. */
  actual_time?: number
  /** Hours that are left to do. For time trackers only. */
  remaining_time?: number
  /** Another text after every change of the bug. Get Bug gives it to those who are logged in. */
  update_token?: string
  /** The caller's own tags, by name. Only when asked for. */
  tags?: string[]
  /** The value of a custom field, whose name begins with `cf_`. */
  [customField: `cf_${string}`]: string | number | Date | string[] | null
}

/** How many bugs there are of a day, week or month. */
export interface BugCountBucket {
  /** Its first day, YYYY-MM-DD. */
  start: string
  /** A number for each name of `x`; without `x` one. */
  counts: number[]
}

/** A bug of a graph of dependencies. */
export interface BugInGraph {
  /** The number of the bug. */
  id: number
  /** Summary. */
  summary: string
  /** The status. */
  status: string
  /** The resolution; empty while the bug is open. */
  resolution: string
  /** Whether its status is an open one. */
  is_open: boolean
  /** Login name of the person who works on it. */
  assigned_to: string
  /** The priority. */
  priority: string
  /** The severity. */
  severity: string
  /** Target milestone. */
  target_milestone: string
}

/** Bugs opened, closed and open in a day, week or month. */
export interface BugTrendPoint {
  /** Its first day, YYYY-MM-DD. */
  start: string
  /** How often a bug came to be open: filed as an open one, or reopened. */
  opened: number
  /** How often an open bug was closed. */
  closed: number
  /** How many of the bugs were open at its end; of the last one: are open now. */
  open: number
  /** How many hours of work were left of them at its end; with `hours`, for time trackers. */
  remaining_time?: number
}

/** Bugs that come and go, or all that there are to be, by number or alias. */
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
  /** The number of the entry. Rises in the order in which things happened. */
  seq: number
  /** The same for all entries of what was written together. */
  set: number
  /** `bug.imported`: an import has created or updated the bug. `bug.hidden`: the bug was public before, and the caller cannot see it now. Only the bug ID is included for it and for `bug.deleted`. */
  type: 'bug.created' | 'bug.changed' | 'bug.imported' | 'bug.hidden' | 'bug.deleted' | 'administration.changed'
  /** When it happened, by the clock of who wrote it; clocks differ, numbers do not. */
  time: Date
  /** User who made the change; null for the embedding program, and for bug.hidden and bug.deleted. */
  user: {
    /** The number of the user. */
    id: number
    /** The login name. */
    name: string
    /** The name of the person. */
    real_name: string
  } | null
  /** The bug; absent for administration.changed. */
  bug_id?: number
  /** Changes, as in the history of the bug. */
  changes: HistoryChange[]
  /** Comments that were added, edited or redacted, without their texts. */
  comments: {
    /** The number of the comment, which comments.get takes. */
    id: number
    /** Its place on the bug; 0 is the description. */
    count: number
    /** Whether it is for insiders only. */
    is_private: boolean
    /** True for what was there before and says something else now; absent for what was added. */
    is_rewritten?: boolean
  }[]
  /** Attachments that were added or erased. */
  attachments: {
    /** The number of the attachment. */
    id: number
    /** Whether it is for insiders only. */
    is_private: boolean
    /** True for what was there before and says something else now; absent for what was added. */
    is_rewritten?: boolean
  }[]
  /** The flags that were set, answered, passed on or cleared. */
  flags: {
    /** The number of the type of the flag. */
    type_id: number
    /** The name of the type. */
    name: string
    /** The attachment that the flag is on; null for one of the bug itself. */
    attachment_id: number | null
    /** Its status before: `?`, `+` or `-`; blank when it was not there. */
    before: string
    /** Its status since; blank when it is no more. */
    after: string
    /** Login of the requestee since; empty if there is none. */
    requestee: string
  }[]
  /** Links to commits and pull requests that were added or changed; a removed one is not included. */
  code_links: {
    /** The number of the link. */
    id: number
    /** `commit` or `pull_request`. */
    kind: 'commit' | 'pull_request'
    /** The hash of a commit, or the number of a pull request. */
    ref: string
    /** The state at the host, as of now. */
    state: 'open' | 'draft' | 'merged' | 'closed' | 'pushed'
    /** Whether it is for insiders only. */
    is_private: boolean
  }[]
  /** The changed object; only for administration.changed. */
  object?: {
    /** The kind of object: Product, Component, Group, User, Parameter … */
    class: string
    /** Its number; 0 for parameters, which have names only. */
    id: number
  }
}

/** Changes of one object. */
export interface Changed {
  /** The id of what was changed. */
  id: number
  /** Changes by field name: booleans as `1` and `0`, nothing as an empty string. */
  changes: { [name: string]: FieldChange }
}

/** Changes of an attachment. */
export interface ChangedAttachment {
  /** The number of the attachment. */
  id: number
  /** The time of this update, or of an earlier one when this one changed nothing. */
  last_change_time: Date
  /** Changes by field name. */
  changes: { [name: string]: FieldChange }
}

/** Changes of a bug. */
export interface ChangedBug {
  /** The number of the bug. */
  id: number
  /** All aliases after the update. */
  alias: string[]
  /** The time of this update, or of an earlier one when this one changed nothing. */
  last_change_time: Date
  /** By field name. For lists, the removed and the added values, separated by comma and space; hours have two decimals. */
  changes: { [name: string]: FieldChange }
}

/** Preferences about the pages of the tracker. */
export interface ChosenPagePreferences {
  /** The colours. Default: `system`. */
  readonly theme?: 'system' | 'light' | 'dark' | undefined
  /** The language, such as `en` or `de-AT`; empty: that of the browser. */
  readonly language?: string | undefined
  /** The time zone, such as `Europe/Vienna`; empty: that of the browser. */
  readonly time_zone?: string | undefined
  /** Single keys do something. Default: true. */
  readonly keys?: boolean | undefined
  /** New comments and descriptions are Markdown unless chosen otherwise. Default: true. */
  readonly markdown?: boolean | undefined
  /** The fields that lists of bugs show, in this order, at most 50; empty: the usual ones. */
  readonly columns?: readonly string[] | undefined
  /** The order of lists of bugs, as Search Bugs takes it, at most 1,000 characters; empty: the usual one. */
  readonly order?: string | undefined
  /** The path that the first page leads to, at most 255 characters; empty: the usual one. */
  readonly home?: string | undefined
}

/** A classification with its products. */
export interface Classification {
  /** The number of the classification. */
  id: number
  /** The name of the classification. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** Classifications are listed by it, then by name. */
  sort_key: number
  /** The products in it that the caller has access to. */
  products: {
    /** The number of the product. */
    id: number
    /** The name of the product. */
    name: string
    /** Description in simple HTML. */
    description: string
  }[]
}

/** A code hook, without its secrets. */
export interface CodeHook {
  /** The number of the code hook. */
  id: number
  /** Name. */
  name: string
  /** The kind of git host. */
  host: 'github' | 'gitlab' | 'gitea' | 'forgejo'
  /** The address for the settings of the host. */
  url: string
  /** The account with whose rights everything is done. */
  account: string
  /** Only these repositories; none: all. */
  repositories: string[]
  /** Only bugs in these products; none: in all. */
  product: string[]
  /** The rule by which merges close bugs. */
  closes: 'fixes' | 'named' | 'never'
  /** The status of bugs that a merge closes. */
  status: string
  /** The resolution of bugs that a merge closes. */
  resolution: string
  /** Branches that close bugs; none: the default branch. */
  branches: string[]
  /** Whether `#12` behind a verb names a bug. */
  numbers: boolean
  /** Whether requests are accepted. */
  is_enabled: boolean
  /** Time of the last request with a right signature. */
  last_time: Date | null
  /** Time of creation. */
  creation_time: Date
}

/** A link from a bug to a commit or a pull request. */
export interface CodeLink {
  /** The number of the link. */
  id: number
  /** `commit` or `pull_request`; merge requests are pull requests. */
  kind: 'commit' | 'pull_request'
  /** Host and path, such as `github.com/owner/name`. */
  repository: string
  /** The hash of a commit, or the number of a pull request. */
  ref: string
  /** The page of the host. */
  url: string
  /** The title, or the first line of the message; at most 255 characters. */
  title: string
  /** The state at the host; `pushed` for commits. */
  state: 'open' | 'draft' | 'merged' | 'closed' | 'pushed'
  /** The name of the author at the host; blank if it is unknown. */
  author: string
  /** The branch of the commit or pull request; blank if it is unknown. */
  branch: string
  /** Whether it is for insiders only. */
  is_private: boolean
  /** Whether it has closed the bug. */
  has_closed: boolean
  /** The attachment that has the same URL as its content, if any. */
  attachment_id: number | null
  /** Time of the last change at the host. */
  time: Date
}

/** A comment on a bug. */
export interface Comment {
  /** The number of the comment. */
  id: number
  /** The number of the bug that it belongs to. */
  bug_id: number
  /** The attachment that it was said with or of, where the caller may see that; else null. */
  attachment_id: number | null
  /** Its number within the bug, hidden comments counted: 0 is the description. */
  count: number
  /** Text. */
  text: string
  /** The login name of who said it. */
  creator: string
  /** The same as creation_time. */
  time: Date
  /** When it was said. */
  creation_time: Date
  /** It is for insiders only. */
  is_private: boolean
  /** Whether the text is Markdown. */
  is_markdown: boolean
  /** Its tags, by name. */
  tags: string[]
  /** How many people gave each reaction; reactions without people are absent. */
  reactions: ReactionCounts
  /** How often its text was edited; absent when it never was. */
  revision?: number
  /** When its text was last edited; absent when it never was. */
  edit_time?: Date
}

/** One version of a comment. */
export interface CommentRevision {
  /** Its number: 0 is what the author said at first. */
  revision: number
  /** When it was written. */
  time: Date
  /** The login name of who wrote it. */
  user: string
  /** Text; null if it was redacted, and for users other than the author and insiders. */
  text: string | null
}

/** A component of a product. */
export interface Component {
  /** The number of the component. */
  id: number
  /** The name of the component. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** The login name of the assignee of new bugs. */
  default_assigned_to: string
  /** The login name of the QA contact of new bugs; empty when there is none. */
  default_qa_contact: string
  /** Components are listed by it, then by name. */
  sort_key: number
  /** It takes new bugs. */
  is_active: boolean
  /** The flag types that apply to it. */
  flag_types: FlagTypesOfComponent
  /** The name of the product. */
  product: string
  /** Login names of those on the CC list of new bugs; only for callers who may change the component. */
  default_cc?: string[]
}

/** A component, in its product. */
export interface ComponentOfProduct {
  /** The number of the component. */
  id: number
  /** The name of the component. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** The login name of the assignee of new bugs. */
  default_assigned_to: string
  /** The login name of the QA contact of new bugs; empty when there is none. */
  default_qa_contact: string
  /** Components are listed by it, then by name. */
  sort_key: number
  /** It takes new bugs. */
  is_active: boolean
  /** The flag types that apply to it. */
  flag_types: FlagTypesOfComponent
}

/** A bug that is no more. */
export interface DeletedBug {
  /** The number that the bug had. No other bug gets it. */
  id: number
  /** How many comments went with it, the description included. */
  comments: number
  /** How many attachments went with it. */
  attachments: number
}

/** One bug waits for another. */
export interface Dependency {
  /** The number of the bug that is blocked. */
  blocks: number
  /** The number of the bug that it waits for. */
  depends_on: number
}

/** An attachment without its content. */
export interface ErasedAttachment {
  /** The number of the attachment. */
  id: number
  /** The number of the bug that it belongs to. */
  bug_id: number
  /** Number of bytes erased. */
  size: number
}

/** A person who was erased. */
export interface ErasedUser {
  /** The number of the account, which stays. */
  id: number
  /** The login name that the account has from now on. */
  name: string
  /** The numbers of comments that still contain the address, as far as the caller may see them, for `comments.redact`: the first 1,000. */
  comments: number[]
  /** There are more than these. */
  more_comments: boolean
}

/** Something that was asked for in vain. */
export interface Fault {
  /** As it was asked for. */
  id: number | string
  /** Error message. May change. */
  faultString: string
  /** The number of the error. Stable. */
  faultCode: number
}

/** A field of bugs. */
export interface Field {
  /** The number of the field. */
  id: number
  /** The internal name, the same in every installation when the field is not a custom one. */
  name: string
  /** Its name for people. */
  display_name: string
  /** 0 plain, 1 text, 2 one of its values, 3 several, 4 large text, 5 date and time, 6 bug, 7 bug URLs, 8 keywords, 9 date, 10 integer. */
  type: number
  /** An administrator made it. */
  is_custom: boolean
  /** Bugs need a value. */
  is_mandatory: boolean
  /** It is part of the form for new bugs. */
  is_on_bug_entry: boolean
  /** Fields are listed by it. When asked for by its name, or with `_extra`. */
  sort_key?: number
  /** Bugs neither show nor take it. When asked for by its name, or with `_extra`. */
  is_obsolete?: boolean
  /** The field is shown when this one has one of the `visibility_values`; null: always. */
  visibility_field: string | null
  /** The values of the `visibility_field` for which the field is shown. */
  visibility_values: string[]
  /** Which values are offered follows from this field; null: all are. */
  value_field: string | null
  /** The values that a bug can have, in order; empty for fields without legal values. */
  values: FieldValue[]
}

/** Change of one field: booleans as `1` and `0`, nothing as an empty string. */
export interface FieldChange {
  /** The value before, or the members of a list that went. */
  removed: string
  /** The value after, or the members of a list that came. */
  added: string
}

/** A field of bugs, with how clients present it. */
export interface FieldOfMetadata {
  /** The number of the field. */
  id: number
  /** The internal name, the same in every installation when the field is not a custom one. */
  name: string
  /** Its name for people. */
  display_name: string
  /** 0 plain, 1 text, 2 one of its values, 3 several, 4 large text, 5 date and time, 6 bug, 7 bug URLs, 8 keywords, 9 date, 10 integer. */
  type: number
  /** An administrator made it. */
  is_custom: boolean
  /** Bugs need a value. */
  is_mandatory: boolean
  /** It is part of the form for new bugs. */
  is_on_bug_entry: boolean
  /** Fields are listed by it. When asked for by its name, or with `_extra`. */
  sort_key?: number
  /** Bugs neither show nor take it. When asked for by its name, or with `_extra`. */
  is_obsolete?: boolean
  /** The field is shown when this one has one of the `visibility_values`; null: always. */
  visibility_field: string | null
  /** The values of the `visibility_field` for which the field is shown. */
  visibility_values: string[]
  /** Which values are offered follows from this field; null: all are. */
  value_field: string | null
  /** The values that a bug can have, in order; empty for fields without legal values. */
  values: FieldValue[]
  /** The name that bugs, searches and orders have it under; null when bugs do not show it. */
  name_in_bugs: string | null
  /** The part of a form that it belongs to; null when bugs do not show it. */
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
  /** Useful as the only criterion of a search. */
  is_filter: boolean
  /** A list of bugs can show it in a column. */
  is_column: boolean
  /** It makes sense to change many bugs at once. */
  is_bulk: boolean
  /** `bugs.count` counts by it. */
  is_countable: boolean
}

/** A value that a field can have. */
export interface FieldValue {
  /** Allowed values. Empty for the status of a new bug. */
  name: string
  /** Values are listed by it, then by name. */
  sort_key: number
  /** The same number, for older clients. */
  sortkey: number
  /** The values of the field's `value_field` that this one is offered with; for any when there is none. */
  visibility_values: string[]
  /** The value can be chosen. Only of values that belong to a product. */
  is_active?: boolean
  /** Description of the keyword. Only for keywords. */
  description?: string
  /** Bugs with this status are open. Only of statuses. */
  is_open?: boolean
  /** Only of statuses: those that may follow. */
  can_change_to?: {
    /** The name of the status. */
    name: string
    /** The step needs a comment. */
    comment_required: boolean
  }[]
}

/** A flag of a bug or an attachment: a question, or the answer to it. */
export interface Flag {
  /** The number of the flag. */
  id: number
  /** The name of its type. */
  name: string
  /** The number of its type. */
  type_id: number
  /** When it was set. */
  creation_date: Date
  /** When it was last changed. */
  modification_date: Date
  /** '?', '+' or '-'. */
  status: string
  /** Login name of who made or last changed it. */
  setter: string
  /** Login of the requestee; absent if there is none. */
  requestee?: string
}

/** A flag to set, change or clear. It is named by its `id`, or by its type: `type_id` or `name`. */
export interface FlagChange {
  /** The number of a flag that is there. */
  readonly id?: number | undefined
  /** The number of its type, instead of `id`. */
  readonly type_id?: number | undefined
  /** The name of its type, instead of `id`. */
  readonly name?: string | undefined
  /** `?`, `+` or `-`, and `X` to clear it. */
  readonly status?: string | undefined
  /** Login of the requestee; empty or null: none. */
  readonly requestee?: string | null | undefined
  /** Another flag is wanted of a type of which there is one already. */
  readonly new?: boolean | undefined
  /** As it was read. Ignored. */
  readonly setter?: unknown
  /** As it was read. Ignored. */
  readonly creation_date?: unknown
  /** As it was read. Ignored. */
  readonly modification_date?: unknown
}

/** A kind of flags, and where it applies. */
export interface FlagType {
  /** The number of the flag type. */
  id: number
  /** Its name, which other types may share. */
  name: string
  /** Description of the flag type. */
  description: string
  /** Addresses to notify about such flags. */
  cc_list: string
  /** Flag types are listed by it, then by name. */
  sort_key: number
  /** It takes new flags. */
  is_active: boolean
  /** It can be `?`. */
  is_requestable: boolean
  /** A particular person can be asked. */
  is_requesteeble: boolean
  /** There can be several on one bug or attachment. */
  is_multiplicable: boolean
  /** ID of the group that can grant or deny it; null: all users. */
  grant_group: number | null
  /** ID of the group that can request it; null: all users. */
  request_group: number | null
  /** Type of item that has such flags. */
  type: 'bug' | 'attachment'
  /** What the caller may set: 'X' (clear), '?', '+', '-'. */
  values: string[]
  /** Where it applies; absent when that is everywhere. */
  inclusions?: (string | { [name: string]: string[] })[]
  /** Where it does not apply. */
  exclusions: (string | { [name: string]: string[] })[]
}

/** A kind of flags that bugs of a component, or their attachments, can have. */
export interface FlagTypeOfComponent {
  /** The number of the flag type. */
  id: number
  /** Its name, which other types may share. */
  name: string
  /** Description of the flag type. */
  description: string
  /** Addresses to notify about such flags. */
  cc_list: string
  /** Flag types are listed by it, then by name. */
  sort_key: number
  /** It takes new flags. */
  is_active: boolean
  /** It can be `?`. */
  is_requestable: boolean
  /** A particular person can be asked. */
  is_requesteeble: boolean
  /** There can be several on one bug or attachment. */
  is_multiplicable: boolean
  /** ID of the group that can grant or deny it; null: all users. */
  grant_group: number | null
  /** ID of the group that can request it; null: all users. */
  request_group: number | null
}

/** The flag types that apply to it. */
export interface FlagTypesOfComponent {
  /** Those of bugs. */
  bug: FlagTypeOfComponent[]
  /** Those of attachments. */
  attachment: FlagTypeOfComponent[]
}

/** A bug, a product, a component or a user. */
export interface FollowTarget {
  /** A bug, by number or alias. */
  readonly bug?: number | string | undefined
  /** A product, by name. */
  readonly product?: string | undefined
  /** A component of the product, by name. */
  readonly component?: string | undefined
  /** A user, by login: you watch them. */
  readonly user?: string | undefined
  /** Of a product or component: `new` bugs, or `all` changes. Default: `new`. */
  readonly scope?: 'new' | 'all' | undefined
  /** Of a product or component: also send email. Default: false, only the inbox. */
  readonly by_mail?: boolean | undefined
}

/** A bug that the caller follows or muted. */
export interface FollowedBug {
  /** The number of the bug. */
  id: number
  /** Summary. */
  summary: string
  /** Whether its status is an open one. */
  is_open: boolean
}

/** The questions that replace the description of a new bug. */
export interface Form {
  /** The number of the form. */
  id: number
  /** The name of the form. */
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
  /** Names the answer: 1 to 64 letters, digits, `_` and `-`. The name of a field of bugs sets that field. Default: made from the label. Markdown has none. */
  id?: string
  /** The contents of an element of a form. */
  attributes: FormAttributes
  /** Limits of its answer. */
  validations?: {
    /** It must have an answer. */
    required?: boolean
  }
}

/** A group of people. */
export interface Group {
  /** The number of the group. */
  id: number
  /** The name of the group. */
  name: string
  /** Its name for people. */
  description: string
  /** 1 when bugs can be restricted to it at all, 0 for one that only carries rights. For creategroups, like the next ones. */
  is_bug_group?: number
  /** A pattern: users with a matching login are members. Empty: none by pattern. */
  user_regexp?: string
  /** 1 if bugs can be newly restricted to it, 0 otherwise. */
  is_active?: number
  /** The address of its icon, when asked for by its name, or with `_extra`; empty for none. */
  icon_url?: string
  /** Direct members, members by pattern and members of groups that inherit it; by login. When asked for. */
  membership?: GroupMember[]
  /** The same as `membership`. */
  users?: GroupMember[]
}

/** How a group applies to the bugs of a product. */
export interface GroupControl {
  /** The number of the product. */
  product_id: number
  /** The name of the product. */
  product: string
  /** The number of the group. */
  group_id: number
  /** The name of the group. */
  group: string
  /** Only members may enter bugs. */
  entry: boolean
  /** Control for members of the group: `na` (not available), `shown` (optional), `default` (selected by default), `mandatory` (required). */
  member_control: 'na' | 'shown' | 'default' | 'mandatory'
  /** Control for users who are not in the group. */
  other_control: 'na' | 'shown' | 'default' | 'mandatory'
  /** Only members may change bugs. */
  canedit: boolean
  /** Members have the right editcomponents within the product. */
  editcomponents: boolean
  /** Members have the right editbugs within the product. */
  editbugs: boolean
  /** Members have the right canconfirm within the product. */
  canconfirm: boolean
}

/** A member of a group. */
export interface GroupMember {
  /** The number of the user. */
  id: number
  /** The real name; may be empty. */
  real_name: string
  /** The same as `name`. */
  email: string
  /** The login name. */
  name: string
  /** Whether the account is enabled. */
  can_login: boolean
  /** The user gets mail about bugs. */
  email_enabled: boolean
  /** Why the account is disabled; empty while it is enabled. */
  login_denied_text: string
  /** The same as `login_denied_text`. */
  disabled_text: string
}

/** A group that the caller is in, or may know of. */
export interface GroupOfMetadata {
  /** The number of the group. */
  id: number
  /** The name of the group. */
  name: string
  /** Its name for people. */
  description: string
  /** Bugs can be restricted to it. */
  is_bug_group: boolean
  /** The caller is in it. */
  is_member: boolean
}

/** Relation of a group to the groups that it includes. */
export interface GroupRelations {
  /** The number of the group. */
  id: number
  /** The name of the group. */
  name: string
  /** The groups whose members are members of this group too. */
  membership: {
    /** The number of the group. */
    id: number
    /** The name of the group. */
    name: string
  }[]
  /** The groups whose members may grant this group. */
  bless: {
    /** The number of the group. */
    id: number
    /** The name of the group. */
    name: string
  }[]
  /** The groups whose members see who is in this group, where the parameter usevisibilitygroups restricts that. */
  visible: {
    /** The number of the group. */
    id: number
    /** The name of the group. */
    name: string
  }[]
}

/** Groups by id or name: those that come and go, or all that there are to be. */
export interface GroupsChange {
  /** Groups that come, by id or name. */
  readonly add?: readonly (number | string)[] | undefined
  /** Groups that go, by id or name. */
  readonly remove?: readonly (number | string)[] | undefined
  /** All groups that there are to be, by id or name. Wins over add and remove. */
  readonly set?: readonly (number | string)[] | undefined
}

/** A change of one field. */
export interface HistoryChange {
  /** Name of the bug field; a dotted name, such as attachments.description, for other changes. */
  field_name: string
  /** The value before, or the members of a list that went. */
  removed: string
  /** The value after, or the members of a list that came. */
  added: string
  /** The number of the attachment that the change was made to; absent for others. */
  attachment_id?: number
  /** The number of the comment whose privacy was changed; absent for others. */
  comment_id?: number
  /** The name of the rule that made the change; absent for others. */
  rule?: string
}

/** Changes that one user made at once. */
export interface HistoryEntry {
  /** When it was done. */
  when: Date
  /** The login name of who did it. */
  who: string
  /** Changes, one for each field. */
  changes: HistoryChange[]
}

/** An item that came in from outside. */
export interface InboundItem {
  /** The number of the item. */
  id: number
  /** `mail`, `code` (git hosts) or `report`. */
  way: 'mail' | 'code' | 'report'
  /** The mailbox, `pipe` or `program`; the name of a code hook; the name of the intake of a report. */
  source: string
  /** `begun` is an item that is being read, or was interrupted. */
  outcome: 'begun' | 'done' | 'nothing' | 'held' | 'refused' | 'failed'
  /** Why nothing was done, as one word; else empty. */
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
  /** The number of the bug. */
  id: number
  /** Summary. */
  summary: string
  /** Its product. */
  product: string
  /** Its component. */
  component: string
  /** Its status. */
  status: string
  /** Its resolution; empty for an open bug. */
  resolution: string
  /** Whether its status is an open one. */
  is_open: boolean
}

/** A bug with something that concerns the caller. */
export interface InboxItem {
  /** The bug. */
  bug: InboxBug
  /** Why it is in the inbox. */
  reasons: ('mentioned' | 'asked' | 'assigned' | 'role' | 'followed')[]
  /** When others last did something that is new; of a line that is done, when they last did anything. */
  time: Date
  /** The person who did that; null if only a time has come. */
  by: Person | null
  /** The number of new comments by others. */
  comments: number
  /** The number of new changes by others. */
  changes: number
  /** The number of the first new comment within the bug; null without any. */
  first_comment: number | null
  /** Until when the line is put off; null if it is not. */
  later_until: Date | null
  /** Whether the bug itself is new. */
  is_new: boolean
  /** Whether the line is unread. */
  is_unread: boolean
  /** Whether the caller follows the bug itself. */
  is_followed: boolean
  /** The state that the line shows, for `inbox.update`. Opaque. */
  seen: string
}

/** A name under which new bugs come in from outside, and where they are filed. */
export interface Intake {
  /** The number of the intake. */
  id: number
  /** The name of the intake. */
  name: string
  /** The product of new bugs. */
  product: string
  /** The component of new bugs. */
  component: string
  /** The version of new bugs. */
  version: string
  /** Whether it takes reports of people with `accounts` only, or of `anybody`. */
  accepts: 'accounts' | 'anybody'
  /** Whether it takes reports. */
  is_active: boolean
  /** Names it in the address for reports, `/rest/report/KEY`; null for none. No credential. */
  key: string | null
  /** Origins of pages that may send reports. */
  origins: string[]
  /** Reports from programs in an hour. */
  per_hour: number
  /** Largest report from a program in KiB. */
  max_kb: number
  /** Login of the account that files reports; null for none. */
  account: string | null
  /** Whether reports of people without an account are held. */
  holds: boolean
}

/** A label for bugs that administrators define. */
export interface Keyword {
  /** The number of the keyword. */
  id: number
  /** The name of the keyword. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** It can be chosen for bugs. */
  is_active: boolean
}

/** An account elsewhere by which a user logs in. */
export interface LinkedAccount {
  /** The issuer that identifies the person, for `linkedAccounts.remove`. */
  issuer: string
  /** The name of the provider; null if it is not offered any more. */
  name: string | null
  /** The provider as people read it; the issuer if it is not offered any more. */
  title: string
  /** The account at the provider; empty for the embedding program. */
  shown_as: string
  /** When it was linked; null for the embedding program. */
  creation_time: Date | null
  /** When it was last used to log in. */
  last_login: Date | null
}

/** A webhook as receivers of the form `bmo` ask for it. */
export interface ListedWebhook {
  /** The number of the webhook. */
  id: number
  /** The login name of its owner. */
  creator: string
  /** Name. */
  name: string
  /** Where requests go. */
  url: string
  /** Of `create`, `change`, `comment` and `attachment` what it asks for, with commas. */
  event: string
  /** The products that it is about, with commas; `Any` for all. */
  product: string
  /** The components that it is about, with commas; `Any` for all. */
  component: string
  /** Whether requests are made. */
  enabled: boolean
  /** How many requests fail or were given up, of those about what the caller may see by now; at most 1,000. */
  errors: number
}

/** Of bugs that one is the assignee of. */
export interface MailPreferences {
  /** The bug is filed. */
  created: boolean
  /** One gets or loses the role. */
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
  /** A bug on which it depends, or which it blocks, changes. */
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

/** Of bugs that one is the assignee of. */
export interface MailSwitches {
  /** The bug is filed. */
  readonly created?: boolean | undefined
  /** One gets or loses the role. */
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
  /** A bug on which it depends, or which it blocks, changes. */
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

/** A person whom a comment mentions. */
export interface Mention {
  /** The word after the `@`, in lowercase. */
  word: string
  /** The ID of the account. */
  id: number
  /** The login. */
  name: string
  /** The real name. */
  real_name: string
}

/** A person whom a comment can mention. */
export interface MentionablePerson {
  /** The ID of the account. */
  id: number
  /** The real name. */
  real_name: string
  /** The word that mentions the person after an `@`. */
  word: string
}

/** A milestone of a product. */
export interface Milestone {
  /** Its number. */
  id: number
  /** Its name. */
  name: string
  /** Lists are sorted by it, then by name. */
  sort_key: number
  /** It can be chosen for bugs. */
  is_active: boolean
  /** The name of the product. */
  product: string
}

/** A group that a user is in, or another thing with a name and a description. */
export interface NameAndDescription {
  /** The number of the group. */
  id: number
  /** The name of the group. */
  name: string
  /** Its name for people. */
  description: string
}

/** Names that come and go. */
export interface NamesChange {
  /** Values to add. */
  readonly add?: string | readonly (string | null)[] | undefined
  /** Values to remove. */
  readonly remove?: string | readonly (string | null)[] | undefined
}

/** A message to one person. */
export interface OutgoingMessage {
  /** The number of the message. */
  id: number
  /** Type of event: 'bug', 'dependency' (of a bug that another depends on), 'flag' or 'account'. */
  kind: 'bug' | 'dependency' | 'flag' | 'account' | 'digest' | 'search'
  /** 'waiting', 'sent', or 'dead': given up. */
  state: 'waiting' | 'sent' | 'dead'
  /** The bug that it is about; null for what is about none, and for one that the caller may not see. */
  bug_id: number | null
  /** Login or address of the recipient; null if the account was erased. */
  to: string | null
  /** How often it was tried in vain; an attempt that ended with its process is one too. */
  attempts: number
  /** When it is tried next; null when it is not. */
  next_attempt: Date | null
  /** Whether some process is delivering it right now. */
  is_being_sent: boolean
  /** Why it could not be sent last time; null while it is being sent. */
  last_error: string | null
  /** Time of the event. */
  creation_time: Date
  /** When it was sent; null while it was not. */
  sent_time: Date | null
}

/** How one wants the pages of the tracker. */
export interface PagePreferences {
  /** The colours. Default: `system`. */
  theme: 'system' | 'light' | 'dark'
  /** The language, such as `en` or `de-AT`; empty: that of the browser. */
  language: string
  /** The time zone, such as `Europe/Vienna`; empty: that of the browser. */
  time_zone: string
  /** Single keys do something. Default: true. */
  keys: boolean
  /** New comments and descriptions are Markdown unless chosen otherwise. Default: true. */
  markdown: boolean
  /** The fields that lists of bugs show, in this order, at most 50; empty: the usual ones. */
  columns: string[]
  /** The order of lists of bugs, as Search Bugs takes it, at most 1,000 characters; empty: the usual one. */
  order: string
  /** The path that the first page leads to, at most 255 characters; empty: the usual one. */
  home: string
}

/** A passkey, by which a user logs in without a password. */
export interface Passkey {
  /** The ID. */
  id: number
  /** The name that the user has given it. */
  name: string
  /** The host of the pages on which it logs in. */
  host: string
  /** It is also kept elsewhere, such as in an account of the vendor. */
  is_backed_up: boolean
  /** When it was added. */
  creation_time: Date
  /** When it was last used; null: never. */
  last_used: Date | null
}

/** A passkey, in the form that browsers take. */
export interface PasskeyDescriptor {
  /** `public-key`. */
  type: string
  /** The ID of the credential. */
  id: string
  /** How the browser reaches the authenticator. */
  transports: string[]
}

/** Permissions of the caller on the bug. */
export interface PermittedInBug {
  /** Change something beside the CC list. */
  edit: boolean
  /** Add comments and attachments. */
  comment: boolean
  /** Make comments and attachments private. */
  make_private: boolean
  /** Tag comments. */
  tag_comments: boolean
  /** Tick boxes of task lists in the comments of others. */
  tick: boolean
  /** Say hours. */
  track_time: boolean
  /** The fields that the caller may change, under the names that Update Bug has for them. */
  fields: string[]
  /** The statuses that the caller may give it next, in their order. */
  statuses: {
    /** The status. */
    name: string
    /** Whether it is an open one; others need a resolution. */
    is_open: boolean
    /** The workflow wants a comment with it. */
    comment_required: boolean
  }[]
  /** The types of flags that the caller may set on the bug or its attachments, in their order. */
  flag_types: {
    /** The number of the flag type. */
    id: number
    /** Its name, which other types may share. */
    name: string
    /** Description of the flag type. */
    description: string
    /** Whether it is for the bug or its attachments. */
    target_type: 'bug' | 'attachment'
    /** It takes new flags. */
    is_active: boolean
    /** A particular person can be asked. */
    is_requesteeble: boolean
    /** There can be several on one bug or attachment. */
    is_multiplicable: boolean
    /** The caller may ask (`?`). */
    request: boolean
    /** The caller may grant (`+`) and deny (`-`). */
    grant: boolean
  }[]
  /** The groups of the bug, and those to which the caller may restrict it. */
  groups: {
    /** The name of the group. */
    name: string
    /** Its name for people. */
    description: string
    /** The bug is restricted to it. */
    is_set: boolean
    /** The caller may restrict the bug to it, or lift that restriction. */
    can_change: boolean
  }[]
}

/** A person, as lists of people name them. */
export interface Person {
  /** The ID of the account. */
  id: number
  /** The login. */
  name: string
  /** The real name. */
  real_name: string
}

/** A product with what belongs to it. */
export interface Product {
  /** The number of the product. */
  id: number
  /** The name of the product. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** It takes new bugs. */
  is_active: boolean
  /** The name of the milestone of new bugs. */
  default_milestone: string
  /** New bugs can be UNCONFIRMED. */
  has_unconfirmed: boolean
  /** The name of the classification that it is in. */
  classification: string
  /** Its components, by sort key, then name. */
  components: ComponentOfProduct[]
  /** Its versions, in order. */
  versions: ReleaseOfProduct[]
  /** Its milestones, in order. */
  milestones: ReleaseOfProduct[]
}

/** A product with what belongs to it, without flag types. */
export interface ProductOfMetadata {
  /** The number of the product. */
  id: number
  /** The name of the product. */
  name: string
  /** Description in simple HTML. */
  description: string
  /** It takes new bugs. */
  is_active: boolean
  /** The name of the milestone of new bugs. */
  default_milestone: string
  /** New bugs can be UNCONFIRMED. */
  has_unconfirmed: boolean
  /** The name of the classification that it is in. */
  classification: string
  /** Its components, by sort key, then name. */
  components: {
    /** The number of the component. */
    id: number
    /** The name of the component. */
    name: string
    /** Description in simple HTML. */
    description: string
    /** The login name of the assignee of new bugs. */
    default_assigned_to: string
    /** The login name of the QA contact of new bugs; empty when there is none. */
    default_qa_contact: string
    /** Components are listed by it, then by name. */
    sort_key: number
    /** It takes new bugs. */
    is_active: boolean
  }[]
  /** Its versions, in order. */
  versions: ReleaseOfProduct[]
  /** Its milestones, in order. */
  milestones: ReleaseOfProduct[]
  /** The caller may file bugs in it, and it takes some. */
  is_enterable: boolean
  /** The groups to which the caller may restrict a new bug, by name; none if it is not enterable. */
  groups: {
    /** The name of the group. */
    name: string
    /** Its name for people. */
    description: string
    /** Whether new bugs are in it when asked, unless others are given, or always. */
    state: 'optional' | 'default' | 'mandatory'
  }[]
}

/** How many people gave each reaction; reactions without people are absent. */
export interface ReactionCounts {
  /** How many people gave it. */
  '+1'?: number
  /** How many people gave it. */
  '-1'?: number
  /** How many people gave it. */
  tada?: number
  /** How many people gave it. */
  smile?: number
  /** How many people gave it. */
  sad?: number
  /** How many people gave it. */
  heart?: number
}

/** A comment whose text was redacted. */
export interface RedactedComment {
  /** The number of the comment. */
  id: number
  /** The number of the bug that it belongs to. */
  bug_id: number
}

/** Reason for which an update of a bug would be rejected. */
export interface Refusal {
  /** The number of the bug; as it was asked for if there is none. */
  id: number | string
  /** The name of the error, such as `illegal_change`. Stable. */
  name: string
  /** The number of the error. Stable. */
  code: number
  /** Error message. May change. */
  message: string
}

/** A bug that another one names. */
export interface RelatedBug {
  /** The number of the bug. */
  id: number
  /** Summary. */
  summary: string
  /** Whether its status is an open one. */
  is_open: boolean
}

/** A version or a milestone, in its product. */
export interface ReleaseOfProduct {
  /** Its number. */
  id: number
  /** Its name. */
  name: string
  /** Lists are sorted by it, then by name. */
  sort_key: number
  /** It can be chosen for bugs. */
  is_active: boolean
}

/** A flag with what it is of. */
export interface Request {
  /** The number of the flag. */
  id: number
  /** The name of its type. */
  name: string
  /** The number of its type. */
  type_id: number
  /** When it was set. */
  creation_date: Date
  /** When it was last changed. */
  modification_date: Date
  /** '?', '+' or '-'. */
  status: string
  /** Login name of who made or last changed it. */
  setter: string
  /** Login of the requestee; absent if there is none. */
  requestee?: string
  /** The seconds since it was last changed. */
  age: number
  /** Whether it is of a bug or of an attachment. */
  target_type: 'bug' | 'attachment'
  /** The bug that it is of, or whose attachment it is of. */
  bug: {
    /** The number of the bug. */
    id: number
    /** Summary. */
    summary: string
    /** Whether its status is an open one. */
    is_open: boolean
  }
  /** The attachment; null for a flag of the bug itself. */
  attachment: {
    /** The number of the attachment. */
    id: number
    /** One line that says what it is. */
    summary: string
    /** The name of the file. */
    file_name: string
  } | null
}

/** A saved search or report. */
export interface SavedSearch {
  /** The number of the search. */
  id: number
  /** The name of the search. */
  name: string
  /** Whether it is a search or a report. */
  kind: 'search' | 'report'
  /** The parameters of the search, as in a query string. */
  query: string
  /** The login name of who saved it. */
  user: string
  /** Name of the group with which it is shared; null if it is not shared. */
  shared_with: string | null
}

/** A search or report that a user has saved. */
export interface SavedSearchOfUser {
  /** The number of the search. */
  id: number
  /** The name of the search. */
  name: string
  /** The parameters of the search, as in a query string. */
  query: string
}

/** A digest or a scheduled search. */
export interface Schedule {
  /** The ID of the schedule. */
  id: number
  /** A `digest` of the inbox, or a `search`. */
  kind: 'digest' | 'search'
  /** The saved search, which may no longer exist; null for a digest. */
  saved_search_id: number | null
  /** The name of the email. */
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
  /** Why the tracker disabled it: `saved_search_gone`, `schedule_denied`, or the name of the error of the search. Empty otherwise. */
  disabled_reason: string
}

/** A login that lasts, without its token. */
export interface Session {
  /** ID of the session. Its token is not shown again. */
  id: number
  /** When it was begun. */
  creation_time: Date
  /** The address from which it was begun; null when that is not known. */
  begun_from: string | null
  /** When it ends if it is not used again. */
  expires: Date
  /** How it began: `password`, or the name of a provider. */
  login_by: string
  /** The login name of the user as whom the caller views the tracker; null for own sessions. */
  acting_for: string | null
  /** When it was last used, to the hour. */
  last_used: Date
  /** Valid only from that address. */
  is_restricted: boolean
  /** This call was made with it. */
  is_current: boolean
}

/** A comment on a bug, as a page shows it to the caller. */
export interface ShownComment {
  /** The number of the comment. */
  id: number
  /** The number of the bug that it belongs to. */
  bug_id: number
  /** The attachment that it was said with or of, where the caller may see that; else null. */
  attachment_id: number | null
  /** Its number within the bug, hidden comments counted: 0 is the description. */
  count: number
  /** Text. */
  text: string
  /** The login name of who said it. */
  creator: string
  /** The same as creation_time. */
  time: Date
  /** When it was said. */
  creation_time: Date
  /** It is for insiders only. */
  is_private: boolean
  /** Whether the text is Markdown. */
  is_markdown: boolean
  /** Its tags, by name. */
  tags: string[]
  /** How many people gave each reaction; reactions without people are absent. */
  reactions: ReactionCounts
  /** How often its text was edited; absent when it never was. */
  revision?: number
  /** When its text was last edited; absent when it never was. */
  edit_time?: Date
  /** The reactions of the caller. */
  my_reactions: ('+1' | '-1' | 'tada' | 'smile' | 'sad' | 'heart')[]
  /** The people whom it mentions; empty for callers without a login. */
  mentions: Mention[]
}

/** A suggestion for a search box. */
export interface Suggestion {
  /** A bug; the name of a field, a value or a person for the last term of a quicksearch. */
  kind: 'bug' | 'field' | 'value' | 'person'
  /** Text to show: the summary of the bug, or the term. */
  text: string
  /** The whole text once it is chosen; of a bug its number. */
  insert: string
  /** The number of the bug; absent for others. */
  id?: number
}

/** A step from one status to another. */
export interface Transition {
  /** A status; empty for a bug that is being filed. */
  from: string
  /** The status that may follow. */
  to: string
  /** The step needs a comment. */
  comment_required: boolean
}

/** A user. The logged-out see `id`, `name` and `real_name` only. */
export interface User {
  /** The number of the user. */
  id: number
  /** The login name. */
  name: string
  /** The real name; may be empty. */
  real_name: string
  /** The same as `name`. */
  email?: string
  /** Whether the account is enabled. */
  can_login?: boolean
  /** All groups for oneself and members of editusers; else those that the caller may grant. */
  groups?: NameAndDescription[]
  /** Whether the user gets mail about bugs. For oneself and members of editusers, like the next one. */
  email_enabled?: boolean
  /** Why the account is disabled; empty while it is enabled. */
  login_denied_text?: string
  /** Days on which email to the user bounced, up to 5: then email_enabled becomes false. Likewise, and absent without bounces, as is the next one. */
  bounces?: number
  /** The last of these days. */
  bounced_time?: Date
  /** Whether the user has two-factor authentication. Likewise, and only when asked for. */
  second_factor?: boolean
  /** The searches that the user has saved. Of oneself only, like the next one. */
  saved_searches?: SavedSearchOfUser[]
  /** The reports that the user has saved. */
  saved_reports?: SavedSearchOfUser[]
}

/** The person of `assigned_to`. */
export interface UserDetail {
  /** The number of the user. */
  id: number
  /** The real name; may be empty. */
  real_name: string
  /** The login name; for the logged out it may lack the host. */
  name: string
  /** The same as `name`. */
  email: string
}

/** A version of a product. */
export interface Version {
  /** Its number. */
  id: number
  /** Its name. */
  name: string
  /** Lists are sorted by it, then by name. */
  sort_key: number
  /** It can be chosen for bugs. */
  is_active: boolean
  /** The name of the product. */
  product: string
}

/** When the caller last looked at a bug. */
export interface Visit {
  /** The number of the bug. */
  id: number
  /** When the caller last looked at it. */
  last_visit_ts: Date
}

/** A webhook, without its secrets and the values of its headers. */
export interface Webhook {
  /** The number of the webhook. */
  id: number
  /** The login name of its owner. */
  user: string
  /** Name. */
  name: string
  /** Where requests go. */
  url: string
  /** Events that it reports. */
  events: ('created' | 'changed' | 'comment' | 'attachment' | 'flag' | 'code' | 'hidden' | 'deleted')[]
  /** Only bugs in these products; none: in any. One that the caller cannot see, or that is no more, is `#` and a number. */
  product: string[]
  /** Only bugs in components with these names, in the format of `product`. */
  component: string[]
  /** Only changes of these fields; none: of any. */
  fields: string[]
  /** The form of the requests. */
  format: 'standard' | 'bmo'
  /** The names of the headers that are sent along. */
  headers: string[]
  /** Whether requests have the texts of comments. */
  include_text: boolean
  /** Whether requests include the details of restricted and private items, not only their IDs. */
  include_restricted: boolean
  /** Whether requests are made. */
  is_enabled: boolean
  /** Why the tracker disabled it; blank when it did not. */
  disabled_reason: string
  /** When a request last succeeded; null: none did yet. */
  last_success: Date | null
  /** Since when all requests fail, of those about what the caller may see by now; null when the last one succeeded, or there was none. */
  failing_since: Date | null
  /** When it was made. */
  creation_time: Date
}

/** Outcome of the request. */
export interface WebhookDelivery {
  /** The number of the delivery. */
  id: number
  /** The header webhook-id of its requests, the same at every attempt: receivers know by it what they have. */
  message_id: string
  /** Type of event: 'change', in the format bmo also 'comment' or 'attachment'; 'ping' for a test. */
  kind: 'change' | 'comment' | 'attachment' | 'ping'
  /** The reported entry of the change feed; null for a test. */
  seq: number | null
  /** The bug that it is about; null for a try. */
  bug_id: number | null
  /** 'waiting' for its next attempt, 'queued' behind another one about the same bug, 'sent', 'dead': given up, or 'dropped': the owner may have no webhooks. */
  state: 'waiting' | 'queued' | 'sent' | 'dropped' | 'dead'
  /** How often it was tried in vain; an attempt that ended with its process is one too. */
  attempts: number
  /** When it is tried next, at the earliest; null when it is not. */
  next_attempt: Date | null
  /** Whether some process is sending it right now. */
  is_being_sent: boolean
  /** The status that was answered last; null without an answer. */
  status: number | null
  /** How long that took, in milliseconds; null without an attempt. */
  duration: number | null
  /** Why the last attempt failed; null when it did not. */
  last_error: string | null
  /** The beginning of the last answer, at most 1,000 characters. */
  answer: string | null
  /** When it was made. */
  creation_time: Date
  /** When it was sent or dropped; null while it was not. */
  sent_time: Date | null
}
