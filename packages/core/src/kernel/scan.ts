// Reads texts that callers send in time proportional to their length, where a regular expression would start over and over again.

/** Maximum characters of numbers, booleans and times given as text. */
export const longestWritten = { number: 40, boolean: 5, time: 64 } as const

/** Returns whether a character matches. Characters beyond U+FFFF are passed whole. */
export type CharacterTest = (character: string) => boolean

export function isBlank(character: string): boolean {
  return character.trim() === ''
}

/** The position after the digits that begin at `at`: `at` itself where there are none. */
export function digitsAt(text: string, at: number): number {
  let end = at
  while (isDigit(text.charCodeAt(end))) end++
  return end
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** Returns true if the text is a decimal number: `12`, `-1.5`, `.5`, `+3.`, without an exponent and without spaces. */
export function isDecimal(text: string): boolean {
  const first = text.startsWith('+') || text.startsWith('-') ? 1 : 0
  const whole = digitsAt(text, first)
  const end = text[whole] === '.' ? digitsAt(text, whole + 1) : whole
  const digits = end - first - (text[whole] === '.' ? 1 : 0)
  return digits > 0 && end === text.length
}

/** Separators of names in one text. */
export function isCommaOrBlank(character: string): boolean {
  return character === ',' || isBlank(character)
}

export function isCommaOrSemicolon(character: string): boolean {
  return character === ',' || character === ';'
}

export function isComma(character: string): boolean {
  return character === ','
}

/** How many pieces `piecesOf` would make. */
export function countPieces(text: string, isSeparator: CharacterTest): number {
  let [count, isInside] = [0, false]
  for (const character of text)
    if (isSeparator(character)) isInside = false
    else if (!isInside && !isBlank(character)) [count, isInside] = [count + 1, true]
  return count
}

/** Returns the trimmed pieces between separators, without empty ones. */
export function piecesOf(text: string, isSeparator: CharacterTest): string[] {
  const pieces: string[] = []
  for (let from = 0, at = 0; at <= text.length; at++) {
    if (at < text.length && !isSeparator(text.charAt(at))) continue
    const piece = text.slice(from, at).trim()
    if (piece !== '') pieces.push(piece)
    from = at + 1
  }
  return pieces
}

/** The text without the characters at its end that occur in `set`, which holds no characters beyond U+FFFF. */
export function cutEnd(text: string, set: string): string {
  let end = text.length
  while (end > 0 && set.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}

/** The text without the characters at both ends for which `isCut` holds. */
export function trimmed(text: string, isCut: CharacterTest): string {
  let [from, to] = [0, text.length]
  for (let one = characterAt(text, from); one !== '' && isCut(one); one = characterAt(text, from)) from += one.length
  for (let one = characterBefore(text, to); to > from && isCut(one); one = characterBefore(text, to)) to -= one.length
  return text.slice(from, to)
}

function characterAt(text: string, at: number): string {
  const codePoint = text.codePointAt(at)
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint)
}

function characterBefore(text: string, at: number): string {
  const pair = at > 1 ? characterAt(text, at - 2) : ''
  return pair.length === 2 ? pair : text.slice(at - 1, at)
}
