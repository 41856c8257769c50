// Six bugs with fixed roles, for the tests that put every question to every field.
import { fieldTypes } from '../../src/setup/field-types.js'
import type { NewRow, Row } from '../../src/schema/index.js'
import { fold } from '../../src/store/index.js'
import { addBugs, addCustomField, addFlagType, addHistory, inStore, type BugPlan } from '../bug-rows.js'
import type { World } from '../harness.js'
import { add, userId } from '../people.js'
import { changesOf, expectations } from './expectations.js'
import { daysAgo, now } from './times.js'

const twin: BugPlan = {
  summary: 'Crash in UI',
  component: 'UI',
  qa_contact: 'ivan',
  cc: ['carl', 'bob'],
  keywords: ['crash', 'regression'],
  tags: { eve: ['odd'] },
}
const custom = {
  cf_text: 'Red',
  cf_choice: 'small',
  cf_choices: ['a', 'b'],
  cf_number: 7,
  cf_when: daysAgo(3),
  cf_day: new Date('2026-02-26T00:00:00Z'),
}

/**
 * 1 has a value in every field, and its values are those that are asked for first. 2 has only what a bug must have. 3 is the
 * same as 1 and hidden from the outsider. 4 has other values. 5 has to the outsider no more than 2: the rest is private or
 * names a hidden bug. 6 is closed, and its values are odd.
 */
const plans: readonly BugPlan[] = [
  {
    ...twin,
    id: 1,
    alias: ['Foo', 'bar'],
    depends_on: [2, 3],
    dupe_of: 2,
    see_also: ['http://a/1', 'http://b/2', 3],
    custom: { ...custom, cf_bug: 3 },
  },
  {
    id: 2,
    summary: 'crash',
    product: 'Gadgets',
    component: 'Main',
    status: 'RESOLVED',
    resolution: 'FIXED',
    is_confirmed: false,
    assigned_to: 'carl',
  },
  {
    ...twin,
    id: 3,
    alias: ['baz'],
    depends_on: [2],
    dupe_of: 2,
    see_also: ['http://a/1'],
    groups: ['secret'],
    custom: { ...custom, cf_bug: 2 },
  },
  {
    id: 4,
    summary: 'Äh_50%',
    component: 'Core',
    version: '2.0',
    status: 'IN_PROGRESS',
    assigned_to: 'alice',
    creator: 'bob',
    qa_contact: 'bob',
    cc: ['ivan'],
    alias: ['foobar'],
    keywords: ['regression'],
    depends_on: [2],
    dupe_of: 6,
    see_also: ['http://c/3'],
    tags: { eve: ['even'] },
    custom: { cf_text: 'Blue', cf_choice: 'big', cf_choices: ['c'], cf_number: 5, cf_bug: 2, cf_when: daysAgo(1) },
  },
  {
    id: 5,
    summary: 'Plain',
    component: 'Core',
    status: 'UNCONFIRMED',
    is_confirmed: false,
    assigned_to: 'ivan',
    depends_on: [3],
    dupe_of: 3,
    see_also: [3],
    tags: { ivan: ['odd'] },
    custom: { cf_bug: 3 },
  },
  {
    id: 6,
    summary: '100% \\o/ crash-test ÄH',
    product: 'Gadgets',
    component: 'Main',
    status: 'VERIFIED',
    resolution: 'INVALID',
    assigned_to: 'carl',
    creator: 'carl',
    cc: ['eve'],
    alias: ['Ä-1'],
    keywords: ['crash'],
    depends_on: [1, 4],
    dupe_of: 1,
    see_also: ['HTTP://A/10'],
    tags: { eve: ['odd', 'even'] },
    custom: {
      cf_text: 'R%d_\\',
      cf_choice: 'big',
      cf_choices: ['a', 'c'],
      cf_number: -12,
      cf_bug: 6,
      cf_when: daysAgo(10),
    },
  },
]

/** Adds them, with all that belongs to them. */
export async function addSixBugs(world: World): Promise<void> {
  await inStore(world.store, async (tx) => {
    await addFlagType(tx, { name: 'review' })
    await addFlagType(tx, { name: 'secret' })
    await addCustomField(tx, { name: 'cf_text', type: fieldTypes.freeText })
    await addCustomField(tx, { name: 'cf_choice', type: fieldTypes.singleSelect }, ['---', 'small', 'big'])
    await addCustomField(tx, { name: 'cf_choices', type: fieldTypes.multiSelect }, ['a', 'b', 'c'])
    await addCustomField(tx, { name: 'cf_number', type: fieldTypes.integer })
    await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
    await addCustomField(tx, { name: 'cf_when', type: fieldTypes.dateTime })
    await addCustomField(tx, { name: 'cf_day', type: fieldTypes.date })
  })
  await addBugs(world.store, now, plans)
  await setColumns(world)
  await addComments(world)
  const ownLog = await addAttachments(world)
  await addFlags(world, ownLog)
  await addVisits(world)
  await addCodeLinks(world)
  await addChanges(world, ownLog.hidden)
}

/** Texts with their folded twins, and legal values by name. */
async function setColumns(world: World): Promise<void> {
  await inStore(world.store, async (tx) => {
    const fields = await tx.select({ from: 'fields' })
    const values = await tx.select({ from: 'legal_values' })
    const milestones = await tx.select({ from: 'milestones' })
    const value = (field: string, name: string) => {
      const field_id = fields.find((one) => one.name === field)?.id
      return values.find((one) => one.field_id === field_id && one.name === name)?.id ?? 0
    }
    const text = (whiteboard: string, url: string) => ({
      whiteboard,
      whiteboard_folded: fold(whiteboard),
      url,
      url_folded: fold(url),
    })
    const full = {
      ...text('[a] b', 'http://x/1'),
      estimated_time: 2.5,
      remaining_time: 1.5,
      actual_time: 1,
      percentage_complete: 40,
      votes: 2,
      creation_time: daysAgo(9),
      last_change_time: daysAgo(1.5),
      deadline: '2026-03-05',
      priority_id: value('priority', 'High'),
      target_milestone_id: milestones.find((one) => one.name === 'M1')?.id ?? 0,
    }
    const columns: Record<number, Partial<Row<'bugs'>>> = {
      1: { ...full, comment_count: 2, public_comment_count: 1 },
      2: { creation_time: daysAgo(2), last_change_time: daysAgo(1), comment_count: 1, public_comment_count: 1 },
      3: { ...full, comment_count: 1, public_comment_count: 1 },
      4: {
        ...text('B', 'HTTP://X/2'),
        estimated_time: 8,
        remaining_time: 0.5,
        creation_time: daysAgo(1),
        deadline: '2026-02-20',
        priority_id: value('priority', '---'),
        severity_id: value('bug_severity', 'enhancement'),
        platform_id: value('rep_platform', 'Macintosh'),
        op_sys_id: value('op_sys', 'Mac OS'),
        is_cc_accessible: false,
        comment_count: 1,
        public_comment_count: 1,
      },
      5: { creation_time: daysAgo(6), last_change_time: daysAgo(3), comment_count: 2, public_comment_count: 1 },
      6: {
        ...text('c,d 50%', 'ftp://y'),
        estimated_time: 1.25,
        actual_time: 3,
        percentage_complete: 100,
        votes: 12,
        deadline: '2026-12-31',
        creation_time: daysAgo(30),
        last_change_time: daysAgo(4),
        severity_id: value('bug_severity', 'trivial'),
        is_creator_accessible: false,
        comment_count: 1,
        public_comment_count: 1,
      },
    }
    for (const [id, set] of Object.entries(columns)) await tx.update('bugs', { col: 'id', eq: Number(id) }, set)
  })
}

async function addComments(world: World): Promise<void> {
  const ids = await peopleIds(world)
  const comment = (
    bug_id: number,
    count: number,
    who: keyof typeof ids,
    days: number,
    text: string,
    more: Partial<NewRow<'comments'>> = {},
  ) => ({
    bug_id,
    count,
    creator_id: ids[who],
    text,
    text_folded: fold(text),
    creation_time: daysAgo(days),
    is_private: false,
    is_markdown: false,
    work_time: 0,
    type: 'normal',
    ...more,
  })
  const [first = 0, note = 0, words = 0, clone = 0, , , secret = 0, odd = 0] = await add(world, 'comments', [
    comment(1, 0, 'alice', 6, 'First words', { work_time: 2 }),
    comment(1, 1, 'ivan', 2, 'private note', { work_time: 0.5, is_private: true }),
    comment(2, 0, 'carl', 6, 'words'),
    comment(3, 0, 'alice', 6, 'First words', { work_time: 2 }),
    comment(4, 0, 'bob', 1, 'Other text', { work_time: 1 }),
    comment(5, 0, 'alice', 6, 'Plain'),
    comment(5, 1, 'ivan', 3, 'private words', { is_private: true }),
    comment(6, 0, 'carl', 4, '50%_off \\ words-first'),
  ])
  const tag = (comment_id: number, text: string) => ({ comment_id, tag: text, tag_folded: fold(text) })
  await add(world, 'comment_tags', [
    tag(first, 'old'),
    tag(note, 'spam'),
    tag(words, 'old'),
    tag(clone, 'old'),
    tag(secret, 'spam'),
    tag(odd, 'Old-ish'),
  ])
}

interface Attached {
  /** The private attachments of bugs 1 and 5. */
  readonly log: number
  readonly hidden: number
}

async function addAttachments(world: World): Promise<Attached> {
  const ids = await peopleIds(world)
  const attachment = (
    bug_id: number,
    who: keyof typeof ids,
    summary: string,
    file_name: string,
    content_type: string,
    more: Partial<NewRow<'attachments'>> = {},
  ) => ({
    bug_id,
    creator_id: ids[who],
    summary,
    summary_folded: fold(summary),
    content_type,
    file_name,
    file_name_folded: fold(file_name),
    creation_time: now,
    last_change_time: now,
    is_patch: false,
    is_obsolete: false,
    is_private: false,
    size: 1,
    ...more,
  })
  const patch = { is_patch: true }
  const [fix = 0, log = 0, clone = 0, shot = 0, hidden = 0, odd = 0] = await add(world, 'attachments', [
    attachment(1, 'alice', 'Patch', 'fix.diff', 'text/plain', patch),
    attachment(1, 'ivan', 'Log', 'run.log', 'text/x-log', { is_private: true, is_obsolete: true }),
    attachment(3, 'alice', 'Patch', 'fix.diff', 'text/plain', patch),
    attachment(4, 'bob', 'Screen shot', 'Shot.PNG', 'image/png'),
    attachment(5, 'ivan', 'Patch', 'fix.diff', 'text/plain', { ...patch, is_private: true }),
    attachment(6, 'carl', 'Two words', 'a b.txt', 'text/plain', { is_obsolete: true }),
  ])
  const data = (attachment_id: number, text: string) => ({
    attachment_id,
    data: new Uint8Array([1]),
    text_folded: text,
  })
  await add(world, 'attachment_data', [
    data(fix, 'needle one'),
    data(log, 'needle two'),
    data(clone, 'needle one'),
    data(shot, 'pixels'),
    data(hidden, 'needle one'),
    data(odd, 'thread'),
  ])
  return { log, hidden }
}

async function addFlags(world: World, { log, hidden }: Attached): Promise<void> {
  const { alice, bob, carl, ivan } = await peopleIds(world)
  const types = await inStore(world.store, (tx) => tx.select({ from: 'flag_types' }))
  const type = (name: string) => types.find((one) => one.name === name)?.id ?? 0
  const flag = { creation_date: now, modification_date: now }
  const review = { ...flag, type_id: type('review') }
  const secret = { ...flag, type_id: type('secret'), setter_id: ivan }
  await add(world, 'flags', [
    { ...review, bug_id: 1, status: '?', setter_id: alice, requestee_id: carl },
    { ...secret, bug_id: 1, status: '+', attachment_id: log },
    { ...review, bug_id: 3, status: '?', setter_id: alice, requestee_id: carl },
    { ...review, bug_id: 4, status: '-', setter_id: bob },
    { ...secret, bug_id: 5, status: '?', attachment_id: hidden, requestee_id: bob },
    { ...review, bug_id: 6, status: '+', setter_id: carl },
  ])
}

/** Titles and URLs are the same here, so that a search of both is one of either. */
async function addCodeLinks(world: World): Promise<void> {
  const link = (bug_id: number, title: string, state: string, repository: string, is_private = false) => ({
    ...{ bug_id, title, title_folded: fold(title), url: title, url_folded: fold(title), state, repository },
    ...{ kind: 'pull_request', ref: title, hook_id: null, author: '', branch: '', is_private, has_closed: false },
    ...{ attachment_id: null, changed_at: now, creation_time: now },
  })
  await add(world, 'code_links', [
    link(1, 'Fix it', 'merged', 'git.example.com/a/b'),
    link(1, 'Log more', 'open', 'git.example.com/c', true),
    link(3, 'Fix it', 'merged', 'git.example.com/a/b'),
    link(4, '50% of it', 'draft', 'git.example.com/c'),
    link(5, 'Fix it', 'merged', 'git.example.com/a/b', true),
  ])
}

async function addVisits(world: World): Promise<void> {
  const { eve, ivan } = await peopleIds(world)
  await add(world, 'bug_marks', [
    { user_id: eve, bug_id: 1, last_visit_ts: daysAgo(2) },
    { user_id: eve, bug_id: 3, last_visit_ts: daysAgo(2) },
    { user_id: eve, bug_id: 4, last_visit_ts: daysAgo(1) },
    { user_id: ivan, bug_id: 5, last_visit_ts: daysAgo(2) },
  ])
}

/** Adds the history in the tables. Changes marked as hidden are of a private attachment. */
async function addChanges(world: World, attachment_id: number): Promise<void> {
  await inStore(world.store, async (tx) => {
    for (const table of expectations) {
      for (const { bug, isHidden, ...change } of changesOf(table))
        await addHistory(tx, bug, [{ ...change, field: table.history ?? '', ...(isHidden && { attachment_id }) }])
    }
  })
}

async function peopleIds(world: World) {
  return {
    alice: await userId(world, 'alice'),
    bob: await userId(world, 'bob'),
    carl: await userId(world, 'carl'),
    eve: await userId(world, 'eve'),
    ivan: await userId(world, 'ivan'),
  }
}
