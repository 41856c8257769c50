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

it('a compiled pattern is looked for in parts with the same result', () => {
  for (const [text, found] of [
    ['abc'.repeat(100), false],
    [`${'abc'.repeat(100)}z`, true],
  ] as const) {
    const advance = compilePattern('^(a|b|c)*z$').begin(text)
    const parts = [advance(50)]
    while (parts.at(-1)?.isPaused) parts.push(advance(50))
    expect(parts.length).toBeGreaterThan(10)
    expect(parts.at(-1)?.found).toBe(found)
    const steps = parts.reduce((sum, part) => sum + part.steps, 0)
    expect(compilePattern('^(a|b|c)*z$').begin(text)()).toEqual({ found, steps, isPaused: false })
  }
})
