import { expect, it } from 'vitest'
import type { Json } from '../store/index.js'
import { fingerprintOf } from './fingerprint.js'
import { fromStored, toStored } from '../tracker/idempotency/stored-answer.js'

const of = (input: unknown) => fingerprintOf('bugs.create', input, 'secret')

it('Inputs that mean the same have one fingerprint, whatever the order of their keys', () => {
  const at = new Date(0)
  expect(of({ a: 1, b: [at, 'x'], c: undefined })).toBe(of({ b: [new Date(0), 'x'], a: 1 }))
})

it('Inputs that differ in a value, a type, an order or a nesting have different fingerprints', () => {
  const inputs = [
    { a: 1 },
    { a: '1' },
    { a: true },
    { a: null },
    { a: [1] },
    { a: { a: 1 } },
    { a: new Date(1) },
    { b: 1 },
    { a: 'x 1 y' },
    { a: 'x', b: 'y' },
    { a: ['x', 'y'] },
    { a: ['y', 'x'] },
    { a: [['x'], 'y'] },
    { a: new Uint8Array([1]) },
    { a: new Uint8Array([1, 0]) },
    {},
    { a: [] },
    { a: {} },
  ]
  expect(new Set(inputs.map(of)).size).toBe(inputs.length)
  expect(fingerprintOf('bugs.update', {}, 'secret')).not.toBe(of({}))
  expect(fingerprintOf('bugs.create', {}, 'other')).not.toBe(of({}))
})

it('An answer comes back from the store as it was: times, bytes, nothing, and keys that look like tags', () => {
  const answer = {
    id: 1,
    at: new Date(5),
    data: new Uint8Array([1, 2]),
    none: null,
    list: [new Date(6), { $time: 3 }],
    $bytes: 'x',
    nested: { $object: { a: 1 } },
  }
  expect(fromStored(JSON.parse(JSON.stringify(toStored(answer))) as Json)).toEqual(answer)
  expect(fromStored(toStored({ a: undefined, b: 1 }))).toEqual({ b: 1 })
})
