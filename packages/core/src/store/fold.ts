import { normalize } from '../kernel/normalize.js'
import { storable } from './storable.js'

/** ASCII but for U+0000. */
const plain = /^[\u0001-\u007f]*$/

/**
 * The one way text loses its case, for stored twins (`summary_folded`) and for the needles compared with them.
 * Passing through upper case joins what has two lower-case forms (ß and ss, ς and σ), lower-casing first brings ẞ along, and
 * normalising joins composed and decomposed letters. What no store keeps is lost on the way, so that no needle holds it.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  const composed = normalize(storable(text), 'NFC')
  return composed.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
