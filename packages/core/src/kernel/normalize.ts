/**
 * Normalizing takes time square in the length of a run of combining marks. Runs of more than 30 are longer than those of any language
 * and are cut by a COMBINING GRAPHEME JOINER, as the Stream-Safe Text Format of Unicode (UAX #15) does.
 */
const longRuns = /(\p{M}{30})(?=\p{M})/gu

/** `text.normalize(form)` in time proportional to the length of the text. */
export function normalize(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(longRuns, '$1\u034F').normalize(form)
}
