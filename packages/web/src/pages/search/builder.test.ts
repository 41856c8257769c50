// The search builder: every address of a list is read and written back as one that finds the same bugs.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, isTrackerError, type Tracker } from '@trackerkit/core'
import type { FieldOfMetadata } from '@trackerkit/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../core/test/simulation/moves.js'
import { criteriaOf, listPath } from '../query/query.js'
import { readQuery } from '../query/read.js'
import { sentenceOf } from './sentence.js'
import { withSaved } from '../query/with-saved.js'
import { writeQuery } from '../query/write.js'
import { english } from '../../texts/english/index.js'

const login = 'admin@example.com'
let tracker: Tracker
let fields: readonly FieldOfMetadata[]

/** Bugs of every priority, some closed, some changed. */
beforeAll(async () => {
  tracker = await createTracker({ store: memoryStore(), administrator: { login, password: 'correct horse battery' } })
  const system = tracker.asSystem(login)
  for (const name of ['one', 'two', 'three']) await system.keywords.create({ name, description: name })
  for (const name of ['Widgets, large', 'Gadgets']) {
    await system.products.create({ name, description: name, version: '1' })
    await system.components.create({ product: name, name: 'UI', description: 'UI', default_assignee: login })
  }
  const me = tracker.as({ login })
  for (let number = 0; number < 24; number++) {
    const product = number % 3 === 0 ? 'Gadgets' : 'Widgets, large'
    const place = { product, component: 'UI', version: '1', summary: `Bug ${number % 5} of ${number}` }
    const priority = ['Highest', 'High', 'Low'][number % 3]
    const keywords = ['one', 'two', 'three'].slice(0, number % 4)
    const { id } = await me.bugs.create({ ...place, priority, keywords, severity: number % 2 ? 'major' : 'minor' })
    if (number % 4 === 0) await me.bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'FIXED' })
    if (number % 5 === 0) await me.bugs.update({ ids: [id], priority: 'Normal', comment: { body: `Word ${number}` } })
  }
  fields = (await me.server.metadata()).fields
}, 60_000)

const writtenBack = (query: string) => writeQuery(readQuery(new URLSearchParams(query), fields), fields)

async function idsOf(query: URLSearchParams): Promise<readonly number[] | 'refused'> {
  const whole = new URLSearchParams(listPath(query).split('?')[1])
  const input = { ...criteriaOf(whole), order: 'id', limit: 100, include_fields: ['id'] as const }
  try {
    const { bugs } = await tracker.as({ login }).bugs.search(input)
    return bugs.map(({ id }) => id)
  } catch (error) {
    // One of several faults.
    if (isTrackerError(error)) return 'refused'
    throw error
  }
}

type Pairs = readonly (readonly [name: string, value: string])[]

const { pick, upTo } = createRandom(7)

const plain: Readonly<Record<string, readonly string[]>> = {
  priority: ['High', 'Low', 'High,Low', 'Normal'],
  product: ['Gadgets', 'Widgets, large'],
  status: ['__open__', '__closed__', '__all__', 'CONFIRMED', 'RESOLVED'],
  resolution: ['FIXED', '---'],
  keywords: ['one', 'one,two', 'three one'],
  summary: ['Bug 1', 'of 2', 'none'],
  assigned_to: [login, '%user%', 'nobody@example.com'],
  severity: ['major'],
  severity_type: ['notequals'],
  quicksearch: ['ALL Bug', 'priority:High'],
  id: ['1', '1,2,3'],
  order: ['priority,id DESC'],
}

const tests: readonly (readonly [
  fields: readonly string[],
  operators: readonly string[],
  values: readonly string[],
])[] = [
  [
    ['priority', 'bug_severity', 'severity'],
    ['equals', 'notequals', 'anyexact', 'lessthan', 'changedto', 'isempty', 'nowords'],
    ['High', 'High,Low', 'major', 'minor, major', 'Normal'],
  ],
  [['product'], ['equals', 'anyexact'], ['Gadgets', 'Widgets, large']],
  [
    ['keywords'],
    ['anyexact', 'allexact', 'allwords', 'anywords', 'nowords', 'isempty', 'equals'],
    ['one', 'one,two', 'two three'],
  ],
  [
    ['short_desc', 'summary', 'longdesc'],
    ['substring', 'allwordssubstr', 'regexp', 'notsubstring', 'allwords', 'anywords', 'nowords', 'anyexact'],
    ['Bug 1', '1 of', 'Word', '1, 2'],
  ],
  [['bug_id'], ['anyexact', 'equals', 'nowords', 'lessthan'], ['3', '1,2', '4, 5 6']],
  [
    ['creation_ts', 'nonsense', ''],
    ['greaterthan', 'nonsense', ''],
    ['-1d', '2020-01-01', ''],
  ],
]

/** Charts, groups among them, with gaps between their numbers, and not always closed. */
function randomCharts(): Pairs {
  let [number, depth] = [0, 0]
  return Array.from({ length: upTo(9) }).flatMap((): Pairs => {
    number += 1 + upTo(3)
    const kind = pick(['test', 'test', 'test', 'OP', 'CP'])
    if (kind === 'CP' && depth === 0) return []
    depth += kind === 'OP' ? 1 : kind === 'CP' ? -1 : 0
    if (kind === 'CP') return [[`f${number}`, 'CP']]
    const negation: Pairs = upTo(2) === 1 ? [[`n${number}`, pick(['1', 'true', 'on', '0', 'No', ''])]] : []
    if (kind === 'OP') return [[`f${number}`, 'OP'], [`j${number}`, pick(['AND', 'OR', 'or'])], ...negation]
    const [names, operators, values] = pick(tests)
    return [[`f${number}`, pick(names)], [`o${number}`, pick(operators)], [`v${number}`, pick(values)], ...negation]
  })
}

function randomAddress(): string {
  const criteria = Array.from({ length: upTo(5) }, (): Pairs[number] => {
    const [name, values] = pick(Object.entries(plain))
    return [name, pick(values)]
  })
  const joiner: Pairs = upTo(2) === 1 ? [['j_top', pick(['OR', 'AND'])]] : []
  return String(new URLSearchParams([...criteria, ...randomCharts(), ...joiner].map(([name, value]) => [name, value])))
}

describe('the search builder', () => {
  it('writes every address back as one that finds the same bugs', async () => {
    let compared = 0
    while (compared < 500) {
      const query = randomAddress()
      const back = writtenBack(query)
      const ids = await idsOf(new URLSearchParams(query))
      // The builder leaves out what is at fault and asks for nothing.
      if (ids === 'refused') continue
      expect({ query, back: String(back), ids: await idsOf(back) }).toEqual({ query, back: String(back), ids })
      compared++
    }
  }, 120_000)

  it('opens a saved search with the criteria beside it', async () => {
    const { savedSearches } = tracker.as({ login })
    let compared = 0
    while (compared < 200) {
      const [query = '', beside] = [listPath(new URLSearchParams(randomAddress())).split('?')[1], randomAddress()]
      const address = new URLSearchParams(`${beside}&savedsearch=Mine`)
      await savedSearches.save({ name: 'Mine', query })
      const ids = await idsOf(address)
      const opened = withSaved(new URLSearchParams(query), address, fields)
      if (ids === 'refused' || !opened || (await idsOf(new URLSearchParams(query))) === 'refused') continue
      const found = await idsOf(opened)
      expect({ query, beside, opened: String(opened), found }).toEqual({
        query,
        beside,
        opened: String(opened),
        found: ids,
      })
      compared++
    }
  }, 60_000)

  const charts: readonly (readonly [kind: string, most: number, fieldsOf: (count: number) => readonly string[]])[] = [
    ['groups in each other', 50, (count) => Array<string>(count).fill('OP')],
    ['conditions', 200, (count) => Array<string>(count - 1).fill('priority')],
    ['parameters', 1000, (count) => Array.from({ length: count - 2 }, (_, index) => (index % 2 ? 'CP' : 'OP'))],
  ]
  it.each(charts)('reads as many %s as the API, and no charts of an address with more', async (_, most, fieldsOf) => {
    const addressOf = (count: number) => {
      const names = [...fieldsOf(count), 'priority']
      const pairs = names.flatMap((name, index): Pairs => [
        [`f${index + 1}`, name],
        ...(name === 'priority' ? [[`o${index + 1}`, 'isempty'] as const] : []),
      ])
      return new URLSearchParams(pairs.map(([name, value]) => [name, value]))
    }
    const isRead = (count: number) => readQuery(addressOf(count), fields).root.parts.length > 0
    const isTaken = async (count: number) => (await idsOf(addressOf(count))) !== 'refused'
    expect([isRead(most), isRead(most + 1), isRead(4000)]).toEqual([true, false, false])
    expect([await isTaken(most - 10), await isTaken(most + 1)]).toEqual([true, false])
  })

  it.each([
    ['priority=High&quicksearch=x', 'quicksearch=x&priority=High'],
    ['f1=bug_status&o1=changedto&v1=RESOLVED', 'f1=bug_status&o1=changedto&v1=RESOLVED'],
    [
      'j_top=OR&f3=priority&o3=equals&v3=High&f9=keywords&o9=isempty',
      'j_top=OR&f1=priority&o1=equals&v1=High&f2=keywords&o2=isempty',
    ],
    ['status=__open__&f1=priority&o1=anyexact&v1=High&n1=1', 'status=__open__&f1=priority&o1=anyexact&v1=High&n1=1'],
    ['bug_status=NEW&limit=20&include_fields=id', 'bug_status=NEW&limit=20&include_fields=id'],
    ['f1=bug_id&o1=anyexact&v1=1,2', 'f1=bug_id&o1=anyexact&v1=1,2'],
    ['f1=longdesc&o1=allwords&v1=two words', 'f1=longdesc&o1=allwords&v1=two+words'],
    ['f1=short_desc&o1=substring&v1=a,b&v1=c', 'f1=short_desc&o1=substring&v1=a,b&v1=c'],
    ['f1=priority&o1=lessthan&v1=High&n1=true', 'f1=priority&o1=lessthan&v1=High&n1=1'],
    ['f1=&f1=keywords&o1=isempty&n1=off', 'f1=keywords&o1=isempty'],
    ['order=priority&order=id', 'order=priority,id'],
  ])('writes %s as %s', (query, expected) => {
    expect(decodeURIComponent(String(writtenBack(query)))).toBe(expected)
  })

  it.each([
    ['', 'All bugs'],
    ['priority=High&priority=Highest', 'Bugs where Priority is High or Highest'],
    [
      'priority=High&f1=bug_status&o1=changedto&v1=RESOLVED',
      'Bugs where Priority is High, and Status changed to Resolved',
    ],
    [
      'quicksearch=blink&f1=OP&j1=OR&n1=1&f2=keywords&o2=allwords&v2=one two&f3=creation_ts&o3=greaterthan&v3=-7d&f4=CP',
      'Bugs where the text has “blink”, and not (Keywords has all of one and two, or Filed after 7 days ago)',
    ],
  ])('puts %s into a sentence', (query, sentence) => {
    expect(sentenceOf(readQuery(new URLSearchParams(query), fields), fields, english)).toBe(sentence)
  })
})
