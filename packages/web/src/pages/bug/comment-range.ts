// The comments shown beside the description: the last ones, or a range of numbers.
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { wholeNumber } from '../../page/offset.js'

export interface CommentRange {
  readonly from: number
  readonly to: number
}

/** Also the number that each click adds. */
export const shownAtFirst = 50
export const mostMore = 200

/** From `?comments=FROM-TO`; undefined when the last ones are asked for. */
export function rangeIn(query: URLSearchParams): CommentRange | undefined {
  const [first, last] = (query.get('comments') ?? '').split('-', 2)
  const [from, to] = [wholeNumber(first ?? null), wholeNumber(last ?? null)]
  if (from === undefined || to === undefined || from > to) return undefined
  return { from, to: Math.min(to, from + mostMore - 1) }
}

export function rangeBefore(number: number): CommentRange {
  return { from: Math.max(1, number - mostMore), to: number - 1 }
}

export function pathOfRange(path: string, { from, to }: CommentRange): string {
  return `${path}?comments=${from}-${to}`
}

type Shown = Pick<BugsViewAnswer, 'comments' | 'comment_count'>

/** The comments that a fragment leads to when its own is left out; undefined when there is nothing to go to. */
export function rangeOfFragment(
  { comments, comment_count }: Shown,
  range: CommentRange | undefined,
  hash: string,
): CommentRange | undefined {
  const target = hash.startsWith('#c') ? wholeNumber(hash.slice(2)) : undefined
  if (target === undefined || comments.some(({ count }) => count === target)) return undefined
  const oldest = comments[1]?.count ?? Infinity
  const isLeftOut = range
    ? target < range.from || target > range.to
    : comment_count > comments.length && target < oldest
  if (!isLeftOut) return undefined
  const from = Math.max(1, target - shownAtFirst)
  return { from, to: from + mostMore - 1 }
}
