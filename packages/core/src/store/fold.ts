import { normalize } from '../kernel/normalize.js'

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

/** Removes characters that no store keeps: U+0000 is dropped, unpaired surrogates become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD')
}
