// Comparing a tracker with the database that it was imported from: what is otherwise is found.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBugzillaDb, openBugzillaDb, verifyBugzillaDb, type DatabaseVerifyOptions } from '../../src/index.js'
import { params, statementsOf } from './installation.js'
import { hasMariadb, startMariadb } from './mariadb.js'
import { createTables } from './tables.js'

const timeZone = 'Europe/Vienna'

/** The databases that hold the source, each with how to start one. */
const sources = {
  async MariaDB() {
    const mariadb = await startMariadb()
    const from = await mariadb.create(statementsOf('mysql', createTables('mysql')))
    return { from, stop: () => mariadb.stop() }
  },
  async PostgreSQL() {
    const database = await freshDatabase()
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query(statementsOf('postgres', createTables('postgres')).join(';\n'))
    await client.end()
    return { from: database.url, stop: () => Promise.resolve(database.release()) }
  },
}

interface Sides {
  readonly from: string
  readonly store: Store
  readonly stop: () => Promise<void>
}

async function importSides(name: keyof typeof sources): Promise<Sides> {
  const sides = { ...(await sources[name]()), store: memoryStore() }
  const source = await openBugzillaDb({ from: sides.from, timeZone, params })
  await importBugzillaDb(source, sides.store)
  await source.close()
  return sides
}

async function differences({ from, store }: Sides, more: Partial<DatabaseVerifyOptions> = {}): Promise<string[]> {
  const tracker = await createTracker({ store, mustExist: true })
  const opened = await openBugzillaDb({ from, timeZone, params })
  try {
    const found = await verifyBugzillaDb({
      ...{ source: opened.source, timeZone, tracker, store, sample: 'all', options: { params }, ...more },
    })
    return found.differences.map(({ bug, place }) => `${bug} ${place}`)
  } finally {
    await opened.close()
    await tracker.close()
  }
}

/** Bugs of the source that cannot be here. */
const absent = ['0 all of it', '40 all of it', '2147483647 all of it']

type Change = readonly [entity: string, where: object, set: object]
const bug = (id: number, set: object): Change => ['bugs', { col: 'id', eq: id }, set]
const comment = (id: number, set: object): Change => ['comments', { col: 'id', eq: id }, set]

/** One value each, and where it has to be found. */
const mutants: Readonly<Record<string, Change>> = {
  '2 summary': bug(2, { summary: 'Other' }),
  '3 creator': bug(3, { creator_id: 1 }),
  '4 assigned_to': bug(4, { assigned_to_id: 1 }),
  '6 creation_time': bug(6, { creation_time: new Date('2019-05-01T09:00:01Z') }),
  '7 last_change_time': bug(7, { last_change_time: new Date('2019-05-01T08:00:00Z') }),
  '8 whiteboard': bug(8, { whiteboard: 'x' }),
  '9 is_creator_accessible': bug(9, { is_creator_accessible: false }),
  '11 estimated_time': bug(11, { estimated_time: 1 }),
  '33 deadline': bug(33, { deadline: '2019-05-21' }),
  '12 comment 1012: text': comment(1012, { text: 'Other' }),
  '13 comment 1013: is_private': comment(1013, { is_private: true }),
  '14 comment 1014: creator': comment(1014, { creator_id: 1 }),
  '16 comment 1016: time': comment(1016, { creation_time: new Date('2019-05-01T08:00:01Z') }),
  '42 comment 1043: text': comment(1043, { related_bug_id: 2 }),
  '43 attachment 501: is_private': ['attachments', { col: 'id', eq: 501 }, { is_private: true }],
  '43 attachment 501: content': [
    'attachment_data',
    { col: 'attachment_id', eq: 501 },
    { data: new Uint8Array([0, 1, 2, 254]) },
  ],
  '1 history: summary: removed': [
    'bug_history',
    {
      and: [
        { col: 'bug_id', eq: 1 },
        { col: 'field', eq: 'summary' },
      ],
    },
    { removed: 'x' },
  ],
  '17 is_cc_accessible': bug(17, { is_cc_accessible: false }),
  '18 url': bug(18, { url: 'https://example.org/' }),
  '19 is_confirmed': bug(19, { is_confirmed: false }),
  '21 remaining_time': bug(21, { remaining_time: 2 }),
  '22 comment 1022: text': comment(1022, { text: 'text of 22' }),
  '1 keywords': ['bug_keywords', { col: 'bug_id', eq: 1 }, { bug_id: 23 }],
  '1 see_also': ['bug_see_also', { col: 'bug_id', eq: 1 }, { url: 'https://bugs.debian.org/2' }],
  '43 attachment 501: file_name': ['attachments', { col: 'id', eq: 501 }, { file_name: 'g501.png' }],
  '43 attachment 502: summary': ['attachments', { col: 'id', eq: 502 }, { summary: 'Other' }],
  '43 attachment 503: is_obsolete': ['attachments', { col: 'id', eq: 503 }, { is_obsolete: true }],
  '43 attachment 501: flags': ['flags', { col: 'attachment_id', eq: 501 }, { status: '-' }],
  '41 cf_team': [
    'custom_values',
    { and: [{ col: 'bug_id', eq: 41 }, { not: { col: 'value_id', eq: null } }] },
    { value_id: 1 },
  ],
  '41 actual_time': bug(41, { actual_time: 3 }),
  '0 API key 1 of alice@example.com': ['api_keys', { col: 'user_id', eq: 2 }, { key_hash: 'x'.repeat(43) }],
  '0 accounts with a password': ['users', { col: 'id', eq: 3 }, { password_hash: null }],
  '0 account dan@example.com': [
    'users',
    { col: 'id', eq: 7 },
    { login: 'dave@example.com', login_folded: 'dave@example.com' },
  ],
  '0 login of erin@example.com': ['users', { col: 'id', eq: 8 }, { login_denied_text: '' }],
  '0 groups of carol@example.com': [
    'user_groups',
    {
      and: [
        { col: 'user_id', eq: 4 },
        { col: 'kind', eq: 'direct' },
      ],
    },
    { group_id: 1 },
  ],
  '0 shared searches of bob@example.com': ['saved_searches', { col: 'user_id', eq: 3 }, { shared_group_id: null }],
  '0 saved searches of admin@example.com': ['saved_searches', { col: 'user_id', eq: 1 }, { user_id: 4 }],
  '0 schedules of admin@example.com': ['schedules', { col: 'user_id', eq: 1 }, { kind: 'digest' }],
  '1 alias': ['bug_aliases', { col: 'bug_id', eq: 1 }, { alias: 'second' }],
  '1 flags': [
    'flags',
    {
      and: [
        { col: 'bug_id', eq: 1 },
        { col: 'status', eq: '+' },
      ],
    },
    { status: '-' },
  ],
  '1 cc': ['bug_cc', { col: 'bug_id', eq: 1 }, { user_id: 3 }],
  '41 cf_note': [
    'custom_values',
    { and: [{ col: 'bug_id', eq: 41 }, { not: { col: 'text', eq: null } }] },
    { text: 'Other' },
  ],
}

interface AnyWriter {
  update(...given: readonly unknown[]): Promise<unknown>
  delete(...given: readonly unknown[]): Promise<unknown>
}

/** A store without types, because a table lists the entities to change. */
interface AnyStore {
  write(work: (tx: AnyWriter) => Promise<void>): Promise<void>
}

const names = (Object.keys(sources) as (keyof typeof sources)[]).filter((name) => name !== 'MariaDB' || hasMariadb)

describe.each(names)('verifyBugzillaDb with a source in %s', (name) => {
  let sides: Sides
  beforeAll(async () => {
    sides = await importSides(name)
  }, 120_000)
  afterAll(() => sides.stop())

  it('finds nothing in what was imported, but for bugs that cannot be here', async () => {
    expect(await differences(sides)).toEqual(absent)
  })

  it('finds each value that was changed here, and who sees a bug here and not there', async () => {
    const typed = sides.store as unknown as AnyStore
    await typed.write(async (tx) => {
      for (const change of Object.values(mutants)) await tx.update(...change)
    })
    const found = await differences(sides)
    expect(Object.keys(mutants).filter((place) => !found.includes(place))).toEqual([])
    await typed.write(async (tx) => {
      await tx.delete('bug_groups', { col: 'bug_id', eq: 41 })
      await tx.update('bugs', { col: 'id', eq: 41 }, { group_count: 0 })
    })
    const [first, ...others] = await differences(sides)
    expect(first).toContain('VISIBLE HERE AND NOT THERE')
    expect([first, ...others].join('\n')).toMatch(/^41 VISIBLE HERE AND NOT THERE to \S+@example\.com$/m)
  })
})
