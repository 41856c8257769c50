// Addresses within a text. Only whole ones count: what merely looks like one, such as `main.rs`, is usually a file name.

interface Found {
  readonly from: number
  readonly to: number
}

const beginnings = /(?<![\p{L}\p{N}_])(?:https?:\/\/|mailto:)(?=[\p{L}\p{N}[])/giu
const end = /[\s<>"|\u007f-\u009f]/
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const trailing = '.,:;!?\'"'

/** The addresses in a line, without the punctuation after them. */
export function* addressesIn(line: string): Generator<Found, undefined> {
  let at = 0
  for (const { index, 0: scheme } of line.matchAll(beginnings)) {
    if (index < at) continue
    const start = index + scheme.length
    at = endOf(line, start)
    const isWhole = scheme.toLowerCase() !== 'mailto:' || line.slice(start + 1, at - 1).includes('@')
    if (isWhole && at > start) yield { from: index, to: at }
  }
}

function endOf(line: string, start: number): number {
  const open: Record<string, number> = {}
  let at = start
  for (; at < line.length; at++) {
    const character = line[at] ?? ''
    if (end.test(character)) break
    const opening = closing[character]
    // A bracket that was opened before the address closes there.
    if (opening !== undefined && !open[opening]) break
    if (opening !== undefined) open[opening] = (open[opening] ?? 0) - 1
    else if ('([{'.includes(character)) open[character] = (open[character] ?? 0) + 1
  }
  while (at > start && trailing.includes(line[at - 1] ?? '')) at--
  return at
}
