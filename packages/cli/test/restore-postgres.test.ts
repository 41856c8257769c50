// Restoring dumps: with PostgreSQL's own programs if they fit the server, and the arguments they get.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { createTracker } from '@trackerkit/core'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openTracker } from '../src/store/store.js'
import { eachInAFolder, folder, runHere, start } from './command.js'

eachInAFolder()

const at = (name: string) => join(folder, name)

interface Names {
  readonly prefix?: string
  readonly schema?: string
}

async function makeTracker(names: Names = {}): Promise<string> {
  const { url } = await freshDatabase()
  const tracker = await createTracker({ store: postgresStore(url, names) })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'x', version: '1' })
  await system.components.create({
    ...{ product: 'Widgets', name: 'UI', description: 'x', default_assignee: 'admin@example.com' },
  })
  await system.bugs.create(bug)
  await tracker.close()
  return url
}

const bug = { product: 'Widgets', component: 'UI', version: '1', summary: 'It blinks' }

/** The rows of the first statement that succeeds; undefined while the table is not there. */
async function ask(client: pg.Client, sql: string): Promise<Record<string, unknown> | undefined> {
  const answer = await client.query<Record<string, unknown>>(sql).catch(() => undefined)
  return answer?.rows[0]
}

const hasNoFittingDump = (message: string) => /pg_dump (cannot be run|failed: .*server version)/.test(message)

describe('trackerkit restore of a dump', () => {
  it('holds deliveries and begins a new feed in the transaction of the dump, also when it is killed', async (test) => {
    const from = await makeTracker()
    const made = await runHere(['backup', '--db', from, '--to', at('c.dump')])
    if (hasNoFittingDump(made.err)) test.skip('no pg_dump fits the server')
    const note = JSON.parse(readFileSync(at('c.dump.json'), 'utf8')) as { head: string; sha256: string }
    expect(note.sha256).toMatch(/^[\da-f]{64}$/)
    const { url } = await freshDatabase()
    const client = new pg.Client(url)
    await client.connect()
    const running = start(['restore', '--from', 'c.dump', '--db', url])
    while (!(await ask(client, 'SELECT 1 FROM installation'))) await pause(1)
    await running.stop('SIGKILL')
    expect(await ask(client, "SELECT value FROM parameters WHERE name = 'hold_deliveries'")).toEqual({ value: '1' })
    const { feed_epoch } = (await ask(client, 'SELECT feed_epoch FROM installation')) ?? {}
    expect(feed_epoch).not.toBe(note.head.split('.')[0])
    await client.end()

    const whole = await freshDatabase()
    expect((await runHere(['restore', '--from', at('c.dump'), '--db', whole.url])).out).toMatch(
      /^Restored 1 bug and 1 user /,
    )
    const again = await runHere(['restore', '--from', at('c.dump'), '--db', whole.url])
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringMatching(
        /^trackerkit: psql failed: ERROR: +\S+ .* already exists.*; restore requires an empty database\n$/,
      ),
    ])
    const bytes = readFileSync(at('c.dump'))
    bytes[bytes.length - 10]! ^= 1
    writeFileSync(at('c.dump'), bytes)
    const damaged = await runHere(['restore', '--from', at('c.dump'), '--db', (await freshDatabase()).url])
    expect([damaged.code, damaged.err]).toEqual([1, expect.stringMatching(/c\.dump is damaged: its SHA-256/)])
  })

  it.for<Names>([{ prefix: 'tk_' }, { schema: 'tk' }, { schema: 'tk', prefix: 'tk_' }])(
    'fills an empty database with the tables of %j, whose counts are kept from then on',
    async (names, test) => {
      const naming = `?${new URLSearchParams({ ...names })}`
      const made = await runHere(['backup', '--db', `${await makeTracker(names)}${naming}`, '--to', at('c.dump')])
      if (hasNoFittingDump(made.err)) test.skip('no pg_dump fits the server')
      const { url } = await freshDatabase()
      const restored = await runHere(['restore', '--from', at('c.dump'), '--db', `${url}${naming}`])
      expect([restored.err, restored.out]).toEqual(['', expect.stringMatching(/^Restored 1 bug and 1 user /)])
      const store = postgresStore(url, names)
      const tracker = await createTracker({ store })
      const { bugs } = tracker.asSystem('admin@example.com')
      await bugs.create(bug)
      expect(await bugs.count({ x: 'version', y: 'status' })).toMatchObject({ total: 2 })
      expect(await store.verify?.()).toEqual([])
      await tracker.close()
    },
  )

  it.for<[Names, RegExp]>([
    [{ prefix: 'tk_' }, /^BEGIN;\nDO .*pg_trgm.*;\nCREATE OR REPLACE FUNCTION/],
    [{ schema: 'tk' }, /^BEGIN;\nDO .*pg_trgm.*;\nCREATE TABLE x/],
  ])('creates the extension and the functions that a dump of %j lacks', async ([names, beginning]) => {
    const naming = `?${new URLSearchParams({ ...names })}`
    const url = await makeTracker(names)
    writeFileSync(at('c.dump'), 'a dump')
    program('pg_restore', "echo 'CREATE TABLE x ();'")
    program('psql', `/bin/cat > ${at('given')}`)
    const ended = await runHere(['restore', '--from', at('c.dump'), '--db', `${url}${naming}`], {
      env: { PATH: folder },
    })
    expect(ended.code).toBe(0)
    expect(readFileSync(at('given'), 'utf8')).toMatch(beginning)
  })

  it('commits only what pg_restore has written to its end', async () => {
    const url = await makeTracker()
    writeFileSync(at('c.dump'), 'a dump')
    for (const code of [0, 1]) {
      program('pg_restore', `echo 'CREATE TABLE x ();'; echo 'pg_restore: error: bad input' >&2; exit ${code}`)
      program('psql', `/bin/cat > ${at('given')}`)
      const env = { PATH: folder }
      const ended = await runHere(['restore', '--from', at('c.dump'), '--db', url], { env })
      expect([ended.code, ended.err.includes('pg_restore: error: bad input')]).toEqual([code, code === 1])
      const given = readFileSync(at('given'), 'utf8')
      expect(given.startsWith('BEGIN;\nCREATE TABLE x ();\n')).toBe(true)
      expect(given.includes("'hold_deliveries', '1'")).toBe(code === 0)
      expect(given.endsWith('COMMIT;\n')).toBe(code === 0)
    }
  })

  it('rejects the backup of a SQLite file, and names what moves it', async () => {
    const { url } = await freshDatabase()
    await (await openTracker(at('t.db'))).close()
    const { code, err } = await runHere(['restore', '--from', at('t.db'), '--db', url])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/t\.db is a backup of a SQLite file: .*'trackerkit copy'\n$/),
    ])
  })

  it('says what psql refused, and which of the programs is missing', async () => {
    const { url } = await freshDatabase()
    writeFileSync(at('c.dump'), 'a dump')
    program('psql', "echo 'ERROR: relation already exists' >&2; exit 3")
    program('pg_restore', 'while echo SELECT; do :; done')
    const env = { PATH: folder }
    const refused = await runHere(['restore', '--from', at('c.dump'), '--db', url], { env })
    expect([refused.code, refused.err]).toEqual([1, 'trackerkit: psql failed: ERROR: relation already exists\n'])
    const missing = await runHere(['restore', '--from', at('c.dump'), '--db', url], { env: { PATH: at('none') } })
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringMatching(/^trackerkit: \w+ cannot be run \(ENOENT\); restore requires pg_restore and psql/),
    ])
    expect(existsSync(at('none'))).toBe(false)
  })
})

function program(name: string, script: string): void {
  writeFileSync(at(name), `#!/bin/sh\n${script}\n`)
  chmodSync(at(name), 0o755)
}
