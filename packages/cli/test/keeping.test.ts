// Backups: making and restoring them, and the backup before a migration.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { createTracker, memoryMailer } from '@trackerkit/core'
import { migrations, schema } from '@trackerkit/core/schema'
import { freshDatabase } from '@trackerkit/test-postgres'
import Database from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { prepareMigrations } from '../src/backup/before-migrations.js'
import { removeUnfinished } from '../src/backup/unfinished.js'
import { eachInAFolder, folder, run, runHere, start } from './command.js'
import { until } from './processes.js'
import { addWidgets, widgets } from './widgets.js'

eachInAFolder()

const at = (name: string) => join(folder, name)

async function makeTracker(file: string) {
  const tracker = await createTracker({ store: sqliteStore(file, { durability: 'normal' }) })
  const system = tracker.asSystem('admin@example.com')
  await addWidgets(tracker)
  const file1 = (summary: string) => system.bugs.create({ ...widgets, summary })
  await file1('It blinks')
  return { tracker, system, file: file1 }
}

describe('trackerkit backup and restore', () => {
  it('copy a tracker during writes, and restore it with its data, its email on hold and a new change feed', async () => {
    const { tracker, system, file } = await makeTracker(at('a.db'))
    const { code, out } = await runHere(['backup', '--db', at('a.db'), '--to', at('copy.db')])
    expect([code, out]).toEqual([0, `${at('copy.db')}: 1 bug, 1 comment, 1 user\n`])
    await file('After the copy')
    const note = JSON.parse(readFileSync(at('copy.db.json'), 'utf8')) as { head: string }
    expect((await system.changes.get({ since: note.head })).changes.map(({ type }) => type)).toEqual(['bug.created'])
    await tracker.close()
    expect(statSync(at('copy.db')).mode & 0o777).toBe(0o600)

    const restored = await runHere(['restore', '--from', at('copy.db'), '--db', at('b.db')])
    expect(restored.out).toMatch(/^Restored 1 bug and 1 user as of .*\(change feed entry \w+\.\d+\)\.\nEmail and/)
    expect(await runHere(['restore', '--from', at('copy.db'), '--db', at('b.db')])).toMatchObject({ code: 1 })
    expect(await runHere(['doctor', '--db', at('b.db')])).toMatchObject({ code: 0 })

    const mailer = memoryMailer()
    const again = await createTracker({ store: sqliteStore(at('b.db')), mail: { mailer, onDemand: true } })
    await expect(again.asSystem().changes.get({ since: note.head })).rejects.toMatchObject({ code: 'changes_gone' })
    const admin = again.asSystem('admin@example.com')
    const people = await admin.users.create({ email: 'bob@example.com' })
    expect(people.id).toBeGreaterThan(1)
    await admin.bugs.update({ ids: [1], cc: { add: ['bob@example.com'] }, comment: { body: 'Is it back?' } })
    await again.deliverMail()
    expect(mailer.messages).toEqual([])
    await runHere(['param', 'set', 'hold_deliveries=false', '--db', at('b.db')])
    await again.deliverMail()
    expect(mailer.messages.length).toBeGreaterThan(0)
    await again.close()
  })

  it('keep a tracker with repairable faults, and repair what is restored', async () => {
    const { tracker } = await makeTracker(at('a.db'))
    await tracker.close()
    const file = new Database(at('a.db'))
    file.exec('UPDATE bug_counts SET rows = 7')
    file.close()
    const text = 'the counts in bug_counts do not match the rows of bugs'
    expect(await runHere(['backup', '--db', at('a.db'), '--to', at('copy.db')])).toMatchObject({
      code: 0,
      err: `trackerkit: ${text}; run 'trackerkit doctor --repair'\n`,
    })
    expect(await runHere(['restore', '--from', at('copy.db'), '--db', at('b.db')])).toMatchObject({ code: 0 })
    expect(await runHere(['doctor', '--db', at('b.db')])).toMatchObject({ code: 0 })
  })

  it('keep a tracker with rows that a missing index would have rejected', async () => {
    const { tracker, system } = await makeTracker(at('a.db'))
    await system.keywords.create({ name: 'crash', description: 'It crashes' })
    await tracker.close()
    const file = new Database(at('a.db'))
    file.exec(`DROP INDEX keywords__name_folded__unique;
      INSERT INTO keywords SELECT 2, name, name_folded, description, is_active FROM keywords`)
    file.close()
    const warning = expect.stringMatching(
      /^trackerkit: the index keywords__name_folded__unique is missing, .*IDs 1 and 2; run 'trackerkit doctor'\n$/,
    ) as unknown
    const copied = await runHere(['backup', '--db', at('a.db'), '--to', at('copy.db')])
    expect([copied.code, copied.err]).toEqual([0, warning])
    const restored = await runHere(['restore', '--from', at('copy.db'), '--db', at('b.db')])
    expect([restored.code, restored.err]).toEqual([0, warning])
  })

  it('remove what killed backups left in the folder, but not what another process is writing', async () => {
    const { tracker } = await makeTracker(at('a.db'))
    await tracker.close()
    mkdirSync(at('copies'))
    const [ofOld, left, growing, others, locked] = [
      ...['2026-01-30T000000Z.db', '2026-01-31T000000Z.db.0a1b2c3d', '2026-02-01T000000Z.dump.0a1b2c3d', 'other'],
      '2026-01-29T000000Z.db.0a1b2c3d',
    ].map((name) => at(`copies/trackerkit-${name}.part`)) as [string, string, string, string, string]
    for (const file of [ofOld, left, growing, others]) writeFileSync(file, 'half of it')
    // It cannot be removed, as those of other users cannot.
    mkdirSync(locked)
    for (const file of [ofOld, left, others, locked]) utimesSync(file, new Date(), new Date(Date.now() - 7_200_000))
    expect(await runHere(['backup', '--db', at('a.db'), '--to', at('copies')])).toMatchObject({ code: 0, err: '' })
    const files = [ofOld, left, growing, others, locked]
    expect(files.map((file) => existsSync(file))).toEqual([false, false, true, true, true])
  })

  it.each([
    ['backup', 'copies/b.db'],
    ['restore', 'copies/c.db'],
  ])('%s keeps what it verifies, for hours, while another process removes what was left', async (name, file) => {
    const { tracker } = await makeTracker(at('a.db'))
    await tracker.close()
    expect(await runHere(['backup', '--db', at('a.db'), '--to', at('copy.db')])).toMatchObject({ code: 0 })
    mkdirSync(at('copies'))
    const operands = name === 'backup' ? ['--db', at('a.db'), '--to'] : ['--from', at('copy.db'), '--db']
    const verifying = runHere([name, ...operands, at(file)])
    const isWritten = () => readdirSync(at('copies')).some((one) => /db\.[0-9a-f]{8}\.part$/.test(one))
    while (!isWritten()) await nextTurn()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
    removeUnfinished(at('copies'), () => true)
    vi.useRealTimers()
    expect(await verifying).toMatchObject({ code: 0, err: '' })
    expect(Math.abs(statSync(at(file)).mtimeMs - Date.now())).toBeLessThan(60_000)
  })

  it('keep the newest of a folder, and say what cannot be done', async () => {
    const { tracker } = await makeTracker(at('a.db'))
    await tracker.close()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const hour of [10, 11, 12]) {
      vi.setSystemTime(new Date(Date.UTC(2026, 2, 1, hour)))
      expect(await runHere(['backup', '--db', at('a.db'), '--to', at('copies/'), '--keep', '2'])).toMatchObject({
        code: 0,
      })
    }
    vi.useRealTimers()
    expect(readdirSync(at('copies'))).toEqual([
      ...['11', '12'].flatMap((hour) => [
        `trackerkit-2026-03-01T${hour}0000Z.db`,
        `trackerkit-2026-03-01T${hour}0000Z.db.json`,
      ]),
    ])
    const cases: [string[], RegExp][] = [
      [['--to', at('a.db')], /a\.db already exists/],
      [['--to', at('x.db'), '--keep', '2'], /--keep requires a folder/],
      [[], /'--to <FILE\|FOLDER>'/],
      [['--to', at('x.db'), '--db', at('none.db')], /no tracker in/],
      [['--to', at('x.db'), '--db', ':memory:'], /in-memory trackers cannot be backed up/],
    ]
    for (const [args, message] of cases)
      expect((await runHere(['backup', '--db', at('a.db'), ...args])).err).toMatch(message)
    expect((await runHere(['restore', '--from', at('none.db'), '--db', at('b.db')])).err).toMatch(
      /none\.db does not exist/,
    )
  })

  it('name the file for which there is no room, and leave nothing of it', async () => {
    const { tracker } = await makeTracker(at('a.db'))
    await tracker.close()
    const { code, err } = await run(['backup', '--db', at('a.db'), '--to', at('copy.db')], { ulimit: '-f 400' })
    expect([code, err]).toEqual([1, `trackerkit: ${at('copy.db')} cannot be written: disk I/O error\n`])
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([])
  })

  it('have no name before they are verified', async () => {
    const { tracker } = await makeTracker(at('a.db'))
    await tracker.close()
    mkdirSync(at('copies'))
    const names: (string | null)[] = []
    const watcher = watch(at('copies'), (_, name) => names.push(name))
    const file = new Database(at('a.db'))
    file.exec('DROP TABLE bug_cc')
    file.close()
    const { code, err } = await runHere(['backup', '--db', at('a.db'), '--to', at('copies/b.db')])
    expect([code, err]).toEqual([1, expect.stringContaining('backup verification failed; the backup was deleted: ')])
    await until(() => names.length > 0)
    watcher.close()
    expect(names).not.toContain('b.db')
    expect(readdirSync(at('copies'))).toEqual([])
  })

  it('warn of faults in PostgreSQL, and make no dump of a damaged database', async () => {
    const { url, release } = await freshDatabase()
    await (await createTracker({ store: postgresStore(url) })).close()
    const dump = '#!/bin/sh\nfor one; do case $one in --file=*) echo dump > "${one#--file=}";; esac; done\n'
    writeFileSync(at('pg_dump'), dump, { mode: 0o755 })
    const client = new pg.Client(url)
    await client.connect()
    await client.query('DROP INDEX bugs__deadline__index')
    const env = { PATH: folder }
    expect(await runHere(['backup', '--db', url, '--to', at('a.dump')], { env })).toMatchObject({
      code: 0,
      err: `trackerkit: the index bugs__deadline__index is missing; run 'trackerkit doctor --repair'\n`,
    })
    await client.query('DROP TABLE bug_cc')
    await client.end()
    expect(await runHere(['backup', '--db', url, '--to', at('b.dump')], { env })).toMatchObject({
      code: 1,
      err: 'trackerkit: the tracker is damaged: the table bug_cc is missing\n',
    })
    expect(existsSync(at('b.dump'))).toBe(false)
    release()
  })

  it('say of PostgreSQL which command to run where there is no pg_dump, without the password', async () => {
    const { url, release } = await freshDatabase()
    const tracker = await createTracker({ store: postgresStore(url) })
    await tracker.close()
    vi.stubEnv('PATH', '')
    const { code, err } = await runHere(['backup', '--db', url, '--to', at('x.dump')])
    vi.unstubAllEnvs()
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^trackerkit: pg_dump cannot be run \(ENOENT\); install it, or run/),
    ])
    const { password } = new URL(url)
    expect(err).toContain('pg_dump --format=custom --no-owner --file=')
    expect(err).not.toContain(`:${password}@`)
    expect(readdirSync(folder)).toEqual([])
    release()
  })
})

describe('trackerkit serve --backup-every', () => {
  it('makes a copy when there is none, while it serves', async () => {
    const server = start(['serve', '--db', 'a.db', '--port', '0', '--backup-every', '24h', '--backup-to', 'copies'])
    await server.url()
    await until(() => existsSync(at('copies')) && readdirSync(at('copies')).some((name) => name.endsWith('.json')))
    expect((await server.stop()).code).toBe(0)
  })

  it.each([':memory:', 'pglite:data'])('refuses %s, which has no backups', async (db) => {
    const args = ['serve', '--db', db, '--port', '0', '--backup-every', '24h', '--backup-to', 'copies']
    expect(await runHere(args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--backup-every requires a file or postgres://') as unknown,
    })
    expect(existsSync(at('data'))).toBe(false)
  })
})

describe('trackerkit migrate', () => {
  it('says which migrations would run, and keeps a copy before one after which there is no way back', async () => {
    const store = sqliteStore(at('old.db'))
    await store.migrate(schema, migrations.slice(0, 8))
    await store.close()
    const dry = await runHere(['migrate', '--db', at('old.db'), '--dry-run'])
    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringMatching(
        /^pending migrations: 9 \([^;]*\)\nafter migration \d+, older versions cannot open the tracker\n$/,
      ),
    ])
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([])
    const last = migrations.findLast(({ breaking }) => breaking)?.id
    await runHere(['migrate', '--db', at('old.db')])
    expect(existsSync(at(`old.db.before-${last}`))).toBe(true)
  })

  it('writes nothing on a dry run, also where nothing is pending', async () => {
    await (await makeTracker(at('a.db'))).tracker.close()
    const before = readFileSync(at('a.db'))
    const { code, out } = await runHere(['migrate', '--db', at('a.db'), '--dry-run'])
    expect([code, out]).toEqual([0, `${at('a.db')}: up to date\n`])
    expect(readFileSync(at('a.db')).equals(before)).toBe(true)
  })

  it('keeps the state before the last attempt, not of an earlier one', async () => {
    const store = sqliteStore(at('old.db'))
    await store.migrate(schema, migrations.slice(0, 8))
    await store.close()
    const copy = at(`old.db.before-${migrations.findLast(({ breaking }) => breaking)?.id}`)
    copyFileSync(at('old.db'), at('rolled-back.db'))
    await runHere(['migrate', '--db', at('old.db')])
    copyFileSync(at('rolled-back.db'), at('old.db'))
    const file = new Database(at('old.db'))
    file.exec("INSERT INTO keywords VALUES (1, 'crash', 'crash', 'It crashes', 1)")
    file.close()
    const left = `${copy}.0a1b2c3d.part.4e5f6a7b.part`
    writeFileSync(left, 'half of it')
    utimesSync(left, new Date(), new Date(Date.now() - 7_200_000))
    const { out } = await runHere(['migrate', '--db', at('old.db')])
    expect(out).toContain(`backup written to ${copy}\n`)
    const kept = new Database(copy, { readonly: true })
    expect(kept.prepare('SELECT name FROM keywords').pluck().all()).toEqual(['crash'])
    kept.close()
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('keeps the state before it when another process has migrated the file since its migrations were listed', async () => {
    const store = sqliteStore(at('old.db'))
    await store.migrate(schema, migrations.slice(0, 8))
    await store.close()
    copyFileSync(at('old.db'), at('others.db'))
    await runHere(['migrate', '--db', at('others.db')])
    const end = `.before-${migrations.findLast(({ breaking }) => breaking)?.id}`
    const lines: string[] = []
    const tell = (line: string) => {
      lines.push(line)
      if (line.startsWith('pending'))
        for (const name of ['', end]) copyFileSync(at(`others.db${name}`), at(`old.db${name}`))
    }
    await prepareMigrations(at('old.db'), { keepsCopy: true, tell })
    expect(lines).toEqual([expect.stringMatching(/^pending/), expect.stringMatching(/^after/)])
    const kept = new Database(at(`old.db${end}`), { readonly: true })
    expect(kept.prepare('SELECT max(id) FROM trackerkit_migrations').pluck().get()).toBe(8)
    kept.close()
  })

  it('comes before other commands: they reject a tracker that they could only open by a breaking migration', async () => {
    const store = sqliteStore(at('old.db'))
    await store.migrate(schema, migrations.slice(0, 8))
    await store.close()
    writeFileSync(at('records.jsonl'), '{"trackerkit_records":1}\n')
    writeFileSync(at('bugs.csv'), 'summary\nIt blinks\n')
    await (await makeTracker(at('new.db'))).tracker.close()
    const records = ['--from', at('records.jsonl'), '--db', at('old.db')]
    for (const args of [
      ['product', 'list', '--db', at('old.db')],
      ['copy', '--from', at('old.db'), '--to', at('b.db')],
      ['export', '--db', at('old.db'), '--to', at('e.jsonl')],
      ['export', '--db', at('old.db'), '--to', at('e.jsonl'), '--records'],
      ['copy', '--from', at('new.db'), '--to', at('old.db')],
      ['import', 'json-lines', ...records],
      ['import', 'json-lines', '--dry-run', ...records],
      ['import', 'github', '--repo', 'octocat/hello-world', '--product', 'Widgets', '--db', at('old.db')],
      ['import', 'csv', '--from', at('bugs.csv'), '--product', 'Widgets', '--db', at('old.db')],
    ])
      expect(await runHere(args)).toEqual({
        code: 1,
        out: '',
        err: `trackerkit: ${at('old.db')} is at an older version; stop the servers of that version, then run 'trackerkit migrate'\n`,
      })
    expect((await runHere(['migrate', '--db', at('old.db'), '--dry-run'])).out).toMatch(/^pending migrations: 9 /)
  })

  it('name the way out where a dry run cannot migrate the tracker that it copies', async () => {
    await (await makeTracker(at('older.db'))).tracker.close()
    const file = new Database(at('older.db'))
    file.exec(`DELETE FROM trackerkit_migrations WHERE id = ${migrations.length}`)
    file.close()
    writeFileSync(at('records.jsonl'), '{"trackerkit_records":1}\n')
    const dryRun = ['import', 'json-lines', '--dry-run', '--from', at('records.jsonl'), '--db', at('older.db')]
    expect((await runHere(dryRun)).err).toMatch(
      /older\.db is at an older version \(.*\); run 'trackerkit migrate' first\n$/,
    )
  })

  it('and serve refuse a tracker of a newer version in one line', async () => {
    const { tracker } = await makeTracker(at('a.db'))
    await tracker.close()
    const store = sqliteStore(at('a.db'))
    const later = { id: migrations.length + 1, name: 'of the future', breaking: true, steps: [] }
    await store.migrate(schema, [...migrations, later])
    await store.close()
    for (const args of [['migrate'], ['serve', '--port', '0'], ['backup', '--to', at('x.db')]]) {
      const { code, err } = await runHere([...args, '--db', at('a.db')])
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^trackerkit: \S+a\.db was migrated by a version newer than \S+: [^\n]*\n$/),
      ])
    }
  })
})
