import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@trackerkit/adapter-memory'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
import { createTestClock, createTestRandom } from '../../test/harness.js'
import { parameterTable } from '../setup/parameters.js'
import type { Reader } from '../schema/index.js'
import type { Store } from '../store/index.js'
import type { TrackerOptions } from '../tracker/options.js'
import { createTracker, type Tracker } from '../tracker/tracker.js'

/** Ways to reach one new store twice, as two processes would. */
const kinds: Readonly<Record<string, (folder: string) => () => Store>> = {
  memory: () => {
    const store = memoryStore()
    return () => store
  },
  sqlite: (folder) => () => sqliteStore(join(folder, 'seed.db'), { durability: 'normal' }),
}

/**
 * id
 *  name
 *  display name
 *  type
 *  M: mandatory, N: included in the email about a new bug
 */
const fieldTable = `
1 | bug_id | Bug # | 0 | N
2 | short_desc | Summary | 0 | MN
3 | classification | Classification | 2 | N
4 | product | Product | 2 | MN
5 | version | Version | 0 | MN
6 | rep_platform | Platform | 2 | N
7 | bug_file_loc | URL | 0 | N
8 | op_sys | OS/Version | 2 | N
9 | bug_status | Status | 2 | N
10 | status_whiteboard | Status Whiteboard | 0 | N
11 | keywords | Keywords | 8 | N
12 | resolution | Resolution | 2 |
13 | bug_severity | Severity | 2 | N
14 | priority | Priority | 2 | N
15 | component | Component | 2 | MN
16 | assigned_to | AssignedTo | 0 | N
17 | reporter | ReportedBy | 0 | N
18 | qa_contact | QAContact | 0 | N
19 | assigned_to_realname | AssignedToName | 0 |
20 | reporter_realname | ReportedByName | 0 |
21 | qa_contact_realname | QAContactName | 0 |
22 | cc | CC | 0 | N
23 | dependson | Depends on | 0 | N
24 | blocked | Blocks | 0 | N
25 | attachments.description | Attachment description | 0 |
26 | attachments.filename | Attachment filename | 0 |
27 | attachments.mimetype | Attachment mime type | 0 |
28 | attachments.ispatch | Attachment is patch | 0 |
29 | attachments.isobsolete | Attachment is obsolete | 0 |
30 | attachments.isprivate | Attachment is private | 0 |
31 | attachments.submitter | Attachment creator | 0 |
32 | target_milestone | Target Milestone | 0 | N
33 | creation_ts | Creation date | 0 |
34 | delta_ts | Last changed date | 0 |
35 | longdesc | Comment | 0 |
36 | longdescs.isprivate | Comment is private | 0 |
37 | longdescs.count | Number of Comments | 0 |
38 | alias | Alias | 0 |
39 | everconfirmed | Ever Confirmed | 0 |
40 | reporter_accessible | Reporter Accessible | 0 |
41 | cclist_accessible | CC Accessible | 0 |
42 | bug_group | Group | 0 | N
43 | estimated_time | Estimated Hours | 0 | N
44 | remaining_time | Remaining Hours | 0 |
45 | deadline | Deadline | 5 | N
46 | commenter | Commenter | 0 |
47 | flagtypes.name | Flags | 0 |
48 | requestees.login_name | Flag Requestee | 0 |
49 | setters.login_name | Flag Setter | 0 |
50 | work_time | Hours Worked | 0 |
51 | percentage_complete | Percentage Complete | 0 |
52 | content | Content | 0 |
53 | attach_data.thedata | Attachment data | 0 |
54 | owner_idle_time | Time Since Assignee Touched | 0 |
55 | see_also | See Also | 7 |
56 | tag | Personal Tags | 8 |
57 | last_visit_ts | Last Visit | 5 |
58 | comment_tag | Comment Tag | 0 |
59 | days_elapsed | Days since bug changed | 0 |
60 | votes | Votes | 0 |`

const legalValues: Readonly<Record<string, readonly string[]>> = {
  bug_status: ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED', 'VERIFIED'],
  resolution: ['', 'FIXED', 'INVALID', 'WONTFIX', 'DUPLICATE', 'WORKSFORME'],
  priority: ['Highest', 'High', 'Normal', 'Low', 'Lowest', '---'],
  bug_severity: ['blocker', 'critical', 'major', 'normal', 'minor', 'trivial', 'enhancement'],
  rep_platform: ['All', 'PC', 'Macintosh', 'Other'],
  op_sys: ['All', 'Windows', 'Mac OS', 'Linux', 'Other'],
}

/** Parameters of a fresh installation that decide what the tracker does. */
const startingParameters = {
  requirelogin: '0',
  allowemailchange: '0',
  attachment_base: '',
  commentonchange_resolution: '0',
  commentonduplicate: '0',
  cookiepath: '/',
  defaultpriority: '---',
  defaultseverity: 'enhancement',
  duplicate_or_move_bug_status: 'RESOLVED',
  emailsuffix: '',
  letsubmitterchoosemilestone: '1',
  letsubmitterchoosepriority: '1',
  maxattachmentsize: '1000',
  maxlocalattachment: '0',
  musthavemilestoneonaccept: '0',
  noresolveonopenblockers: '0',
  password_complexity: 'no_constraints',
  rememberlogin: 'on',
  search_allow_no_criteria: '1',
  urlbase: '',
  use_see_also: '1',
  useclassification: '0',
  usemenuforusers: '0',
  createemailregexp: '',
  webservice_email_filter: '1',
  timetrackinggroup: 'editbugs',
  comment_taggers_group: 'editbugs',
  collapsed_comment_tags: 'obsolete, spam',
  querysharegroup: 'editbugs',
  chartgroup: '',
  debug_group: '',
  usevisibilitygroups: '0',
  strict_isolation: '0',
  or_groups: '0',
  makeproductgroups: '0',
  max_search_results: '10000',
  default_search_limit: '0',
  maxusermatches: '1000',
  last_visit_keep_days: '10',
  globalwatchers: '',
  whinedays: '0',
  allowbugdeletion: '0',
  audit_keep_days: '0',
  allowuserdeletion: '0',
  allow_attachment_deletion: '0',
  inbound_proxies: '',
  shutdownhtml: '',
  password_check_on_login: '0',
}

describe.each(Object.keys(kinds))('a fresh installation (%s)', (kind) => {
  const trackers: Tracker[] = []
  const folders: string[] = []
  afterEach(async () => {
    for (const tracker of trackers.splice(0)) await tracker.close()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  function newStore(): () => Store {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-seed-'))
    folders.push(folder)
    return (kinds[kind] as (folder: string) => () => Store)(folder)
  }

  async function install(store: Store, options: Partial<TrackerOptions> = {}): Promise<Tracker> {
    const tracker = await createTracker({
      store,
      ...options,
      testing: { clock: createTestClock().now, random: createTestRandom(), ...options.testing },
    })
    trackers.push(tracker)
    return tracker
  }

  async function freshly<T>(look: (tx: Reader) => Promise<T>): Promise<T> {
    const store = newStore()()
    await install(store)
    return inStore(store, look)
  }

  it('has the standard fields with their ids, names and types', async () => {
    const rows = await freshly(async (tx) => tx.select({ from: 'fields' }))
    const expected = fieldTable
      .trim()
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()))
    expect(
      rows.map((row) => [
        String(row.id),
        row.name,
        row.display_name,
        String(row.type),
        `${row.is_mandatory ? 'M' : ''}${row.is_in_new_mail ? 'N' : ''}`,
      ]),
    ).toEqual(expected)
    expect(rows.every((row) => row.sort_key === 100 * row.id && !row.is_custom && !row.is_obsolete)).toBe(true)
  })

  it('has the standard values in their order, and the first three statuses are open', async () => {
    const [fields, values] = await freshly(async (tx) => [
      await tx.select({ from: 'fields' }),
      await tx.select({ from: 'legal_values', order: [{ col: 'sort_key' }] }),
    ])
    for (const [name, expected] of Object.entries(legalValues)) {
      const field = fields.find((one) => one.name === name)
      const own = values.filter((value) => value.field_id === field?.id)
      expect(own.map((value) => value.name)).toEqual(expected)
      expect(own.map((value) => value.sort_key)).toEqual(expected.map((_, index) => 100 * (index + 1)))
      expect(own.every((value) => value.is_active)).toBe(true)
      const isOpen = name === 'bug_status' ? [true, true, true, false, false] : own.map(() => null)
      expect(own.map((value) => value.is_open)).toEqual(isOpen)
    }
    expect(values).toHaveLength(Object.values(legalValues).flat().length)
  })

  it('has the standard workflow, in which no transition needs a comment', async () => {
    const [values, moves] = await freshly(async (tx) => [
      await tx.select({ from: 'legal_values' }),
      await tx.select({ from: 'status_workflow' }),
    ])
    const name = (id: number) => values.find((value) => value.id === id)?.name ?? 'new'
    expect(moves.map((move) => `${name(move.from_status_id)} > ${name(move.to_status_id)}`).toSorted()).toEqual(
      [
        'new > UNCONFIRMED',
        'new > CONFIRMED',
        'new > IN_PROGRESS',
        'UNCONFIRMED > CONFIRMED',
        'UNCONFIRMED > IN_PROGRESS',
        'UNCONFIRMED > RESOLVED',
        'CONFIRMED > IN_PROGRESS',
        'CONFIRMED > RESOLVED',
        'IN_PROGRESS > CONFIRMED',
        'IN_PROGRESS > RESOLVED',
        'RESOLVED > UNCONFIRMED',
        'RESOLVED > CONFIRMED',
        'RESOLVED > VERIFIED',
        'VERIFIED > UNCONFIRMED',
        'VERIFIED > CONFIRMED',
      ].toSorted(),
    )
    expect(moves.some((move) => move.require_comment)).toBe(false)
  })

  it('starts with parameters that let a newcomer file a bug [SRV-15] [SRV-16] [SRV-17]', async () => {
    const tracker = await install(newStore()())
    const { parameters } = await tracker.asSystem().parameters.get()
    expect(parameters).toMatchObject({
      ...startingParameters,
      defaultplatform: 'All',
      defaultopsys: 'All',
      useqacontact: '1',
      usestatuswhiteboard: '1',
      usetargetmilestone: '1',
      insidergroup: 'admin',
      maintainer: 'admin@example.com',
    })
    expect(Object.keys(parameters)).toHaveLength(Object.keys(parameterTable).length)
  })

  it('has the groups that carry rights; admin holds all, may grant all and sees all', async () => {
    const [groups, inheritance] = await freshly(async (tx) => [
      await tx.select({ from: 'groups' }),
      await tx.select({ from: 'group_inheritance' }),
    ])
    const names = groups.map((group) => group.name)
    expect(names.toSorted()).toEqual(
      [
        'admin',
        'tweakparams',
        'editusers',
        'creategroups',
        'editclassifications',
        'editcomponents',
        'editkeywords',
        'editbugs',
        'canconfirm',
        'bz_canusewhines',
        'bz_canusewhineatothers',
        'bz_sudoers',
        'bz_sudo_protect',
        'bz_quip_moderators',
      ].toSorted(),
    )
    expect(groups.every((group) => !group.is_bug_group && group.is_active)).toBe(true)
    expect(groups.filter((group) => group.user_regexp !== '').map((group) => [group.name, group.user_regexp])).toEqual([
      ['editbugs', '.*'],
    ])
    const name = (id: number) => groups.find((group) => group.id === id)?.name ?? ''
    const of = (kind: string, member: string) =>
      inheritance
        .filter((row) => row.kind === kind && name(row.member_group_id) === member)
        .map((row) => name(row.group_id))
        .toSorted()
    expect(of('membership', 'admin')).toEqual(names.filter((one) => one !== 'admin').toSorted())
    expect([of('bless', 'admin'), of('visible', 'admin')]).toEqual([names.toSorted(), names.toSorted()])
    expect(of('membership', 'editbugs')).toEqual(['bz_canusewhines'])
    expect(of('membership', 'bz_canusewhineatothers')).toEqual(['bz_canusewhines'])
    expect(of('membership', 'bz_sudoers')).toEqual(['bz_sudo_protect'])
  })

  it('has one classification, no product, and one administrator', async () => {
    const rows = await freshly(async (tx) => ({
      classifications: await tx.select({ from: 'classifications' }),
      products: await tx.count('products'),
      users: await tx.select({ from: 'users' }),
      groups: await tx.select({ from: 'groups' }),
      memberships: await tx.select({ from: 'user_groups' }),
    }))
    expect(rows.classifications).toMatchObject([{ id: 1, name: 'Unclassified', sort_key: 0 }])
    expect(rows.products).toBe(0)
    expect(rows.users).toMatchObject([{ login: 'admin@example.com', real_name: 'Administrator', password_hash: null }])
    const name = (id: number) => rows.groups.find((group) => group.id === id)?.name
    expect(rows.memberships.map((row) => `${name(row.group_id)} ${row.kind}`).toSorted()).toEqual([
      'admin bless',
      'admin direct',
      'editbugs pattern',
      'editusers direct',
    ])
  })

  it('takes login, name and password of the administrator', async () => {
    const store = newStore()()
    const administrator = { login: 'Root@Example.org', real_name: 'Root', password: 'swordfish' }
    const tracker = await install(store, { administrator })
    const { parameters } = await tracker.as({ login: 'root@example.org', password: 'swordfish' }).parameters.get()
    expect(parameters).toMatchObject({ maintainer: 'Root@Example.org', insidergroup: 'admin' })
    const [user] = await inStore(store, (tx) => tx.select({ from: 'users' }))
    expect(user).toMatchObject({ login: 'Root@Example.org', real_name: 'Root' })
    expect(user?.password_hash).not.toContain('swordfish')
  })

  it('sets up all in one transaction, and reports it right before the commit', async () => {
    const events: string[] = []
    const crash = new Error('the process was killed')
    const administrator = { password: 'swordfish', api_key: 'AKeyOfTheAdministrator' }
    const reach = newStore()
    /** Opens the tracker in a process that dies right after the given commit, or right before the first where it is 0. */
    const openUntil = (lastCommit: number) => {
      const store = reach()
      let commits = 0
      const write: Store['write'] = async (work) => {
        const result = await store.write(async (tx) => {
          const done = await work(tx)
          if (lastCommit === 0) throw crash
          return done
        })
        events.push('committed')
        if (++commits === lastCommit) throw crash
        return result
      }
      return createTracker({
        store: { ...store, write },
        logger: { warn: () => undefined, error: () => undefined },
        administrator,
        beforeSetUp: () => void events.push('to be set up'),
      })
    }
    await expect(openUntil(0)).rejects.toBe(crash)
    await expect(openUntil(1)).rejects.toBe(crash)
    expect(events).toEqual(['to be set up', 'to be set up', 'committed'])
    const tracker = await openUntil(Infinity)
    expect(events).toEqual(['to be set up', 'to be set up', 'committed'])
    for (const identity of [{ api_key: administrator.api_key }, { login: 'admin@example.com', password: 'swordfish' }])
      expect(await tracker.as(identity).parameters.get()).toHaveProperty('parameters.insidergroup')
    await tracker.close()
  })

  it.each([
    [{ api_key: 'too short' }, 'param_invalid', 'administrator.api_key'],
    [{ login: 'root' }, 'illegal_email_address', 'administrator.login'],
    [{ password: 'short' }, 'password_too_short', 'administrator.password'],
  ])('refuses the administrator %j and leaves the store empty', async (administrator, code, field) => {
    const store = newStore()()
    await expect(createTracker({ store, administrator })).rejects.toMatchObject({ code, data: { field } })
    expect((await install(store)).isNew).toBe(true)
  })

  it('is made once: whoever opens the store again finds it as it was', async () => {
    const reach = newStore()
    const first = await install(reach())
    await first.as({ login: 'admin@example.com' }).products.create({ name: 'Gizmos', description: 'x', version: '1' })
    const second = await install(reach(), { administrator: { login: 'other@example.com' } })
    expect([first.isNew, second.isNew]).toEqual([true, false])
    expect((await second.as(null).products.get()).products.map((product) => product.name)).toEqual(['Gizmos'])
    await expect(second.as({ login: 'other@example.com' }).products.get()).rejects.toMatchObject({
      name: 'TrackerError',
    })
  })

  it('is made once when several open an empty store at the same time', async () => {
    const reach = newStore()
    const stores = [reach(), reach(), reach()] as const
    let events = 0
    const opened = await Promise.all(stores.map((store) => install(store, { beforeSetUp: () => void events++ })))
    expect(opened.filter((tracker) => tracker.isNew)).toHaveLength(1)
    expect(events, 'how often the administrator is introduced').toBe(1)
    for (const tracker of opened) {
      const { parameters } = await tracker.asSystem().parameters.get()
      expect(parameters.maintainer).toBe('admin@example.com')
    }
    const counts = await inStore(stores[0], async (tx) => [
      await tx.count('installation'),
      await tx.count('users'),
      await tx.count('fields'),
      await tx.count('classifications'),
    ])
    expect(counts).toEqual([1, 1, 60, 1])
  })
})
