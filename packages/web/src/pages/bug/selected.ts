// The part of a comment that the user has selected.
import type { Comment } from '@trackerkit/client'
import { quoted } from './quoted.js'

/** Undefined if nothing is selected in the text of the comment, or more than that. */
export function selectedOf(comment: Comment): string | undefined {
  const selection = getSelection()
  const text = document.querySelector(`#c${comment.count} .text`)
  if (!text || !selection?.rangeCount) return undefined
  const range = selection.getRangeAt(0)
  const words = selection.toString().trim()
  if (words === '' || !text.contains(range.startContainer) || !text.contains(range.endContainer)) return undefined
  const before = range.cloneRange()
  before.setStart(text, 0)
  before.setEnd(range.startContainer, range.startOffset)
  return quoted(comment, { words, before: before.toString() })
}
