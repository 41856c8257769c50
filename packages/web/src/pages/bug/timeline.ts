// Comments and changes in one line of time.
import type { Comment, HistoryEntry } from '@trackerkit/client'

/** A comment with the changes that were made in the same moment, or changes alone. */
export interface Moment {
  readonly key: string
  readonly at: Date
  readonly by: string
  readonly comment: Comment | undefined
  readonly changes: HistoryEntry['changes']
}

/** What happened, the oldest first. Where comments are left out, so are the changes before them. */
export function timelineOf(comments: readonly Comment[], history: readonly HistoryEntry[], isCut = false): Moment[] {
  const since = (isCut && comments[1]?.creation_time) || new Date(0)
  const moment = (by: string, at: Date) => `${at.getTime()} ${by}`
  const open = new Map(history.map((entry) => [moment(entry.who, entry.when), entry]))
  const said = comments.map((comment): Moment => {
    const at = comment.creation_time
    const same = open.get(moment(comment.creator, at))
    if (same) open.delete(moment(comment.creator, at))
    return { key: `c${comment.count}`, at, by: comment.creator, comment, changes: same?.changes ?? [] }
  })
  const alone = [...open.values()].map(({ who, when, changes }): Moment => ({
    key: `h${moment(who, when)}`,
    at: when,
    by: who,
    comment: undefined,
    changes,
  }))
  return [...said, ...alone.filter(({ at }) => at >= since)].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
