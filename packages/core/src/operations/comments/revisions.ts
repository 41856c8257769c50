import * as z from 'zod'
import { createAnswerSize, sizeOfRow } from '../../call/answer-size.js'
import { shownLogin } from '../../call/context.js'
import { count, id } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { requireComment } from '../../domain/comments/find.js'
import { extent, extentOf } from '../../search/parameters/limits.js'
import { loadPeople } from '../../domain/users/load-people.js'
import type { Reader, Row } from '../../schema/index.js'
import { pagesOf } from '../../store/index.js'

const revision = z
  .object({
    revision: z.int().meta({ description: 'Number of the revision. 0 is the original text.' }),
    time: z.date().meta({ description: 'Time of the revision.' }),
    user: z.string().meta({ ref: 'user', description: 'Login of its author.' }),
    text: z
      .string()
      .nullable()
      .meta({ description: 'Text; null if redacted, and for callers other than the author and insiders.' }),
  })
  .meta({ id: 'CommentRevision', description: 'One version of a comment.' })

export const getRevisions = defineRead({
  name: 'comments.revisions',
  summary: 'Get the revisions of a comment',
  description:
    'Returns the revisions of a comment with time and author, oldest first, including the current one. ' +
    'Their texts are visible only to the author of the comment and to insiders. A cut response contains ' +
    '`limit` and `offset`.\n\n' +
    'Fails with `comment_id_invalid`, also for a comment that the caller cannot see; `answer_too_large` ' +
    'if the texts that the caller can read exceed 32 MB in total: request fewer with `limit`.',
  errors: ['comment_id_invalid', 'answer_too_large'],
  examples: [
    {
      title: 'Get the revisions of a comment',
      code: 'const { revisions } = await alice.comments.revisions({ id: 31 })\nrevisions.at(-2)?.text // before the last edit',
    },
  ],
  access: 'optional',
  input: z.strictObject({
    id: id.meta({ description: 'ID of the comment.' }),
    limit: count
      .pipe(z.int().min(1))
      .optional()
      .meta({ description: 'Maximum number of results. Defaults to all; a comment has at most 1001.' }),
    offset: count.default(0).meta({ description: 'Number of results to skip.' }),
  }),
  output: z.object({
    revisions: z.array(revision).meta({ description: 'Revisions, oldest first.' }),
    ...extent,
  }),
  async run(tx, { id: commentId, limit, offset }, call) {
    const comment = await requireComment(tx, call, commentId, 'id')
    const replaced = await selectReplaced(tx, commentId)
    const end = limit === undefined ? undefined : offset + limit
    const readsTexts = call.who.isInsider || call.who.user?.id === comment.creator_id
    const texts = readsTexts ? await selectTexts(tx, commentId, replaced.slice(offset, end)) : new Map<number, string>()
    const textOf = (row: Replaced | undefined) => {
      if (!row) return comment.text
      return row.is_redacted ? null : (texts.get(row.revision) ?? null)
    }
    // A row has the replaced text; the author of the next text replaced it.
    const writers = [{ user_id: comment.creator_id, at: comment.creation_time }, ...replaced]
    const shown = writers.slice(offset, end)
    const people = await loadPeople(
      tx,
      call,
      shown.map(({ user_id }) => user_id),
    )
    return {
      revisions: shown.map(({ user_id, at: time }, index) => ({
        revision: offset + index,
        time,
        user: shownLogin(call, people.get(user_id)?.login ?? ''),
        text: textOf(replaced[offset + index]),
      })),
      ...extentOf({ limit, offset }, writers.length - offset, writers.length),
    }
  },
})

type Replaced = Omit<Row<'comment_revisions'>, 'text'>

/** Without the texts. There are no more than 1,000, because a comment cannot be edited more often. */
async function selectReplaced(tx: Reader, commentId: number): Promise<readonly Replaced[]> {
  return tx.select({
    from: 'comment_revisions',
    where: { col: 'comment_id', eq: commentId },
    order: [{ col: 'revision' }],
    columns: ['comment_id', 'revision', 'user_id', 'at', 'is_redacted'],
  })
}

/** Number of revisions read at once: their texts are about as much as a response can hold. */
const revisionsAtOnce = 500

/** The texts that were replaced, by the number of the revision. @throws answer_too_large */
async function selectTexts(tx: Reader, commentId: number, replaced: readonly Replaced[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>()
  const [first, last] = [replaced[0], replaced.at(-1)]
  if (!first || !last) return texts
  const size = createAnswerSize()
  const pages = pagesOf(tx, {
    ...{ from: 'comment_revisions', by: ['comment_id', 'revision'], limit: revisionsAtOnce },
    where: {
      and: [
        { col: 'comment_id', eq: commentId },
        { col: 'revision', gte: first.revision },
        { col: 'revision', lte: last.revision },
      ],
    },
    columns: ['comment_id', 'revision', 'text'],
  })
  for await (const page of pages) {
    for (const { revision: number, text } of page as unknown as Row<'comment_revisions'>[]) {
      size.add(sizeOfRow + text.length, 'limit')
      texts.set(number, text)
    }
  }
  return texts
}
