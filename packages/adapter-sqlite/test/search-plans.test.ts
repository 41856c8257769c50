import { createTracker, type BugsSearchInput, type Tracker } from '@trackerkit/core'
import { schema } from '@trackerkit/core/schema'
import { createCompiler } from '@trackerkit/core/sql'
import { typed, type PlainQuery, type PlainStore } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqliteDialect } from '../src/dialect.js'
import { sqliteStore } from '../src/index.js'

const db = new Database(':memory:')
const compiler = createCompiler(schema, sqliteDialect)
const asked: PlainQuery[] = []
/** Marks what was counted and not selected. */
const countLimit = -1
let tracker: Tracker

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
          count(from, where) {
            asked.push({ from, ...(where && { where }), limit: countLimit })
            return tx.count(from, where)
          },
        }),
      ),
  }
}

beforeAll(async () => {
  tracker = await createTracker({ store: typed(noting(sqliteStore(db) as unknown as PlainStore)) })
})
afterAll(() => tracker.close())

/** How SQLite finds the bugs of a search. */
async function planOf(input: BugsSearchInput): Promise<string> {
  asked.length = 0
  await tracker.as({ login: 'admin@example.com' }).bugs.search({ limit: 100, ...input })
  const query = asked.find(({ from, limit }) => from === 'bugs' && (limit === 101 || limit === countLimit))
  if (!query) throw new Error('no bugs were looked for')
  const { sql, parameters } =
    query.limit === countLimit ? compiler.count(query.from, query.where) : compiler.select(query)
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters) as { detail: string }[]
  return steps.map(({ detail }) => detail).join('\n')
}

const six: BugsSearchInput = {
  f1: 'product',
  o1: 'equals',
  v1: 'Product',
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
    /SEARCH t0 USING INDEX bugs__(product_id__status_id|status_id|product_id__component_id)__index/,
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
    'six charts with NOT and history',
    six,
    /SEARCH t0 USING INDEX bugs__(assigned_to_id__is_open|product_id__status_id|status_id)__index/,
  ],
])('SQLite finds bugs by an index: %s', async (_what, input, index) => {
  const found = await planOf(input)
  expect(found).toMatch(index)
  expect(found).not.toMatch(/SCAN t0/)
})

it('SQLite counts visible bugs with two index lookups for each restricted bug', async () => {
  const found = await planOf({ count_only: true })
  expect(found).toContain('SEARCH t1 USING PRIMARY KEY (bug_id=?)')
  expect(found).toContain('SEARCH t2 USING COVERING INDEX bug_cc__user_id__index (user_id=?)')
  // Nothing but an index of what each person sees could narrow this.
  expect(found.match(/SCAN t\d/g)).toEqual(['SCAN t0'])
})
