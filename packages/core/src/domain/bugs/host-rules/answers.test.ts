import { describe, expect, it } from 'vitest'
import { changesOf, InvalidAnswer, refusalOf } from './answers.js'

describe('refusals of rules', () => {
  it('have a message of one line, without characters that change its direction', () => {
    const said = refusalOf('words', ' Not\u2028 that\u202E\n word.\u0000 ')?.message
    expect(said).toBe('Not  that  word.')
  })

  it('cut a long message between characters', () => {
    expect(refusalOf('words', 'x' + '😀'.repeat(600))?.message).toBe('x' + '😀'.repeat(499))
    expect(refusalOf('words', '\n'.repeat(800) + '😀'.repeat(600))?.message).toBe('😀'.repeat(200))
  })
})

describe('changes of rules', () => {
  it('that JSON does not have are an invalid answer', () => {
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    for (const answer of [cyclic, { estimated_time: 3n }]) expect(() => changesOf(answer)).toThrow(InvalidAnswer)
  })
})
