// The fields of a bug as Create Bug and Update Bug take them.
import { z } from 'zod'
import { maxHours, roundHours, workedHours } from '../../comments/hours.js'
import { commentText } from '../../comments/text.js'
import { flagChange } from '../../flags/input.js'
import {
  atMost,
  bugRef,
  fits,
  line,
  list,
  mostEntries,
  mostTags,
  parseCalendarDate,
  rawText,
  record,
  wholeText,
  word,
} from '../../../define/inputs.js'
import { problem } from '../../../define/operation.js'

/** Characters in the summary. */
const maxSummaryLength = 255

/** Raises require_summary (107), text_too_long (104). */
const summary = line
  .refine((text) => text !== '', problem('require_summary'))
  .refine((text) => fits(text, maxSummaryLength), problem('text_too_long', { limit: maxSummaryLength }))
  .meta({ maxLength: maxSummaryLength })

/** Hours to be worked, kept to two decimals. Raises number_too_small (55), number_too_large (54). */
const plannedHours = z.number().min(0).max(maxHours).transform(roundHours)

/** A calendar date; an empty text and null stand for none. Raises illegal_date (56). */
const clearableDate = word.nullable().transform((text, context) => {
  if (text === null || text.trim() === '') return null
  const date = parseCalendarDate(text)
  if (date === undefined) context.addIssue({ code: 'custom', ...problem('illegal_date') })
  return date ?? z.NEVER
})

/** Names as a list, or in one text between separators. Blank ones do not count. */
function names(separator: RegExp, most = mostEntries) {
  return z
    .union([wholeText, list(wholeText.nullable(), most)])
    .transform((given) => (typeof given === 'string' ? given.split(separator) : given))
    .transform((all) => all.flatMap((name) => name?.trim() || []))
    .check(atMost(most))
}

/** Bugs as a list, in one text between blanks and commas, or one number. */
const bugRefs = z
  .union([wholeText, z.int(), list(bugRef.nullable())])
  .transform((given) => (Array.isArray(given) ? given : String(given).split(/[\s,]+/)))
  .transform((all) => all.flatMap((ref) => (ref === null || ref === '' ? [] : [ref])))
  .check(atMost(mostEntries))

const logins = names(/[,;]/)
const words = names(/[\s,]+/)
const groupNames = names(/,/)
const tags = names(/[\s,]+/, mostTags)
const aliases = list(word)
/** Something by name; judged where the set-up is known. */
const name = word.nullish()

/** What both bodies take, in the same form. */
const sharedFields = {
  op_sys: name,
  platform: name,
  priority: name,
  severity: name,
  status: name,
  resolution: name,
  target_milestone: name,
  assigned_to: name,
  qa_contact: name,
  url: rawText.nullish(),
  whiteboard: rawText.nullish(),
  is_cc_accessible: z.boolean().nullish(),
  is_creator_accessible: z.boolean().nullish(),
  estimated_time: plannedHours.nullish(),
  remaining_time: plannedHours.nullish(),
  deadline: clearableDate.optional(),
  flags: list(flagChange).nullish(),
}

/** Create Bug. What is null counts as not given. */
export const createFields = {
  product: word,
  component: word,
  version: word,
  summary: summary.nullish(),
  description: commentText.nullish(),
  comment_is_private: z.boolean().nullish(),
  comment_tags: tags.nullish(),
  alias: z.union([word, aliases]).nullish(),
  cc: logins.nullish(),
  groups: groupNames.nullish(),
  keywords: words.nullish(),
  depends_on: bugRefs.nullish(),
  blocks: bugRefs.nullish(),
  see_also: words.nullish(),
  ...sharedFields,
}

/** Other names of fields of Create Bug. */
export const createNames = { comment: 'description', commentprivacy: 'comment_is_private' } as const

function addRemove<T extends z.ZodType>(items: T) {
  return z.strictObject({ add: items.optional(), remove: items.optional() })
}
function addRemoveSet<T extends z.ZodType>(items: T) {
  return z.strictObject({ add: items.optional(), remove: items.optional(), set: items.optional() })
}

/** Update Bug. */
export const updateFields = {
  ids: list(bugRef),
  product: name,
  component: name,
  version: name,
  summary: summary.nullish(),
  /** A text or a list says what all aliases are. */
  alias: z.union([word, aliases, addRemoveSet(z.union([word.transform((one) => [one]), aliases]))]).nullish(),
  cc: addRemove(logins).optional(),
  groups: addRemove(groupNames).optional(),
  keywords: addRemoveSet(words).optional(),
  depends_on: addRemoveSet(bugRefs).optional(),
  blocks: addRemoveSet(bugRefs).optional(),
  see_also: addRemove(words).optional(),
  dupe_of: bugRef.nullish(),
  comment: z
    .strictObject({ body: commentText.optional(), comment: commentText.optional(), is_private: z.boolean().optional() })
    .optional(),
  /** Of the comment that is made. */
  comment_tags: tags.nullish(),
  /** By the id of a comment. */
  comment_is_private: record(z.boolean()).optional(),
  work_time: workedHours.optional(),
  reset_assigned_to: z.boolean().optional(),
  reset_qa_contact: z.boolean().optional(),
  /** Whether the caller wants no mail about the bugs. */
  bug_ignored: z.boolean().optional(),
  /** Some clients say that a change is of no interest to most. Accepted, without effect. */
  minor_update: z.boolean().optional(),
  /** Update only bugs that last changed at this time, or within this second when it has no fraction. */
  expected_last_change_time: z.date().optional(),
  /** Update only a bug in the state that gave this token. */
  update_token: word.optional(),
  ...sharedFields,
}

/** Other names of fields of Update Bug. */
export const updateNames = { commentprivacy: 'comment_is_private' } as const
