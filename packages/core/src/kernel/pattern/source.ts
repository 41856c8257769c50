// The text of a pattern, read from front to back.
import { digitsAt } from '../scan.js'

/** Called with the fault of the pattern; does not return. */
export type Fail = (problem: string) => never

/** The unread rest of a pattern. */
export interface Source {
  readonly fail: Fail
  at(ahead?: number): string | undefined
  take(): string | undefined
  /** Consumes `text` if it is next. */
  takeIf(text: string): boolean
  /** Consumes the match of a sticky expression here. */
  takeMatch(sticky: RegExp): RegExpExecArray | undefined
  /** Consumes `{2}`, `{2,}` or `{2,5}` if it is next. */
  takeBounds(): WrittenBounds | undefined
}

/** How often something is repeated, as it is written; `to` is missing without a comma, and empty where nothing follows it. */
export interface WrittenBounds {
  readonly all: string
  readonly from: string
  readonly to?: string
}

export function readSource(pattern: string, fail: Fail): Source {
  let position = 0
  const at = (ahead = 0) => {
    const start = position + ahead
    const codePoint = pattern.codePointAt(start)
    return codePoint === undefined ? undefined : String.fromCodePoint(codePoint)
  }
  return {
    fail,
    at,
    take() {
      const character = at()
      position += character?.length ?? 0
      return character
    },
    takeIf(text) {
      const isNext = pattern.startsWith(text, position)
      if (isNext) position += text.length
      return isNext
    },
    takeMatch(sticky) {
      sticky.lastIndex = position
      const match = sticky.exec(pattern) ?? undefined
      position += match?.[0].length ?? 0
      return match
    },
    takeBounds() {
      const bounds = boundsAt(pattern, position)
      position += bounds?.all.length ?? 0
      return bounds
    },
  }
}

function boundsAt(pattern: string, start: number): WrittenBounds | undefined {
  if (pattern[start] !== '{') return undefined
  const comma = digitsAt(pattern, start + 1)
  const from = pattern.slice(start + 1, comma)
  const end = pattern[comma] === ',' ? digitsAt(pattern, comma + 1) : comma
  if (from === '' || pattern[end] !== '}') return undefined
  return { all: pattern.slice(start, end + 1), from, ...(end > comma && { to: pattern.slice(comma + 1, end) }) }
}
