/**
 * Normalizing takes time square in the length of a run of combining marks. Runs of more than 30 are longer than those of any language
 * and are cut by a COMBINING GRAPHEME JOINER, as the Stream-Safe Text Format of Unicode (UAX #15) does.
 */
const longestRun = 30
const joiner = '\u034F'

/** `text.normalize(form)` in time proportional to the length of the text. */
export function normalize(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(/\p{M}+/gu, cut).normalize(form)
}

function cut(marks: string): string {
  if (marks.length <= longestRun) return marks
  let [text, length] = ['', 0]
  for (const mark of marks) {
    text += length > 0 && length % longestRun === 0 ? joiner + mark : mark
    length++
  }
  return text
}

/** The text in one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** The text in one line, without control characters and those that change the direction of writing or end lines. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** The text cut to UTF-16 units, as `length` counts them, without half of a character that takes two. */
export function truncateUnits(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '')
}

/** The text cut to characters (code points), as limits of inputs count them. */
export function truncate(text: string, characters: number): string {
  return text.length <= characters
    ? text
    : Array.from(text.slice(0, 2 * characters))
        .slice(0, characters)
        .join('')
}
