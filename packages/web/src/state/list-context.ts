// The list that the user came from, for moving from bug to bug.

export interface ListContext {
  /** The query of the list. */
  readonly query: string
  /** Its order; undefined: that of the saved search. */
  readonly order?: string | undefined
  /** The numbers of its bugs, in its order; at most `mostBugs`. */
  readonly ids: readonly number[]
  /** The number of bugs before those in `ids`. */
  readonly offset: number
  readonly total: number
}

export const mostBugs = 1000

/** The state of an entry of the browser history. */
export interface HistoryState {
  /** The scroll position. */
  readonly scroll?: number
  /** Counts up with the entries. */
  readonly place?: number
  readonly trail?: ListContext
}

/** The bugs before and after one on the way through a list. */
export function neighboursOf(
  { ids }: ListContext,
  id: number,
): readonly [before: number | undefined, after: number | undefined] {
  const at = ids.indexOf(id)
  return at < 0 ? [undefined, undefined] : [ids[at - 1], ids[at + 1]]
}

/** True if the list has more bugs beyond `ids`, next to this one. */
export function isAtEnd({ ids, offset, total }: ListContext, id: number): boolean {
  const at = ids.indexOf(id)
  return (at === 0 && offset > 0) || (at === ids.length - 1 && offset + ids.length < total && ids.length < mostBugs)
}
