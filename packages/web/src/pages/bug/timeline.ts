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

/** What happened, the oldest first. */
export function timelineOf(comments: readonly Comment[], history: readonly HistoryEntry[]): Moment[] {
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
  return [...said, ...alone].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** How many comments are shown at first, beside the description. */
const shownAtFirst = 50

/** The moments that are shown at first, and how many comments come before them. All are shown when `from` lies before. */
export function latestOf(
  moments: readonly Moment[],
  showsAll: boolean,
): { readonly first: Moment | undefined; readonly hidden: number; readonly rest: readonly Moment[] } {
  const isDescription = moments[0]?.comment?.count === 0
  const first = isDescription ? moments[0] : undefined
  const rest = isDescription ? moments.slice(1) : moments
  const comments = rest.flatMap(({ comment }, index) => (comment ? [index] : []))
  const begin = comments.at(-shownAtFirst)
  if (showsAll || comments.length <= shownAtFirst || begin === undefined) return { first, hidden: 0, rest }
  return { first, hidden: comments.length - shownAtFirst, rest: rest.slice(begin) }
}
