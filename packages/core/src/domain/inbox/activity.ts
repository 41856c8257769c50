// Visible comments and changes by others, since the caller last looked.
import { withoutHiddenBugs } from '../../access/hidden-references.js'
import { visibleComments, visibleHistory } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import { groupBy } from '../../kernel/collections.js'
import type { Reader, Where } from '../../schema/index.js'
import { bySince, mostRows, selectSince, type Since } from './since.js'

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

interface Happening {
  readonly bug_id: number
  readonly by: number
  readonly at: Date
}

interface NewComment extends Happening {
  readonly count: number
}

/** Returns the activity of each bug that has any. The number of selects depends only on that of the rows. */
export async function loadActivity(
  tx: Reader,
  call: Call,
  bugs: readonly Since[],
): Promise<ReadonlyMap<number, Activity>> {
  if (bugs.length === 0) return new Map()
  const comments = groupBy(await selectSince(call, bugs, (some) => loadComments(tx, call, some)), (row) => row.bug_id)
  const rows = await selectSince(call, bugs, (some) => loadChanges(tx, call, some))
  const changes = groupBy(await withoutHiddenBugs(tx, call, rows), (row) => row.bug_id)
  const found = bugs.flatMap(({ bug_id }) => {
    const ofBug = (changes.get(bug_id) ?? []).map(({ user_id: by, at }) => ({ bug_id, by, at }))
    const one = activityOf(comments.get(bug_id) ?? [], ofBug)
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

function loadChanges(tx: Reader, call: Call, bugs: readonly Since[]) {
  const since = bySince(bugs).map(([time, ids]): Where<'bug_history'> => ({
    and: [
      { col: 'bug_id', in: ids },
      { col: 'at', gt: time },
    ],
  }))
  const others: Where<'bug_history'> = { not: { col: 'user_id', eq: requireUser(call.who).id } }
  return tx.select({
    from: 'bug_history',
    where: { and: [{ or: since }, others, visibleHistory(call)] },
    order: [{ col: 'at', desc: true }],
    limit: mostRows,
    columns: ['id', 'bug_id', 'user_id', 'at', 'field', 'removed', 'added'],
  })
}
