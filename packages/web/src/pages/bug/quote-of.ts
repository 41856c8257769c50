// The quote of a comment for a reply, of the part that the user has selected.
import type { Comment } from '@trackerkit/client'
import { quoted } from './quoted.js'

export function quoteOf(comment: Comment, isMarkdown: boolean): string {
  return quoted(comment, selectedIn(comment), isMarkdown)
}

/** Undefined if nothing is selected in the text of the comment, or more than that. */
function selectedIn({ count }: Comment) {
  const selection = getSelection()
  const text = document.querySelector(`#c${count} .text`)
  if (!text || !selection?.rangeCount) return undefined
  const range = selection.getRangeAt(0)
  const words = selection.toString().trim()
  if (words === '' || !text.contains(range.startContainer) || !text.contains(range.endContainer)) return undefined
  const before = range.cloneRange()
  before.setStart(text, 0)
  before.setEnd(range.startContainer, range.startOffset)
  return { words, before: before.toString() }
}
