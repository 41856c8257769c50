import { normalize } from '../kernel/normalize.js'
import { storable } from './storable.js'

/** ASCII but for U+0000. */
const plain = /^[\u0001-\u007f]*$/

/**
 * Folds case: the only such function, for stored lowercase copies (`summary_folded`) and the needles compared with
 * them. Converting to upper case first unites characters with two lower-case forms (ß and ss, ς and σ), lower case
 * before that covers ẞ, and normalization unites composed and decomposed letters. Characters that no store keeps are
 * removed, so no needle contains them.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  const composed = normalize(storable(text), 'NFC')
  return composed.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
