import * as z from 'zod'
import { visibleComments } from '../../access/visibility.js'
import { requireBugs } from '../../access/find-bugs.js'
import { groupBy } from '../../kernel/collections.js'
import { createAnswerSize, type AnswerSize } from '../../call/answer-size.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter, type FieldFilter } from '../../kernel/field-filter.js'
import { bugRef, fieldFilter, id, list } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Reader, Where } from '../../schema/index.js'
import { readableComments } from '../../domain/comments/find.js'
import {
  commentView,
  selectCommentsWithin,
  viewComments,
  type CommentRow,
  type CommentView,
} from '../../domain/comments/view.js'

// Contract: Comments, GET.
export const getComments = defineRead({
  name: 'comments.get',
  summary: 'Get comments of bugs, or by ID',
  description:
    'Returns the comments of bugs, and single comments by ID.\n\n' +
    'Private comments exist only for insiders.\n\n' +
    'Fails with `params_required` without ids and comment_ids; `answer_too_large` if the comments exceed ' +
    "32 MB in total. With `exclude_fields: ['text']`, the response lists the comments without their " +
    'text, which you can then get with `comment_ids`.',
  errors: [
    ...(['params_required', 'bug_id_does_not_exist', 'improper_bug_id_field_value', 'comment_id_invalid'] as const),
    'answer_too_large',
  ],
  examples: [
    {
      title: 'Get the description of a bug',
      code: 'const { bugs } = await alice.comments.get({ ids: [12] }); bugs[12]?.comments[0]?.text',
    },
  ],
  access: 'optional',
  filters: 'comments',
  input: z.strictObject({
    ids: list(bugRef)
      .default([])
      .meta({ description: 'Bugs by ID or alias. Their comments are returned by bug ID, oldest first.' }),
    comment_ids: list(id).default([]).meta({ description: 'IDs of single comments.' }),
    new_since: z.date().optional().meta({ description: 'Only comments of the bugs after this time.' }),
    ...fieldFilter,
  }),
  output: z.object({
    bugs: z
      .record(
        z.string().meta({ ref: 'bug' }),
        z.object({ comments: z.array(commentView).meta({ description: 'Comments, oldest first.' }) }),
      )
      .meta({ description: 'Comments of each bug, by bug ID.' }),
    comments: z
      .record(z.string().meta({ ref: 'comment' }), commentView)
      .meta({ description: 'Single comments, by ID.' }),
  }),
  async run(tx, input, call) {
    if (input.ids.length === 0 && input.comment_ids.length === 0)
      throw new TrackerError('params_required', { fields: ['ids', 'comment_ids'] })
    const filter = createFieldFilter(input)
    const size = createAnswerSize()
    const bugs = await requireBugs(tx, call, input.ids, 'ids')
    const bugIds = bugs.map((bug) => bug.id)
    const ofBugs = bugIds.length === 0 ? [] : await selectOfBugs(tx, call, bugIds, input.new_since, filter, size)
    const single = await selectById(tx, call, input.comment_ids, filter, size)
    const views = await viewComments(tx, call, [...ofBugs, ...single], filter)
    const byBug = groupBy(ofBugs, (row) => row.bug_id)
    const shown = (row: CommentRow) => views.get(row.id) as CommentView
    return {
      bugs: Object.fromEntries(bugIds.map((bug) => [bug, { comments: (byBug.get(bug) ?? []).map(shown) }])),
      comments: Object.fromEntries(single.map((row) => [row.id, shown(row)])),
    }
  },
})

async function selectOfBugs(
  tx: Reader,
  call: Call,
  bugIds: number[],
  since: Date | undefined,
  filter: FieldFilter,
  size: AnswerSize,
) {
  const where: Where<'comments'>[] = [{ col: 'bug_id', in: bugIds }, visibleComments(call)]
  if (since) where.push({ col: 'creation_time', gt: since })
  return selectCommentsWithin(tx, filter, { and: where }, size, 'ids')
}

async function selectById(
  tx: Reader,
  call: Call,
  ids: readonly number[],
  filter: FieldFilter,
  size: AnswerSize,
): Promise<CommentRow[]> {
  if (ids.length === 0) return []
  const where = { and: [{ col: 'id', in: [...new Set(ids)] } as const, readableComments(call)] }
  const rows = await selectCommentsWithin(tx, filter, where, size, 'comment_ids')
  const found = new Set(rows.map((row) => row.id))
  for (const value of ids) {
    if (!found.has(value)) throw new TrackerError('comment_id_invalid', { field: 'comment_ids', value })
  }
  return rows
}
