// Limits the length of the comments on a page: very many long ones would be megabytes.
import type { Comment } from '@trackerkit/client'
import type { CommentRange } from './comment-range.js'

/** The longest comment that is shown whole among others. */
const longest = { lines: 200, characters: 20_000 }

/** Characters of comments on a page, which has each twice and at most 2 MB, and of each one beyond them. */
const mostOnPage = 800_000
const mostBeyond = 1000

/** The beginnings of the comments that are too long, by number. */
export function cutComments(comments: readonly Comment[], range: CommentRange | undefined): Map<number, string> {
  const beginnings = new Map<number, string>()
  // A comment requested individually is shown in full.
  const whole = range?.from === range?.to ? range?.from : undefined
  let remaining = mostOnPage
  for (const { count, text } of comments) {
    const beginning = count === whole ? text : beginningOf(text, remaining)
    if (beginning.length < text.length) beginnings.set(count, beginning)
    remaining -= beginning.length
  }
  return beginnings
}

function beginningOf(text: string, remaining: number): string {
  const beginning = firstLines(text, longest.lines).slice(0, longest.characters)
  return beginning.length <= remaining ? beginning : beginning.slice(0, mostBeyond)
}

function firstLines(text: string, most: number): string {
  let end = -1
  for (let lines = 0; lines < most; lines++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text
  }
  return text.slice(0, end)
}
