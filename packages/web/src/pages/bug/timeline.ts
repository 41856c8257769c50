// Comments and changes in one line of time.
import type { HistoryEntry } from '@trackerkit/client'
import type { ShownComment } from '../../fields/bug-data.js'

/** A comment with changes of the same moment, or only changes. */
export interface Moment {
  readonly key: string
  readonly at: Date
  readonly by: string
  readonly comment: ShownComment | undefined
  readonly changes: HistoryEntry['changes']
  /** The changes are of several moments, shown as one. */
  readonly isMerged?: boolean
}

/** Comments are left out before or after those that are shown. */
interface Parts {
  readonly isFromMiddle: boolean
  readonly isToMiddle: boolean
}

interface Timeline {
  readonly first: Moment | undefined
  readonly rest: readonly Moment[]
  /** The number of changes omitted. */
  readonly omitted: number
}

/** Number of the latest moments with only changes. */
const mostChanges = 500

/** Milliseconds in which changes by one user are shown as one. */
const together = 10 * 60_000

/** Moments with the changes that one user made within minutes as one. */
function merged(moments: readonly Moment[]): readonly Moment[] {
  const shown: Moment[] = []
  for (const next of moments) {
    const last = shown.at(-1)
    const isOne = last && !last.comment && !next.comment && last.by === next.by
    if (!isOne || next.at.getTime() - last.at.getTime() > together) shown.push(next)
    else shown.splice(-1, 1, { ...last, changes: [...last.changes, ...next.changes], isMerged: true })
  }
  return shown
}

/** Comments and changes, oldest first. Changes beside omitted comments are omitted, too. */
export function timelineOf(
  comments: readonly ShownComment[],
  history: readonly HistoryEntry[],
  { isFromMiddle, isToMiddle }: Parts,
): Timeline {
  const since = (isFromMiddle && comments[1]?.creation_time) || new Date(0)
  const until = (isToMiddle && comments.at(-1)?.creation_time) || undefined
  const moment = (by: string, at: Date) => `${at.getTime()} ${by}`
  const open = new Map(history.map((entry) => [moment(entry.who, entry.when), entry]))
  const moments = comments.map((comment): Moment => {
    const at = comment.creation_time
    const same = open.get(moment(comment.creator, at))
    if (same) open.delete(moment(comment.creator, at))
    return { key: `c${comment.count}`, at, by: comment.creator, comment, changes: same?.changes ?? [] }
  })
  const alone = [...open.values()]
    .filter(({ when }) => when >= since && (until === undefined || when <= until))
    .map(({ who, when, changes }): Moment => ({
      key: `h${moment(who, when)}`,
      at: when,
      by: who,
      comment: undefined,
      changes,
    }))
  const [first, ...rest] = [...moments, ...alone.slice(-mostChanges)].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  return { first, rest: merged(rest), omitted: Math.max(0, alone.length - mostChanges) }
}
