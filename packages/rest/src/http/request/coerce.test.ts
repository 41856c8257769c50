import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { coerce } from './coerce.js'

describe('coerce', () => {
  it('makes a number of text that is one, and of nothing else', () => {
    const cases = { '12': 12, ' 7 ': 7, '-3': -3, '+4': 4, '1.50': 1.5, '.5': 0.5 }
    for (const [text, number] of Object.entries(cases)) expect(coerce(z.number(), text)).toBe(number)
    for (const text of ['', 'x', '1,2', '0x10', '1e3', 'NaN', '1 2', '--1']) expect(coerce(z.int(), text)).toBe(text)
    expect(coerce(z.number(), null)).toBe(null)
  })

  it('makes booleans of every spelling', () => {
    for (const value of [1, '1', 'true', 'True', 'TRUE', true]) expect(coerce(z.boolean(), value)).toBe(true)
    for (const value of [0, '0', 'false', 'False', '', false]) expect(coerce(z.boolean(), value)).toBe(false)
    for (const value of [2, 'yes', null, [], {}]) expect(coerce(z.boolean(), value)).toEqual(value)
  })

  it('makes nothing of text that is longer than numbers, times and true or false are', () => {
    const number = '1'.padStart(40, '0')
    expect(coerce(z.number(), number)).toBe(1)
    expect(coerce(z.number(), `0${number}`)).toBe(`0${number}`)
    const time = '2026-01-31'.padEnd(64)
    expect(coerce(z.date(), time)).toEqual(new Date('2026-01-31T00:00:00Z'))
    expect(coerce(z.date(), `${time} `)).toBe(`${time} `)
    expect(coerce(z.boolean(), 'false ')).toBe('false ')
  })

  it('makes a list of one value, but not of null', () => {
    expect(coerce(z.array(z.int()), '1')).toEqual([1])
    expect(coerce(z.array(z.int()), ['1', 2, 'x'])).toEqual([1, 2, 'x'])
    expect(coerce(z.array(z.int()).nullable(), null)).toBe(null)
  })

  it('makes text of numbers', () => {
    expect(coerce(z.string(), 1.5)).toBe('1.5')
    expect(coerce(z.string().transform(Number), 2)).toBe('2')
    expect(coerce(z.string(), true)).toBe(true)
    // As JSON has it, a number of 400 digits.
    expect(coerce(z.string(), Infinity)).toBe(Infinity)
  })

  it('makes times of text', () => {
    expect(coerce(z.date(), '2026-01-31')).toEqual(new Date('2026-01-31T00:00:00Z'))
    expect(coerce(z.date(), 'soon')).toBe('soon')
  })

  it('makes bytes of base64, and of nothing else', () => {
    const bytes = z.instanceof(Uint8Array).meta({ contentEncoding: 'base64' })
    expect(coerce(bytes, 'aGk=')).toEqual(new Uint8Array([104, 105]))
    expect(coerce(bytes, 'aG\nk=\r\n')).toEqual(new Uint8Array([104, 105]))
    expect(coerce(bytes, '')).toEqual(new Uint8Array())
    for (const text of ['aGk', 'a-_=', 'a===', 'ag!=', 'aGk=aGk=']) expect(coerce(bytes, text)).toBe(text)
  })

  it('goes into objects, records and wrappers', () => {
    const schema = z.strictObject({
      id: z.int().optional(),
      tags: z.array(z.string()).default([]),
      nested: z.strictObject({ is_private: z.boolean().nullable() }),
      by_id: z.record(z.string(), z.boolean()),
    })
    const given = { id: '1', tags: 'x', nested: { is_private: '1' }, by_id: { 7: 'true', 8: 0 }, unknown: '1' }
    expect(coerce(schema, given)).toEqual({
      id: 1,
      tags: ['x'],
      nested: { is_private: true },
      by_id: { 7: true, 8: false },
      unknown: '1',
    })
    const open = z.object({ a: z.int() }).catchall(z.int())
    expect(coerce(open, { a: '1', b: '2' })).toEqual({ a: 1, b: 2 })
  })

  it('leaves a value that fits one of several forms, and tries them in order otherwise', () => {
    const ref = z.union([z.int(), z.string()])
    expect(coerce(ref, '12')).toBe('12')
    expect(coerce(ref, 12)).toBe(12)
    expect(coerce(z.union([z.int(), z.array(z.int())]), '12')).toBe(12)
    expect(coerce(z.union([z.boolean(), z.int()]), '7')).toBe(7)
    expect(coerce(z.union([z.boolean(), z.int()]), 'x')).toBe('x')
    const literal = z.union([z.literal(1), z.literal('a')])
    expect(coerce(literal, '1')).toBe(1)
    expect(coerce(z.literal([false, 2]), 'false')).toBe(false)
  })

  it('gives no object a foreign prototype', () => {
    const given: unknown = JSON.parse('{"a": {"__proto__": {"polluted": true}}, "__proto__": {"polluted": true}}')
    const result = coerce(z.object({ a: z.record(z.string(), z.unknown()) }).catchall(z.unknown()), given) as object
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect('polluted' in result).toBe(false)
  })
})
