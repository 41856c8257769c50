// `trackerkit doctor`, on a file and on a database.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import type { TrackerSchema } from '@trackerkit/core/schema'
import type { Store } from '@trackerkit/core/store'
import { freshDatabase } from '@trackerkit/test-postgres'
import Database from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere } from './command.js'

eachInAFolder()

const kinds = ['SQLite file', 'PostgreSQL database'] as const

async function database(kind: (typeof kinds)[number]): Promise<{ db: string; open: () => Store<TrackerSchema> }> {
  if (kind === 'SQLite file')
    return { db: 'tracker.db', open: () => sqliteStore(join(folder, 'tracker.db')) as unknown as Store<TrackerSchema> }
  const { url } = await freshDatabase()
  return { db: url, open: () => postgresStore(url) as unknown as Store<TrackerSchema> }
}

/** Fills a new store with a bug. */
async function fileBug(open: () => Store<TrackerSchema>): Promise<void> {
  const tracker = await createTracker({
    store: open() as unknown as Store,
    administrator: { login: 'a@example.com' },
  })
  const admin = tracker.asSystem('a@example.com')
  await admin.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  await admin.components.create({
    ...{ product: 'Widgets', name: 'UI', description: 'Windows', default_assignee: 'a@example.com' },
  })
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
  await admin.bugs.create({ ...bug, description: 'The lamp blinks' })
  await tracker.close()
}

/** Runs a statement beside the tracker. */
async function run(kind: (typeof kinds)[number], db: string, sql: string): Promise<void> {
  if (kind === 'SQLite file') {
    new Database(join(folder, db)).exec(sql).close()
    return
  }
  const client = new pg.Client(db)
  await client.connect()
  await client.query(sql)
  await client.end()
}

describe('trackerkit doctor', () => {
  it.each(kinds)('finds the damage in a %s, names the fix, and applies it on request', async (kind) => {
    const { db, open } = await database(kind)
    const store = open()
    const tracker = await createTracker({ store: store as unknown as Store })
    expect(await runHere(['doctor', '--db', db])).toMatchObject({ code: 0, err: '' })
    await store.write(async (tx) => {
      await tx.update('users', { col: 'id', eq: 1 }, { real_name_folded: 'somebody' })
      await tx.update('groups', { col: 'id', eq: 1 }, { name_folded: 'something' })
      await tx.insert('user_groups', [{ user_id: 1, group_id: 999, kind: 'direct' }])
    })
    await tracker.close()
    const found = await runHere(['doctor', '--db', db])
    expect(found).toMatchObject({
      code: 1,
      out: [
        'references: user_groups, one of user_id 1, group_id 999: group_id refers to something that is not in groups\n',
        'folded twins: users 1: real_name_folded does not follow from what it is made of\n',
        'folded twins: groups 1: name_folded does not follow from what it is made of\n',
      ].join(''),
    })
    expect(found.err).toMatch(
      /^trackerkit: 3 problems found; 'trackerkit doctor --repair --db .*' can repair 2 of them; 1 cannot be repaired: .*\n$/,
    )
    const repaired = await runHere(['doctor', '--repair', '--db', db])
    expect(repaired.code).toBe(1)
    expect(repaired.out).toContain('folded twins: users 1: real_name_folded')
    expect(repaired.out).toContain('\n2 problems repaired\n')
    expect(repaired.err).toMatch(/^trackerkit: 1 problem found; 1 cannot/)
  })

  it('rebuilds a damaged index of words on request', async () => {
    const { db, open } = await database('SQLite file')
    await fileBug(open)
    const file = new Database(join(folder, db))
    file.unsafeMode()
    const tables = file.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE '%substring_data'`).all()
    for (const { name } of tables as { name: string }[])
      file.exec(`UPDATE ${name} SET block = zeroblob(length(block)) WHERE id > 10`)
    file.close()
    expect(await runHere(['doctor', '--db', db])).toMatchObject({ code: 1 })
    expect(await runHere(['doctor', '--repair', '--db', db])).toMatchObject({ code: 0, err: '' })
    expect(await runHere(['doctor', '--db', db])).toMatchObject({ code: 0, err: '' })
  })

  it.each(kinds)('finds missing indexes and tables of a %s, and creates the indexes on request', async (kind) => {
    const { db, open } = await database(kind)
    await fileBug(open)
    await run(kind, db, 'DROP INDEX users__login_folded__unique; DROP INDEX bugs__deadline__index')
    const indexes = ['users__login_folded__unique', 'bugs__deadline__index']
    const out = indexes.map((name) => `storage: the database: the index ${name} is missing\n`).join('')
    expect(await runHere(['doctor', '--db', db])).toMatchObject({ code: 1, out })
    expect(await runHere(['doctor', '--repair', '--db', db])).toMatchObject({ code: 0, err: '' })
    const second =
      "INSERT INTO keywords SELECT id + 1, name, name_folded, description, is_active FROM keywords WHERE name = 'crash'"
    const tracker = await createTracker({ store: open() as unknown as Store })
    await tracker.asSystem().keywords.create({ name: 'crash', description: 'It crashes' })
    await tracker.close()
    await run(kind, db, `DROP INDEX keywords__name_folded__unique; ${second}`)
    await run(kind, db, "UPDATE users SET real_name_folded = 'somebody'")
    const twice = await runHere(['doctor', '--db', db])
    expect(twice.out).toMatch(
      /^storage: .*keywords__name_folded__unique is missing, and .*, such as those with the IDs 1 and 2\nfolded twins: users 1: .*\n$/,
    )
    expect(twice.err).toMatch(/^trackerkit: 2 problems found; .* 1 cannot be repaired: compare with a backup\n$/)
    await run(kind, db, 'DROP TABLE bug_cc')
    const without = await runHere(['doctor', '--db', db])
    expect([without.code, without.out]).toEqual([1, 'storage: the database: the table bug_cc is missing\n'])
    expect(without.err).toMatch(/is damaged: restore a backup/)
  })

  it.each(kinds)('counts the bugs of a %s again on request', async (kind) => {
    const { db, open } = await database(kind)
    await fileBug(open)
    await run(kind, db, 'UPDATE bug_counts SET rows = 7')
    const out = 'storage: the database: the counts in bug_counts do not match the rows of bugs\n'
    expect(await runHere(['doctor', '--db', db])).toMatchObject({ code: 1, out })
    expect(await runHere(['doctor', '--repair', '--db', db])).toMatchObject({ code: 0, err: '' })
    expect(await runHere(['doctor', '--db', db])).toMatchObject({ code: 0, err: '' })
  })

  it.each(kinds)(
    'changes nothing of a %s that holds no tracker or one of another version, and says so',
    async (kind) => {
      const { db, open } = await database(kind)
      const nothing = await runHere(['doctor', '--db', db])
      expect([nothing.code, nothing.out]).toEqual([1, ''])
      expect(nothing.err).toMatch(/^trackerkit: no tracker in/)
      const store = open()
      await store.migrate({} as TrackerSchema, [{ id: 1, name: 'initial', breaking: false, steps: [] }])
      await store.close()
      for (const options of [[], ['--repair']]) {
        const older = await runHere(['doctor', '--db', db, ...options])
        expect([older.code, older.out]).toEqual([1, ''])
        expect(older.err).toMatch(/is at an older version \(.*migration 2, .*\); run 'trackerkit migrate' first\n$/)
      }
    },
  )

  it('names a file that has torn pages, the cause, and the ways out', async () => {
    await (await createTracker({ store: sqliteStore(join(folder, 'tracker.db')) })).close()
    const file = await open(join(folder, 'tracker.db'), 'r+')
    const { size } = await file.stat()
    // The first page says what is where; all others are torn.
    const torn = Buffer.alloc(size - 4096, 0xa5)
    await file.write(torn, 0, torn.length, 4096)
    await file.close()
    const { code, out, err } = await runHere(['doctor', '--db', 'tracker.db'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^trackerkit: .*tracker\.db is damaged or cannot be read: database disk image is malformed/)
    expect(err).toMatch(/'trackerkit restore'.*'sqlite3 .*tracker\.db \.dump \| sed .* \| sqlite3 NEW\.db'\n$/)
  })

  it.each(['', 'a_'])('names a row that is damaged, and the ways out, with the prefix %j', async (prefix) => {
    const db = `tracker.db${prefix && `?prefix=${prefix}`}`
    await (
      await createTracker({ store: sqliteStore(join(folder, 'tracker.db'), prefix === '' ? {} : { prefix }) })
    ).close()
    const file = new Database(join(folder, 'tracker.db'))
    file.exec(`INSERT INTO ${prefix}changes VALUES (1, 0, NULL, 'bug', 1, 1, 1, '{"history"*[1]}')`)
    file.close()
    const { code, out, err } = await runHere(['doctor', '--db', db])
    expect([code, out]).toEqual([1, 'storage: the database: changes 1: its payload is not JSON\n'])
    expect(err).toContain(`trackerkit: ${db} is damaged: restore a backup with 'trackerkit restore'`)
    expect(err).toContain("'sqlite3 tracker.db .dump | sed")
  })

  it('says why a server cannot be reached', async () => {
    const { code, err } = await runHere(['doctor', '--db', 'postgres://127.0.0.1:1/x'])
    expect([code, err]).toEqual([1, expect.stringMatching(/^trackerkit: postgres:.* is unreachable: .*ECONNREFUSED/)])
  })
})
