// The indexes that PostgreSQL uses to find bugs, with 20,000 bugs and statistics. VACUUM adds new texts to their index.
import { createTracker, type Tracker } from '@trackerkit/core'
import type { BugsCountInput, BugsSearchInput } from '@trackerkit/core/types'
import { schema, type TrackerSchema } from '@trackerkit/core/schema'
import { createCompiler } from '@trackerkit/core/sql'
import { typed, type PlainQuery, type PlainStore, type PlainCountByQuery, type Store } from '@trackerkit/core/store'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresDialect } from '../src/dialect.js'
import { postgresStore } from '../src/index.js'
import { createSchema, type TestSchema } from './schemas.js'

const bugCount = 20_000
const compiler = createCompiler(schema, postgresDialect({ trigrams: true, counters: true }))
const asked: PlainQuery[] = []
const counted = new Set<PlainQuery>()
const groupQueries: PlainCountByQuery[] = []
let place: TestSchema
let pool: pg.Pool
let tracker: Tracker

/** A store that notes what is asked of bugs. */
function noting(plain: PlainStore): PlainStore {
  return {
    ...plain,
    read: (work, options) =>
      plain.read(
        (tx) =>
          work({
            select(query) {
              asked.push(query)
              return tx.select(query)
            },
            count(from, where, options = {}) {
              if (options.atMost !== undefined) return tx.count(from, where, options)
              const query = { from, ...(where && { where }) }
              asked.push(query)
              counted.add(query)
              return tx.count(from, where)
            },
            countBy(query) {
              groupQueries.push(query)
              return tx.countBy(query)
            },
          }),
        options,
      ),
  }
}

beforeAll(async () => {
  place = await createSchema()
  pool = new pg.Pool({ connectionString: place.url, max: 1 })
  const store = postgresStore(place.url)
  tracker = await createTracker({ store: typed(noting(store as unknown as PlainStore)) })
  const system = tracker.asSystem('admin@example.com')
  for (const name of ['Widgets', 'Gadgets', 'Gizmos'])
    await system.products.create({ name, description: 'Measured', version: '1.0' })
  for (let n = 0; n < 60; n++) {
    const product = ['Widgets', 'Gadgets', 'Gizmos'][n % 3] as string
    const component = { product, name: `Part ${n}`, description: 'Part', default_assignee: 'admin@example.com' }
    await system.components.create(component)
  }
  const newBug = { product: 'Widgets', component: 'Part 0', version: '1.0', summary: 'It blinks', description: 'So.' }
  await system.bugs.create(newBug)
  await fill(store as unknown as Store<TrackerSchema>)
  for (const table of ['bugs', 'bug_counts', 'comments', 'bug_groups']) await pool.query(`VACUUM ANALYZE ${table}`)
})
afterAll(async () => {
  await tracker.close()
  await pool.end()
  await place.remove()
})

/** Copies the one bug there is, with other places, states, people, times and words; each hundredth is in a group. */
async function fill(store: Store<TrackerSchema>): Promise<void> {
  await store.write(async (tx) => {
    const [pattern] = await tx.select({ from: 'bugs' })
    const components = await tx.select({ from: 'components' })
    const open = await tx.select({ from: 'legal_values', where: { col: 'is_open', eq: true } })
    if (!pattern) throw new Error('there is no bug')
    const { id: _, ...columns } = pattern
    const rows = Array.from({ length: bugCount }, (_unused, n) => {
      const { id: component_id, product_id } = components[n % components.length] as (typeof components)[number]
      const word = `word${n % 5000}`
      return {
        ...columns,
        product_id,
        component_id,
        status_id: open[n % open.length]?.id ?? columns.status_id,
        group_count: n % 100 === 0 ? 1 : 0,
        last_change_time: new Date(columns.last_change_time.getTime() - n * 60_000),
        summary: `It blinks ${word}`,
        summary_folded: `it blinks ${word}`,
      }
    })
    for (let from = 0; from < rows.length; from += 2000) await tx.insert('bugs', rows.slice(from, from + 2000))
  })
}

/** How PostgreSQL finds, or counts, the bugs of a search, statement by statement. */
async function plansOf(input: BugsSearchInput): Promise<string[]> {
  asked.length = 0
  await tracker.as(null).bugs.search({ limit: 100, include_fields: ['id'], ...input })
  const queries = asked.filter(({ from, limit }) => from === 'bugs' && (limit === 101 || limit === undefined))
  const plans: string[] = []
  for (const query of queries.filter((one) => counted.has(one) || one.limit === 101)) {
    const { sql, parameters } = counted.has(query) ? compiler.count(query.from, query.where) : compiler.select(query)
    const { rows } = await pool.query<Record<string, unknown>>(`EXPLAIN ${sql}`, parameters)
    plans.push(rows.map((row) => String(row['QUERY PLAN'])).join('\n'))
  }
  return plans
}

it.each<[string, BugsSearchInput, RegExp]>([
  [
    'product and status, newest first',
    { product: 'Gadgets', status: 'CONFIRMED', order: 'changeddate DESC' },
    /Index.* Scan.* using bugs__(product_id__)?(status_id__)?last_change_time__index/,
  ],
  [
    'component, newest first',
    { product: 'Gadgets', component: 'Part 1', order: 'changeddate DESC' },
    /Index Scan.* using bugs__component_id__last_change_time__index/,
  ],
  [
    'reported by one, newest first',
    { creator: 'admin@example.com', order: 'changeddate DESC' },
    /Index Scan.* using bugs__(creator_id__)?last_change_time__index/,
  ],
  [
    'assigned to one, open, newest first',
    { assigned_to: 'admin@example.com', status: '__open__', order: 'changeddate DESC' },
    /Index Scan.* using bugs__(assigned_to_id__is_open__)?last_change_time__index/,
  ],
  ['changed since', { last_change_time: new Date(Date.now() - 600_000) }, /bugs__last_change_time__index/],
  ['a part of the summary', { summary: 'word4711' }, /bugs__summary_folded__substring/],
  ['a bug by number', { id: 4711 }, /bugs_pkey/],
])('PostgreSQL finds bugs by an index: %s', async (_what, input, index) => {
  const [plan = ''] = await plansOf(input)
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Seq Scan on bugs/)
})

it('PostgreSQL looks at bugs in the order of an index for a common word', async () => {
  asked.length = 0
  const common = { summary: 'blinks', order: 'changeddate DESC', limit: 100 }
  const { bugs } = await tracker.as(null).bugs.search({ ...common, include_fields: ['id'] })
  expect(bugs).toHaveLength(100)
  const steps = asked.filter(({ columns, limit }) => columns?.join() === 'id' && limit !== 101)
  const plans = await Promise.all(
    steps.map(async (query) => {
      const { sql, parameters } = compiler.select(query)
      const { rows } = await pool.query<Record<string, unknown>>(`EXPLAIN ${sql}`, parameters)
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
    }),
  )
  expect(plans[0]).toMatch(/Index.* Scan.* using bugs__last_change_time__index/)
  expect(plans[1]).toMatch(/bugs_pkey/)
  expect(plans.join()).not.toMatch(/Seq Scan on bugs/)
})

it('PostgreSQL counts the bugs that all can see without reading any', async () => {
  const [hidden = '', all = ''] = await plansOf({ count_only: true })
  for (const plan of [hidden, all]) expect(plan).toMatch(/ on bug_counts /)
  groupQueries.length = 0
  await tracker.as(null).bugs.count({ x: 'version', y: 'status' })
  const tables = groupQueries.map((query) => /FROM "(\w+)"/.exec(compiler.countBy(query).sql)?.[1])
  expect(tables).toEqual(['bug_counts', 'bug_counts'])
})

it.each<[string, BugsCountInput, RegExp]>([
  [
    'open bugs by two fields',
    { status: '__open__', x: 'component', y: 'priority' },
    /Index Only Scan using bugs__product_id__component_id__status_id__resolution__/,
  ],
  ['those of a product', { product: 'Gadgets', x: 'severity' }, /Index Only Scan using bugs__product_id__component_id/],
])(
  'PostgreSQL counts with an index-only scan, and reads only rows that are not public: %s',
  async (_what, input, plan) => {
    groupQueries.length = 0
    await tracker.as(null).bugs.count(input)
    const plans: string[] = []
    // Bugs that differ in so little are looked at as quickly as an index; real ones are longer.
    await pool.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET random_page_cost = 1')
    for (const query of groupQueries) {
      const { sql, parameters } = compiler.countBy(query)
      const { rows } = await pool.query<Record<string, unknown>>(`EXPLAIN ${sql}`, parameters)
      plans.push(rows.map((row) => String(row['QUERY PLAN'])).join('\n'))
    }
    const [all = '', hidden = '', ...others] = plans
    expect(all).toMatch(plan)
    expect(hidden).toMatch(/Index Scan using bugs__group_count__index/)
    expect(others).toEqual([])
  },
)
