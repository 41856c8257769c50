// From the text of a pattern to a tree.
import { exactly, ignoringCase, isNotLineEnd, type CharacterTest } from './characters.js'
import { parseClass, parseEscape } from './parse-characters.js'
import { readSource, type Fail, type Source } from './source.js'

/** Where a match is in the text, without taking a character. */
export type Place = 'start' | 'end' | 'word edge' | 'no word edge'

export type Node =
  /** `literal` is the code point of a character that stands for itself, in either case where case is ignored. */
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly literal?: number }
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly among: readonly Node[] }
  | { readonly kind: 'repeat'; readonly of: Node; readonly min: number; readonly max: number }

/** Maximum nesting depth of groups. */
const maxDepth = 100
const maxRepeat = 1000

/** Parses a pattern. Groups do not capture, and lazy quantifiers equal greedy ones. */
export function parsePattern(pattern: string, ignoreCase: boolean, fail: Fail): Node {
  const source = readSource(pattern, fail)
  const node = parseChoice(source, ignoreCase, 0)
  return source.at() === undefined ? node : fail("there is a ')' without its '('")
}

function parseChoice(source: Source, ignoreCase: boolean, depth: number): Node {
  if (depth > maxDepth) source.fail(`groups are nested more than ${maxDepth} deep`)
  let isIgnoringCase = ignoreCase
  const among: Node[] = []
  let parts: Node[] = []
  for (;;) {
    const next = source.at()
    if (next === undefined || next === ')') break
    const flags = source.takeMatch(/\(\?(\^?)([a-z]*)(?:-([a-z]+))?\)/y)
    if (flags) isIgnoringCase = readFlags(source, flags, isIgnoringCase)
    else if (source.takeIf('|')) {
      among.push({ kind: 'sequence', parts })
      parts = []
    } else parts.push(parseQuantified(source, isIgnoringCase, depth))
  }
  return { kind: 'choice', among: [...among, { kind: 'sequence', parts }] }
}

/** `(?i)`, `(?-i)`, and `(?^…)`, which forgets the flags that were. */
function readFlags(source: Source, [all, reset, on = '', off = '']: RegExpExecArray, before: boolean): boolean {
  const other = /[^i]/.exec(on + off)
  if (other) source.fail(`the flag '${other[0]}' in '${all}' is not supported; only i is`)
  if (off !== '') return false
  return on !== '' || (reset === '' && before)
}

function parseQuantified(source: Source, ignoreCase: boolean, depth: number): Node {
  const node = parseAtom(source, ignoreCase, depth)
  const bounds = takeQuantifier(source)
  if (!bounds) return node
  if (node.kind === 'place') source.fail('a quantifier has nothing to repeat')
  source.takeIf('?')
  if (source.takeIf('+')) source.fail('possessive quantifiers are not supported')
  if (takeQuantifier(source)) source.fail('a quantifier follows another one')
  return { kind: 'repeat', of: node, ...bounds }
}

interface Bounds {
  readonly min: number
  readonly max: number
}

function takeQuantifier(source: Source): Bounds | undefined {
  if (source.takeIf('*')) return { min: 0, max: Infinity }
  if (source.takeIf('+')) return { min: 1, max: Infinity }
  if (source.takeIf('?')) return { min: 0, max: 1 }
  const counted = source.takeBounds()
  if (!counted) return undefined
  const { all, from, to = from } = counted
  const min = Number(from)
  const max = to === '' ? Infinity : Number(to)
  if (max < min) source.fail(`the numbers of '${all}' are in the wrong order`)
  if (Math.max(min, max === Infinity ? 0 : max) > maxRepeat)
    source.fail(`'${all}' repeats more than ${maxRepeat} times`)
  return { min, max }
}

function parseAtom(source: Source, ignoreCase: boolean, depth: number): Node {
  const character = source.take() ?? source.fail('the pattern ends too early')
  if (character === '(') return parseGroup(source, ignoreCase, depth)
  if (character === '^') return { kind: 'place', place: 'start' }
  if (character === '$') return { kind: 'place', place: 'end' }
  if (character === '.') return { kind: 'character', test: isNotLineEnd }
  if ('*+?'.includes(character)) source.fail('a quantifier has nothing to repeat')
  if (character === '[') return matching(parseClass(source, ignoreCase))
  if (character !== '\\') return literally(character.codePointAt(0) as number, ignoreCase)
  const place = takePlace(source)
  if (place) return { kind: 'place', place }
  const { test, codePoint } = parseEscape(source)
  return codePoint === undefined ? matching(test, ignoreCase) : literally(codePoint, ignoreCase)
}

function literally(codePoint: number, ignoreCase: boolean): Node {
  return { ...matching(exactly(codePoint), ignoreCase), literal: codePoint }
}

function matching(test: CharacterTest, ignoreCase = false): Extract<Node, { kind: 'character' }> {
  return { kind: 'character', test: ignoreCase ? ignoringCase(test) : test }
}

function takePlace(source: Source): Place | undefined {
  if (source.takeIf('b')) return 'word edge'
  if (source.takeIf('B')) return 'no word edge'
  if (source.takeIf('A')) return 'start'
  return source.takeIf('z') || source.takeIf('Z') ? 'end' : undefined
}

function parseGroup(source: Source, ignoreCase: boolean, depth: number): Node {
  let isIgnoringCase = ignoreCase
  const flags = source.takeMatch(/\?(\^?)([a-z]*)(?:-([a-z]+))?:/y)
  if (flags) isIgnoringCase = readFlags(source, flags, ignoreCase)
  else if (source.takeMatch(/\?<?[=!]/y)) source.fail('looking ahead or behind, (?=…) and the like, is not supported')
  else if (!source.takeMatch(/\?P?<[A-Za-z_]\w*>/y) && source.at() === '?')
    source.fail(`groups that begin with '(?${source.at(1) ?? ''}' are not supported`)
  const inside = parseChoice(source, isIgnoringCase, depth + 1)
  if (!source.takeIf(')')) source.fail("there is a '(' without its ')'")
  return inside
}
