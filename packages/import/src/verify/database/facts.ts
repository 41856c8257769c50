// The facts about a bug on either side: a text for each place.

/** Such as `summary`, `comment 7: text` or `attachment 3: content`. */
export type Facts = Map<string, string>

export function listed(values: Iterable<string>): string {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1)).join(', ')
}

/** Long changes are split into several rows there, and are one here: only text between spaces and commas counts. */
export function condensed(texts: readonly string[]): string {
  return texts.join('').replaceAll(/[\s,]/g, '')
}

/** One line, as names have it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
