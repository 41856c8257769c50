// The database of a Bugzilla, imported whole, interrupted and imported again.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@trackerkit/adapter-memory'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BugzillaDbOptions, Progress } from '../../src/index.js'
import { digestOf } from '../move/digest.js'
import { runImport, problemsOf, textOf, type Imported } from './importing.js'
import { crypted, installation, key, password, revokedKey, statementsOf } from './installation.js'
import { hasMariadb, startMariadb, type Mariadb } from './mariadb.js'
import { createTables, insertRows } from './tables.js'

const folder = mkdtempSync(join(tmpdir(), 'tk-files-'))
let mariadb: Mariadb
let url = ''

beforeAll(async () => {
  if (!hasMariadb) return
  mariadb = await startMariadb()
  url = await mariadb.create(statementsOf('mysql', createTables('mysql')))
  mkdirSync(join(folder, 'group.02'))
  writeFileSync(join(folder, 'group.02', 'attachment.502'), 'from a file')
  mkdirSync(join(folder, 'group.03'))
  symlinkSync('/etc/hostname', join(folder, 'group.03', 'attachment.503'))
}, 120_000)
afterAll(async () => {
  if (hasMariadb) await mariadb.stop()
  rmSync(folder, { recursive: true, force: true })
})

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const started = new Date()

describe.skipIf(!hasMariadb)('importBugzillaDb', () => {
  let store: Store
  let first: Imported
  let tracker: Tracker
  const system = () => tracker.asSystem()

  beforeAll(async () => {
    store = memoryStore()
    first = await runImport(url, store, { attachmentsFolder: folder })
    tracker = await createTracker({ store, mustExist: true })
  }, 120_000)
  afterAll(() => tracker.close())

  const problemsAbout = (kind: string, id: number | string) =>
    first.notes.filter((note) => note.kind === kind && note.id === id).map(({ problem }) => problem)

  it('accounts for each row of each table, and names what it leaves out', () => {
    expect(first.report.unaccounted).toEqual([])
    const lines = new Map(first.report.tables.map((line) => [line.table, line]))
    expect(lines.get('bugs')).toMatchObject({ rows: 46, brought: 43, refused: 3 })
    expect(lines.get('cc')).toMatchObject({ rows: 4, brought: 2, mended: 2 })
    expect(lines.get('flags')).toMatchObject({ rows: 5, brought: 3, mended: 2 })
    expect(problemsAbout('bug', 1)).toContain('a flag is on attachment 599, which is gone')
    expect(lines.get('audit_log')).toMatchObject({ rows: 1, unsupported: 1 })
    expect(lines.has('tokens')).toBe(false)
    expect(problemsAbout('table', 'quips')).toEqual(['1 rows have no counterpart here'])
    expect(problemsAbout('bug', 0)[0]).toMatch('was rejected')
    expect(problemsAbout('bug', 2_147_483_647)[0]).toMatch('was rejected')
    expect(problemsAbout('bug', 40)).toEqual(['it was refused: there is no group group 404 that is gone'])
    expect(problemsAbout('user', 5)[0]).toContain("'ALICE@example.com (5)'")
    expect(problemsAbout('comment', 1032)).toEqual(['thetext: 2 bytes were not UTF-8'])
    expect(problemsAbout('comment', 1035)).toEqual(['thetext: 1 NUL characters were removed'])
    expect(problemsAbout('bug', 39)[0]).toContain('FIXED, which is omitted')
    expect(problemsAbout('password', 'crypt')[0]).toMatch('1 accounts')
    expect(problemsAbout('group_control', 'leads in Widgets')).toEqual(['shown for others is mandatory here'])
  })

  it('leaves a tracker in which nothing is inconsistent', async () => {
    expect(await problemsOf(store)).toEqual([])
  })

  it('lets people log in with their old password, and bots use their keys', async () => {
    const { token } = await tracker.as(null).sessions.create({ login: 'alice@example.com', password })
    expect(await tracker.as({ token }).users.whoami()).toMatchObject({ id: 2, name: 'alice@example.com' })
    expect(await tracker.as({ api_key: key }).users.whoami()).toMatchObject({ id: 2 })
    await expect(tracker.as({ api_key: revokedKey }).users.whoami()).rejects.toMatchObject({ code: 'api_key_revoked' })
    const wrong = tracker.as(null).sessions.create({ login: 'bob@example.com', password })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_login_or_password' })
    const text = await textOf(store)
    for (const secret of [key, revokedKey, crypted, 'tok3n', 'c00kie', 'hunter2']) {
      expect(text.includes(secret)).toBe(false)
      expect(JSON.stringify(first).includes(secret)).toBe(false)
    }
  })

  it('shows a bug only to members of its group, by inheritance and in a circle too', async () => {
    const sees = async (login: string | null, id: number) =>
      tracker
        .as(login === null ? null : { login })
        .bugs.get({ ids: [id] })
        .then(
          () => true,
          () => false,
        )
    expect(await sees('carol@example.com', 41)).toBe(true)
    expect(await sees(null, 41)).toBe(false)
    expect(await sees('bob@example.com', 41)).toBe(false)
    expect(await sees('bob@example.com', 1)).toBe(true)
    const texts = async (login: string) => {
      const told = await tracker.as({ login }).comments.get({ ids: [41] })
      return Object.values(told.bugs).flatMap(({ comments }) => comments.map(({ text }) => text))
    }
    expect(await texts('carol@example.com')).toEqual(['In the vault'])
  })

  it('keeps bugs as they are there, and repairs values that do not fit', async () => {
    const { bugs } = await system().bugs.get({
      ids: Array.from({ length: 43 }, (_, id) => id + 1).filter((id) => id !== 40),
    })
    const bug = new Map(bugs.map((one) => [one.id, one]))
    expect(bug.get(1)).toMatchObject({
      ...{ alias: ['first'], cc: ['carol@example.com'], keywords: ['perf'], creator: 'alice@example.com' },
      ...{ see_also: ['https://bugs.debian.org/1'], creation_time: new Date('2019-05-01T08:00:00Z') },
      flags: [{ name: 'review', status: '+', setter: 'bob@example.com' }],
    })
    expect(bug.get(31)).toMatchObject({ product: 'Lost', component: 'component 99', version: 'old', cf_team: 'Gone' })
    expect(bug.get(32)?.summary).toBe('Grüße')
    expect(bug.get(33)).toMatchObject({ deadline: '2019-05-20' })
    expect(bug.get(34)).toMatchObject({ creator: 'user-777@source.invalid', qa_contact: 'bob@example.com' })
    expect(bug.get(35)).toMatchObject({ alias: [], depends_on: [], keywords: [], priority: 'Ancient' })
    expect([bug.get(36)?.resolution, bug.get(37)?.resolution]).toEqual(['DUPLICATE', 'INVALID'])
    expect([bug.get(38)?.resolution, bug.get(39)?.resolution]).toEqual(['INVALID', ''])
    expect(bug.get(41)).toMatchObject({
      ...{ cf_team: 'Red', cf_note: 'A\nnote', cf_count: '7', cf_many: ['one', 'three'], groups: ['secret'] },
      cf_due: new Date('2019-05-03T08:00:00Z'),
    })
    expect(bug.get(43)).toMatchObject({ estimated_time: 2.5, remaining_time: 1.25, cf_model: 'A1' })
    const links = bugs.flatMap((one) => one.depends_on?.map((to) => `${one.id} ${to}`) ?? [])
    expect(links).toHaveLength(2)
    const { bugs: histories } = await system().bugs.history({ ids: [1] })
    const changes = histories[0]?.history.flatMap((entry) =>
      entry.changes.map((change) => [change.field_name, change.added]),
    )
    expect(changes).toEqual([
      ['summary', `${'x'.repeat(254)} rest`],
      ['depends_on', '2, 3'],
      ['field 99', 'b'],
    ])
  })

  it('keeps comments with their types and times, and contents of attachments', async () => {
    const told = await system().comments.get({ ids: [32, 34, 42, 43] })
    const of = (id: number) => told.bugs[String(id)]?.comments ?? []
    expect(of(32)[0]?.text).toBe('café \uFFFD')
    expect(of(34)[0]?.text).toBe('Line\nline \u{1F41E}')
    expect(of(42)[0]?.text).toContain('marked as a duplicate of bug 1')
    const byText = new Map(of(43).map(({ text, time }) => [text.split('\n').at(-1), time]))
    expect(byText.get('*** This bug has been confirmed by popular vote. ***')).toBeDefined()
    expect(byText.get('Never')).toEqual(new Date('2019-03-31T01:30:00Z'))
    expect(byText.get('Twice')).toEqual(new Date('2019-10-27T00:30:00Z'))
    expect(of(43).map(({ text }) => text)).toContain('Created attachment 501\nFile 501\n\nA file')
    const { attachments } = await system().attachments.get({ attachment_ids: [501, 502, 503] })
    const sizes = [501, 502, 503].map((id) => attachments[String(id)]?.data.byteLength)
    expect(sizes).toEqual([4, 'from a file'.length, 0])
    expect(first.report.contents).toEqual({ count: 2, bytes: 4 + 'from a file'.length })
    expect(problemsAbout('attachment', 503)).toEqual([
      'it has no content in the database, nor in the folder of attachments',
    ])
  })

  it('brings votes as reactions to the description', async () => {
    const { bugs } = await system().comments.get({ ids: [1, 2], include_fields: ['reactions'] })
    expect([bugs['1']?.comments[0]?.reactions, bugs['2']?.comments[0]?.reactions]).toEqual([{ '+1': 2 }, {}])
    expect(problemsAbout('bug', 1)).toContain('its 5 votes of 2 people are one reaction of each here')
    expect(problemsAbout('votes', 'rows')).toEqual(['1 rows refer to missing bugs'])
  })

  it('brings settings, searches and tags of people', async () => {
    const alice = tracker.as({ login: 'alice@example.com' })
    const { email, pages } = await alice.preferences.get()
    expect(pages.time_zone).toBe('Europe/Vienna')
    expect([email.assigned_to.comment, email.assigned_to.created, email.flags.answered, email.flags.requested]).toEqual(
      [true, false, true, false],
    )
    expect((await alice.watches.get()).watching).toEqual(['bob@example.com'])
    const { saved_searches } = await alice.savedSearches.get()
    expect(saved_searches.map(({ name, query }) => [name, query])).toEqual([
      ['By product', 'x_axis_field=product'],
      ['Hot', 'priority=High'],
      ['HOT (2)', 'product=Widgets'],
    ])
    const { bugs } = await alice.bugs.get({ ids: [1], include_fields: ['tags'] })
    expect(bugs[0]?.tags).toEqual(['later'])
  })

  it('brings whines as schedules, and sends nothing for the past', async () => {
    const schedulesOf = async (login: string) => (await tracker.as({ login }).schedules.get()).schedules
    const own = await schedulesOf('alice@example.com')
    expect(
      own.map(({ name, days, hours, to, if_empty, is_enabled }) => [name, days, hours, to, if_empty, is_enabled]),
    ).toEqual([
      ['Hot bugs', weekdays, [9], null, true, true],
      ['Hot bugs', weekdays, [8], null, true, false],
      ['Hot bugs: Now', weekdays, [9], null, true, true],
      ['Hot bugs: Now', weekdays, [8], null, true, false],
    ])
    expect(own.every(({ next_time, last_time }) => next_time > started && last_time === null)).toBe(true)
    expect(await schedulesOf('admin@example.com')).toMatchObject([
      { name: 'For all', days: ['sunday'], to: { users: [], groups: ['editbugs'] } },
      { name: 'For all', days: ['sunday'], to: { users: ['carol@example.com'], groups: [] } },
    ])
    expect(problemsAbout('whine', 1)).toEqual([
      "the bugs of 'Hot' come in one email here, not in one each",
      "its owner has no saved search 'Deleted'",
      'it runs every 15 minutes there; here it is at 8:00 on weekdays, and disabled',
      "'last, 9' is no hour of days of the week; it is left out",
      "its owner may not send 'Mon, 9' to others; it is left out",
      'its text of 14 characters is left out',
    ])
    expect(problemsAbout('whine', 2)).toEqual(["'Sun, 23' is for a missing account or group; it is left out"])
    expect(problemsAbout('whine', 3)).toEqual(['it has 0 searches and 1 times; it is left out'])
    const lines = new Map(first.report.tables.map((line) => [line.table, line]))
    expect(lines.get('whine_events')).toMatchObject({ rows: 4, brought: 2, mended: 2 })
    expect(lines.get('whine_queries')).toMatchObject({ rows: 5, brought: 3, mended: 2 })
    expect(lines.get('whine_schedules')).toMatchObject({ rows: 8, brought: 4, mended: 4 })
  })

  it('names saved searches that do not work here, or only without some of their parameters', () => {
    expect(problemsAbout('saved_search', 'admin@example.com: Extended')).toEqual(['it is used without boost'])
    expect(problemsAbout('saved_search', 'bob@example.com: Odd')[0]).toMatch(/^it cannot be used here: /)
  })

  it('changes nothing when it runs again, and then brings what has changed', async () => {
    const own = sqliteStore(':memory:')
    const from = await mariadb.create(statementsOf('mysql', createTables('mysql')))
    await runImport(from, own)
    const before = await digestOf(own)
    const { report } = await runImport(from, own)
    for (const [kind, counts] of Object.entries(report.counts))
      expect([kind, counts.created, counts.replaced]).toEqual([kind, 0, 0])
    expect(await digestOf(own)).toEqual(before)
    await mariadb.run(from, [
      "UPDATE bugs SET short_desc = 'Changed there', delta_ts = '2019-06-01 10:00:00' WHERE bug_id = 2",
      'INSERT INTO bugs SELECT * FROM bugs WHERE bug_id = 3',
      "UPDATE bugs SET bug_id = 50, delta_ts = '2019-06-01 10:00:00' WHERE bug_id = 3 LIMIT 1",
      // The next number of there is not that of an empty description here.
      "INSERT INTO longdescs (comment_id, bug_id, who, bug_when, thetext, isprivate, type) VALUES (1050, 2, 2, '2019-06-01 10:00:00', 'Later', 0, 0), (1091, 2, 2, '2019-06-01 10:00:00', 'Last', 0, 0)",
    ])
    const later = await runImport(from, own)
    expect(later.report.counts['bug']).toMatchObject({ created: 1, replaced: 1 })
    const again = await createTracker({ store: own, mustExist: true })
    expect((await again.asSystem().bugs.get({ ids: [2] })).bugs[0]?.summary).toBe('Changed there')
    await again.close()
  })

  it('brings later changes if a bug has a time in the future, or clocks were set back in between', async () => {
    const own = memoryStore()
    const from = await mariadb.create([
      ...statementsOf('mysql', createTables('mysql')),
      "UPDATE bugs SET delta_ts = '2037-01-01 10:00:00' WHERE bug_id = 4",
      "UPDATE bugs SET delta_ts = '2019-10-27 02:50:00' WHERE bug_id = 6",
    ])
    await runImport(from, own)
    await mariadb.run(from, [
      "UPDATE bugs SET short_desc = 'Changed there', delta_ts = '2019-10-27 02:10:00' WHERE bug_id = 2",
    ])
    await runImport(from, own)
    const again = await createTracker({ store: own, mustExist: true })
    expect((await again.asSystem().bugs.get({ ids: [2] })).bugs[0]?.summary).toBe('Changed there')
    await again.close()
  })

  it('compares all bugs with --full, also after an interruption of a run for changes', async () => {
    const own = memoryStore()
    const from = await mariadb.create(statementsOf('mysql', createTables('mysql')))
    await runImport(from, own)
    const ending = new AbortController()
    const onProgress = ({ phase }: Progress) => void (phase === 'changes' && ending.abort(new Error('interrupted')))
    await mariadb.run(from, ["UPDATE bugs SET delta_ts = '2019-06-01 10:00:00' WHERE bug_id = 2"])
    await expect(runImport(from, own, { signal: ending.signal, onProgress })).rejects.toThrow('interrupted')
    await mariadb.run(from, [
      "UPDATE bugs SET short_desc = 'Same time', delta_ts = '2019-05-01 00:00:00' WHERE bug_id = 1",
    ])
    await runImport(from, own, { full: true })
    const again = await createTracker({ store: own, mustExist: true })
    expect((await again.asSystem().bugs.get({ ids: [1] })).bugs[0]?.summary).toBe('Same time')
    await again.close()
  })

  it('resumes after an interruption anywhere, with the same result', async () => {
    const whole = await digestOf(store)
    const stopped = memoryStore()
    for (let puts = 1; puts < 40; puts += 3) {
      const ending = new AbortController()
      let seen = 0
      const onProgress = () => void (++seen >= puts && ending.abort(new Error('interrupted')))
      const ended = runImport(url, stopped, { attachmentsFolder: folder, signal: ending.signal, onProgress }).then(
        () => 'done',
        (error: Error) => error.message,
      )
      expect(['done', 'interrupted']).toContain(await ended)
    }
    await runImport(url, stopped, { attachmentsFolder: folder })
    const resumed = await digestOf(stopped)
    expect(Object.entries(resumed).filter(([entity, digest]) => whole[entity] !== digest)).toEqual([])
    expect(Object.keys(resumed)).toEqual(Object.keys(whole))
    expect(await problemsOf(stopped)).toEqual([])
  })

  it('leaves out what is not wanted, and refuses what it cannot know', async () => {
    const bare = memoryStore()
    const { report } = await runImport(url, bare, { passwords: false, personal: false, attachments: false })
    expect(report.unaccounted).toEqual([])
    const text = await textOf(bare)
    expect(text).not.toContain('bugzilla-sha256')
    expect(text).not.toContain('Europe/Vienna')
    const several = await mariadb.create([
      ...statementsOf('mysql', createTables('mysql')),
      ...insertRows('mysql', 'bug_group_map', [{ bug_id: 41, group_id: 4 }]),
    ])
    const refused = async (from: string, more: Partial<BugzillaDbOptions> = {}) =>
      runImport(from, memoryStore(), more).then(
        () => 'taken',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    expect(await refused(several, { params: undefined })).toContain('bug 41 is in several groups')
    expect(await refused(several, { params: undefined, orGroups: true })).toBe('taken')
    const old = createTables('mysql').filter((sql) => !/`(bugs_aliases|user_api_keys)`/.test(sql))
    expect(await refused(await mariadb.create(old))).toContain('Bugzilla 4.4 or older')
    const fork = [...createTables('mysql'), 'CREATE TABLE bug_mentors (bug_id int)']
    expect(await refused(await mariadb.create(fork))).toContain("bugzilla.mozilla.org's fork")
    expect(await refused(await mariadb.create(['CREATE TABLE x (y int)']))).toContain('not the database of a Bugzilla')
    const unsafe = [...createTables('mysql'), 'ALTER TABLE cc ENGINE=MyISAM']
    expect(await refused(await mariadb.create(unsafe))).toContain('the tables cc are not InnoDB')
    expect(await refused('mysql://root:s3cret@localhost/none?socket=/nowhere')).not.toContain('s3cret')
    expect(await refused('mysql://root@localhost/none?socket=/nowhere&password=s3cret')).not.toContain('s3cret')
    expect(await refused('mysql://root:100%@localhost/none?socket=/nowhere')).toMatch(
      /^SourceError: .* cannot be opened/,
    )
  })

  it('counts the rows of a table that Bugzilla does not have, in any case', async () => {
    const from = await mariadb.create([
      ...statementsOf('mysql', createTables('mysql')),
      'CREATE TABLE Notes_Of_Others (note int)',
      'INSERT INTO Notes_Of_Others VALUES (1)',
    ])
    const { report } = await runImport(from, memoryStore())
    expect(report.tables.find(({ table }) => table === 'Notes_Of_Others')).toMatchObject({ rows: 1, unsupported: 1 })
  })
})

describe('importBugzillaDb from PostgreSQL', () => {
  it('brings the same as from MariaDB', { timeout: 120_000 }, async () => {
    const database = await freshDatabase()
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query(statementsOf('postgres', createTables('postgres')).join(';\n'))
    await client.end()
    const store = memoryStore()
    const { report } = await runImport(database.url, store, { attachmentsFolder: folder })
    expect(report.unaccounted).toEqual([])
    expect(report.tables.find(({ table }) => table === 'bugs')).toMatchObject({
      rows: installation('postgres')['bugs']?.length,
      refused: 3,
    })
    expect(await problemsOf(store)).toEqual([])
    const tracker = await createTracker({ store, mustExist: true })
    expect(await tracker.as({ api_key: key }).users.whoami()).toMatchObject({ id: 2 })
    const { attachments } = await tracker.asSystem().attachments.get({ attachment_ids: [501] })
    expect(attachments['501']?.data.byteLength).toBe(4)
    await tracker.close()
    database.release()
  })
})
