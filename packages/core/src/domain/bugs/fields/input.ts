// The fields of a bug as Create Bug and Update Bug take them.
import * as z from 'zod'
import { workedHours } from '../../comments/hours.js'
import { commentText } from '../../comments/text.js'
import { bugRef, list, record, word } from '../../../call/define/inputs.js'
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

/** The schemas of the fields in the body of one operation. */
function inputsOf<Way extends 'create' | 'update'>(way: Way): Inputs<Way> {
  const inputs = bugFieldEntries.flatMap(([field, known]) => {
    const description = known.inputDescription ?? known.description
    return known[way] ? [[field, known[way].meta({ description })]] : []
  })
  return Object.fromEntries(inputs) as Inputs<Way>
}

const ofNewBugs = inputsOf('create')

/** Required, unless a form gives it, which is known later than the schema is asked. */
function ofForms(field: z.ZodType<string, string>): z.ZodType<string, string> {
  return field.nullish().meta({ input: 'string', isRequired: true }) as unknown as z.ZodType<string, string>
}

/** Create Bug. Null counts as not given. */
export const createFields = {
  ...ofNewBugs,
  // Clients may call it short_desc, so the schema takes nothing for it and a rule demands it. Programs give it by its name.
  summary: ofNewBugs.summary.meta({ input: 'string', isRequired: true }) as unknown as z.ZodType<string, string>,
  // Forms can give both.
  component: ofForms(ofNewBugs.component),
  version: ofForms(ofNewBugs.version),
  description: commentText.nullish().meta({ description: 'Text of comment 0, at most 65,535 characters.' }),
  comment_is_private: z.boolean().nullish().meta({ description: 'Comment 0 is visible only to insiders.' }),
  is_markdown: z.boolean().nullish().meta({ description: 'Whether the description is Markdown.' }),
  comment_tags: tags.nullish().meta({ description: 'Tags of comment 0.' }),
}

/** Other names of fields of Create Bug. */
export const createNames = { comment: 'description', commentprivacy: 'comment_is_private' } as const

/** Update Bug. */
export const updateFields = {
  ...inputsOf('update'),
  ids: list(bugRef).meta({ description: 'IDs and aliases.' }),
  comment: z
    .strictObject({
      body: commentText.optional().meta({ description: 'Text, at most 65,535 characters.' }),
      comment: commentText.optional().meta({ description: 'Alias of `body`.' }),
      is_private: z.boolean().optional().meta({ description: 'The comment is visible only to insiders.' }),
      is_markdown: z.boolean().optional().meta({ description: 'Whether the comment is Markdown.' }),
    })
    .optional()
    .meta({ description: 'Comment to add to each bug.' }),
  comment_tags: tags.nullish().meta({ description: 'Tags of the added comment.' }),
  comment_is_private: record(z.boolean())
    .optional()
    .meta({ description: 'Whether comments are private, by comment ID.' }),
  work_time: workedHours.optional().meta({
    description:
      'Hours worked, -99,999.99 to 99,999.99, which are subtracted from the remaining hours. Only for ' +
      'members of the time-tracking group.',
  }),
  reset_assigned_to: z
    .boolean()
    .optional()
    .meta({ description: 'Set the assignee to the default assignee of the component.' }),
  reset_qa_contact: z
    .boolean()
    .optional()
    .meta({ description: 'Set the QA contact to the default QA contact of the component.' }),
  bug_ignored: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the caller is excluded from email about the bugs.' }),
  minor_update: z.boolean().optional().meta({
    description:
      'Send no email about the update. Without effect on bugs in whose products the caller lacks `editbugs`.',
  }),
  expected_last_change_time: z.date().optional().meta({
    description: 'Update only bugs whose last change was at this time; without a fraction, within this second.',
  }),
  dry_run: z.boolean().optional().meta({
    description: 'Only report the changes and rejections. Nothing is changed, and no notifications are sent.',
  }),
  update_token: word.optional().meta({ description: 'Update only a bug that is still in the state of this token.' }),
}

/** Other names of fields of Update Bug. */
export const updateNames = { commentprivacy: 'comment_is_private' } as const
