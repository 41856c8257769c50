const ascii = /^[\u0000-\u007f]*$/

/**
 * The one way text loses its case, for stored twins (`summary_folded`) and for the needles compared with them.
 * Passing through upper case joins what has two lower-case forms (ß and ss, ς and σ), lower-casing first brings ẞ along, and
 * normalising joins composed and decomposed letters.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}
