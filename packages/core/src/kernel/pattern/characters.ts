// The set of characters that a pattern element matches.

/** Accepts or refuses one code point. */
export type CharacterTest = (codePoint: number) => boolean

const digits: CharacterTest = (c) => c >= 48 && c <= 57

export const isWordCharacter: CharacterTest = (c) =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95

const whiteSpace: CharacterTest = (c) =>
  c === 32 || (c >= 9 && c <= 13) || (c >= 0xa0 && /\s/u.test(String.fromCodePoint(c)))

/** Everything but the ends of lines. */
export const isNotLineEnd: CharacterTest = (c) => c !== 10 && c !== 13 && c !== 0x2028 && c !== 0x2029

/** The character sets of `\d`, `\w`, `\s` and their negations. */
export const shorthands: Readonly<Record<string, CharacterTest>> = {
  d: digits,
  D: not(digits),
  w: isWordCharacter,
  W: not(isWordCharacter),
  s: whiteSpace,
  S: not(whiteSpace),
}

export function exactly(codePoint: number): CharacterTest {
  return (c) => c === codePoint
}

export function between(first: number, last: number): CharacterTest {
  return (c) => c >= first && c <= last
}

export function anyOf(tests: readonly CharacterTest[]): CharacterTest {
  return (c) => tests.some((test) => test(c))
}

export function not(test: CharacterTest): CharacterTest {
  return (c) => !test(c)
}

/** The same ignoring case: also accepts characters whose upper-case or lower-case form is accepted. */
export function ignoringCase(test: CharacterTest): CharacterTest {
  const accepts: CharacterTest = (c) => test(c) || test(lowerOf(c)) || test(upperOf(c)) || test(lowerOf(upperOf(c)))
  /** Results for ASCII: 1 for yes, 2 for no. Finding the other case of every character would dominate the time. */
  const known = new Uint8Array(128)
  return (c) => {
    if (c >= 128) return accepts(c)
    if (known[c] === 0) known[c] = accepts(c) ? 1 : 2
    return known[c] === 1
  }
}

function lowerOf(codePoint: number): number {
  return single(String.fromCodePoint(codePoint).toLowerCase(), codePoint)
}

/** U+0131, the dotless i, is a separate letter: its capital is not that of i. */
function upperOf(codePoint: number): number {
  return codePoint === 0x131 ? codePoint : single(String.fromCodePoint(codePoint).toUpperCase(), codePoint)
}

/** The one character of a text, or else the character that was. ß has no single capital, for example. */
function single(text: string, otherwise: number): number {
  const first = text.codePointAt(0) ?? otherwise
  return String.fromCodePoint(first) === text ? first : otherwise
}
