import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { createTracker } from '@trackerkit/core'
import { migrations, schema } from '@trackerkit/core/schema'
import { freshDatabase, startServer } from '@trackerkit/test-postgres'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { eachInAFolder, folder, run, runHere, start } from './command.js'

eachInAFolder()

const key = 'AdministratorsKey1234567890'
const given = { TRACKERKIT_ADMIN_PASSWORD: 'correct horse', TRACKERKIT_ADMIN_API_KEY: key }

async function nameOf(url: string, api_key: string): Promise<unknown> {
  const response = await fetch(`${url}/whoami?${new URLSearchParams({ api_key }).toString()}`)
  return ((await response.json()) as { name?: unknown }).name
}

/** Makes the tables of a tracker, and keeps others from writing users until it is released. */
async function lockUsers(url: string) {
  const store = postgresStore(url)
  await store.migrate(schema, migrations)
  await store.close()
  const client = new pg.Client(url)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE users IN SHARE MODE')
  return {
    async isWaitedFor() {
      const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass"
      while ((await client.query(waiting)).rowCount === 0) await pause(20)
    },
    release: () => client.end(),
  }
}

type Query = (this: pg.Client, ...sent: unknown[]) => Promise<unknown>

/** Has every client fail for prepared statements, as behind a proxy that gives them to another connection. */
function losePrepared() {
  const { query } = pg.Client.prototype as unknown as { readonly query: Query }
  const spy = vi.spyOn(pg.Client.prototype, 'query') as unknown as { mockImplementation(query: Query): void }
  const lost = Object.assign(new Error('prepared statement does not exist'), { severity: 'ERROR', code: '26000' })
  spy.mockImplementation(function (...sent) {
    const [{ name }] = sent as [{ readonly name?: string }]
    return name === undefined ? query.apply(this, sent) : Promise.reject(lost)
  })
}

describe('a command that reads all of a PostgreSQL database', () => {
  it('succeeds behind a proxy that loses prepared statements, though its output cannot be repeated', async () => {
    const { url: db } = await freshDatabase()
    const store = postgresStore(db)
    await createTracker({ store })
    await store.close()
    const file = join(folder, 'all.jsonl')
    losePrepared()
    for (const command of [
      ['doctor', '--db', db],
      ['export', '--to', file, '--db', db],
      ['import', 'json-lines', '--from', file, '--db', (await freshDatabase()).url],
      ['copy', '--from', db, '--to', (await freshDatabase()).url],
    ])
      expect([command[0], await runHere(command)]).toMatchObject([command[0], { code: 0 }])
    vi.restoreAllMocks()
  })
})

describe('trackerkit serve --db postgres://…', () => {
  it('sets up an empty database, from which other processes serve the same tracker', async () => {
    const { url: db } = await freshDatabase()
    const first = start(['serve', '--db', db, '--port', '0', '--admin', 'root@example.com'])
    await first.url()
    const apiKey = /API key: +(\S+)/.exec(first.out())?.[1] as string
    const second = start(['serve', '--port', '0'], { env: { TRACKERKIT_DB: db } })
    expect(await nameOf(await second.url(), apiKey)).toBe('root@example.com')
    expect(second.out()).not.toMatch(/password|API key/)
    const bob = await runHere(['user', 'create', 'bob@example.com', '--db', db])
    expect([bob.code, bob.out]).toEqual([0, expect.stringContaining('user 2 bob@example.com') as unknown])
    const { out } = await runHere(['api-key', 'create', 'bob@example.com', '--db', db])
    for (const server of [first, second]) expect(await nameOf(await server.url(), out.trim())).toBe('bob@example.com')
    for (const server of [first, second]) expect(await server.stop()).toMatchObject({ code: 0, err: '' })
  })

  it('says in one line, without the password, what keeps it from serving', async () => {
    const { url: db } = await freshDatabase()
    const at = (change: (url: URL) => void) => {
      const url = new URL(db)
      change(url)
      return url.href
    }
    const cases: [string[], RegExp][] = [
      [
        ['serve', '--port', '0', '--db', 'postgres://me:secret@127.0.0.1:1/tracker'],
        /postgres:\/\/me@127\.0\.0\.1:1\/tracker is unreachable: .*ECONNREFUSED/,
      ],
      [
        ['copy', '--from', 'postgres://me@127.0.0.1:1/tracker?password=secret', '--to', db],
        /postgres:\/\/me@127\.0\.0\.1:1\/tracker\?password=… is unreachable/,
      ],
      [['serve', '--port', '0', '--db', at((url) => (url.password = 'secret'))], /password authentication failed/],
      [['serve', '--port', '0', '--db', at((url) => (url.pathname = '/nothing'))], /database "nothing" does not exist/],
      [['user', 'create', 'bob@example.com', '--db', db], /no tracker in/],
    ]
    for (const [index, [args, message]] of cases.entries()) {
      // One of them as a separate process, which takes longer.
      const { code, out, err } = await (index === 0 ? run : runHere)(args)
      expect([args, code, out, err.trim().split('\n').length]).toEqual([args, 1, '', 1])
      expect(err).toMatch(message)
      expect(err).not.toContain('secret')
    }
  })

  it('responds 503 with Retry-After while the database is down, and recovers when it is back', async () => {
    const database = await startServer()
    try {
      const server = start(['serve', '--db', database.url, '--port', '0'], { env: given })
      const url = await server.url()
      const product = { name: 'Widgets', description: 'Things', version: '1' }
      const post = () =>
        fetch(`${url}/product`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Tracker-API-Key': key },
          body: JSON.stringify(product),
        })
      await database.stop()
      for (const answer of [await fetch(`${url}/bug/1`), await post()]) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
        expect(await answer.json()).toMatchObject({
          error: true,
          message: expect.stringContaining('database is unavailable') as unknown,
        })
      }
      await database.start()
      expect((await post()).status).toBe(200)
      expect((await fetch(`${url}/product/Widgets?api_key=${key}`)).status).toBe(200)
      const { code, err } = await server.stop()
      expect(code).toBe(0)
      // One line for each request that could not be answered, with the reason, beside what the loop of webhooks says.
      const logged = err
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { status: number; fault: string })
      expect(logged.map(({ status }) => status)).toEqual([503, 503])
      for (const { fault } of logged) expect(fault).toMatch(/ECONNREFUSED|terminat/)
    } finally {
      await database.remove()
    }
  })
})

describe('trackerkit demo', () => {
  it('is kept in a file', async () => {
    const { code, err } = await runHere(['demo', '--db', 'postgres://me:secret@127.0.0.1/tracker'])
    expect([code, err]).toEqual([2, expect.stringContaining('requires a file, not postgres://me@127.0.0.1') as unknown])
  })
})

describe('trackerkit copy', () => {
  it('copies a tracker to PostgreSQL and back, with nothing lost', async () => {
    const server = start(['serve', '--db', 'old.db', '--port', '0'], { env: given })
    await server.url()
    await server.stop()
    const { url: db } = await freshDatabase()
    const there = await runHere(['copy', '--from', 'old.db', '--to', db])
    const hidden = db.replace(/:[^:@/]+@/, '@')
    expect(there).toEqual({
      code: 0,
      out: expect.stringMatching(/^copied \d+ rows from old\.db to .*; verified\n$/) as unknown,
      err: '',
    })
    expect(there.out).toContain(hidden)
    expect((await runHere(['copy', '--from', db, '--to', 'new.db'])).code).toBe(0)
    for (const copy of [db, 'new.db']) {
      const again = start(['serve', '--db', copy, '--port', '0'])
      expect(await nameOf(await again.url(), key)).toBe('admin@example.com')
      await again.stop()
    }
  })

  it('refuses a source that does not exist and a target that is not empty', async () => {
    const server = start(['serve', '--db', 'old.db', '--port', '0'], { env: given })
    await server.url()
    await server.stop()
    const { url: db } = await freshDatabase()
    const cases: [string[], number, RegExp][] = [
      [['--from', 'no.db', '--to', db], 1, /no tracker in no\.db/],
      [['--from', db, '--to', 'new.db'], 1, /no tracker in/],
      [['--from', 'old.db', '--to', 'old.db'], 1, /the target is not empty/],
      [['--from', 'old.db'], 2, /copy requires --from DB and --to DB/],
    ]
    for (const [args, code, message] of cases) {
      const refused = await runHere(['copy', ...args])
      expect([args, refused.code]).toEqual([args, code])
      expect(refused.err).toMatch(message)
    }
  })

  it('reports that the source was changed during the copy', async () => {
    const server = start(['serve', '--db', 'busy.db', '--port', '0'], { env: given })
    const url = await server.url()
    const { url: db } = await freshDatabase()
    const lock = await lockUsers(db)
    const copy = runHere(['copy', '--from', 'busy.db', '--to', db])
    await lock.isWaitedFor()
    // The copy has read the source as of one moment, and has not written all of it yet.
    const { status } = await fetch(`${url}/classification?api_key=${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'New' }),
    })
    expect(status).toBe(200)
    await lock.release()
    expect(await copy).toMatchObject({
      code: 1,
      err: expect.stringContaining('changed while it was copied') as unknown,
    })
    await server.stop()
    // Nothing was left there that would be in the way, or could be taken for a tracker.
    expect((await runHere(['user', 'create', 'a@example.com', '--db', db])).err).toContain('no tracker in')
    expect((await runHere(['copy', '--from', 'busy.db', '--to', db])).code).toBe(0)
  })
})

describe('a tracker on a server that accepts no writes', () => {
  it('can be examined and exported, and other commands name the reason', async () => {
    const { url: db } = await freshDatabase()
    const server = start(['serve', '--db', db, '--port', '0'], { env: given })
    await server.url()
    await server.stop()
    const readOnly = `${db}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    expect(await runHere(['doctor', '--db', readOnly])).toMatchObject({ code: 0, err: '' })
    const exported = await runHere(['export', '--db', readOnly, '--to', join(folder, 'all.jsonl')])
    expect(exported).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^exported \d+ rows of postgres:/) as unknown,
    })
    const { code, err } = await runHere([
      'export',
      '--records',
      '--db',
      readOnly,
      '--to',
      join(folder, 'records.jsonl'),
    ])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^trackerkit: postgres:\S+ is not writable: .*standby, use the URL of its primary\n$/),
    ])
    expect(readdirSync(folder)).toEqual(['all.jsonl'])
  })
})

describe('commands for a tracker that must be there', () => {
  it('create nothing in a database without one', async () => {
    const { url: db } = await freshDatabase()
    writeFileSync(join(folder, 'empty.db'), '', { mode: 0o600 })
    writeFileSync(join(folder, 'bugs.csv'), 'summary\nIt blinks\n')
    const commands = [
      ['user', 'list', '--db'],
      ['param', 'set', 'urlbase=https://bugs.example.com/', '--db'],
      ['migrate', '--db'],
      ['export', '--to', 'all.jsonl', '--db'],
      ['export', '--to', 'all.jsonl', '--records', '--db'],
      ['backup', '--to', 'copies/', '--db'],
      ['copy', '--to', 'new.db', '--from'],
      ['import', 'csv', '--from', 'bugs.csv', '--product', 'Widgets', '--db'],
    ]
    for (const args of commands)
      for (const database of [db, 'empty.db']) {
        const { code, out, err } = await runHere([...args, database])
        expect([args, code, out]).toEqual([args, 1, ''])
        expect(err).toMatch(
          /^trackerkit: no tracker in (postgres:\S+|empty\.db); create one with 'trackerkit serve --db (postgres:\S+|FILE)'\n$/,
        )
      }
    expect(readFileSync(join(folder, 'empty.db'))).toHaveLength(0)
    expect(readdirSync(folder).toSorted()).toEqual(['bugs.csv', 'empty.db'])
    const client = new pg.Client(db)
    await client.connect()
    const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    await client.end()
    expect(rows).toEqual([])
  })
})
