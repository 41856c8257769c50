// The fields of a bug as Create Bug and Update Bug take them.
import { z } from 'zod'
import { workedHours } from '../../comments/hours.js'
import { commentText } from '../../comments/text.js'
import { bugRef, list, record, word } from '../../../define/inputs.js'
import { bugFieldEntries, type bugFields } from './index.js'
import { tags } from './input-values.js'

type Fields = typeof bugFields
type Inputs<Way extends 'create' | 'update'> = {
  [F in keyof Fields as Fields[F] extends Readonly<Record<Way, z.ZodType>> ? F : never]: Fields[F] extends Readonly<
    Record<Way, infer Input>
  >
    ? Input
    : never
}

/** What the fields take that the bodies of one of the operations have. */
function inputsOf<Way extends 'create' | 'update'>(way: Way): Inputs<Way> {
  const inputs = bugFieldEntries.flatMap(([field, known]) => {
    const description = known.inputDescription ?? known.description
    return known[way] ? [[field, known[way].meta({ description })]] : []
  })
  return Object.fromEntries(inputs) as Inputs<Way>
}

/** Create Bug. What is null counts as not given. */
export const createFields = {
  ...inputsOf('create'),
  description: commentText.nullish(),
  comment_is_private: z.boolean().nullish(),
  comment_tags: tags.nullish(),
}

/** Other names of fields of Create Bug. */
export const createNames = { comment: 'description', commentprivacy: 'comment_is_private' } as const

/** Update Bug. */
export const updateFields = {
  ...inputsOf('update'),
  ids: list(bugRef),
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
}

/** Other names of fields of Update Bug. */
export const updateNames = { commentprivacy: 'comment_is_private' } as const
