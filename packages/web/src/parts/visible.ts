// Characters that turn text around or cannot be seen.

/** Controls of the direction of text, and controls that are neither line ends nor tabs. */
const inOneLine = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g
const inParagraphs = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g

function escaped(character: string): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return `‹U+${code}›`
}

/**
 * A name, summary or file name with invisible characters shown, which could disguise, for example, a file's extension.
 */
export function visible(text: string): string {
  return text.replace(inOneLine, escaped)
}

/** The same for text of several lines, which may turn around within its own borders. */
export function visibleLines(text: string): string {
  return text.replace(inParagraphs, escaped)
}
