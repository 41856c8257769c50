// The intermediate format: the output of readers of other trackers and the input of `importRecords`. Names are those of
// the REST API.
import * as z from 'zod'
import {
  recordAnyName as anyName,
  recordHours as hours,
  recordId as id,
  recordItems as items,
  recordLine as line,
  recordList as list,
  recordName as name,
  recordText as text,
  recordTime as time,
} from '../../domain/bugs/fields/record-values.js'
import { linkKinds, linkStates } from '../../code/code-event.js'
import { longest, problemOfUrl } from '../../domain/code-links/limits.js'
import { reactionNames } from '../../domain/comments/reactions.js'
import { flagStatuses } from '../../domain/flags/rights.js'
import { controlValue } from '../../domain/group-controls/view.js'
import { relationKinds } from '../../domain/groups/relations.js'
import { recordedDates } from '../../domain/products/milestone-dates.js'
import { recordShape } from '../../domain/bugs/fields/record.js'
import { fieldTypes } from '../../setup/field-types.js'
import { personalRecord } from './personal-record.js'

const sortKey = z.int().min(-32_768).max(2_147_483_647).default(0)

const flag = z.strictObject({
  id: id.optional(),
  name,
  /** The `id` of its flag type, where several have the name. */
  type_id: id.optional(),
  status: z.enum(flagStatuses),
  setter: name,
  requestee: anyName.nullish(),
  creation_date: time,
  modification_date: time,
})

const comment = z.strictObject({
  id: id.optional(),
  text,
  creator: name,
  time,
  is_private: z.boolean().default(false),
  is_markdown: z.boolean().default(false),
  tags: list(name),
  work_time: hours,
  attachment_id: id.nullish(),
  /** The sentence that the tracker adds to the text. */
  type: z.enum(['normal', 'duplicate_of', 'has_duplicate', 'attachment_created', 'attachment_updated']).optional(),
  /** The bug that the sentence names. */
  related_bug_id: id.nullish(),
  /** The people who reacted. Without it, reactions stay. */
  reactions: items(z.strictObject({ user: name, reaction: z.enum(reactionNames) })).optional(),
  /** Changes of its tags. */
  tag_history: items(z.strictObject({ when: time, who: name, added: line, removed: line })).optional(),
})

const attachment = z.strictObject({
  id,
  creator: name,
  creation_time: time,
  last_change_time: time,
  file_name: line,
  summary: line,
  content_type: line,
  is_patch: z.boolean().default(false),
  is_obsolete: z.boolean().default(false),
  is_private: z.boolean().default(false),
  flags: list(flag),
})

const codeLink = z
  .strictObject({
    kind: z.enum(linkKinds),
    /** Such as `github.com/owner/name`. */
    repository: z.string().min(1).max(longest.repository).pipe(line),
    /** A hash, or a number. */
    ref: z.string().min(1).max(longest.ref).pipe(line),
    url: z.string().max(longest.url),
    title: line,
    state: z.enum(linkStates),
    author: line.default(''),
    branch: line.default(''),
    is_private: z.boolean().default(false),
    /** It has closed the bug, and does not close it again. */
    has_closed: z.boolean().default(false),
    /** The attachment that has the URL as its content. */
    attachment_id: id.nullish(),
    /** Of the last change at the host. */
    time,
  })
  .refine(({ url, repository }) => problemOfUrl(url, repository.toLowerCase()) === undefined, {
    path: ['url'],
    message: 'is not an http or https URL on the host of the repository',
  })

const historyEntry = z.strictObject({
  when: time,
  who: name,
  changes: list(
    z.strictObject({
      field_name: name,
      removed: text,
      added: text,
      attachment_id: id.nullish(),
      comment_id: id.nullish(),
      rule: name.nullish(),
    }),
  ),
})

const customValue = z.union([text, z.number(), items(name), z.null()])

const bugRecord = z.strictObject({
  kind: z.literal('bug'),
  id,
  ...recordShape,
  /** By the name of the field, `cf_…`. */
  custom_fields: z.record(z.string().regex(/^cf_/), customValue).default({}),
  /** The description first. */
  comments: list(comment),
  history: list(historyEntry),
  attachments: list(attachment),
  flags: list(flag),
  /** Commits and pull requests; absent: as they are. */
  code_links: items(codeLink).optional(),
})

const userRecord = z.strictObject({
  kind: z.literal('user'),
  id: id.optional(),
  name: name,
  real_name: line.default(''),
  email_enabled: z.boolean().default(true),
  /** Why the account is disabled; blank while it is enabled. */
  login_denied_text: line.default(''),
  /** The account elsewhere with which the person claims an account that is disabled because of an import. */
  identity: z.strictObject({ issuer: name, subject: name, shown_as: line }).optional(),
  /** Groups of bugs of which the person is a member; absent: as it is. */
  groups: items(name).optional(),
  /** Groups of which the person may add and remove members; absent: as it is. */
  bless_groups: items(name).optional(),
  /** Both are used for new accounts. */
  creation_time: time.optional(),
  last_seen_time: time.nullish(),
})

const groupRecord = z.strictObject({
  kind: z.literal('group'),
  name,
  description: line.default(''),
  is_active: z.boolean().default(true),
  user_regexp: line.default(''),
  /** False for groups that only carry rights. For new groups. */
  is_bug_group: z.boolean().default(true),
  icon_url: line.nullish(),
  /** The groups whose members inherit rights in this one; absent: unchanged. */
  inherits: items(z.strictObject({ group: name, kind: z.enum(relationKinds) })).optional(),
})

const described = { name, description: text.default('') }
const templated = { ...described, bug_description_template: text.exactOptional() }
const placed = { name, sort_key: sortKey, is_active: z.boolean().default(true) }

const classificationRecord = z.strictObject({ kind: z.literal('classification'), ...described, sort_key: sortKey })
const keywordRecord = z.strictObject({ kind: z.literal('keyword'), ...described, is_active: z.boolean().default(true) })

const fieldRecord = z.strictObject({
  kind: z.literal('field'),
  name: z.string().regex(/^cf_[a-zA-Z0-9_]{1,60}$/),
  display_name: name,
  type: z
    .enum(fieldTypes)
    .refine((type) => type !== fieldTypes.plain && type !== fieldTypes.keywords && type !== fieldTypes.bugUrls),
  sort_key: sortKey,
  is_mandatory: z.boolean().default(false),
  is_on_bug_entry: z.boolean().default(false),
  is_obsolete: z.boolean().default(false),
  /** Absent: as it is. */
  is_in_new_mail: z.boolean().optional(),
  long_description: text.optional(),
  reverse_description: line.nullish(),
  /** The field that controls when this one is shown, by its name in bugs, and with which of its values. */
  visibility_field: name.nullish(),
  visibility_values: list(anyName),
  /** The field that controls which values of this one are offered. */
  value_field: name.nullish(),
})

const valueRecord = z.strictObject({
  kind: z.literal('value'),
  /** By the name that bugs have it under: `status`, `op_sys`, `cf_…`. */
  field: name,
  name: anyName,
  sort_key: sortKey,
  is_active: z.boolean().default(true),
  /** For statuses: whether a bug is open with it. */
  is_open: z.boolean().nullish(),
  /** The value of the field's value_field with which this one is offered. */
  visibility_value: anyName.nullish(),
})

const workflowRecord = z.strictObject({
  kind: z.literal('workflow'),
  /** All of them. `from` is null for a bug that is being made. */
  transitions: items(
    z.strictObject({ from: name.nullable(), to: name, require_comment: z.boolean().default(false) }),
  ).min(1),
})

const productRecord = z.strictObject({
  kind: z.literal('product'),
  ...templated,
  classification: name.default('Unclassified'),
  is_active: z.boolean().default(true),
  has_unconfirmed: z.boolean().default(true),
  default_milestone: name.default('---'),
  components: list(
    z.strictObject({
      ...{ ...placed, ...templated },
      default_assigned_to: name,
      default_qa_contact: anyName.nullish(),
      /** Absent: as it is. */
      default_cc: items(name).optional(),
    }),
  ),
  versions: list(z.strictObject(placed)),
  milestones: list(z.strictObject({ ...placed, ...recordedDates })),
})

const scope = z.strictObject({ product: name.nullish(), component: name.nullish() })
const flagTypeRecord = z.strictObject({
  kind: z.literal('flag_type'),
  /** The ID in the source, by which flags name it: several types may have one name. */
  id: id.optional(),
  ...described,
  target_type: z.enum(['bug', 'attachment']),
  cc_list: line.default(''),
  sort_key: sortKey,
  is_active: z.boolean().default(true),
  is_requestable: z.boolean().default(true),
  is_requesteeble: z.boolean().default(true),
  is_multiplicable: z.boolean().default(true),
  /** The groups that may grant and request it. Null: all users; absent: unchanged. */
  grant_group: name.nullish(),
  request_group: name.nullish(),
  /** Where it applies: components of products, or whole products. */
  scopes: list(scope),
  /** Where it does not apply; absent: as it is. */
  exclusions: items(scope).optional(),
})

const groupControlRecord = z.strictObject({
  kind: z.literal('group_control'),
  product: name,
  group: name,
  /** Only members may enter bugs, and change them. */
  entry: z.boolean().default(false),
  canedit: z.boolean().default(false),
  /** The controls for bugs filed by members and by others. */
  member_control: controlValue,
  other_control: controlValue,
  /** Rights that members have within the product; absent: as they are. */
  editcomponents: z.boolean().optional(),
  editbugs: z.boolean().optional(),
  canconfirm: z.boolean().optional(),
})

const contentRecord = z.strictObject({
  kind: z.literal('attachment_content'),
  /** The attachment, which was imported with its bug. */
  id,
  data: z.union([
    z.instanceof(Uint8Array),
    z.base64().transform((coded) => new Uint8Array(Buffer.from(coded, 'base64'))),
  ]),
})

/** A record of an import, in this order: accounts and configuration, bugs, contents of their attachments. */
export const trackerRecord = z.discriminatedUnion('kind', [
  groupRecord,
  userRecord,
  classificationRecord,
  keywordRecord,
  fieldRecord,
  valueRecord,
  workflowRecord,
  productRecord,
  flagTypeRecord,
  groupControlRecord,
  bugRecord,
  contentRecord,
  personalRecord,
])

/** A record as readers write it. */
export type TrackerRecord = z.input<typeof trackerRecord>
/** A record that has been checked. */
export type ReadRecord = z.output<typeof trackerRecord>
export type RecordKind = ReadRecord['kind']
export type RecordOf<K extends RecordKind> = Extract<ReadRecord, { readonly kind: K }>
export type BugRecord = RecordOf<'bug'>
