// The words of a bug: its summary, and all its comments taken together.
import type { Viewer } from '../../call/context.js'
import { visibleComments } from '../../access/visibility.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Where } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { contains, either, every, never, some } from '../condition/columns.js'
import type { OperatorContext } from '../condition/scope.js'
import { fullTextOperator } from '../condition/comparisons.js'
import { whereOneRow, type FieldOperators } from './values.js'

/**
 * The field `content`. A text matches where every word of it occurs, as part of longer ones too, in the summary, or every word
 * in the comments that the caller may see, not all in the same one. Several words in double quotes are one.
 * @throws search_content_without_matches for other operators than matches and notmatches
 */
export const fullText: FieldOperators = {
  where: whereMatches,
  whereSameRow: (parts) => whereOneRow(whereMatches, parts),
}

function whereMatches(context: OperatorContext): Where<'bugs'> {
  const { test, scope } = context
  const found = fullTextOperator(test.operator)
  if (!found) throw new TrackerError('search_content_without_matches', { field: test.source.operator })
  const matches = either(test.values.flatMap((text) => Object.values(matchingParts(text, scope))))
  return found.isNegative ? { not: matches } : matches
}

/** The bugs with every word of a text in the summary, and those with every word in comments. */
export function matchingParts(text: string, scope: Viewer): { summary: Where<'bugs'>; comments: Where<'bugs'> } {
  const words = wordsOf(text)
  if (words.length === 0) return { summary: never, comments: never }
  const commented = (word: string) =>
    some<'bugs', 'comments'>('comments', every([visibleComments(scope), contains<'comments'>('text_folded', word)]))
  return {
    summary: every(words.map((word) => contains<'bugs'>('summary_folded', word))),
    comments: every(words.map(commented)),
  }
}

function wordsOf(text: string): string[] {
  const found = [...text.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, phrase]) => (phrase ?? word).trim())
  return [...new Set(found.filter((word) => word !== '').map(fold))]
}
