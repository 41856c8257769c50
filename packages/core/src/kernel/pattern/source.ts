// The text of a pattern, read from front to back.

/** Called with what is wrong with the pattern; does not return. */
export type Fail = (problem: string) => never

/** What is left of a pattern, read from front to back, character by character. */
export interface Source {
  readonly fail: Fail
  at(ahead?: number): string | undefined
  take(): string | undefined
  /** Takes `text` when it comes next. */
  takeIf(text: string): boolean
  /** Takes what matches a sticky expression here. */
  takeMatch(sticky: RegExp): RegExpExecArray | undefined
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
  }
}
