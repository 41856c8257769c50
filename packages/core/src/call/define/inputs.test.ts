import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import {
  bugRef,
  clearableDate,
  fits,
  id,
  idOrName,
  line,
  list,
  longText,
  maxTextLength,
  oneOrMany,
  rawText,
  record,
  word,
} from './inputs.js'
import { bugRefs, logins, tags } from '../../domain/bugs/fields/input-values.js'
import { parseInput, type AnyOperation } from './operation.js'
import { operations } from '../../tracker/operations.js'

/** The places in a JSON Schema that take text of any length. */
function endless(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maxLength, enum: values, const: only } = schema as Record<string, unknown>
  if (type === 'string') return [maxLength, values, only].every((limit) => limit === undefined) ? [path] : []
  // Names of keys are short, or are looked up.
  return Object.entries(schema).flatMap(([key, part]) =>
    key === 'propertyNames' ? [] : endless(part, `${path}.${key}`),
  )
}

describe('the inputs of operations', () => {
  const all = Object.values(operations).flatMap((verbs) => Object.values<AnyOperation>(verbs))
  it.each(all)('limit the length of every text: $name', ({ input, name }) => {
    expect(endless(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), name)).toEqual([])
  })
})

describe('the input of one line', () => {
  it.each([
    ['  It blinks \t', 'It blinks'],
    ['one\r\ntwo\n\nthree', 'one two three'],
    ['a\u0000b\u0007c', 'ab c'],
    ['inner  blanks stay', 'inner  blanks stay'],
    ['\n\t ', ''],
    ['Ünï 🐞 ﷽', 'Ünï 🐞 ﷽'],
    ['half \ud83d of a pair', 'half \ufffd of a pair'],
  ])('reads %j as %j', (given, taken) => {
    expect(line.parse(given)).toBe(taken)
  })
})

describe('the input of a long text', () => {
  it.each([
    ['one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
    ['  leading blanks stay', '  leading blanks stay'],
    ['ends are cut \t\n\n ', 'ends are cut'],
    [' \n ', ''],
    ['nothing\u0000 is lost but this', 'nothing is lost but this'],
    ['\udc1e', '\ufffd'],
    ['🐞', '🐞'],
  ])('reads %j as %j', (given, taken) => {
    expect(longText.parse(given)).toBe(taken)
  })
})

describe('the input of a raw text', () => {
  it('keeps white space where it is', () => {
    expect(rawText.parse(' \r\n a \t')).toBe(' \r\n a \t')
  })
})

describe('the input of a date', () => {
  it.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-3-1', '2026-03-01'],
    [' 2024-02-29 ', '2024-02-29'],
  ])('reads %j as %j [DATA-03]', (given, taken) => {
    expect(clearableDate.parse(given)).toBe(taken)
  })

  it.each([null, '', ' '])('reads %j as none', (given) => {
    expect(clearableDate.parse(given)).toBeNull()
  })

  it.each([
    'tomorrow',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '26-03-01',
    '2026-03-01T00:00:00Z',
    '2026/03/01',
  ])('refuses %j [DATA-03]', (given) => {
    expect(clearableDate.safeParse(given).success).toBe(false)
  })
})

describe('references in inputs', () => {
  it('name a bug by number or by text [DATA-07]', () => {
    expect([bugRef.parse(12), bugRef.parse('alias')]).toEqual([12, 'alias'])
    expect(bugRef.safeParse(true).success).toBe(false)
  })

  it('name other things by id or name; text of digits stays a name [DATA-07]', () => {
    expect([idOrName.parse(12), idOrName.parse('12')]).toEqual([12, '12'])
  })

  it('with a negative or fractional id are refused [DATA-01]', () => {
    expect(id.parse(0)).toBe(0)
    for (const bad of [-1, 1.5, Number.NaN, '7', null]) expect(id.safeParse(bad).success).toBe(false)
  })
})

describe('the input of one or many', () => {
  it('gives the operation a list in both cases', () => {
    const names = oneOrMany(z.string())
    expect([names.parse('a'), names.parse(['a', 'b']), names.parse([])]).toEqual([['a'], ['a', 'b'], []])
  })
})

describe('the limit of a text', () => {
  it('counts characters, not halves of surrogate pairs', () => {
    expect([fits('🐞🐞', 2), fits('🐞🐞🐞', 2), fits('abc', 3), fits('abcd', 3)]).toEqual([true, false, true, false])
  })
})

describe('the length of a text as it is sent', () => {
  const longest = 2 * maxTextLength
  it.each([
    ['a line', line],
    ['a long text', longText],
    ['a raw text', rawText],
  ])('is asked before the text is read as %s', (_what, text) => {
    const read = vi.spyOn(String.prototype, 'replaceAll')
    try {
      const { error } = text.safeParse(`x${' '.repeat(longest)}`)
      expect(error?.issues).toMatchObject([{ params: { code: 'text_too_long', data: { limit: maxTextLength } } }])
      expect(read).not.toHaveBeenCalled()
    } finally {
      read.mockRestore()
    }
  })

  it('may be twice the limit, as line ends of two characters are', () => {
    expect(longText.parse(`${'\r\n'.repeat(maxTextLength - 1)}x`)).toHaveLength(maxTextLength)
  })
})

describe('a list as one text', () => {
  const input = z.strictObject({ cc: logins.optional(), blocks: bugRefs.optional(), tags: tags.optional() })
  it.each([
    ['cc', 1000],
    ['blocks', 1000],
    ['tags', 100],
  ])('may have as many entries as a list: %s', (name, limit) => {
    const text = (count: number) => ` ,${'a,'.repeat(count)} , `
    expect(parseInput({ input }, { [name]: text(limit) })).toEqual({ [name]: Array.from({ length: limit }, () => 'a') })
    expect(() => parseInput({ input }, { [name]: text(limit + 1) })).toThrow(
      `${name} accepts at most ${limit} entries; ${limit + 1} were given.`,
    )
  })
})

describe('lists in inputs', () => {
  const input = z.strictObject({
    names: list(z.string(), 2).optional(),
    one: oneOrMany(z.string(), 2).optional(),
    switches: record(z.boolean(), 2).optional(),
  })
  const errorOf = (given: unknown) => {
    try {
      return parseInput({ input }, given)
    } catch (error) {
      return error
    }
  }

  it('have a maximum of entries, however they are written', () => {
    expect(errorOf({ names: ['a', 'b'], one: ['a', 'b'], switches: { a: true, b: true } })).not.toBeInstanceOf(Error)
    const tooLong = { code: 'list_too_long', number: 53 }
    expect(errorOf({ names: ['a', 'b', 'c'] })).toMatchObject({
      ...tooLong,
      message: 'names accepts at most 2 entries; 3 were given.',
    })
    expect(errorOf({ one: ['a', 'b', 'c'] })).toMatchObject({ ...tooLong, data: { field: 'one', count: 3, limit: 2 } })
    expect(errorOf({ switches: { a: true, b: true, c: true } })).toMatchObject({
      ...tooLong,
      data: { field: 'switches', count: 3, limit: 2 },
    })
  })

  it.each<[item: string, schema: z.ZodType, entry: unknown]>([
    ['words', word, 'a'],
    ['ids or names', idOrName, 7],
    ['numbers or aliases of bugs', bugRef, 'crash'],
    ['choices', z.enum(['a', 'b']), 'a'],
  ])('have a maximum that the error names where one of the %s may be given instead', (_item, schema, entry) => {
    const input = z.strictObject({ some: oneOrMany(schema, 2) })
    expect(() => parseInput({ input }, { some: [entry, entry, entry] })).toThrow(
      'some accepts at most 2 entries; 3 were given.',
    )
  })

  it('that are too long are refused before anything is said of their entries', () => {
    expect(errorOf({ names: [1, 2, 3] })).toMatchObject({ code: 'list_too_long' })
  })
})
