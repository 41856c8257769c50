// Text whose lines a mail program has broken (format=flowed, RFC 3676).
import type { Part } from './text-parts.js'

/** The text of a part. The parser would also join an answer to the quote above it. */
export function textOfPart(part: Part): string {
  const { value, params } = part.contentType.parsed
  const { format = '', delsp = '', ...others } = params
  if (!/^flowed$/i.test(format)) return part.getTextContent()
  const fixed = Object.assign(Object.create(part) as Part, {
    contentType: { ...part.contentType, parsed: { value, params: others } },
  })
  return joined(fixed.getTextContent(), /^yes$/i.test(delsp))
}

interface FlowedLine {
  /** The number of signs at its beginning. */
  readonly depth: number
  readonly text: string
  readonly isBroken: boolean
}

/** Joins the lines that belong together: quoted equally deep, and no signature. */
function joined(text: string, areSpacesAdded: boolean): string {
  const pieces: string[] = []
  let before: FlowedLine | undefined
  for (const line of text.split(/\r?\n/).map(readLine)) {
    const isContinued = before?.isBroken === true && before.depth === line.depth && line.text !== '-- '
    if (before && !isContinued) pieces.push('\n')
    if (!isContinued) pieces.push(beginningOf(line))
    pieces.push(areSpacesAdded && line.isBroken ? line.text.slice(0, -1) : line.text)
    before = line
  }
  return pieces.join('')
}

function readLine(line: string): FlowedLine {
  const depth = /^>*/.exec(line)?.[0].length ?? 0
  const text = line.slice(depth).replace(/^ /, '')
  return { depth, text, isBroken: text.endsWith(' ') && text !== '-- ' }
}

/** A space stays before a sign that quotes nothing. */
function beginningOf({ depth, text }: FlowedLine): string {
  return depth > 0 ? `${'>'.repeat(depth)} ` : text.startsWith('>') ? ' ' : ''
}
