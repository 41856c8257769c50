import { expect, it } from 'vitest'
import { piecesOfJson, toJson } from './encode.js'

it('encoding writes what JSON.stringify writes', () => {
  const values = [
    null,
    true,
    false,
    0,
    -0,
    1.5,
    1e21,
    -1e-7,
    Number.NaN,
    Infinity,
    '',
    'plain',
    'ö 😀 \u2028',
    '"quoted"',
    'back\\slash',
    'line\nend\t\u0000\u001f\u007f',
    '\ud800 half',
    'half \udc00',
    'x'.repeat(500),
    'é'.repeat(99),
    [],
    {},
    [[], [1, [2]], undefined],
    { a: undefined, b: 1, c: [undefined] },
    { 2: 'b', 1: 'a', 'odd "key"\n': {} },
  ]
  for (const value of values) expect(toJson(value)).toBe(JSON.stringify(value))
  expect(toJson(values)).toBe(JSON.stringify(values))
})

it('encoding writes times in whole seconds of UTC, and bytes as base64 [DATA-04, DATA-05]', () => {
  const bytes = new Uint8Array([0, 255, 1, 2, 3]).subarray(1, 4)
  expect(toJson({ at: new Date('2026-01-31T12:34:56.999Z'), data: bytes, none: new Uint8Array() })).toBe(
    '{"at":"2026-01-31T12:34:56Z","data":"/wEC","none":""}',
  )
})

it('encoding writes the same in pieces, wherever in a value the long lists are', () => {
  const comments = Array.from({ length: 3000 }, (_, id) => ({
    id,
    text: 'x'.repeat(100),
    at: new Date(0),
    none: undefined,
  }))
  const values: unknown[] = [
    comments,
    { a: 1, none: undefined, bugs: { 1: { comments }, 2: { comments: [] } }, z: [undefined, comments] },
    Object.fromEntries(comments.map((comment) => [`"${comment.id}"`, comment])),
    ...[450_000, 450_001, 450_002].map((length) => ({ data: new Uint8Array(length).fill(200) })),
  ]
  for (const value of values) {
    const pieces = [...piecesOfJson(value)]
    expect(pieces.join('')).toBe(toJson(value))
    expect(pieces.length).toBeGreaterThan(3)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(250_000)
  }
  for (const value of [null, '', 'text', [], {}, { error: false }])
    expect([...piecesOfJson(value)]).toEqual([toJson(value)])
})
