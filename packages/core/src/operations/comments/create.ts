import * as z from 'zod'
import { requireEditable } from '../../access/products.js'
import { requireBug } from '../../access/find-bugs.js'
import { bugRef } from '../../call/define/inputs.js'
import { defineWrite, problem } from '../../call/define/operation.js'
import { ruleErrors } from '../../call/host-rules.js'
import { tags as tagNames } from '../../domain/bugs/fields/input-values.js'
import { productOf } from '../../domain/bugs/fields/values.js'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { createDraft } from '../../domain/bugs/state/draft.js'
import { commitWrite } from '../../domain/bugs/write/commit-write.js'
import { remainingAfter, workedHours } from '../../domain/comments/hours.js'
import { requireMarkdown } from '../../domain/comments/markdown.js'
import { permittedTags } from '../../domain/comments/tags.js'
import { commentText } from '../../domain/comments/text.js'
import { TrackerError } from '../../kernel/errors.js'
import { createdObject } from '../../call/define/outputs.js'

// Contract: Comments, POST.
export const createComment = defineWrite({
  name: 'comments.create',
  summary: 'Add a comment to a bug',
  description: 'Adds a comment to a bug.\n\nFails with `object_not_specified` for a missing or empty comment.',
  errors: [
    ...ruleErrors,
    'object_not_specified',
    'comment_too_long',
    'markdown_disabled',
    'number_too_large',
    'number_too_small',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
    'product_edit_denied',
    'user_not_insider',
    'comment_tag_invalid',
    'comment_tag_too_long',
    'comment_tag_too_short',
  ],
  examples: [
    {
      title: 'Comment that a bug is fixed',
      code: "const { id } = await alice.comments.create({ id: 12, comment: 'Fixed in r34' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    id: bugRef.meta({ description: 'ID or alias of the bug.' }),
    comment: commentText
      .refine((text) => text !== '', problem('object_not_specified'))
      .meta({ description: 'Text, at most 65,535 characters. Trailing white space is removed.' }),
    is_private: z.boolean().default(false).meta({ description: 'Visible only to insiders.' }),
    is_markdown: z.boolean().default(false).meta({ description: 'Whether the text is Markdown.' }),
    work_time: workedHours.default(0).meta({
      description:
        'Hours worked, which are subtracted from the remaining hours. Ignored for callers outside the ' +
        'time-tracking group.',
    }),
    comment_tags: tagNames
      .nullish()
      .meta({ description: 'Tags of the comment. Ignored for callers who cannot add tags.' }),
  }),
  output: createdObject,
  missing: { comment: 'object_not_specified' },
  async run(tx, input, given) {
    const bug = await requireBug(tx, given, input.id, 'id')
    const call = asChangeOf(given, [bug])
    requireEditable(call, productOf(call.catalogue, bug))
    if (input.is_private && !call.who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'is_private', value: true })
    if (input.is_markdown) requireMarkdown(call, 'is_markdown')
    const tags = permittedTags(call, input.comment_tags)
    const work_time = call.who.isTimeTracker ? input.work_time : 0
    const draft = createDraft(bug, {})
    const { comment: text, is_private, is_markdown } = input
    draft.comments.push({ text, is_private, is_markdown, work_time, tags })
    if (work_time !== 0) draft.row.remaining_time = remainingAfter(bug.remaining_time, work_time)
    const { bugs } = await commitWrite(tx, call, { drafts: new Map([[bug.id, draft]]) })
    return { id: bugs[0]?.comments[0] as number }
  },
})
