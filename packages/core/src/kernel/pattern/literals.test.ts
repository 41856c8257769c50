import { expect, it } from 'vitest'
import { compilePattern } from './compile.js'

const literals = (source: string) => compilePattern(source, { ignoreCase: true }).literals

it.each([
  ['crash', ['crash']],
  ['^crash$', ['crash']],
  ['crash.*menu', ['crash', 'menu']],
  ['colou?r', ['colo', 'r']],
  ['a\\.b', ['a.b']],
  ['ab+c', ['a', 'b', 'c']],
  ['(ab){2}c', ['ab', 'c']],
  ['x(abc)y', ['xabcy']],
  ['cat|dog', []],
  ['x(cat|dog)y', ['x', 'y']],
  ['[ab]c\\d', ['c']],
  ['a*b{0,3}', []],
  ['(?i)Crash', ['Crash']],
])('compilePattern knows that every match of %s contains %j', (source, texts) => {
  expect(literals(source)).toEqual(texts)
})

it('a compiled pattern gives a search up after a number of steps', () => {
  const pattern = compilePattern('(a|b|c)*z')
  expect(pattern.search('abc'.repeat(100), 50)).toMatchObject({ found: false, isGivenUp: true })
  expect(pattern.search('abc'.repeat(100)).isGivenUp).toBe(false)
})
