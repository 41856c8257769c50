const noBreakSpace = '\u00A0'

/** Marks wherever they are, those that are not within a word, and those that begin an entity or a line. */
const anyMark = /[\\`*[<|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\p{L}\p{N}]+;)|^[#>+=-]|(?<=^\d{1,9})[.)]/gu

/**
 * Returns Markdown that reads as the plain text.
 *
 * @example
 * asMarkdown('*Try* this') // '\\*Try\\* this'
 */
export function asMarkdown(text: string): string {
  return text.split('\n').map(lineAsMarkdown).join('\n')
}

function lineAsMarkdown(line: string): string {
  const words = line.trim()
  const indent = line.slice(0, line.length - line.trimStart().length)
  const escaped = words === '' ? '' : indent + words.replace(anyMark, String.raw`\$&`)
  // Markdown would drop these spaces, or take them for code.
  return escaped.replaceAll('\t', '    ').replace(/^ +| {2,}/g, (spaces) => noBreakSpace.repeat(spaces.length))
}
