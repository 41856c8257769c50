import { describe, expect, it } from 'vitest'
import { constant, keptForConstants } from './constant.js'

describe('constant', () => {
  it('freezes a part of a query with everything in it', () => {
    const where = constant({
      and: [
        { col: 'id', in: [1, 2] },
        { col: 'at', eq: null },
      ],
    })
    expect(() => where.and.pop()).toThrow(TypeError)
    expect(() => (where.and[0] as { in: number[] }).in.push(3)).toThrow(TypeError)
  })
})

describe('keptForConstants', () => {
  it('derives once from a frozen object, and each time from any other', () => {
    const derived: string[] = []
    const derive = keptForConstants((part: { readonly name: string }) => {
      derived.push(part.name)
      return part.name.length
    })
    const [frozen, open] = [constant({ name: 'frozen' }), { name: 'open' }]
    expect([derive(frozen), derive(frozen), derive(open), derive(open)]).toEqual([6, 6, 4, 4])
    expect(derived).toEqual(['frozen', 'open', 'open'])
  })
})
