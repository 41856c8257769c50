import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isTrackerError, type TrackerError } from '../../kernel/errors.js'
import { clearableDate, oneOrMany } from './inputs.js'
import { parseInput, problem } from './operation.js'

const colour = z.string().refine((name) => name === 'red', problem('illegal_value', { accepted: ['red'] }))

const operation = {
  missing: { summary: 'require_summary' as const },
  input: z.strictObject({
    summary: z.string(),
    product: z.string(),
    ids: z.array(z.int().min(0)).max(3).optional(),
    limit: z.int().min(0).max(100).optional(),
    hours: z.number().optional(),
    since: z.date().optional(),
    deadline: clearableDate.optional(),
    is_private: z.boolean().default(false),
    kind: z.enum(['bug', 'attachment']).optional(),
    ref: z.union([z.int(), z.string()]).optional(),
    refs: oneOrMany(z.union([z.int(), z.string()])).optional(),
    kinds: oneOrMany(z.enum(['bug', 'attachment'])).optional(),
    colours: oneOrMany(colour).optional(),
    cc: z.strictObject({ add: z.array(z.string()).optional() }).optional(),
    note: z.string().max(5).optional(),
    password: z.string().max(8).optional(),
  }),
}
const good = { summary: 'It blinks', product: 'Widgets' }

function errorOf(input: unknown): TrackerError {
  try {
    parseInput(operation, input)
  } catch (error) {
    if (isTrackerError(error)) return error
    throw error
  }
  throw new Error('the input was taken')
}

describe('parseInput', () => {
  it('gives the operation its input with defaults filled in', () => {
    expect(parseInput(operation, good)).toEqual({ ...good, is_private: false })
  })

  it.each<[what: string, input: unknown, code: string, number: number, data: object]>([
    ['[ERR-02] a missing input', { summary: 'x' }, 'param_required', 50, { field: 'product' }],
    ['[ERR-02] a missing input with a code of its own', { product: 'x' }, 'require_summary', 107, { field: 'summary' }],
    ['[ERR-02] no input at all', undefined, 'require_summary', 107, { field: 'summary' }],
    ['text for a number', { ...good, limit: 'ten' }, 'number_not_numeric', 52, { field: 'limit', value: 'ten' }],
    ['a fraction for an int', { ...good, limit: 1.5 }, 'param_must_be_numeric', 52, { field: 'limit', value: 1.5 }],
    ['null for a number', { ...good, hours: null }, 'number_not_numeric', 52, { field: 'hours', value: null }],
    ['too large a number', { ...good, limit: 101 }, 'number_too_large', 54, { field: 'limit', value: 101, limit: 100 }],
    ['too small a number', { ...good, limit: -1 }, 'number_too_small', 55, { field: 'limit', value: -1, limit: 0 }],
    ['a bad item of a list', { ...good, ids: [1, 'x'] }, 'number_not_numeric', 52, { field: 'ids', value: 'x' }],
    [
      'a list that is none',
      { ...good, ids: 7 },
      'param_invalid',
      53,
      { field: 'ids', value: 7, problem: 'expected array, received number' },
    ],
    ['too long a list', { ...good, ids: [1, 2, 3, 4] }, 'list_too_long', 53, { field: 'ids', count: 4, limit: 3 }],
    [
      'too long a text',
      { ...good, note: 'longer' },
      'text_too_long',
      104,
      { field: 'note', value: 'longer', limit: 5 },
    ],
    ['a time that is none', { ...good, since: 'now' }, 'illegal_date', 56, { field: 'since', value: 'now' }],
    ['an invalid Date', { ...good, since: new Date(Number.NaN) }, 'illegal_date', 56, { field: 'since' }],
    [
      'a date that is none',
      { ...good, deadline: '2026-02-30' },
      'illegal_date',
      56,
      { field: 'deadline', value: '2026-02-30' },
    ],
    [
      'text for a boolean',
      { ...good, is_private: 'yes' },
      'param_invalid',
      53,
      { field: 'is_private', value: 'yes', problem: 'expected boolean, received string' },
    ],
    [
      'a word that is not on a list',
      { ...good, kind: 'user' },
      'param_invalid',
      53,
      { field: 'kind', value: 'user', accepted: ['bug', 'attachment'] },
    ],
    [
      'none of several forms',
      { ...good, ref: true },
      'param_invalid',
      53,
      { field: 'ref', value: true, accepted: 'number or string' },
    ],
    [
      'one form, but wrong in it',
      { ...good, colours: 'blue' },
      'illegal_value',
      32000,
      { field: 'colours', value: 'blue', accepted: ['red'] },
    ],
    [
      'the other form, wrong in an item',
      { ...good, colours: ['red', 'blue'] },
      'illegal_value',
      32000,
      { field: 'colours', value: 'blue' },
    ],
    [
      'none of the forms that an item or a list has',
      { ...good, refs: {} },
      'param_invalid',
      53,
      { field: 'refs', accepted: 'number or string or array' },
    ],
    [
      'a choice that there is not, in a list',
      { ...good, kinds: ['bug', 'user'] },
      'param_invalid',
      53,
      { field: 'kinds', value: 'user', accepted: ['bug', 'attachment'] },
    ],
    [
      'an unknown name',
      { ...good, colour: 'red' },
      'unknown_parameter',
      53,
      { field: 'colour', accepted: Object.keys(operation.input.shape) },
    ],
    ['an unknown name inside', { ...good, cc: { plus: ['a'] } }, 'unknown_parameter', 53, { field: 'cc.plus' }],
    ['an input that is a list', [good], 'body_not_object', 53, {}],
    ['an input that is a text', 'summary', 'body_not_object', 53, {}],
  ])('refuses %s', (_what, input, code, number, data) => {
    expect(errorOf(input)).toMatchObject({ code, number, data })
  })

  it('says what would be accepted', () => {
    expect(errorOf({ ...good, kind: 'user' }).message).toContain('Accepted: bug, attachment.')
    expect(errorOf({ ...good, ref: true }).message).toContain('Accepted: number or string.')
    expect(errorOf({ ...good, colour: 'red' }).message).toContain('deadline')
  })

  it('never repeats a password', () => {
    const error = errorOf({ ...good, password: 'swordfish!' })
    expect(JSON.stringify([error.data, error.message])).not.toContain('swordfish')
  })
})
