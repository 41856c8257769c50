import { describe, expect, it } from 'vitest'
import { isTrackerError, type TrackerError } from '../errors.js'
import { compilePattern, compileProgram } from './compile.js'
import { search } from './search.js'

/** A small reproducible source of choices. */
function createChooser(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 8) % limit
  }
  return { below, one: <T>(items: readonly T[]) => items[below(items.length)] as T }
}
type Chooser = ReturnType<typeof createChooser>

const atoms = [
  'a',
  'b',
  'A',
  'é',
  'Σ',
  'ß',
  '😀',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '\\S',
  '\\.',
  '\\x61',
  '\\u{1F600}',
]
const classes = ['[ab]', '[^a]', '[a-c]', '[^\\d]', '[\\w.-]', '[A-Z]', '[à-ý]', '[^a-z😀]', '[\\b\\t-]', '[\\]^]']
const places = ['^', '$', '\\b', '\\B']
const quantifiers = ['*', '+', '?', '*?', '+?', '??', '{2}', '{0}', '{1,}', '{0,2}', '{1,3}?']

function randomPattern(chooser: Chooser, depth = 0): string {
  const kind = chooser.below(10)
  if (kind < 3 || depth > 3) return chooser.one(atoms)
  if (kind === 3) return chooser.one(classes)
  if (kind === 4) return chooser.one(places)
  const inside = () => randomPattern(chooser, depth + 1)
  if (kind === 5) return `(${inside()}|${inside()})`
  if (kind === 6) return `(?:${inside()}|${inside()}|)`
  if (kind === 7) return `(?:${inside()})${chooser.one(quantifiers)}`
  return inside() + inside()
}

const letters = [
  'a',
  'b',
  'c',
  'A',
  'B',
  'é',
  'É',
  'σ',
  'ς',
  'Σ',
  'ß',
  'ẞ',
  '😀',
  '1',
  '_',
  '.',
  '-',
  ' ',
  '\n',
  '\u2028',
  '\b',
]

/** JavaScript (V8) also looks for \B in the middle of an astral character, where no character ends: none for such patterns. */
function randomText(chooser: Chooser, source: string): string {
  const text = Array.from({ length: chooser.below(9) }, () => chooser.one(letters)).join('')
  return source.includes('\\B') ? text.replaceAll('😀', '') : text
}

describe('compilePattern', () => {
  it('finds what JavaScript finds, for random patterns and texts', () => {
    const seed = Number(process.env.SEED ?? 20260301)
    const chooser = createChooser(seed)
    for (let round = 0; round < 8000; round++) {
      const source = randomPattern(chooser)
      const ignoreCase = chooser.below(2) === 1
      const expected = new RegExp(source, ignoreCase ? 'iu' : 'u')
      const actual = compilePattern(source, { ignoreCase })
      for (let sample = 0; sample < 6; sample++) {
        const text = randomText(chooser, source)
        const trial = { seed, source, ignoreCase, text }
        expect({ ...trial, found: actual.test(text) }).toEqual({ ...trial, found: expected.test(text) })
      }
    }
  })

  it('searches anywhere unless it is anchored', () => {
    expect(compilePattern('b').test('abc')).toBe(true)
    expect(compilePattern('^b').test('abc')).toBe(false)
    expect(compilePattern('\\Abc\\z').test('abc')).toBe(false)
    expect(compilePattern('\\Aabc\\Z').test('abc')).toBe(true)
    expect(compilePattern('').test('')).toBe(true)
  })

  it('ignores case when the options or the pattern say so', () => {
    expect(compilePattern('straße').test('STRASSE')).toBe(false)
    expect(compilePattern('élan', { ignoreCase: true }).test('ÉLAN')).toBe(true)
    expect(compilePattern('ı', { ignoreCase: true }).test('I')).toBe(false)
    expect(compilePattern('a(?i)b|c').test('aB')).toBe(true)
    expect(compilePattern('a(?i)b|c').test('C')).toBe(true)
    expect(compilePattern('a(?i)b').test('AB')).toBe(false)
    expect(compilePattern('(?i:a)b').test('Ab')).toBe(true)
    expect(compilePattern('(?i:a)b').test('AB')).toBe(false)
    expect(compilePattern('((?i)a)b').test('AB')).toBe(false)
    expect(compilePattern('a(?-i)b', { ignoreCase: true }).test('AB')).toBe(false)
    expect(compilePattern('a(?-i)b', { ignoreCase: true }).test('Ab')).toBe(true)
    expect(compilePattern('(?^:a)b', { ignoreCase: true }).test('AB')).toBe(false)
  })

  it('takes literally what is special only in other dialects', () => {
    expect(compilePattern('a{,2}').test('a{,2}')).toBe(true)
    expect(compilePattern('{}]').test('{}]')).toBe(true)
    expect(compilePattern('[]a]+$').test(']a')).toBe(true)
    expect(compilePattern('[^]]').test(']')).toBe(false)
    expect(compilePattern('[a\\-z]').test('b')).toBe(false)
    expect(compilePattern('[\\d-z]').test('-')).toBe(true)
    expect(compilePattern('user\\@example\\.com').test('user@example.com')).toBe(true)
    expect(compilePattern('(?<name>a)(?P<other>b)').test('ab')).toBe(true)
  })

  it.each([
    ['(a)\\1', /back references/],
    ['a(?=b)', /looking ahead/],
    ['(?<!a)b', /looking ahead or behind/],
    ['(?>a)', /not supported/],
    ['(?x)a', /flag 'x'/],
    ['a++', /possessive/],
    ['a**', /follows another/],
    ['*a', /nothing to repeat/],
    ['^*', /nothing to repeat/],
    ['(a', /without its '\)'/],
    ['a)', /without its '\('/],
    ['[a', /without its '\]'/],
    ['[z-a]', /wrong order/],
    ['a{3,2}', /wrong order/],
    ['a{1001}', /more than 1000/],
    ['((a{30}){30}){30}', /too long/],
    ['a\\', /backslash at the end/],
    ['\\q', /escape \\q/],
    ['[[:alpha:]]', /named classes/],
    ['\\x{110000}', /not a character/],
    ['('.repeat(200) + ')'.repeat(200), /nested/],
  ])('refuses %j and says why', (source, problem) => {
    const error = thrownBy(() => compilePattern(source, { field: 'user_regexp' }))
    expect(error).toMatchObject({ code: 'invalid_regexp', number: 803, data: { field: 'user_regexp', value: source } })
    expect(error.message).toMatch(problem)
  })

  it('refuses a pattern at once when its repetitions multiply too far', () => {
    const tower = `${'('.repeat(90)}a${'{900}){900}'.replace('{900})', ')').repeat(90)}`
    expect(thrownBy(() => compilePattern(tower)).code).toBe('invalid_regexp')
  })

  it.each(['(a+)+$', '(a|a)*$', '(a|aa)+$', '(.*a){20}$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(a*)*b'])(
    'looks for %s in time that grows linearly with the text',
    (source) => {
      const program = compileProgram(source, false, 'pattern')
      const stepsFor = (length: number) => search(program, `${'a'.repeat(length)}!`).steps
      expect(stepsFor(100_000)).toBeLessThanOrEqual(2 * program.instructions.length * 100_002)
      expect(stepsFor(100_000) / stepsFor(10_000)).toBeLessThan(10.1)
    },
  )

  it('caches compiled patterns, up to a limit', () => {
    const first = compilePattern('kept')
    expect(compilePattern('kept')).toBe(first)
    expect(compilePattern('kept', { ignoreCase: true })).not.toBe(first)
    for (let i = 0; i < 300; i++) compilePattern(`other ${i}`)
    expect(compilePattern('kept')).not.toBe(first)
  })
})

function thrownBy(work: () => unknown): TrackerError {
  try {
    work()
  } catch (error) {
    if (isTrackerError(error)) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
