// Renders messages as plain text. Pure.

/** A part of a message. Empty parts are left out. */
export type Part =
  | { readonly line: string; readonly url?: string | null }
  | { readonly heading: string }
  | { readonly table: readonly (readonly string[])[]; readonly hasHead?: boolean }
  | {
      readonly comment: string
      /** Replaces the text in the HTML part. */
      readonly html: string | null
      readonly heading: string
      readonly url: string | null
    }
  | { readonly footer: readonly string[] }

const width = 80

export function textOf(parts: readonly Part[]): string {
  const blocks = parts.map(blockOf).filter((block) => block !== '')
  return `${blocks.join('\n\n')}\n`
}

function blockOf(part: Part): string {
  if ('line' in part) return lines(wrapped(part.line), part.url)
  if ('table' in part) return tableText(part.table, part.hasHead === true)
  if ('comment' in part) return lines(part.heading === '' ? '' : `--- ${part.heading}`, part.url, wrapped(part.comment))
  if ('footer' in part) return part.footer.length === 0 ? '' : ['-- ', ...part.footer].join('\n')
  return part.heading
}

function lines(...given: readonly (string | null | undefined)[]): string {
  return given.filter((line) => line !== '' && line !== null && line !== undefined).join('\n')
}

/** Breaks lines that are longer than 80 characters at blanks. Quoted lines, and words that are longer, stay whole. */
export function wrapped(text: string, most = width): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('>') ? line : wrapLine(line, most)))
    .join('\n')
}

function wrapLine(line: string, most: number): string {
  if (line.length <= most || lengthOf(line) <= most) return line
  const made: string[] = []
  let current = ''
  for (const word of line.split(/(?<=\S)(?=\s)/)) {
    if (current !== '' && lengthOf(current + word) > most) {
      made.push(current)
      current = word.trimStart()
    } else current += word
  }
  return [...made, current].join('\n')
}

/** Two columns as a list; three as columns side by side. */
function tableText(rows: readonly (readonly string[])[], hasHead: boolean): string {
  const widest = Math.min(
    20,
    rows.reduce((most, [label = '']) => Math.max(most, lengthOf(label)), 0),
  )
  const others = (rows[0]?.length ?? 2) - 1
  const each = Math.floor((width - widest - 3 * others) / Math.max(1, others))
  const widths = [widest, ...Array.from({ length: others }, () => each)]
  const made = rows.map((row) => rowText(row, widths))
  if (hasHead && made.length > 1) made.splice(1, 0, '-'.repeat(width))
  return made.join('\n')
}

function rowText(cells: readonly string[], widths: readonly number[]): string {
  const columns = cells.map((cell, index) => cut(cell, widths[index] ?? width))
  const height = Math.max(...columns.map((column) => column.length))
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, index) => padded(column[line] ?? '', widths[index] ?? width, index === 0))
      .join(' | ')
      .trimEnd(),
  ).join('\n')
}

/** Splits text into lines of at most `most` characters: at spaces, and inside words only if necessary. */
function cut(text: string, most: number): string[] {
  const broken = text.split('\n').flatMap((line) => wrapLine(line, most).split('\n'))
  return broken.flatMap((line) => chunks(Array.from(line), most))
}

function chunks(characters: readonly string[], most: number): string[] {
  const count = Math.max(1, Math.ceil(characters.length / most))
  return Array.from({ length: count }, (_, index) => characters.slice(index * most, (index + 1) * most).join(''))
}

function padded(text: string, most: number, isRight: boolean): string {
  const blanks = ' '.repeat(Math.max(0, most - lengthOf(text)))
  return isRight ? blanks + text : text + blanks
}

/** Characters, not code units. */
function lengthOf(text: string): number {
  return Array.from(text).length
}
