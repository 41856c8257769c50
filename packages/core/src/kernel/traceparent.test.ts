import { describe, expect, it } from 'vitest'
import { readTraceparent } from './traceparent.js'

const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

describe('the header traceparent', () => {
  it('is passed on as it is, and one of a version to come as far as it is known', () => {
    const text = `00-${trace}-${parent}-01`
    expect(readTraceparent(text)).toEqual({ text, trace })
    expect(readTraceparent(`cc-${trace}-${parent}-01-what-comes`)).toEqual({ text, trace })
  })

  it.each([
    undefined,
    '',
    'secretword',
    `ff-${trace}-${parent}-01`,
    `00-${trace}-${parent}-01-more`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${trace}-${parent}-01\nX-Other: 1`,
  ])('counts for nothing where it is none: %j', (given) => {
    expect(readTraceparent(given)).toBeUndefined()
  })
})
