// Regular expressions that people supply: matched in linear time, so that none of them can stop the tracker.
import { TrackerError } from '../errors.js'
import { parsePattern } from './parse.js'
import { compileNode, type Program } from './program.js'
import { literalsOf } from './literals.js'
import { beginSearch, search, type Advance } from './search.js'

export interface Pattern {
  /** Returns true if the pattern matches anywhere in the text. */
  test(text: string): boolean
  /** The same in steps, each returning its cost. */
  begin(text: string): Advance
  /** Texts that are part of every match, as they are written or, where case is ignored, in either case. */
  readonly literals: readonly string[]
}

export interface PatternOptions {
  /** Match letters without regard to case. Default: false. `(?i)` in the pattern does the same. */
  readonly ignoreCase?: boolean
  /** The input field of the pattern, for the error. Default: `pattern`. */
  readonly field?: string
}

/** Characters of a pattern. */
export const longestPattern = 1000

/** How many compiled patterns are kept: those used last. */
const maxKept = 200
const kept = new Map<string, Pattern>()

/**
 * Compiles a regular expression in the common subset of Perl and JavaScript: literals, `.`, classes and shorthands
 * (`[a-z]`, `\d \w \s`, of ASCII letters and digits), `^ $ \b`, groups, alternatives, quantifiers, `(?i)`. Characters
 * are Unicode code points. Groups do not capture, so there are no back references, and there is no lookahead or
 * lookbehind: search time must grow only with the length of the text.
 *
 * @throws TrackerError invalid_regexp saying what is wrong with it or not supported
 * @example compilePattern('^[a-z]+@example\\.com$', { ignoreCase: true }).test('Alice@example.com')
 */
export function compilePattern(
  source: string,
  { ignoreCase = false, field = 'pattern' }: PatternOptions = {},
): Pattern {
  const key = `${ignoreCase ? 'i' : '-'}${source}`
  const known = kept.get(key)
  const pattern = known ?? patternOf(parse(source, ignoreCase, field))
  kept.delete(key)
  kept.set(key, pattern)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value as string)
  return pattern
}

/** The program of a pattern, without keeping it. @throws invalid_regexp */
export function compileProgram(source: string, ignoreCase: boolean, field: string): Program {
  return parse(source, ignoreCase, field).program
}

function parse(source: string, ignoreCase: boolean, field: string): { program: Program; literals: readonly string[] } {
  const fail = (problem: string): never => {
    throw new TrackerError('invalid_regexp', { field, value: source, problem })
  }
  if (source.length > longestPattern) {
    const problem = `a pattern must be at most ${longestPattern} characters, not ${source.length}`
    throw new TrackerError('invalid_regexp', { field, value: `${source.slice(0, 40)}…`, problem })
  }
  const node = parsePattern(source, ignoreCase, fail)
  return { program: compileNode(node, fail), literals: literalsOf(node) }
}

function patternOf({ program, literals }: ReturnType<typeof parse>): Pattern {
  return {
    test: (text) => search(program, text).found,
    begin: (text) => beginSearch(program, text),
    literals,
  }
}
