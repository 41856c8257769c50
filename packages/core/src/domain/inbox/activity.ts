// Visible comments and changes by others, since the caller last looked.
import { withoutHiddenBugs } from '../../access/hidden-references.js'
import { visibleComments, visibleHistory } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import { groupBy } from '../../kernel/collections.js'
import type { Reader, Where } from '../../schema/index.js'

/** A bug, and the time after which something is new. */
export interface Since {
  readonly bug_id: number
  readonly since: Date
}

/** New comments and changes of one bug. */
export interface Activity {
  readonly time: Date
  /** NULL: only a time has come. */
  readonly by: number | null
  readonly comments: number
  readonly changes: number
  readonly first_comment: number | null
  readonly is_new: boolean
}

/** Rows read for one page of lines; counts of more are too low. */
const mostRows = 5000

interface Happening {
  readonly bug_id: number
  readonly by: number
  readonly at: Date
}

/** The last comment that mentions the caller. */
export type Mention = Pick<Activity, 'by' | 'time'>

interface NewComment extends Happening {
  readonly count: number
}

/** Returns the activity of each bug that has any. The number of selects does not depend on their number. */
export async function loadActivity(
  tx: Reader,
  call: Call,
  bugs: readonly Since[],
): Promise<ReadonlyMap<number, Activity>> {
  if (bugs.length === 0) return new Map()
  const comments = groupBy(await loadComments(tx, call, bugs), (row) => row.bug_id)
  const changes = groupBy(await loadChanges(tx, call, bugs), (row) => row.bug_id)
  const found = bugs.flatMap(({ bug_id }) => {
    const one = activityOf(comments.get(bug_id) ?? [], changes.get(bug_id) ?? [])
    return one ? [[bug_id, one] as const] : []
  })
  return new Map(found)
}

function activityOf(comments: readonly NewComment[], changes: readonly Happening[]): Activity | undefined {
  const all = [...comments, ...changes]
  const [first, ...others] = all
  if (!first) return undefined
  const latest = others.reduce((best, one) => (one.at > best.at ? one : best), first)
  const numbers = comments.map(({ count }) => count).filter((count) => count > 0)
  return {
    time: latest.at,
    by: latest.by,
    comments: numbers.length,
    changes: new Set(changes.map(({ by, at }) => `${by} ${at.getTime()}`)).size,
    first_comment: numbers.length > 0 ? Math.min(...numbers) : null,
    is_new: comments.some(({ count }) => count === 0),
  }
}

/** Bugs with the same time together: shorter statements. Most have that of the horizon. */
function bySince(bugs: readonly Since[]): [since: Date, bugIds: number[]][] {
  const groups = groupBy(bugs, ({ since }) => since.getTime())
  return Array.from(groups, ([time, same]) => [new Date(time), same.map(({ bug_id }) => bug_id)])
}

async function loadComments(tx: Reader, call: Call, bugs: readonly Since[]): Promise<NewComment[]> {
  const since = bySince(bugs).map(([time, ids]): Where<'comments'> => ({
    and: [
      { col: 'bug_id', in: ids },
      { col: 'creation_time', gt: time },
    ],
  }))
  const isEmpty: Where<'comments'> = {
    and: [
      { col: 'text', eq: '' },
      { col: 'type', eq: 'normal' },
      { col: 'count', gt: 0 },
    ],
  }
  const others: Where<'comments'> = { not: { col: 'creator_id', eq: requireUser(call.who).id } }
  const rows = await tx.select({
    from: 'comments',
    where: { and: [{ or: since }, others, visibleComments(call), { not: isEmpty }] },
    order: [{ col: 'creation_time', desc: true }],
    limit: mostRows,
    columns: ['id', 'bug_id', 'creator_id', 'creation_time', 'count'],
  })
  return rows.map(({ bug_id, creator_id: by, creation_time: at, count }) => ({ bug_id, by, at, count }))
}

async function loadChanges(tx: Reader, call: Call, bugs: readonly Since[]): Promise<Happening[]> {
  const since = bySince(bugs).map(([time, ids]): Where<'bug_history'> => ({
    and: [
      { col: 'bug_id', in: ids },
      { col: 'at', gt: time },
    ],
  }))
  const others: Where<'bug_history'> = { not: { col: 'user_id', eq: requireUser(call.who).id } }
  const rows = await tx.select({
    from: 'bug_history',
    where: { and: [{ or: since }, others, visibleHistory(call)] },
    order: [{ col: 'at', desc: true }],
    limit: mostRows,
    columns: ['id', 'bug_id', 'user_id', 'at', 'field', 'removed', 'added'],
  })
  return (await withoutHiddenBugs(tx, call, rows)).map(({ bug_id, user_id: by, at }) => ({ bug_id, by, at }))
}

/** The last mention of the caller in visible comments since, by the time of the comment or of the edit that added it. */
export async function loadMentions(
  tx: Reader,
  call: Call,
  bugs: readonly Since[],
): Promise<ReadonlyMap<number, Mention>> {
  const since = bySince(bugs).map(([time, ids]): Where<'comments'> => ({
    and: [
      { col: 'bug_id', in: ids },
      {
        or: [
          { col: 'creation_time', gt: time },
          { col: 'edit_time', gt: time },
        ],
      },
    ],
  }))
  if (since.length === 0) return new Map()
  const { id } = requireUser(call.who)
  const rows = await tx.select({
    from: 'comments',
    where: {
      and: [
        { or: since },
        visibleComments(call),
        { some: 'mentions', where: { col: 'user_id', eq: id } },
        { not: { col: 'creator_id', eq: id } },
      ],
    },
    order: [{ col: 'creation_time', desc: true }],
    limit: mostRows,
    columns: ['id', 'bug_id', 'creator_id', 'creation_time'],
  })
  const added = await loadAddedMentions(
    tx,
    id,
    rows.map((row) => row.id),
  )
  const sinceOf = new Map(bugs.map(({ bug_id, since: time }) => [bug_id, time]))
  const latest = new Map<number, Mention>()
  for (const { id: commentId, bug_id, creator_id: by, creation_time } of rows) {
    const time = added.get(commentId) ?? creation_time
    const before = latest.get(bug_id)?.time ?? sinceOf.get(bug_id)
    if (before && time > before) latest.set(bug_id, { by, time })
  }
  return latest
}

/** When edits added mentions of a user, by comment. A mention that stays keeps its time. */
async function loadAddedMentions(
  tx: Reader,
  userId: number,
  comments: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  if (comments.length === 0) return new Map()
  const where: Where<'comment_mentions'> = {
    and: [
      { col: 'user_id', eq: userId },
      { col: 'comment_id', in: comments },
    ],
  }
  const rows = await tx.select({ from: 'comment_mentions', where, columns: ['comment_id', 'added_at'] })
  return new Map(rows.flatMap(({ comment_id, added_at }) => (added_at ? [[comment_id, added_at] as const] : [])))
}
