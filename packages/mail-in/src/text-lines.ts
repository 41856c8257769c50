// The lines of a text, as HTML lays them out.

interface Line {
  isQuoted: boolean
  /** Its white space stays. */
  isPreformatted: boolean
  hasContent: boolean
  text: string
}

export interface TextLines {
  /** Adds text of the HTML. */
  add(text: string): void
  /** Puts the number of an item before its text. */
  number(text: string): void
  breakLine(): void
  /** Begins a line, unless the last one has no content. */
  endLine(): void
  /** Begins a line below an empty one. Lines that are quoted have none between them. */
  endParagraph(isQuoted: boolean): void
  openPreformatted(): void
  closePreformatted(): void
  /** With `> ` before what is quoted. */
  toString(): string
}

export function createTextLines(isInsideQuote: () => boolean): TextLines {
  const lines: Line[] = []
  let [depth, isAtStart] = [0, false]
  const create = (): Line => ({
    ...{ isQuoted: isInsideQuote(), isPreformatted: depth > 0 },
    ...{ hasContent: false, text: '' },
  })
  let line = create()

  const breakLine = () => {
    lines.push(line)
    line = create()
  }
  const endLine = () => {
    if (line.hasContent) return breakLine()
    const { isQuoted, isPreformatted } = create()
    line = { ...line, isQuoted, isPreformatted }
  }
  const append = (text: string) => {
    line.text += text
    // No-break spaces are content: mail programs write them into empty lines.
    line.hasContent ||= /[^ \t\n\r\f]/.test(text)
  }
  const appendPreformatted = (text: string) => {
    const [first = '', ...rest] = text.split(/\r\n|\n|\r/)
    append(first)
    for (const [index, one] of rest.entries()) {
      // HTML ignores a line end directly after the element begins.
      if (!isAtStart || index > 0 || first !== '') breakLine()
      append(one)
    }
    isAtStart = false
  }
  return {
    add(text) {
      if (depth > 0) return appendPreformatted(text)
      const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
      append(line.hasContent ? collapsed : collapsed.replace(/^ /, ''))
    },
    number(text) {
      if (!line.hasContent) line.text = text
    },
    breakLine,
    endLine,
    endParagraph(isQuoted) {
      endLine()
      lines.push({ isQuoted, isPreformatted: false, hasContent: false, text: '' })
    },
    openPreformatted() {
      depth++
      isAtStart = true
      endLine()
    },
    closePreformatted() {
      if (depth > 0) depth--
      endLine()
    },
    toString: () => textOf([...lines, line]),
  }
}

/** Without empty lines in quotes, and with single ones elsewhere. */
function textOf(lines: readonly Line[]): string {
  const kept: string[] = []
  for (const line of lines) {
    const text = withoutSpaces(line)
    if (line.isQuoted) kept.push(...(text === '' ? [] : [`> ${text}`]))
    else if (text !== '' || line.isPreformatted || kept.at(-1) !== '') kept.push(text)
  }
  const isText = (line: string) => line !== ''
  return kept.slice(kept.findIndex(isText), kept.findLastIndex(isText) + 1).join('\n')
}

/** The space in "-- " stays: it marks a signature. */
function withoutSpaces({ text, isPreformatted }: Line): string {
  if (isPreformatted) return text.trimEnd()
  const trimmed = text.trim()
  return trimmed === '--' && text.endsWith(' ') ? '-- ' : trimmed
}
