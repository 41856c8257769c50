import { describe, expect, it } from 'vitest'
import type { Reader, Where } from '../../schema/index.js'
import type { CountOptions, PlainQuery, PlainWhere } from '../../store/index.js'
import { walkPage } from './walk.js'
import { chooseWay } from './way.js'

const summary = (word: string): Where<'bugs'> => ({ col: 'summary_folded', contains: word })
const commented = (word: string): Where<'bugs'> => ({ some: 'comments', where: { col: 'text_folded', contains: word } })
const inTexts = (word: string): Where<'bugs'> => ({ or: [summary(word), commented(word)] })
const isOpen: Where<'bugs'> = { col: 'is_open', eq: true }

/** Returns a store that counts the given number of rows for each word. */
function storeWith(rows: Readonly<Record<string, number>>) {
  const selected: PlainQuery[] = []
  const tx = {
    select(query: PlainQuery) {
      selected.push(query)
      return [{ id: 5, bug_id: 5 }]
    },
    count(_from: string, where: PlainWhere, { atMost = Infinity, candidates }: CountOptions = {}) {
      expect(candidates).toBe(true)
      return Math.min(atMost, 'contains' in where ? (rows[where.contains] ?? 0) : 0)
    },
  }
  return { tx: tx as unknown as Reader, selected }
}

describe('chooseWay', () => {
  it('asks no index about a search without texts and related rows', async () => {
    const { tx, selected } = storeWith({})
    expect(await chooseWay(tx, { and: [isOpen] })).toEqual({ wanted: { and: [isOpen] }, isCommon: false })
    expect(selected).toEqual([])
  })

  it.each<Where<'bugs'>>([
    { col: 'id', in: [1, 2] },
    { col: 'id', eq: 1 },
  ])('counts nothing for a search among bugs that are named: %o', (named) => {
    const wanted: Where<'bugs'> = { and: [named, summary('lamp')] }
    expect(chooseWay(storeWith({ lamp: 7001 }).tx, wanted)).toEqual({ wanted, isCommon: false })
  })

  it.each([0, 3499])('leaves a word in %i summaries and as many comments to the database', async (blink) => {
    const { tx, selected } = storeWith({ blink })
    expect(await chooseWay(tx, inTexts('blink'))).toEqual({ wanted: inTexts('blink'), isCommon: false })
    expect(selected).toEqual([])
  })

  it.each([3500, 1_000_000])('finds a word in %i summaries and as many comments common', async (blink) => {
    const { tx } = storeWith({ blink })
    expect(await chooseWay(tx, inTexts('blink'))).toEqual({ wanted: inTexts('blink'), isCommon: true })
  })

  it('looks for a common word among the bugs with a rare one', async () => {
    const { tx, selected } = storeWith({ lamp: 7001, blink: 300 })
    const way = await chooseWay(tx, { and: [isOpen, commented('lamp'), commented('blink')] })
    const wanted = { and: [{ col: 'id', in: [5] }, isOpen, commented('lamp')] }
    expect(way).toEqual({ wanted, isCommon: false })
    expect(selected).toEqual([
      { from: 'comments', where: { col: 'text_folded', contains: 'blink' }, columns: ['bug_id'] },
    ])
  })

  it('asks for all words again among the bugs that have the rarest of them in one place', async () => {
    const { tx } = storeWith({ lamp: 7001, blink: 300 })
    const content: Where<'bugs'> = { or: [summary('blink'), { and: [commented('lamp'), commented('blink')] }] }
    const { wanted } = await chooseWay(tx, content)
    expect(wanted).toEqual({ and: [{ col: 'id', in: [5] }, content] })
  })

  it.each<[string, Where<'bugs'>]>([
    ['a word that must be absent', { not: summary('blink') }],
    ['two letters', summary('ab')],
    ['a condition that no index serves', { or: [summary('blink'), { col: 'percentage_complete', gt: 3 }] }],
  ])('gathers no bugs by %s', async (_what, wanted) => {
    expect(await chooseWay(storeWith({ blink: 3 }).tx, wanted)).toEqual({ wanted, isCommon: false })
  })
})

/** Returns a store of `bugs` bugs. Those whose ID is divisible by `every` match the search. */
function storeOf(bugs: number, every: number) {
  let lookedAt = 0
  const tx = {
    select({ where, offset = 0, limit = 0 }: PlainQuery) {
      const [first] = where && 'and' in where ? where.and : []
      if (first && 'in' in first) return first.in.filter((id) => Number(id) % every === 0).map((id) => ({ id }))
      const ids = Array.from({ length: Math.max(0, Math.min(limit, bugs - offset)) }, (_, n) => offset + n + 1)
      lookedAt = offset + ids.length
      return ids.map((id) => ({ id }))
    },
  }
  return { tx: tx as unknown as Reader, lookedAt: () => lookedAt }
}

const page = { wanted: commented('lamp'), visible: isOpen, beyond: undefined, order: [], offset: 0, limit: 101 }

describe('walkPage', () => {
  it('ends when the page is full', async () => {
    const { tx, lookedAt } = storeOf(1_000_000, 3)
    expect(await walkPage(tx, page)).toEqual(Array.from({ length: 101 }, (_, n) => 3 * (n + 1)))
    expect(lookedAt()).toBeLessThan(600)
  })

  it('leaves out the bugs before the offset', async () => {
    const { tx } = storeOf(1_000_000, 3)
    expect(await walkPage(tx, { ...page, offset: 50, limit: 2 })).toEqual([153, 156])
  })

  it('returns fewer bugs when there are no more', async () => {
    expect(await walkPage(storeOf(300, 100).tx, page)).toEqual([100, 200, 300])
    expect(await walkPage(storeOf(256, 300).tx, page)).toEqual([])
    expect(await walkPage(storeOf(0, 1).tx, page)).toEqual([])
  })

  it.each([300, 1_000_000])('gives up where one bug in %i is wanted, after few of them', async (every) => {
    const { tx, lookedAt } = storeOf(1_000_000, every)
    expect(await walkPage(tx, page)).toBeUndefined()
    expect(lookedAt()).toBeLessThan(1500)
  })

  it('looks at 20,000 bugs at most, and at 60,000 whose comments are not asked for', async () => {
    const rare = storeOf(1_000_000, 190)
    expect(await walkPage(rare.tx, page)).toHaveLength(101)
    expect(rare.lookedAt()).toBeLessThan(24_096)
    const rarer = storeOf(1_000_000, 550)
    expect(await walkPage(rarer.tx, { ...page, wanted: summary('lamp') })).toHaveLength(101)
    expect(rarer.lookedAt()).toBeLessThan(64_096)
  })

  it('leaves pages that are long or in another order to the database', async () => {
    const { tx, lookedAt } = storeOf(1_000_000, 3)
    expect(await walkPage(tx, { ...page, limit: undefined })).toBeUndefined()
    expect(await walkPage(tx, { ...page, offset: 5000 })).toBeUndefined()
    expect(await walkPage(tx, { ...page, order: [{ col: 'priority_id', ranked: [1, 2] }] })).toBeUndefined()
    expect(await walkPage(tx, { ...page, order: [{ col: 'priority_id' }, { col: 'severity_id' }] })).toBeUndefined()
    expect(lookedAt()).toBe(0)
  })
})
