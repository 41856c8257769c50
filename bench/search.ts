// `npm run bench -- search [SIZE]`: what searches cost, against the same bugs found by hand with the indexes that it takes, and how
// many rows they read.
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import type { BugsSearchInput } from '@trackerkit/core/types'
import { typed, type PlainStore } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { openCorpus } from './corpus.js'
import { compareCpu, warmUp } from './measure.js'
import { report, type Aim } from './report.js'

interface Case {
  readonly what: string
  readonly aim?: Aim
  readonly input: BugsSearchInput
  /** The SQL that a developer would write for this search. */
  readonly sql: string
}

const visible = 'b.group_count = 0'
const newest = 'order by b.last_change_time desc, b.id desc limit 100'
const first = 'order by b.id limit 100'
const since = '2025-01-10T00:00:00Z'

/** How the index of trigrams is asked for a text: by some of them, which is quicker than by all and finds hardly more. */
function trigrams(index: string, text: string): string {
  const count = Math.min(8, text.length - 2)
  const step = (text.length - 3) / Math.max(1, count - 1)
  const starts = Array.from({ length: count }, (_, n) => Math.round(n * step))
  const parts = starts.map((at) => `"${text.slice(at, at + 3)}"`)
  return `${index} match '${parts.join(' AND ')}'`
}

/** `part` is a part of some summaries, `phrase` of some comments. */
function casesOfAnybody(part: string, phrase: string): readonly Case[] {
  return [
    {
      what: 'product and status, newest first',
      aim: { atMost: 3 },
      input: { product: 'Product', status: 'CONFIRMED', order: 'changeddate DESC, bug_id DESC' },
      sql: `select b.id, b.summary from bugs b where b.product_id = (select id from products where name = 'Product')
      and b.status_id = (select id from legal_values where name = 'CONFIRMED') and ${visible} ${newest}`,
    },
    {
      what: 'substring of the summary',
      input: { summary: part },
      sql: `select b.id, b.summary from bugs b where b.id in (select rowid from bugs__summary_folded__substring
      where ${trigrams('bugs__summary_folded__substring', part)}) and instr(b.summary_folded, '${part}') and ${visible} ${first}`,
    },
    {
      what: 'a word in comments',
      input: { content: `"${phrase}"` },
      sql: `select b.id, b.summary from bugs b where b.id in (
      select s.id from bugs__summary_folded__substring f cross join bugs s on s.id = f.rowid
      where ${trigrams('f.bugs__summary_folded__substring', phrase)} and instr(s.summary_folded, '${phrase}')
      union select c.bug_id from comments__text_folded__substring f cross join comments c on c.id = f.rowid
      where ${trigrams('f.comments__text_folded__substring', phrase)} and instr(c.text_folded, '${phrase}') and c.is_private = 0
      ) and ${visible} ${first}`,
    },
    {
      what: 'changed since',
      input: { last_change_time: new Date(since), order: 'changeddate DESC, bug_id DESC' },
      sql: `select b.id, b.summary from bugs b indexed by by_hand_3 where b.last_change_time >= ${Date.parse(since)} and ${visible} ${newest}`,
    },
    {
      what: 'changed since, by ID',
      input: { last_change_time: new Date(since) },
      sql: `select b.id, b.summary from bugs b where b.last_change_time >= ${Date.parse(since)} and ${visible} order by b.id limit 100`,
    },
  ]
}

function casesOf(login: string): readonly Case[] {
  const me = `(select id from users where login = '${login}')`
  return [
    {
      what: 'assigned to me, open',
      input: { assigned_to: login, is_open: true },
      sql: `select b.id, b.summary from bugs b where b.assigned_to_id = ${me} and b.is_open = 1 and ${visible} ${first}`,
    },
    {
      what: 'six charts with NOT and history',
      input: {
        f1: 'product',
        o1: 'equals',
        v1: 'Product',
        f2: 'bug_status',
        o2: 'equals',
        v2: 'CONFIRMED',
        f3: 'assigned_to',
        o3: 'equals',
        v3: login,
        f4: 'short_desc',
        o4: 'substring',
        v4: 'leak',
        n4: 1,
        f5: 'bug_status',
        o5: 'changedafter',
        v5: since,
        n5: 1,
        f6: 'bug_id',
        o6: 'greaterthan',
        v6: 100,
      },
      sql: `select b.id, b.summary from bugs b where b.product_id = (select id from products where name = 'Product')
      and b.status_id = (select id from legal_values where name = 'CONFIRMED') and b.assigned_to_id = ${me}
      and instr(b.summary_folded, 'leak') = 0 and b.id > 100 and not exists (select 1 from bug_history h
      where h.bug_id = b.id and h.field = 'status' and h.at >= ${Date.parse(since)}) and ${visible} ${first}`,
    },
    {
      what: 'count of all visible bugs',
      input: { count_only: true },
      sql: `select (select count(*) from bugs) - (select count(*) from bugs b where b.group_count > 0 and not
      (b.assigned_to_id = ${me} or b.creator_id = ${me}
      or exists (select 1 from bug_cc c where c.bug_id = b.id and c.user_id = ${me})))`,
    },
    {
      what: 'a pattern in summaries',
      input: { f1: 'short_desc', o1: 'regexp', v1: 'leak.*(99|77)$', assigned_to: login },
      sql: `select b.id, b.summary from bugs b where b.assigned_to_id = ${me} and instr(b.summary_folded, 'leak') and (b.summary_folded like '%leak%99' or b.summary_folded like '%leak%77')
      and ${visible} ${first}`,
    },
  ]
}

/** Indexes for the searches by hand, beside those of the file. */
const indexesByHand = [
  'create index by_hand_1 on bugs (product_id, status_id, last_change_time) where group_count = 0',
  'create index by_hand_2 on bugs (assigned_to_id, is_open) where group_count = 0',
  'create index by_hand_3 on bugs (last_change_time) where group_count = 0',
  'create index by_hand_4 on bugs (id) where group_count > 0',
]

/** Prints a line for each search. */
export async function measureSearches(size: number, folder: string): Promise<void> {
  console.log(`\nSearches among ${size.toLocaleString('en')} bugs on SQLite, pages of 100 ids and summaries`)
  const { tracker: filler, file } = await openCorpus(join(folder, 'search.db'), size)
  await filler.close()
  const { store, read } = countRows(sqliteStore(file))
  const tracker = await createTracker({ store: typed(store) })
  const db = openByHand(file, join(folder, 'by-hand.db'))
  const busiest = 'select login from users join bugs on assigned_to_id = users.id group by login order by count(*) desc'
  const { login } = db.prepare(busiest).get() as { login: string }
  const { search } = tracker.as({ login }).bugs
  const part = readText(db, 'select summary_folded from bugs where id = ?', size).slice(-10, -3)
  const phrase = readText(db, 'select text_folded from comments where id = ?', size).slice(0, 20).trim()
  await warmUp(() => search({ limit: 100, order: 'changeddate DESC, bug_id DESC' }), 3000)
  for (const { what, aim, input, sql } of [...casesOfAnybody(part, phrase), ...casesOf(login)]) {
    const page = { limit: 100, include_fields: ['id', 'summary'] as const, ...input }
    const byHand = db.prepare(sql).raw()
    const { bugs, bug_count } = await search(page)
    assert.deepEqual(
      (byHand.all() as [number][]).map(([first]) => first),
      bug_count === undefined ? bugs.map(({ id }) => id) : [bug_count],
      what,
    )
    read.rows = 0
    await search(page)
    const { rows } = read
    const works = { ours: () => search(page), base: () => byHand.all() }
    const times = await compareCpu(works, { rounds: 7, calls: 5 })
    const name = `${size.toLocaleString('en')} bugs: ${what} : by hand`
    report({ what: name, ...times, unit: 'µs', aim, note: `${rows} rows read` })
  }
  db.close()
  await tracker.close()
}

/** A copy of the file with additional indexes. */
function openByHand(file: string, copy: string): Database.Database {
  copyFileSync(file, copy)
  const db = new Database(copy)
  for (const index of indexesByHand) db.exec(index)
  return db
}

function readText(db: Database.Database, sql: string, size: number): string {
  return db
    .prepare(sql)
    .pluck()
    .get(size >> 1) as string
}

/** A store that counts the rows that its selects answer. */
function countRows(store: ReturnType<typeof sqliteStore>) {
  const plain = store as unknown as PlainStore
  const read = { rows: 0 }
  const counting: PlainStore = {
    ...plain,
    migrate: (schema, migrations) => plain.migrate(schema, migrations),
    write: (work) => plain.write(work),
    close: () => plain.close(),
    read: (work, options) =>
      plain.read(
        (tx) =>
          work({
            async select(query) {
              const rows = await tx.select(query)
              read.rows += rows.length
              return rows
            },
            count: (from, where, options) => tx.count(from, where, options),
            countBy: (query) => tx.countBy(query),
          }),
        options,
      ),
  }
  return { store: counting, read }
}
