import { describe, expect, it } from 'vitest'
import { rememberTrees } from '../src/index.js'

describe('rememberTrees', () => {
  it('reads a text once while there is room for it, and forgets what was used longest ago', () => {
    const parse = rememberTrees(3 * 540)
    const first = ['a', 'b', 'c'].map((text) => [text, parse(text)] as const)
    for (const [text, tree] of first) expect(parse(text)).toBe(tree)
    parse('a')
    parse('d')
    const isKept = (text: string) => parse(text) === first.find(([one]) => one === text)?.[1]
    expect([isKept('a'), isKept('c'), isKept('b')]).toEqual([true, true, false])
  })

  it('forgets sooner when short texts have many nodes', () => {
    const parse = rememberTrees(500_000)
    const dense = (name: number) => `${'|a'.repeat(30)}|\n${'|-'.repeat(30)}|\n${'|\n'.repeat(18)}\n${name}`
    const first = parse(dense(0))
    for (let name = 1; name < 10; name++) parse(dense(name))
    expect(parse(dense(0))).not.toBe(first)
  })

  it('remembers that a text is not to be formatted, and nothing that is too large', () => {
    const parse = rememberTrees(1_000_000)
    const deep = `${'> '.repeat(61)}a`
    expect([parse(deep), parse(deep)]).toEqual([null, null])
    const large = 'a '.repeat(60_000)
    expect(parse(large)).not.toBe(parse(large))
  })
})
