import { memoryStore } from '@trackerkit/adapter-memory'
import { describe, expect, it } from 'vitest'
import { conformance, type ConformanceOptions } from '../../src/conformance/index.js'
import { wrongPuts } from './wrong-puts.js'
import { wrongQueries } from './wrong-queries.js'
import { wrongStores } from './wrong-stores.js'
import { wrongGroupCounts } from './wrong-group-counts.js'

interface Collected {
  readonly name: string
  readonly run: () => Promise<void>
}

/** The suite's tests whose names begin with `prefix`. */
function collect(prefix: string, factory: ConformanceOptions['factory'], seed = 1): Collected[] {
  const tests: Collected[] = []
  conformance({ test: (name, run) => tests.push({ name, run }), factory, seed })
  return tests.filter(({ name }) => name.startsWith(prefix))
}

/** The first test that fails, and how. */
async function firstFailure(tests: readonly Collected[]): Promise<string | undefined> {
  for (const { name, run } of tests) {
    try {
      await run()
    } catch (error) {
      return `${name}: ${String(error)}`
    }
  }
  return undefined
}

describe('the conformance suite', () => {
  const good = () => ({ store: memoryStore() })

  it('gives every test a unique name', () => {
    const names = collect('', good).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('runs the given number of random rounds, and half as many of transactions', () => {
    const names: string[] = []
    const rounds = 3
    conformance({ test: (name) => names.push(name), factory: good, rounds })
    expect(names.filter((name) => name.startsWith('fuzz'))).toEqual([
      ...[1, 2, 3].map((round) => `fuzz: 2000 random queries, round ${round} of 3`),
      ...[1, 2].map((round) => `fuzz: 60 random transactions, round ${round} of 2`),
    ])
    for (const wrong of [0, 1.5, NaN])
      expect(() => conformance({ test: () => undefined, factory: good, rounds: wrong })).toThrow('rounds must be')
  })

  it('covers each of the eighteen semantics but folding, which is the duty of core', () => {
    const ids = Array.from({ length: 18 }, (_, i) => `(${i + 1})`)
    expect(ids.filter((id) => collect(id, good).length === 0)).toEqual(['(5)'])
  })

  it.each([...wrongQueries, ...wrongGroupCounts, ...wrongStores, ...wrongPuts])(
    'fails in tests $seenBy on a store that $name',
    async ({ seenBy, make }) => {
      expect(await firstFailure(collect(seenBy, () => ({ store: make() })))).toBeDefined()
    },
  )

  it.each([...wrongQueries, ...wrongGroupCounts])(
    'fails only by random queries on a store that $name',
    async ({ make }) => {
      expect(await firstFailure(collect('fuzz', () => ({ store: make() })))).toContain('with seed: 1')
    },
  )

  it.each(wrongPuts.filter(({ isSeenAtRandom }) => isSeenAtRandom))(
    'fails only by random transactions on a store that $name',
    async ({ make }) => {
      const transactions = collect('fuzz: 60 random transactions', () => ({ store: make() }))
      expect(await firstFailure(transactions)).toContain('with seed: 1')
    },
  )

  it('reports the seed and the smallest query that fails', async () => {
    const wrong = wrongQueries.find(({ name }) => name === 'in: [] is true')
    const failure = await firstFailure(collect('fuzz', () => ({ store: wrong?.make() ?? memoryStore() }), 42))
    expect(failure).toContain('with seed: 42')
    expect(failure).toMatch(/"in":\[\]\}\}*,?.*\nwas found as/)
  })

  it('cleans up after each test, also after one that fails', async () => {
    const [wrong] = wrongQueries
    let open = 0
    const tests = collect('(', () => {
      open++
      return { store: wrong?.make() ?? memoryStore(), cleanup: () => void open-- }
    })
    const outcomes = await Promise.allSettled(tests.map(({ run }) => run()))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
    expect(open).toBe(0)
  })
})
