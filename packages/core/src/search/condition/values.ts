// The values that the text of a criterion stands for.
import { countPieces, isComma, isCommaOrBlank, piecesOf } from '../../kernel/scan.js'
import { requireBounded } from './bounds.js'
import { valueOperator, type OperatorName } from './comparisons.js'

/**
 * The values that given texts mean to an operator. Blank ones mean nothing. With `keepsCommas` texts are not cut at commas:
 * names may contain them.
 * @param field the parameter at fault
 * @throws search_too_complex, before anything is cut
 */
export function valuesFor(name: OperatorName, texts: readonly string[], field: string, keepsCommas = false): string[] {
  const isSeparator = separatorOf(name, keepsCommas)
  if (!isSeparator) return [...new Set(texts.filter((text) => text.trim() !== ''))]
  let count = 0
  for (const text of texts) count += countPieces(text, isSeparator)
  requireBounded('values', count, field)
  return [...new Set(texts.flatMap((text) => piecesOf(text, isSeparator)))]
}

function separatorOf(name: OperatorName, keepsCommas: boolean) {
  const cut = valueOperator(name)?.cut
  if (cut === 'words') return isCommaOrBlank
  return cut === 'commas' && !keepsCommas ? isComma : undefined
}
