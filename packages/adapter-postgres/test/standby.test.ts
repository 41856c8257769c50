// Searches on the standby of a server. Each step continues from the previous one.
import { createTracker } from '@trackerkit/core'
import { typed, type Reader, type Store } from '@trackerkit/core/store'
import { startPair, type PostgresPair } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStore, type PostgresOptions } from '../src/index.js'
import { openStore } from '../src/postgres-store.js'
import { noteMigrations, notes, type Notes } from './notes.js'

const never = 2 ** 31 - 1
/** The standby is tried again at once, and given time: this machine may be busy. */
const pauses = {
  ...{ hint: never, firstAgain: 1, lastAgain: 100, linger: never, notice: 0 },
  standby: { patience: 500, firstRest: 1, lastRest: 1 },
}

let pair: PostgresPair
let store: Store<Notes>
/** A second store for concurrent work: a store is not used within its own work. */
let other: Store<Notes>
/** As trackers have it: a role that may do nothing but use its tables. */
const plain = (url: string) => url.replace('//postgres:', '//plain:')
const told: string[] = []
const opened: Store<Notes>[] = []
beforeAll(async () => {
  pair = await startPair({ isSynchronous: false })
  await pair.primary.run(`CREATE ROLE plain LOGIN PASSWORD 'test'; GRANT ALL ON SCHEMA public TO plain`)
  store = await open({ replica: plain(pair.standby.url), logger: { warn: (message) => void told.push(message) } })
  other = await open({})
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await pair.remove()
})

async function open(options: PostgresOptions): Promise<Store<Notes>> {
  const one = typed<Notes>(openStore(plain(pair.primary.url), options, pauses))
  opened.push(one)
  await one.migrate(notes, noteMigrations)
  return one
}

const write = (title: string, by = store) => by.write((tx) => tx.insert('note', [{ author_id: 1, title, body: '' }]))
const titlesIn = async (tx: Reader<Notes>) => (await tx.select({ from: 'note' })).map(({ title }) => title)

/** Reads as searches do. */
async function scan<T>(work: (tx: Reader<Notes>) => Promise<T>, from = store) {
  const servers: string[] = []
  const answeredBy = (server: string) => void servers.push(server)
  const answer = await from.read(work, { scan: { timeout: 60_000, answeredBy } })
  return { answer, servers }
}

async function untilStandbyAnswers(): Promise<void> {
  while ((await scan(titlesIn)).servers[0] !== 'standby');
}

async function ask<T>(url: string, sql: string): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ value: T }>(sql)
  await client.end()
  return rows[0]?.value
}

const replayed = `SELECT pg_last_wal_replay_lsn() >= $position::pg_lsn AS value`
async function untilReplayed(): Promise<void> {
  const position = await ask<string>(pair.primary.url, `SELECT pg_current_wal_flush_lsn()::text AS value`)
  while (!(await ask<boolean>(pair.standby.url, replayed.replace('$position', `'${position}'`))));
}

describe('a store in PostgreSQL with a standby to read from', () => {
  it('asks the standby what searches ask, and nothing else', async () => {
    await write('first')
    await untilStandbyAnswers()
    const open = `SELECT count(*)::int AS value FROM pg_stat_activity
      WHERE application_name = 'trackerkit' AND state LIKE 'idle in transaction%'`
    const { answer } = await scan(async (tx) => [await titlesIn(tx), await ask(pair.standby.url, open)])
    expect(answer).toEqual([['first'], 1])
    expect(await store.read(async (tx) => [await titlesIn(tx), await ask(pair.standby.url, open)])).toEqual([
      ['first'],
      0,
    ])
  })

  it('sees in each search what was written a moment before, whichever server answers', async () => {
    let byStandby = 0
    for (let number = 1; byStandby < 20; number++) {
      await write(`next ${number}`)
      const { answer, servers } = await scan(titlesIn)
      expect(answer).toContain(`next ${number}`)
      if (servers.at(-1) === 'standby') byStandby++
    }
  })

  it('answers a search from one snapshot, regardless of concurrent writes', async () => {
    const { answer } = await scan(async (tx) => {
      const before = await titlesIn(tx)
      await write('meanwhile', other)
      await untilReplayed()
      return { before, after: await titlesIn(tx) }
    })
    const { before, after } = answer
    expect(before).toContain('first')
    expect(after).toEqual(before)
  })

  it('does not show in a search less than is there while the standby lags behind', async () => {
    await pair.standby.run('SELECT pg_wal_replay_pause()')
    await write('not replayed')
    const { answer, servers } = await scan(titlesIn)
    await pair.standby.run('SELECT pg_wal_replay_resume()')
    expect(answer).toContain('not replayed')
    expect(servers).toEqual(['primary'])
    await untilStandbyAnswers()
    // It is usual to be behind.
    expect(told).toEqual([])
  })

  it('serves a tracker, and reports to its observer which server responded', async () => {
    const options = { replica: plain(pair.standby.url), schema: 'tracker' }
    await pair.primary.run('CREATE SCHEMA tracker AUTHORIZATION plain')
    const servers: unknown[] = []
    const tracker = await createTracker({
      store: openStore(plain(pair.primary.url), options, pauses),
      observer: { transaction: ({ server }) => servers.push(server) },
      // Filling inboxes would read, too.
      testing: {},
    })
    const admin = tracker.asSystem('admin@example.com')
    await admin.products.create({ name: 'Widgets', description: 'Widgets', version: '1.0' })
    const ui = { product: 'Widgets', name: 'UI', description: 'UI', default_assignee: 'admin@example.com' }
    await admin.components.create(ui)
    for (let number = 1; !servers.includes('standby'); number++) {
      const summary = `It blinks ${number} times`
      const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary }
      const { id } = await admin.bugs.create(bug)
      expect((await admin.bugs.search({ summary, include_fields: ['id'] })).bugs).toEqual([{ id }])
    }
    servers.length = 0
    await admin.bugs.get({ ids: [1] })
    expect(servers).toEqual([undefined])
    await tracker.close()
  })

  it('asks the other server when what the standby replays removes rows that the search still sees', async () => {
    await pair.standby.run('ALTER SYSTEM SET max_standby_streaming_delay = 0')
    await pair.standby.run('SELECT pg_reload_conf()')
    await write('soon gone')
    await untilStandbyAnswers()
    let runs = 0
    const { answer, servers } = await scan(async (tx) => {
      const before = await titlesIn(tx)
      if (++runs > 1) return before
      await other.write((writer) => writer.delete('note', { col: 'title', eq: 'soon gone' }))
      await pair.primary.run('VACUUM note')
      // It takes to the disk what was logged before.
      await write('later', other)
      await untilReplayed()
      return titlesIn(tx)
    })
    expect(servers).toEqual(['standby', 'primary'])
    expect(answer).toContain('not replayed')
    expect(answer).not.toContain('soon gone')
  })

  it('cancels a search on the standby when its time is up, without restarting it', async () => {
    await untilStandbyAnswers()
    const holder = new pg.Client({ connectionString: pair.primary.url })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE note IN ACCESS EXCLUSIVE MODE')
    // It takes to the disk what was logged before, and so to the standby, which locks the table too.
    await pair.primary.run('CREATE TABLE other ()')
    await untilReplayed()
    const servers: string[] = []
    const answeredBy = (server: string) => void servers.push(server)
    const search = store.read(titlesIn, { scan: { timeout: 500, answeredBy } })
    await expect(search).rejects.toMatchObject({ code: 'overdue' })
    await holder.end()
    expect(servers).toEqual(['standby'])
  })

  it('asks the other server when the standby ends in the middle, and the standby when it is back', async () => {
    await untilStandbyAnswers()
    let runs = 0
    const { answer, servers } = await scan(async (tx) => {
      const before = await titlesIn(tx)
      if (++runs === 1) await pair.standby.kill()
      expect(await titlesIn(tx)).toEqual(before)
      return before
    })
    expect(servers).toEqual(['standby', 'primary'])
    expect(answer).toContain('not replayed')
    expect((await scan(titlesIn)).servers).toEqual(['primary'])
    expect(told.at(-1)).toMatch(/^the standby is not used: /)
    // It says that it has started only when it is promoted.
    pair.standby.start().catch(() => undefined)
    await untilStandbyAnswers()
    expect(told.at(-1)).toBe('the standby is used again')
  })

  it.each([
    ['not a standby', () => pair.primary.url, 'it is not a standby'],
    [
      'of another database',
      () => pair.standby.url.replace(/postgres$/, 'template1'),
      'it is a standby of another database',
    ],
    ['not there', () => 'postgres://127.0.0.1:1/postgres', 'connect ECONNREFUSED 127.0.0.1:1'],
  ])('queries the primary, and logs the reason once, when the replica is %s', async (_, replica, reason) => {
    const messages: string[] = []
    const odd = await open({ replica: replica(), logger: { warn: (message) => void messages.push(message) } })
    while (messages.length === 0) await scan(titlesIn, odd)
    for (let time = 0; time < 3; time++) {
      const { answer, servers } = await scan(titlesIn, odd)
      expect(answer).toContain('not replayed')
      expect(servers).toEqual(['primary'])
    }
    expect(messages).toEqual([`the standby is not used: ${reason}`])
  })

  it('ignores a standby that was promoted', async () => {
    await untilStandbyAnswers()
    await pair.promote()
    await write('after')
    const { answer, servers } = await scan(titlesIn)
    expect(answer).toContain('after')
    expect(servers).toEqual(['primary'])
    expect(told.at(-1)).toBe('the standby is not used: it is not a standby')
  })

  it('refuses several standbys', () => {
    const options = { replica: 'postgres://a,b/tracker' }
    expect(() => postgresStore('postgres://a/tracker', options)).toThrow('the URL of the replica must name one host')
  })
})
