// Escapes and classes: the parts of a pattern that stand for one character.
import { anyOf, between, exactly, ignoringCase, not, shorthands, type CharacterTest } from './characters.js'
import type { Source } from './source.js'

/** Meaning of an escape: one character, or one of several (then there is no `codePoint`). */
interface Escaped {
  readonly test: CharacterTest
  readonly codePoint?: number
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, e: 27, a: 7, 0: 0 }

/** Parses what follows a backslash, where it is not a place. */
export function parseEscape(source: Source): Escaped {
  const hex = source.takeMatch(/x\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})/iy)
  if (hex) return exactCharacter(codePointOf(source, hex))
  const letter = source.take() ?? source.fail('a backslash at the end escapes nothing')
  const shorthand = Object.hasOwn(shorthands, letter) ? shorthands[letter] : undefined
  if (shorthand) return { test: shorthand }
  const control = Object.hasOwn(controls, letter) ? controls[letter] : undefined
  if (control !== undefined) return exactCharacter(control)
  if (/[1-9]|k|g/.test(letter)) source.fail(`back references such as \\${letter} are not supported`)
  if (/[A-Za-z]/.test(letter)) source.fail(`the escape \\${letter} is not supported`)
  return exactCharacter(letter.codePointAt(0) as number)
}

function exactCharacter(codePoint: number): Escaped {
  return { test: exactly(codePoint), codePoint }
}

function codePointOf(source: Source, match: RegExpExecArray): number {
  const codePoint = parseInt(match.slice(1).find((digits) => digits !== undefined) as string, 16)
  return codePoint <= 0x10ffff ? codePoint : source.fail(`\\${match[0]} is not a character`)
}

/** Parses a class, after its '['. A ']' that comes first is an ordinary character. */
export function parseClass(source: Source, ignoreCase: boolean): CharacterTest {
  const isNegated = source.takeIf('^')
  const tests: CharacterTest[] = []
  do {
    tests.push(parseMember(source))
  } while (source.at() !== ']')
  source.take()
  const test = ignoreCase ? ignoringCase(anyOf(tests)) : anyOf(tests)
  return isNegated ? not(test) : test
}

/** One character, a range or a shorthand. */
function parseMember(source: Source): CharacterTest {
  const first = parseItem(source)
  if (first.codePoint === undefined || source.at() !== '-' || source.at(1) === ']') return first.test
  source.take()
  const last = parseItem(source)
  if (last.codePoint === undefined) return anyOf([first.test, exactly(45), last.test])
  if (last.codePoint < first.codePoint) source.fail('a range of characters is in the wrong order')
  return between(first.codePoint, last.codePoint)
}

function parseItem(source: Source): Escaped {
  const named = source.takeMatch(/\[[:.=]/y)
  if (named) source.fail(`named classes such as ${named[0]}alpha${named[0].slice(1)}] are not supported`)
  const character = source.take() ?? source.fail("there is a '[' without its ']'")
  if (character !== '\\') return exactCharacter(character.codePointAt(0) as number)
  return source.takeIf('b') ? exactCharacter(8) : parseEscape(source)
}
