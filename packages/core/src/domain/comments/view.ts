// Comments in responses.
import * as z from 'zod'
import { visibleAttachments, visibleComments } from '../../access/visibility.js'
import { findVisibleIds } from '../../access/find-bugs.js'
import { groupBy } from '../../kernel/collections.js'
import { createAnswerSize, sizeOfRow, type AnswerSize } from '../../call/answer-size.js'
import { shownLogin, type Call } from '../../call/context.js'
import { createFieldFilter, type FieldFilter } from '../../kernel/field-filter.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { pagesOf, type PlainWhere } from '../../store/index.js'
import { loadPeople } from '../users/load-people.js'
import { loadReactionCounts, reactionCounts } from './reactions.js'
import { visibleText, type TextContext } from './text.js'

export const commentView = z
  .object({
    id: z.int().meta({ ref: 'comment', description: 'ID of the comment.' }),
    bug_id: z.int().meta({ ref: 'bug', description: 'ID of its bug.' }),
    attachment_id: z.int().nullable().meta({
      ref: 'attachment',
      description: 'ID of the attachment that the comment is about, if the caller can see it; otherwise null.',
    }),
    count: z.int().meta({ description: 'Number within the bug, including hidden comments. 0 is the description.' }),
    text: z.string().meta({ description: 'Text.' }),
    creator: z.string().meta({ ref: 'user', description: 'Login of the author.' }),
    time: z.date().meta({ description: 'Same as `creation_time`.' }),
    creation_time: z.date().meta({ description: 'Time of the comment.' }),
    is_private: z.boolean().meta({ description: 'Visible only to insiders.' }),
    is_markdown: z.boolean().meta({ description: 'Whether the text is Markdown.' }),
    tags: z.array(z.string()).meta({ description: 'Tags, by name.' }),
    reactions: reactionCounts,
    revision: z.int().exactOptional().meta({ description: 'Number of edits; absent if it was never edited.' }),
    edit_time: z.date().exactOptional().meta({ description: 'Time of the last edit; absent if it was never edited.' }),
  })
  .meta({ id: 'Comment', description: 'A comment on a bug.' })

export type CommentView = z.infer<typeof commentView>

const columns = [
  ...(['id', 'bug_id', 'attachment_id', 'count', 'creator_id', 'creation_time', 'is_private', 'is_markdown'] as const),
  ...(['type', 'related_bug_id', 'revision', 'edit_time', 'has_reactions'] as const),
]

export type CommentRow = Pick<Row<'comments'>, (typeof columns)[number]> & { readonly text?: string }

const columnsWithText = [...columns, 'text'] as const

const whole = createFieldFilter({})

/** In the order of their numbers. Texts, which are long, only when wanted. */
export async function selectComments(tx: Reader, filter: FieldFilter, where: Where<'comments'>): Promise<CommentRow[]> {
  const order = [{ col: 'count' }] as const
  return filter.wants('text')
    ? tx.select({ from: 'comments', where, order, columns: columnsWithText })
    : tx.select({ from: 'comments', where, order, columns })
}

/** The texts of this many comments are about the size limit of a response. */
const commentsAtOnce = 500

/**
 * The same, by bugs, some at a time, so that no more is in memory than an answer may have. `where` has to leave out all that the
 * caller may not see.
 * @throws answer_too_large, naming the field
 */
export async function selectCommentsWithin(
  tx: Reader,
  filter: FieldFilter,
  where: Where<'comments'>,
  size: AnswerSize,
  field: string,
): Promise<CommentRow[]> {
  const found: CommentRow[] = []
  const query = {
    ...{ from: 'comments', by: ['bug_id', 'count'], where: where as PlainWhere, limit: commentsAtOnce },
    columns: filter.wants('text') ? columnsWithText : columns,
  }
  for await (const page of pagesOf(tx, query)) {
    for (const row of page as unknown as CommentRow[]) {
      size.add(sizeOfRow + (row.text?.length ?? 0), field)
      found.push(row)
    }
  }
  return found
}

/** The last of the comments of a bug that the caller may see. */
export interface LastComments {
  /** How many are wanted beside the description. */
  readonly last: number
  /** How many there are. */
  readonly count: number
  /** The number of the last one that is wanted; undefined: of any. */
  readonly until: number | undefined
}

/**
 * The description of a bug and the last comments, oldest first.
 * @throws answer_too_large, naming `comments`
 */
export async function selectLastComments(
  tx: Reader,
  call: Call,
  bugId: number,
  { last, count, until }: LastComments,
): Promise<CommentRow[]> {
  const size = createAnswerSize()
  const ofBug = (where: Where<'comments'>): Where<'comments'> => ({
    and: [{ col: 'bug_id', eq: bugId }, where, visibleComments(call)],
  })
  if (count <= last && until === undefined) return selectCommentsWithin(tx, whole, ofBug({ and: [] }), size, 'comments')
  const after: Where<'comments'> = { not: { col: 'count', eq: 0 } }
  const wanted: Where<'comments'> = until === undefined ? after : { and: [after, { col: 'count', lte: until }] }
  const [description, newest] = await Promise.all([
    tx.select({ from: 'comments', where: ofBug({ col: 'count', eq: 0 }), columns: columnsWithText }),
    last === 0 ? [] : selectNewest(tx, ofBug(wanted), last, size),
  ])
  const described = counted(description, size)
  return [...described, ...newest]
}

/** @throws answer_too_large, naming `comments` */
function counted(rows: readonly CommentRow[], size: AnswerSize): readonly CommentRow[] {
  for (const row of rows) size.add(sizeOfRow + (row.text?.length ?? 0), 'comments')
  return rows
}

/** The newest comments, oldest first. More than are read at once are found by their numbers, then read some at a time. */
async function selectNewest(
  tx: Reader,
  where: Where<'comments'>,
  last: number,
  size: AnswerSize,
): Promise<readonly CommentRow[]> {
  const query = { from: 'comments', where, order: [{ col: 'count', desc: true }], limit: last } as const
  if (last <= commentsAtOnce)
    return counted((await tx.select({ ...query, columns: columnsWithText })).toReversed(), size)
  const first = (await tx.select({ ...query, columns: ['count'] })).at(-1)
  if (!first) return []
  return selectCommentsWithin(tx, whole, { and: [where, { col: 'count', gte: first.count }] }, size, 'comments')
}

/** Views of comments by ID, with at most one select each for people, tags, attachments and other bugs. */
export async function viewComments(
  tx: Reader,
  call: Call,
  rows: readonly CommentRow[],
  filter: FieldFilter,
): Promise<Map<number, Partial<CommentView>>> {
  const creators = filter.wants('creator') ? rows.map((row) => row.creator_id) : []
  const users = await loadPeople(tx, call, creators)
  const tags = filter.wants('tags') ? await loadTags(tx, call, rows) : undefined
  const reactions = filter.wants('reactions') ? await loadReactionCounts(tx, call, rows) : undefined
  const namesAttachments = filter.wants('text') || filter.wants('attachment_id')
  const attachments = await loadAttachments(tx, call, namesAttachments ? rows : [])
  const context = filter.wants('text') ? await loadTextContext(tx, call, rows, attachments) : undefined
  return new Map(
    rows.map((row) => [
      row.id,
      filter.pick({
        id: row.id,
        bug_id: row.bug_id,
        attachment_id: attachments.has(row.attachment_id ?? 0) ? row.attachment_id : null,
        count: row.count,
        text: context ? visibleText({ ...row, text: row.text ?? '' }, context) : '',
        creator: shownLogin(call, users.get(row.creator_id)?.login ?? ''),
        time: row.creation_time,
        creation_time: row.creation_time,
        is_private: row.is_private,
        is_markdown: row.is_markdown,
        tags: (tags?.get(row.id) ?? []).map(({ tag }) => tag),
        reactions: reactions?.get(row.id) ?? {},
        ...(row.revision !== null && { revision: row.revision }),
        ...(row.edit_time && { edit_time: row.edit_time }),
      }),
    ]),
  )
}

/** Alphabetically. None while tagging is switched off. */
async function loadTags(tx: Reader, call: Call, rows: readonly CommentRow[]) {
  if (rows.length === 0 || call.catalogue.parameters.comment_taggers_group === '') return undefined
  const ids = rows.map((row) => row.id)
  const tags = await tx.select({ from: 'comment_tags', where: { col: 'comment_id', in: ids } })
  return groupBy(tags, (tag) => tag.comment_id)
}

/** The summaries of the attachments that comments are about, as far as the caller may see them. */
async function loadAttachments(tx: Reader, call: Call, rows: readonly CommentRow[]): Promise<Map<number, string>> {
  const ids = new Set(rows.flatMap((row) => row.attachment_id ?? []))
  if (ids.size === 0) return new Map()
  const attachments = await tx.select({
    from: 'attachments',
    where: { and: [{ col: 'id', in: [...ids] }, visibleAttachments(call)] },
    columns: ['id', 'summary'],
  })
  return new Map(attachments.map(({ id, summary }) => [id, summary]))
}

/** Attachments and other bugs that generated sentences may name, as far as the caller may see them. */
async function loadTextContext(
  tx: Reader,
  call: Call,
  rows: readonly CommentRow[],
  attachmentSummaries: ReadonlyMap<number, string>,
): Promise<TextContext> {
  const related = rows.flatMap((row) => row.related_bug_id ?? [])
  const bugs = await findVisibleIds(tx, call, related)
  return { visibleBugIds: new Set(bugs.keys()), attachmentSummaries }
}
