import { z } from 'zod'
import { createAnswerSize, sizeOfRow } from '../../call/answer-size.js'
import { shownLogin } from '../../call/context.js'
import { id } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { requireComment } from '../../domain/comments/find.js'
import { loadPeople } from '../../domain/users/load-people.js'
import type { Reader, Row } from '../../schema/index.js'
import { pagesOf } from '../../store/index.js'

const revision = z
  .object({
    revision: z.int().meta({ description: 'Its number: 0 is what the author said at first.' }),
    time: z.date().meta({ description: 'When it was written.' }),
    user: z.string().meta({ ref: 'user', description: 'The login name of who wrote it.' }),
    text: z
      .string()
      .nullable()
      .meta({ description: 'What it said; null for others than the author and insiders, and when it was taken out.' }),
  })
  .meta({ id: 'CommentRevision', description: 'What a comment said at some time.' })

export const getRevisions = defineRead({
  name: 'comments.revisions',
  summary: 'What a comment said before',
  description:
    'The revisions of a comment, the oldest first, the present one last: when each was written and by whom. What they said ' +
    'is for the author of the comment and for insiders.\n\n' +
    'Fails with `comment_id_invalid`, also for a comment that the caller may not see; `answer_too_large` when the ' +
    'texts that the caller may read have more than 32 MB in all.',
  errors: ['comment_id_invalid', 'answer_too_large'],
  examples: [
    {
      title: 'What was changed',
      code: 'const { revisions } = await alice.comments.revisions({ id: 31 })\nrevisions.at(-2)?.text // before the last edit',
    },
  ],
  access: 'optional',
  input: z.strictObject({ id: id.meta({ description: 'The number of the comment.' }) }),
  output: z.object({ revisions: z.array(revision).meta({ description: 'The revisions, the oldest first.' }) }),
  async run(tx, { id: commentId }, call) {
    const comment = await requireComment(tx, call, commentId, 'id')
    const readsTexts = call.who.isInsider || call.who.user?.id === comment.creator_id
    const rows = await selectReplaced(tx, commentId, readsTexts)
    const texts = [...rows.map((row) => (row.is_redacted ? null : (row.text ?? null))), comment.text]
    // A row says what was replaced; who replaced it wrote the next one.
    const writers = [{ user_id: comment.creator_id, at: comment.creation_time }, ...rows]
    const people = await loadPeople(
      tx,
      call,
      writers.map(({ user_id }) => user_id),
    )
    return {
      revisions: writers.map(({ user_id, at: time }, number) => ({
        revision: number,
        time,
        user: shownLogin(call, people.get(user_id)?.login ?? ''),
        text: readsTexts || number === rows.length ? (texts[number] ?? null) : null,
      })),
    }
  },
})

type Replaced = Omit<Row<'comment_revisions'>, 'text'> & { readonly text?: string }

const columns = ['comment_id', 'revision', 'user_id', 'at', 'is_redacted']

/** Texts of so many revisions are about what one answer may have. */
const revisionsAtOnce = 500

/** What a comment said before, the oldest first. @throws answer_too_large */
async function selectReplaced(tx: Reader, commentId: number, withTexts: boolean): Promise<Replaced[]> {
  const size = createAnswerSize()
  const found: Replaced[] = []
  const pages = pagesOf(tx, {
    ...{ from: 'comment_revisions', by: ['comment_id', 'revision'], limit: revisionsAtOnce },
    where: { col: 'comment_id', eq: commentId },
    columns: withTexts ? [...columns, 'text'] : columns,
  })
  for await (const page of pages) {
    for (const row of page as unknown as Replaced[]) {
      size.add(sizeOfRow + (row.text?.length ?? 0), 'id')
      found.push(row)
    }
  }
  return found
}
