import { describe, expect, it } from 'vitest'
import { bool, bytes, int, json, nullable, real, text, time } from './define.js'
import { requireDuration, requireFit, requireWhole } from './fit.js'
import type { Column } from './schema-types.js'

describe('requireFit', () => {
  it.each<[string, Column, unknown[]]>([
    ['int', int(), [0, -1, Number.MAX_SAFE_INTEGER]],
    ['real', real(), [0, 0.5, Number.MAX_VALUE]],
    ['text', text(), ['', 'x']],
    ['bool', bool(), [true, false]],
    ['time', time(), [new Date(0)]],
    ['bytes', bytes(), [new Uint8Array(), Buffer.from('x')]],
    ['json', json(), [null, 0, '', [], {}]],
    ['what may be NULL', nullable(int()), [null, 1]],
  ])('accepts and gives back %s', (_, column, values) => {
    for (const value of values) expect(requireFit('it', column, value)).toBe(value)
  })

  it.each<[string, Column, unknown]>([
    ['it must be of type int, not the number 0.5', int(), 0.5],
    ['it must be of type int, not the number 9007199254740992', int(), 2 ** 53],
    ['it must be of type int, not string', nullable(int()), '1'],
    ['it must be of type real, not the number NaN', real(), NaN],
    ['it must be of type real, not the number Infinity', real(), Infinity],
    ['it must be of type text, not the number 7', text(), 7],
    ['it must be of type bool, not the number 1', bool(), 1],
    ['it must be of type time, not an invalid Date', time(), new Date(NaN)],
    ['it must be of type time, not string', time(), '2020-01-01'],
    ['it must be of type bytes, not string', bytes(), 'secret'],
    ['it must be of type text, not null', text(), null],
    ['it must be of type json, not undefined', json(), undefined],
  ])('refuses what does not fit: %s', (message, column, value) => {
    expect(() => requireFit('it', column, value)).toThrow(new TypeError(message))
  })
})

describe('requireWhole', () => {
  it('accepts whole numbers from 0 up and nothing else', () => {
    expect([0, 7, Number.MAX_SAFE_INTEGER].map((value) => requireWhole('limit', value))).toHaveLength(3)
    for (const value of [-1, 0.5, NaN, Infinity]) {
      expect(() => requireWhole('limit', value)).toThrow(
        `limit must be a whole number of at least 0, not the number ${value}`,
      )
    }
  })
})

describe('requireDuration', () => {
  it('accepts finite numbers greater than 0 and nothing else', () => {
    expect([0.5, 10, 1e9].map((value) => requireDuration('timeout', value))).toEqual([0.5, 10, 1e9])
    for (const value of [0, -1, NaN, Infinity])
      expect(() => requireDuration('timeout', value)).toThrow(
        new RangeError(`timeout must be a number above 0, not the number ${value}`),
      )
    expect(() => requireDuration('timeout', '10')).toThrow('timeout must be a number above 0, not string')
  })
})
