// The last comment that mentions the caller, of each bug.
import { visibleComments } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Reader, Where } from '../../schema/index.js'
import type { Activity } from './activity.js'
import { bySince, mostRows, selectSince, type Since } from './since.js'

export type Mention = Pick<Activity, 'by' | 'time'>

/** The last mention of the caller in visible comments since, by the time of the comment or of the edit that added it. */
export async function loadMentions(
  tx: Reader,
  call: Call,
  bugs: readonly Since[],
): Promise<ReadonlyMap<number, Mention>> {
  const { id } = requireUser(call.who)
  const rows = await selectSince(call, bugs, (some) => loadComments(tx, call, some))
  const added = await loadAddedMentions(
    tx,
    id,
    rows.map((row) => row.id),
  )
  const sinceOf = new Map(bugs.map(({ bug_id, since: time }) => [bug_id, time]))
  const latest = new Map<number, Mention>()
  for (const { id: commentId, bug_id, creator_id, creation_time } of rows) {
    const { by, time } = added.get(commentId) ?? { by: creator_id, time: creation_time }
    const before = latest.get(bug_id)?.time ?? sinceOf.get(bug_id)
    if (by !== id && before && time > before) latest.set(bug_id, { by, time })
  }
  return latest
}

function loadComments(tx: Reader, call: Call, bugs: readonly Since[]) {
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
  const { id } = requireUser(call.who)
  return tx.select({
    from: 'comments',
    where: {
      and: [{ or: since }, visibleComments(call), { some: 'mentions', where: { col: 'user_id', eq: id } }],
    },
    order: [{ col: 'creation_time', desc: true }],
    limit: mostRows,
    columns: ['id', 'bug_id', 'creator_id', 'creation_time'],
  })
}

/** The edits that added mentions of a user, by comment. A mention that stays keeps its time. */
async function loadAddedMentions(
  tx: Reader,
  userId: number,
  comments: readonly number[],
): Promise<ReadonlyMap<number, Mention>> {
  if (comments.length === 0) return new Map()
  const where: Where<'comment_mentions'> = {
    and: [{ col: 'user_id', eq: userId }, { col: 'comment_id', in: comments }, { not: { col: 'added_at', eq: null } }],
  }
  const rows = await tx.select({ from: 'comment_mentions', where, columns: ['comment_id', 'added_at'] })
  const times = rows.flatMap(({ comment_id, added_at }) => (added_at ? [{ comment_id, time: added_at }] : []))
  if (times.length === 0) return new Map()
  const edits = await tx.select({
    from: 'comment_revisions',
    where: {
      and: [
        { col: 'comment_id', in: times.map(({ comment_id }) => comment_id) },
        { col: 'at', in: times.map(({ time }) => time) },
      ],
    },
    columns: ['comment_id', 'user_id', 'at'],
  })
  const editors = new Map(edits.map(({ comment_id, user_id, at }) => [`${comment_id} ${at.getTime()}`, user_id]))
  return new Map(
    times.map(({ comment_id, time }) => [
      comment_id,
      { by: editors.get(`${comment_id} ${time.getTime()}`) ?? null, time },
    ]),
  )
}
