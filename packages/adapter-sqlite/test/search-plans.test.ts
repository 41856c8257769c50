import { createTracker, type Tracker } from '@trackerkit/core'
import type { BugsCountInput, BugsSearchInput } from '@trackerkit/core/types'
import { schema } from '@trackerkit/core/schema'
import { createCompiler, type Statement } from '@trackerkit/core/sql'
import { typed, type PlainQuery, type PlainStore, type PlainCountByQuery } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqliteDialect } from '../src/dialect.js'
import { sqliteStore } from '../src/index.js'

const db = new Database(':memory:')
const compiler = createCompiler(schema, sqliteDialect())
const asked: PlainQuery[] = []
const counted: PlainCountByQuery[] = []
/** Marks what was counted and not selected. */
const countLimit = -1
let tracker: Tracker
/** True if each word and each person should appear to be in many bugs. */
let isAllCommon = false

/** A store that notes what is selected. */
function noting(plain: PlainStore): PlainStore {
  return {
    ...plain,
    migrate: (schemaOf, migrations) => plain.migrate(schemaOf, migrations),
    write: (work) => plain.write(work),
    close: () => plain.close(),
    read: (work) =>
      plain.read((tx) =>
        work({
          select(query) {
            asked.push(query)
            return tx.select(query)
          },
          count(from, where, { atMost } = {}) {
            if (atMost !== undefined && isAllCommon) return atMost
            if (atMost === undefined) asked.push({ from, ...(where && { where }), limit: countLimit })
            return tx.count(from, where)
          },
          countBy(query) {
            counted.push(query)
            return tx.countBy(query)
          },
        }),
      ),
  }
}

beforeAll(async () => {
  tracker = await createTracker({ store: typed(noting(sqliteStore(db) as unknown as PlainStore)) })
  // Searches leave out names that only one product has.
  const system = tracker.asSystem('admin@example.com')
  for (const product of ['TestProduct', 'Other']) {
    await system.products.create({ name: product, description: 'Looked for', version: '1' })
    for (const name of ['Inside', 'Outside']) {
      const component = { product, name, description: 'Part', default_assignee: 'admin@example.com' }
      await system.components.create(component)
    }
  }
})
afterAll(() => tracker.close())

/** How SQLite finds or counts the bugs of a search, statement by statement. */
async function plansOf(input: BugsSearchInput): Promise<string[]> {
  asked.length = 0
  await tracker.as({ login: 'admin@example.com' }).bugs.search({ limit: 100, ...input })
  return asked
    .filter(({ from, limit }) => from === 'bugs' && (limit === 101 || limit === countLimit))
    .map((query) => {
      return explain(query.limit === countLimit ? compiler.count(query.from, query.where) : compiler.select(query))
    })
}

interface Step {
  readonly parent: number
  readonly detail: string
}

/** Without the sorting of the rows of a page, which is found before. */
function explain({ sql, parameters }: Statement): string {
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as Step[]
  const isPage = steps.some(({ detail }) => detail === 'CO-ROUTINE page')
  const finding = steps.filter(({ parent, detail }) => !isPage || parent !== 0 || !detail.endsWith('FOR ORDER BY'))
  const plan = finding.map(({ detail }) => detail).join('\n')
  return sql.includes('FROM "bug_counts" AS t0') ? plan.replaceAll('t0', 'bug_counts') : plan
}

async function planOf(input: BugsSearchInput): Promise<string> {
  const [plan] = await plansOf(input)
  if (plan === undefined) throw new Error('no bugs were looked for')
  return plan
}

const six: BugsSearchInput = {
  f1: 'product',
  o1: 'equals',
  v1: 'TestProduct',
  f2: 'bug_status',
  o2: 'equals',
  v2: 'CONFIRMED',
  f3: 'assigned_to',
  o3: 'equals',
  v3: 'admin@example.com',
  f4: 'short_desc',
  o4: 'substring',
  v4: 'leak',
  n4: 1,
  f5: 'bug_status',
  o5: 'changedafter',
  v5: '-3d',
  n5: 1,
  f6: 'bug_id',
  o6: 'greaterthan',
  v6: 100,
}

it.each<[string, BugsSearchInput, RegExp]>([
  [
    'product and status, newest first',
    { product: 'TestProduct', status: 'CONFIRMED', order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__product_id__status_id__last_change_time__index \(product_id=\? AND status_id=\?\)/,
  ],
  [
    'product, newest first',
    { product: 'TestProduct', order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__product_id__last_change_time__index \(product_id=\?\)/,
  ],
  [
    'component of a product, newest first',
    { product: 'TestProduct', component: 'Inside', order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__component_id__last_change_time__index \(component_id=\?\)/,
  ],
  [
    'status, newest first',
    { status: 'CONFIRMED', order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__status_id__last_change_time__index \(status_id=\?\)/,
  ],
  ['a part of the summary', { summary: 'blink' }, /SEARCH t0 .*[^]*bugs__summary_folded__substring VIRTUAL TABLE/],
  ['a word in comments', { longdesc: 'blink' }, /SEARCH t0 .*[^]*comments__text_folded__substring VIRTUAL TABLE/],
  ['content', { content: 'blink' }, /comments__text_folded__substring VIRTUAL TABLE/],
  [
    'changed since',
    { last_change_time: new Date('2026-01-01T00:00:00Z'), order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__last_change_time__index/,
  ],
  [
    'changed since, by id',
    { last_change_time: new Date('2026-01-01T00:00:00Z') },
    /SEARCH t0 USING INDEX bugs__last_change_time__index/,
  ],
  [
    'changed less than three days ago',
    { f1: 'days_elapsed', o1: 'lessthan', v1: 3 },
    /SEARCH t0 USING INDEX bugs__last_change_time__index/,
  ],
  [
    'due before a day',
    { f1: 'deadline', o1: 'lessthan', v1: '2026-01-01' },
    /SEARCH t0 USING INDEX bugs__deadline__index/,
  ],
  [
    'status changed since',
    { chfield: 'bug_status', chfieldfrom: '-3d' },
    /SEARCH t0 .*[^]*bug_history__field__at__index \(field=\? AND at>\?\)/,
  ],
  [
    'assigned to me',
    { assigned_to: 'admin@example.com', is_open: true },
    /SEARCH t0 USING INDEX bugs__assigned_to_id__is_open__index \(assigned_to_id=\? AND is_open=\?\)/,
  ],
  [
    'assigned to one, open, by number',
    { assigned_to: 'admin@example.com', status: '__open__' },
    /SEARCH t0 USING INDEX bugs__assigned_to_id__is_open__index \(assigned_to_id=\? AND is_open=\?\)/,
  ],
  [
    'assigned to one, open, newest first',
    { assigned_to: 'admin@example.com', status: '__open__', order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__assigned_to_id__is_open__last_change_time__index \(assigned_to_id=\? AND is_open=\?\)/,
  ],
  [
    'assigned to one, closed, newest first',
    { assigned_to: 'admin@example.com', status: '__closed__', order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__assigned_to_id__is_open__last_change_time__index \(assigned_to_id=\? AND is_open=\?\)/,
  ],
  [
    'reported by one, newest first',
    { creator: 'admin@example.com', order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__creator_id__last_change_time__index \(creator_id=\?\)/,
  ],
  [
    'of a QA contact, newest first',
    { qa_contact: 'admin@example.com', order: 'changeddate DESC' },
    /SEARCH t0 USING INDEX bugs__qa_contact_id__last_change_time__index \(qa_contact_id=\?\)/,
  ],
  [
    'six charts with NOT and history',
    six,
    /SEARCH t0 USING INDEX bugs__(assigned_to_id__is_open|product_id__status_id|status_id)(__last_change_time)?__index/,
  ],
])('SQLite finds bugs by an index: %s', async (_what, input, index) => {
  const found = await planOf(input)
  expect(found).toMatch(index)
  expect(found).not.toMatch('order' in input ? /SCAN t0|USE TEMP B-TREE FOR ORDER BY/ : /SCAN t0/)
})

it.each<[string, BugsSearchInput]>([
  ['assigned to one, open', { assigned_to: 'admin@example.com', status: '__open__' }],
  ['reported by one', { creator: 'admin@example.com' }],
])('SQLite finds bugs in the order of their numbers without sorting: %s', async (_what, input) => {
  expect(await planOf(input)).not.toContain('USE TEMP B-TREE FOR ORDER BY')
})

it('SQLite counts visible bugs by reading only those that are not public', async () => {
  const [hidden = '', all = ''] = await plansOf({ count_only: true })
  expect(hidden).toContain('SEARCH t0 USING INDEX bugs__group_count__index (group_count>?)')
  expect(hidden).toContain('SEARCH t1 USING PRIMARY KEY (bug_id=?)')
  expect(hidden).toContain('SEARCH t2 USING PRIMARY KEY (bug_id=? AND user_id=?)')
  expect(hidden).not.toMatch(/SCAN t\d/)
  expect(all).toBe('SCAN bug_counts')
})

it('SQLite reads the CC list of a hidden bug, and never all lists of a person', async () => {
  const [plan = ''] = await plansOf({ order: 'changeddate DESC' })
  expect(plan).toContain('SEARCH t2 USING PRIMARY KEY (bug_id=? AND user_id=?)')
  expect(plan).not.toContain('bug_cc__user_id__index')
})

it('SQLite finds the bugs with a person on the CC list by the index of people', async () => {
  const [plan = ''] = await plansOf({ cc: 'admin@example.com' })
  expect(plan).toContain('bug_cc__user_id__index (user_id=?)')
})

it.each<[string, BugsSearchInput, RegExp]>([
  ['a common word, by number', { content: 'blink' }, /^SCAN t0$/],
  [
    'a common word, newest first',
    { content: 'blink', order: 'changeddate DESC' },
    /^SCAN t0 USING COVERING INDEX bugs__last_change_time__index/,
  ],
  [
    'a common word in a product, newest first',
    { product: 'TestProduct', content: 'blink', order: 'changeddate DESC' },
    /^SEARCH t0 USING COVERING INDEX bugs__product_id__last_change_time__index/,
  ],
  [
    'bugs with a busy person on the CC list, newest first',
    { cc: 'admin@example.com', order: 'changeddate DESC' },
    /^SCAN t0 USING COVERING INDEX bugs__last_change_time__index/,
  ],
])('SQLite looks at bugs in the order of an index: %s', async (_what, input, inOrder) => {
  const bug = { product: 'TestProduct', component: 'Inside', version: '1', summary: 'It blinks', description: 'Still.' }
  const admin = tracker.as({ login: 'admin@example.com' })
  await admin.bugs.create(bug)
  await admin.bugs.create(bug)
  isAllCommon = true
  try {
    await plansOf(input)
  } finally {
    isAllCommon = false
  }
  const steps = asked.filter(({ from, limit, columns }) => from === 'bugs' && limit !== 101 && columns?.join() === 'id')
  const [walk = '', look = ''] = steps.map((query) => {
    const { sql, parameters } = compiler.select(query)
    const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[]
    return rows.map(({ detail }) => detail).join('\n')
  })
  expect(walk).toMatch(inOrder)
  expect(walk).not.toContain('USE TEMP B-TREE FOR ORDER BY')
  expect(look).toMatch(/^SEARCH t0 USING INTEGER PRIMARY KEY \(rowid=\?\)/)
  expect(look).not.toMatch(/SCAN (t\d|\w+__substring)/)
})

it('SQLite counts texts with an index-only scan, up to the requested number', () => {
  const where = { col: 'text_folded', contains: 'blink' }
  const { sql, parameters } = compiler.count('comments', where, { atMost: 7000, candidates: true })
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[]
  const plan = rows.map(({ detail }) => detail).join('\n')
  expect(plan).toMatch(/SCAN comments__text_folded__substring VIRTUAL TABLE/)
  expect(plan).not.toContain('PRIMARY KEY')
})

it('SQLite asks the index of texts once for several words', () => {
  const where = { and: ['blink', 'lamp'].map((contains) => ({ col: 'summary_folded', contains })) }
  const { sql, parameters } = compiler.select({ from: 'bugs', where, limit: 25 })
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[]
  expect(rows.filter(({ detail }) => detail.includes('VIRTUAL TABLE'))).toHaveLength(1)
})

it('SQLite counts the visible bugs of a product and a status without reading those that are public', async () => {
  const [hidden = '', all = ''] = await plansOf({ product: 'TestProduct', status: 'CONFIRMED', count_only: true })
  expect(hidden).toContain('SEARCH t0 USING INDEX bugs__group_count__index (group_count>?)')
  expect(all).toBe('SEARCH bug_counts USING PRIMARY KEY (product_id=?)')
})

/** How SQLite counts bugs by their values, statement by statement. */
async function plansOfCount(input: BugsCountInput): Promise<string[]> {
  counted.length = 0
  await tracker.as({ login: 'admin@example.com' }).bugs.count(input)
  return counted.map((query) => explain(compiler.countBy(query)))
}

it.each<[string, BugsCountInput, RegExp]>([
  [
    'open bugs by two fields',
    { status: '__open__', x: 'component', y: 'priority' },
    /^SCAN t0 USING COVERING INDEX bugs__product_id__component_id__status_id__resolution__/,
  ],
  [
    'those of a product',
    { product: 'TestProduct', x: 'severity' },
    /^SEARCH t0 USING COVERING INDEX bugs__product_id__component_id__status_id__resolution__\w+ \(product_id=\?\)/,
  ],
  ['all by their version and status', { x: 'version', y: 'status' }, /^SCAN bug_counts/],
  ['all by the week of their creation', { over: 'week' }, /^SCAN t0 USING COVERING INDEX bugs__creation_time__index/],
])('SQLite counts with an index, and reads only rows that are not public: %s', async (_what, input, plan) => {
  const [all = '', hidden = '', ...others] = await plansOfCount(input)
  expect(all).toMatch(plan)
  expect(hidden).toContain('SEARCH t0 USING INDEX bugs__group_count__index (group_count>?)')
  expect(hidden).not.toMatch(/SCAN t\d/)
  expect(others).toEqual([])
})
