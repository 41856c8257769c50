// How long a message may be in all, whatever its parts. It is cut before it is wrapped, escaped and encoded: all of these take their
// time by the length. Pure.
import { truncateUnits } from '../../kernel/normalize.js'
import type { Part } from './text.js'

/** Characters of one message. */
const most = 64_000

/** A line of a table is padded to the width of its columns. */
const costOfRow = 80

/** The parts that fit. If some do not, the last one says so and links to the rest. */
export function fitted(parts: readonly Part[]): readonly Part[] {
  let left = most
  for (const [index, part] of parts.entries()) {
    const size = sizeOf(part)
    if (size > left) return [...parts.slice(0, index), cut(part, left), { line: '… cut', url: linkOf(parts) }]
    left -= size
  }
  return parts
}

function sizeOf(part: Part): number {
  if ('table' in part) return part.table.reduce((sum, row) => sum + sizeOfRow(row), 0)
  if ('footer' in part) return part.footer.reduce((sum, line) => sum + line.length, 0)
  if ('comment' in part) return part.heading.length + Math.max(part.comment.length, part.html?.length ?? 0)
  return 'line' in part ? part.line.length : part.heading.length
}

function sizeOfRow(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length + costOfRow * cell.split('\n').length, 0)
}

function cut(part: Part, size: number): Part {
  if ('table' in part) return { ...part, table: rowsWithin(part.table, size) }
  if ('footer' in part) return { footer: [] }
  if ('comment' in part)
    return { ...part, html: null, comment: truncateUnits(part.comment, Math.max(0, size - part.heading.length)) }
  return 'line' in part ? { ...part, line: truncateUnits(part.line, size) } : { heading: '' }
}

function rowsWithin(rows: readonly (readonly string[])[], size: number): readonly (readonly string[])[] {
  let left = size
  const end = rows.findIndex((row) => (left -= sizeOfRow(row)) < 0)
  return rows.slice(0, end)
}

function linkOf(parts: readonly Part[]): string | null {
  return parts.map((part) => ('url' in part ? part.url : null)).find((url) => typeof url === 'string') ?? null
}
