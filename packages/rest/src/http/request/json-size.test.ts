import { expect, it } from 'vitest'
import { measureJson } from './json-size.js'

const measure = (text: string, depth = 3, values = 5) => measureJson(Buffer.from(text), { depth, values, names: 4 })

it('the check of sizes accepts JSON that is as deep and as large as it may be', () => {
  expect(measure('[[[1]]]')).toBe('fits')
  expect(measure('[1, 2, 3, 4]')).toBe('fits')
  expect(measure('{"a": 1, "b": 2, "c": 3, "d": 4}')).toBe('fits')
  expect(measure('[[[]], [[]]]', 3, 10)).toBe('fits')
})

it('the check of sizes distinguishes JSON that is too deep from JSON that is too large', () => {
  expect(measure('[[[[1]]]]')).toBe('too deep')
  expect(measure('{"a": {"b": {"c": {}}}}')).toBe('too deep')
  expect(measure('[1, 2, 3, 4, 5, 6]')).toBe('too large')
  expect(measure('{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}', 3, 9)).toBe('too many names')
  expect(measure('{"a": [1, 2, 3, 4, 5], "b": [6]}', 3, 9)).toBe('fits')
  expect(measure('['.repeat(1_000_000))).toBe('too deep')
})

it('the check of sizes does not count brackets within strings, however the strings end', () => {
  expect(measure('["[[[[,,,,,,,"]')).toBe('fits')
  expect(measure(String.raw`["\"[[[[,,,,,,,"]`)).toBe('fits')
  expect(measure(String.raw`["\\", [[[1]]]]`)).toBe('too deep')
  expect(measure('["never ends [[[[[')).toBe('fits')
  expect(measure(String.raw`["\"\\", [[[1]]]]`)).toBe('too deep')
  expect(measure(String.raw`["\"[[[[`)).toBe('fits')
})
