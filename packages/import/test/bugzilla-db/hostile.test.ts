// Values that Bugzilla never writes but a database can hold: each is repaired, or refused by name.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBugzillaDb, verifyBugzillaDb } from '../../src/index.js'
import { runImport, problemsOf, type Imported } from './importing.js'
import { key, params, password, statementsOf } from './installation.js'
import { hasMariadb, startMariadb, type Mariadb } from './mariadb.js'
import { createTables } from './tables.js'

const whole = () => statementsOf('mysql', createTables('mysql'))
const long = 'n'.repeat(300)

const spoiled = [
  // Names that differ only in case, also where two letters are one in upper case.
  "INSERT INTO `groups` (id, name, isbuggroup, isactive) VALUES (11, 'Straße', 1, 1), (12, 'STRASSE', 1, 1)",
  'INSERT INTO user_group_map (user_id, group_id, isbless, grant_type) VALUES (3, 11, 0, 0)',
  'INSERT INTO bug_group_map (bug_id, group_id) VALUES (20, 12)',
  "INSERT INTO keyworddefs (id, name, description) VALUES (2, 'PERF', ''), (3, 'Perf (2)', '')",
  'INSERT INTO keywords (bug_id, keywordid) VALUES (2, 2), (3, 3)',
  "INSERT INTO bugs_aliases (alias, bug_id) VALUES ('FIRST', 2), ('two words', 3), ('Twice', 4), ('twice', 4), ('mine', 5), ('Mine', 9999)",
  "INSERT INTO versions (id, value, product_id, isactive) VALUES (3, '1.0 ', 1, 1), (4, '', 1, 1)",
  `UPDATE profiles SET login_name = RPAD('x@example.com', 255, 'x') WHERE userid IN (7, 8)`,
  'ALTER TABLE components MODIFY name TEXT',
  `UPDATE components SET name = '${long}' WHERE id = 2`,
  'INSERT INTO bugs SELECT * FROM bugs WHERE bug_id = 6',
  "UPDATE bugs SET short_desc = 'The last one' WHERE bug_id = 6 ORDER BY delta_ts LIMIT 2",
  'INSERT INTO longdescs SELECT * FROM longdescs WHERE comment_id = 1007',
  'INSERT INTO status_workflow (old_status, new_status, require_comment) VALUES (2, 3, 0), (2, 3, 1)',
  'INSERT INTO group_control_map (group_id, product_id, entry, membercontrol, othercontrol) VALUES (3, 2, 0, 1, 0)',
  // Times.
  "INSERT INTO bugs_activity (id, bug_id, who, bug_when, fieldid, added, removed) VALUES (20, 8, 2, '2019-06-01 10:00:00', 1, 'Bug 8', '')",
  'UPDATE bugs SET creation_ts = NULL WHERE bug_id = 9',
  'UPDATE bugs SET delta_ts = NULL WHERE bug_id = 11',
  "UPDATE longdescs SET bug_when = '0001-01-01 00:00:00' WHERE comment_id = 1012",
  "UPDATE bugs SET deadline = '0000-00-00 00:00:00' WHERE bug_id = 13",
  'UPDATE flags SET creation_date = NULL, modification_date = NULL WHERE id = 2',
  'UPDATE attachments SET creation_ts = NULL WHERE attach_id = 502',
  // Texts.
  "UPDATE bugs SET bug_severity = CONCAT('no', CHAR(1), 'rmal') WHERE bug_id = 14",
  "UPDATE bugs SET short_desc = X'EFBFBDF09F909E' WHERE bug_id = 16",
  "UPDATE bugs SET short_desc = X'47C383C2BC' WHERE bug_id = 17",
  "UPDATE longdescs SET thetext = REPEAT('x', 10000001) WHERE comment_id = 1018",
  "UPDATE longdescs SET thetext = REPEAT('y', 70000) WHERE comment_id = 1019",
  // Numbers, types, and rows that may be there once.
  'UPDATE longdescs SET comment_id = 2147483647 WHERE comment_id = 1021',
  "UPDATE longdescs SET type = 1, extra_data = 'abc' WHERE comment_id = 1022",
  'INSERT INTO duplicates (dupe, dupe_of) VALUES (42, 2)',
  "UPDATE attachments SET mimetype = 'nonsense' WHERE attach_id = 502",
  "INSERT INTO attach_data (id, thedata) VALUES (501, X'00')",
  "UPDATE bugs SET op_sys = '', priority = '', rep_platform = '', bug_severity = '', bug_status = '' WHERE bug_id = 23",
  'UPDATE fielddefs SET value_field_id = 9999 WHERE id = 25',
  "INSERT INTO bugs_activity (id, bug_id, who, bug_when, fieldid, added, removed, comment_id, attach_id) VALUES (30, 24, 2, '2019-05-02 10:00:00', 2, 'a', 'b', 2147483647, 2147483647)",
  "INSERT INTO flags (id, type_id, status, bug_id, creation_date, setter_id) VALUES (40, 3, '+', 26, '2019-05-02 10:00:00', 2)",
  "INSERT INTO flagtypes (id, name, description, target_type, is_active, grant_group_id) VALUES (8, 'secret check', '', 'b', 1, 9999)",
  // People.
  "INSERT INTO user_api_keys (id, user_id, api_key, revoked) VALUES (8, 3, 'short', 0), (9, 4, '" + key + "', 0)",
  'INSERT INTO bug_user_last_visit (id, user_id, bug_id, last_visit_ts) SELECT 1000 + seq, 2, 1 + seq % 30, NOW() FROM seq_1_to_10001',
  "INSERT INTO tag (id, name, user_id) SELECT 100 + seq, CONCAT('t', seq), 3 FROM seq_1_to_1001",
  "INSERT INTO namedqueries (id, userid, name, query) VALUES (9, 3, REPEAT('q', 64), 'priority=High'), (10, 3, REPEAT('q', 65), 'priority=High')",
  "INSERT INTO profile_setting (user_id, setting_name, setting_value) VALUES (3, 'lang', 'xx-YY'), (3, 'timezone', 'EST5EDT'), (4, 'timezone', '+01:00'), (4, 'lang', 'de')",
  'INSERT INTO watch (watcher, watched) VALUES (2, 98), (2, 2)',
]

describe.skipIf(!hasMariadb)('importBugzillaDb', () => {
  let mariadb: Mariadb
  let found: Imported
  let tracker: Tracker
  let store: Store
  let from = ''
  let problems: readonly string[]

  beforeAll(async () => {
    mariadb = await startMariadb()
    store = memoryStore()
    from = await mariadb.create([...whole(), ...spoiled])
    found = await runImport(from, store, { maxAttachment: 3 })
    problems = await problemsOf(store)
    tracker = await createTracker({ store, mustExist: true })
  }, 120_000)
  afterAll(async () => {
    if (!hasMariadb) return
    await tracker.close()
    await mariadb.stop()
  })

  const about = (kind: string, id: number | string) =>
    found.notes.filter((note) => note.kind === kind && note.id === id).map(({ problem }) => problem)
  const bugOf = async (id: number) => (await tracker.asSystem().bugs.get({ ids: [id] })).bugs[0]
  const commentsOf = async (id: number) =>
    (await tracker.asSystem().comments.get({ ids: [id] })).bugs[String(id)]?.comments ?? []

  it('accounts for each row, and leaves nothing inconsistent', () => {
    expect(found.report.unaccounted).toEqual([])
    expect(problems).toEqual([])
  })

  it('keeps groups apart whose names are one here, with their members', async () => {
    await expect(tracker.as({ login: 'bob@example.com' }).bugs.get({ ids: [20] })).rejects.toMatchObject({
      code: 'bug_id_does_not_exist',
    })
    expect((await bugOf(20))?.groups).toEqual(['STRASSE (12)'])
    expect(about('group', 12)[0]).toContain("it is 'STRASSE (12)' here")
  })

  it('renames what has a name twice, and cuts long names', async () => {
    expect([(await bugOf(2))?.keywords, (await bugOf(3))?.keywords]).toEqual([['PERF (2)'], ['Perf (2) (3)']])
    const { products } = await tracker.asSystem().products.get({ names: ['Widgets'] })
    expect(products[0]?.components?.map(({ name }) => name)).toContain(`${long.slice(0, 251)} (2)`)
    expect(products[0]?.versions?.map(({ name }) => name)).toEqual(['1.0', 'old'].slice(0, 1))
    const { users } = await tracker.asSystem().users.get({ ids: [7, 8] })
    expect(users.map(({ name }) => name.length <= 255)).toEqual([true, true])
  })

  it('leaves out aliases that cannot be one here, and keeps their bugs', async () => {
    const aliases = await Promise.all([1, 2, 3, 4, 5].map(async (id) => (await bugOf(id))?.alias))
    expect(aliases).toEqual([[], ['FIRST'], [], ['Twice'], ['mine']])
    expect(about('bug', 1)).toContain("its alias 'first' is one of bug 2")
    expect(about('bug', 3)).toContain("its alias 'two words' cannot be one here")
  })

  it('keeps the last of several rows that may be there once', async () => {
    expect((await bugOf(6))?.summary).toBe('The last one')
    expect(about('bugs', 'rows')).toEqual(['1 rows have the ID of another one, which is kept'])
    expect(await commentsOf(7)).toHaveLength(1)
    expect((await bugOf(42))?.dupe_of).toBe(2)
    expect(about('bug', 42)[0]).toMatch('it is a duplicate of several bugs')
    expect(about('group_control', 'secret in Vault')).toEqual(['it occurs twice; the last one is kept'])
  })

  it('compares what was repaired, and finds only what is reported', async () => {
    const opened = await openBugzillaDb({ from, timeZone: 'Europe/Vienna', params })
    const options = { params, maxAttachment: 3 }
    const { differences } = await verifyBugzillaDb({
      ...{ source: opened.source, timeZone: 'Europe/Vienna', tracker, store, sample: 'all', options },
    })
    await opened.close()
    // Rows of one ID and bugs that are refused are different, and have a line in the report of the import.
    expect(differences.map(({ bug, place }) => `${bug} ${place}`)).toEqual([
      '0 bugs in Widgets, CONFIRMED',
      ...[0, 21, 40, 2_147_483_647].map((id) => `${id} all of it`),
      '1 alias',
      '7 comments',
      '43 attachment 501: content',
    ])
  })

  it('gives times to what has none, and reports each', async () => {
    expect((await bugOf(8))?.last_change_time).toEqual(new Date('2019-06-01T08:00:00Z'))
    expect(about('bug', 8)[0]).toMatch('its history has a change after delta_ts')
    expect((await bugOf(9))?.creation_time).toEqual(new Date('2019-05-01T08:00:00Z'))
    expect(about('bug', 9)[0]).toMatch('it has no time of creation')
    expect(about('bug', 11)[0]).toMatch('it has no time of its last change')
    expect((await commentsOf(12))[0]?.time).toEqual(new Date('2019-05-01T08:00:00Z'))
    expect(about('comment', 1012)).toContain('it has no time; it has that of the comment before it')
    expect((await bugOf(13))?.deadline).toBeNull()
    expect(about('flag', 2)).toHaveLength(2)
    expect(about('attachment', 502)[0]).toMatch('it has no creation_ts')
  })

  it('keeps texts of any length and characters that look wrong', async () => {
    expect((await bugOf(14))?.severity).toBe('no rmal')
    expect((await bugOf(16))?.summary).toBe('\uFFFD\u{1F41E}')
    expect((await bugOf(17))?.summary).toBe('GÃ¼')
    expect(about('source', 'texts')).toEqual(['1 look as if they were encoded twice; they stay as they are'])
    expect((await commentsOf(18))[0]?.text).toHaveLength(10_000_000)
    expect(about('comment', 1018)).toEqual(['its text was cut to 10000000 characters'])
    expect((await commentsOf(19))[0]?.text).toHaveLength(70_000)
  })

  it('refuses numbers that cannot be kept by name, and repairs types', () => {
    expect(about('unknown', 'bug 21')[0]).toMatch('it was refused: comments.0.id')
    expect(about('comment', 1022)[0]).toMatch('its type 1 (abc) is unknown')
    expect(about('bug', 43).join()).toContain("the content type 'nonsense', which is none")
    expect(about('attachment', 501)[0]).toMatch(
      /^its content has 4 bytes, more than --max-attachment; it is empty here \(f501.png\)$/,
    )
  })

  it('keeps bugs whose values, flags or references are not usable', async () => {
    const none = { op_sys: '---', priority: '---', platform: '---', severity: '---', status: '---' }
    expect(await bugOf(23)).toMatchObject(none)
    expect((await bugOf(43))?.['cf_model']).toBe('A1')
    expect(about('field', 'cf_model')).toEqual(['field 9999 cannot control it; it is always shown here'])
    expect(await bugOf(24)).toMatchObject({ id: 24 })
    expect((await bugOf(26))?.flags).toEqual([])
    expect(about('bug', 26)).toEqual(['flag 40 is omitted: its type is missing, or of other objects'])
    expect(about('flag_type', 8)).toEqual(['a group that may set it is missing; it is inactive here'])
  })

  it('brings the rest of what belongs to people', async () => {
    const { token } = await tracker.as(null).sessions.create({ login: 'alice@example.com', password })
    expect(token).toBeDefined()
    expect(await tracker.as({ api_key: key }).users.whoami()).toMatchObject({ id: 2 })
    expect(about('personal', 'carol@example.com')[0]).toContain('another user has the key')
    expect(about('api_key', 8)).toEqual(['it has fewer than 20 characters; it is revoked here'])
    const bob = tracker.as({ login: 'bob@example.com' })
    expect((await bob.savedSearches.get()).saved_searches.map(({ name }) => name.length)).toContain(64)
    expect(about('tag', 'rows')[0]).toMatch('beyond 1000 of one person')
    expect(about('bug_user_last_visit', 'rows').join()).toContain('an earlier visit is left out')
    expect(found.notes.filter(({ kind, id }) => kind === 'unknown' && String(id).startsWith('personal'))).toEqual([])
    expect((await bob.preferences.get()).pages.time_zone).toBe('EST5EDT')
    expect((await tracker.as({ login: 'alice@example.com' }).watches.get()).watching).toContain('bob@example.com')
  })

  it.each(['bug_see_also', 'cc', 'products', 'attach_data'])(
    'refuses a database without the table %s',
    async (table) => {
      const from = await mariadb.create([...whole(), `DROP TABLE ${table}`])
      await expect(runImport(from, memoryStore())).rejects.toThrow(table)
    },
  )

  it('imports a database without tables that only some versions have', async () => {
    const optional = ['component_cc', 'tag', 'bug_tag', 'longdescs_tags', 'longdescs_tags_activity', 'reports']
    const from = await mariadb.create([...whole(), `DROP TABLE ${optional.join(', ')}`])
    const { report } = await runImport(from, memoryStore())
    expect(report.unaccounted).toEqual([])
    expect(report.tables.find(({ table }) => table === 'bugs')).toMatchObject({ brought: 43 })
  })
})
