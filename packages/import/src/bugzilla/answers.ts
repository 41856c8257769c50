// Schemas of the source's responses. Old trackers send numbers as strings and booleans as numbers; fields not
// listed here are ignored.
import * as z from 'zod'

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])
const text = z.union([z.string(), z.number().transform(String)])
const bool = z.union([
  z.boolean(),
  z.number().transform((given) => given !== 0),
  z.string().transform((given) => !['', '0', 'false'].includes(given)),
])
/** A text; some trackers return null for an empty one. */
const blank = text.nullish().transform((given) => given ?? '')
const hours = number.nullish().transform((given) => given ?? 0)
const yes = bool.nullish().transform((given) => given ?? true)
const no = bool.nullish().transform((given) => given ?? false)
const names = z
  .union([z.array(text), text.transform((given) => (given === '' ? [] : [given]))])
  .nullish()
  .transform((given) => given ?? [])
const numbers = z
  .array(number)
  .nullish()
  .transform((given) => given ?? [])
const list = <T extends z.ZodType>(of: T) =>
  z
    .array(of)
    .nullish()
    .transform((given) => given ?? [])

export const person = z.looseObject({ id: number.nullish(), name: blank, real_name: blank })

const flag = z.looseObject({
  id: number.nullish(),
  name: text,
  status: text,
  setter: blank,
  requestee: blank,
  creation_date: text,
  modification_date: text,
})

export const bugAnswer = z.looseObject({
  id: number,
  alias: names,
  summary: blank,
  status: text,
  resolution: blank,
  is_confirmed: yes,
  product: text,
  component: text,
  version: blank,
  target_milestone: blank,
  op_sys: blank,
  platform: blank,
  priority: blank,
  severity: blank,
  assigned_to: blank,
  creator: blank,
  qa_contact: blank,
  assigned_to_detail: person.nullish(),
  creator_detail: person.nullish(),
  qa_contact_detail: person.nullish(),
  cc: names,
  cc_detail: list(person),
  blocks: numbers,
  depends_on: numbers,
  dupe_of: number.nullish(),
  keywords: names,
  groups: names,
  flags: list(flag),
  see_also: names,
  url: blank,
  whiteboard: blank,
  deadline: text.nullish(),
  creation_time: text,
  last_change_time: text,
  is_cc_accessible: yes,
  is_creator_accessible: yes,
  estimated_time: hours,
  actual_time: hours,
  remaining_time: hours,
})
export type BugAnswer = z.output<typeof bugAnswer>

export const bugsAnswer = z.looseObject({ bugs: z.array(z.looseObject({ id: number })) })

export const commentAnswer = z.looseObject({
  id: number,
  attachment_id: number.nullish(),
  text: blank,
  creator: text.nullish(),
  author: text.nullish(),
  creation_time: text.nullish(),
  time: text.nullish(),
  is_private: no,
  is_markdown: no,
  tags: names,
})
export type CommentAnswer = z.output<typeof commentAnswer>
export const commentsAnswer = z.looseObject({
  bugs: z.record(z.string(), z.looseObject({ comments: z.array(commentAnswer) })),
})

const change = z.looseObject({ field_name: text, removed: blank, added: blank, attachment_id: number.nullish() })
export const historyAnswer = z.looseObject({
  bugs: z.array(
    z.looseObject({
      id: number,
      history: z.array(z.looseObject({ when: text, who: text, changes: z.array(change) })),
    }),
  ),
})
export type HistoryAnswer = z.output<typeof historyAnswer>['bugs'][number]['history']

export const attachmentAnswer = z.looseObject({
  id: number,
  creator: text.nullish(),
  attacher: text.nullish(),
  creation_time: text,
  last_change_time: text,
  file_name: blank,
  summary: blank,
  content_type: blank,
  size: number.nullish(),
  is_patch: no,
  is_obsolete: no,
  is_private: no,
  flags: list(flag),
})
export type AttachmentAnswer = z.output<typeof attachmentAnswer>
export const attachmentsAnswer = z.looseObject({ bugs: z.record(z.string(), z.array(attachmentAnswer)) })
export const contentAnswer = z.looseObject({
  attachments: z.record(
    z.string(),
    z.looseObject({ data: z.string(), is_obsolete: no, is_patch: no, content_type: blank }),
  ),
})

const fieldValue = z.looseObject({
  name: blank,
  sort_key: number.nullish(),
  sortkey: number.nullish(),
  is_active: yes,
  is_open: bool.nullish(),
  description: blank,
  visibility_values: names,
  can_change_to: list(z.looseObject({ name: text, comment_required: no })),
})
export const fieldAnswer = z.looseObject({
  name: text,
  display_name: blank,
  type: number,
  is_custom: no,
  is_mandatory: no,
  is_on_bug_entry: no,
  visibility_field: text.nullish(),
  visibility_values: names,
  value_field: text.nullish(),
  values: list(fieldValue),
})
export type FieldAnswer = z.output<typeof fieldAnswer>
export const fieldsAnswer = z.looseObject({ fields: z.array(fieldAnswer) })

export const groupsAnswer = z.looseObject({
  groups: z.array(
    z.looseObject({
      id: number.nullish(),
      name: text,
      description: blank,
      user_regexp: blank,
      is_active: yes,
    }),
  ),
})

export const userAnswer = z.looseObject({
  id: number,
  name: blank,
  real_name: blank,
  can_login: bool.nullish(),
  email_enabled: bool.nullish(),
  login_denied_text: text.nullish(),
  groups: z.array(z.looseObject({ id: number, name: text })).nullish(),
  saved_searches: z.unknown().optional(),
})
export type UserAnswer = z.output<typeof userAnswer>
export const usersAnswer = z.looseObject({ users: z.array(userAnswer) })

const flagType = z.looseObject({
  name: text,
  description: blank,
  cc_list: blank,
  sort_key: number.nullish(),
  is_active: yes,
  is_requestable: yes,
  is_requesteeble: yes,
  is_multiplicable: yes,
  grant_group: number.nullish(),
  request_group: number.nullish(),
})
export type FlagTypeAnswer = z.output<typeof flagType>
const part = z.looseObject({ name: text, sort_key: number.nullish(), is_active: yes })
/** Bugzilla itself has no templates and no dates of milestones. */
const templated = { bug_description_template: text.nullish() }
export const productAnswer = z.looseObject({
  id: number,
  name: text,
  description: blank,
  is_active: yes,
  default_milestone: blank,
  has_unconfirmed: yes,
  classification: blank,
  components: list(
    z.looseObject({
      ...part.shape,
      ...templated,
      description: blank,
      default_assigned_to: blank,
      default_qa_contact: blank,
      flag_types: z.looseObject({ bug: list(flagType), attachment: list(flagType) }).nullish(),
    }),
  ),
  versions: list(part),
  milestones: list(part.extend({ start_date: text.nullish(), due_date: text.nullish() })),
  ...templated,
})
export type ProductAnswer = z.output<typeof productAnswer>
export const productNamesAnswer = z.looseObject({ products: z.array(z.looseObject({ name: text })) })
export const productsAnswer = z.looseObject({ products: z.array(productAnswer) })
export const idsAnswer = z.looseObject({ ids: numbers })

export const versionAnswer = z.looseObject({ version: text })
export const parametersAnswer = z.looseObject({ parameters: z.record(z.string(), text.nullish()) })
export const timeAnswer = z.looseObject({ db_time: text })
export const classificationsAnswer = z.looseObject({
  classifications: z.array(z.looseObject({ name: text, description: blank, sort_key: number.nullish() })),
})
