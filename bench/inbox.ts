// `npm run bench -- inbox [SIZE]`: reading an inbox of 5,000 unread lines, counting those of users with thousands of bugs without any, and writing to a bug and a component with 10,000 followers.
import { constants, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { NewRow, Row, TrackerSchema, Writer } from '@trackerkit/core/schema'
import { fold, type Store } from '@trackerkit/core/store'
import { compareCpu, comparePairs } from './measure.js'
import { report } from './report.js'
import { keptCorpus } from './scale/files.js'

const [unread, followers, without] = [5000, 10_000, 9600]
const [reader, author] = ['reader@example.com', 'user7@example.com']
/** After all changes of the corpus. */
const now = new Date('2024-07-01T00:00:00Z')

/** Milliseconds. */
const aims = { page: 20, count: 2, countWithPlaces: 6, countOfNone: 20 }

export async function measureInbox(size: number, folder: string): Promise<void> {
  const file = join(folder, 'inbox.db')
  copyFileSync(await keptCorpus(size), file, constants.COPYFILE_FICLONE)
  // A busy machine takes longer, in CPU time the same.
  const store = sqliteStore(file, { queryTimeoutMs: 10_000 })
  const raw = store as unknown as Store<TrackerSchema>
  const tracker = await createTracker({ store, testing: { clock: () => now } })
  await raw.write(addReader)
  await raw.write((tx) => addOwner(tx, 'changer'))
  await raw.write((tx) => addOwner(tx, 'visitor'))
  await measureReading(tracker, raw)
  await measureNone(tracker)
  await measureWriting(tracker, raw)
  await tracker.close()
}

async function measureReading(tracker: Tracker, raw: Store<TrackerSchema>): Promise<void> {
  const { inbox, follows } = tracker.as({ login: reader })
  const read = () =>
    compareCpu({ page: () => inbox.get({ limit: 50 }), count: () => inbox.get({ limit: 0 }) }, { rounds: 9, calls: 30 })
  const { items, count } = await inbox.get({ limit: 50 })
  const { lines, pages } = await countLines(tracker)
  console.log(`${lines} unread lines on ${pages} pages of 100; the first has ${items.length}, count ${count}`)
  const plain = await read()
  reportTime(`50 of ${lines.toLocaleString('en')} unread lines of an inbox`, plain['page'], aims.page)
  reportTime('the count of these lines, up to 100', plain['count'], aims.count)
  const places = await raw.read((tx) => tx.select({ from: 'components', limit: 5 }))
  const products = new Map((await raw.read((tx) => tx.select({ from: 'products' }))).map(({ id, name }) => [id, name]))
  const add = places.map(({ name, product_id }) => ({ product: products.get(product_id) ?? '', component: name }))
  await follows.update({ add: add.map((place) => ({ ...place, scope: 'all' as const })) })
  // Followed before all of these changes.
  await raw.write((tx) => tx.update('follows', { and: [] }, { since: null, scope_since: null }))
  const followed = await read()
  reportTime('50 lines, five components followed', followed['page'], aims.page)
  reportTime('the count, five components followed', followed['count'], aims.countWithPlaces)
}

/** Users without a line: one made all changes of their bugs, the other has seen all changes by others. */
async function measureNone(tracker: Tracker): Promise<void> {
  const countOf = (name: Owner) => () => tracker.as({ login: `${name}@example.com` }).inbox.get({ limit: 0 })
  const of = { changer: countOf('changer'), visitor: countOf('visitor') }
  const times = await compareCpu(of, { rounds: 9, calls: 10 })
  reportTime('the count of a user who made all changes of 9,600 bugs', times['changer'], aims.countOfNone)
  reportTime('the count of a user who has seen 9,600 bugs', times['visitor'], aims.countOfNone)
}

function reportTime(what: string, microseconds: number | undefined, aim: number): void {
  report({ what, ours: (microseconds ?? NaN) / 1000, unit: 'ms', aim: { atMost: aim } })
}

async function countLines(tracker: Tracker): Promise<{ readonly lines: number; readonly pages: number }> {
  let [lines, pages] = [0, 0]
  for (let cursor: string | undefined; ; pages++) {
    const { items, next } = await tracker
      .as({ login: reader })
      .inbox.get({ limit: 100, ...(cursor !== undefined && { cursor }) })
    lines += items.length
    if (next === null) return { lines, pages: pages + 1 }
    cursor = next
  }
}

/** A user with 5,000 bugs in all roles, on each of which another user comments. */
async function addReader(tx: Writer): Promise<void> {
  const [id = 0] = await tx.insert('users', [accountOf('reader')])
  const [other] = await tx.select({ from: 'users', where: { col: 'login', eq: author } })
  const last = await tx.select({
    from: 'bugs',
    where: { col: 'group_count', eq: 0 },
    order: [{ col: 'id', desc: true }],
    limit: unread,
  })
  for (const [index, bug] of last.entries()) {
    const at = new Date(now.getTime() - (index + 1) * 60_000)
    const roles = [{ assigned_to_id: id }, { creator_id: id }, {}, {}]
    const set = { ...roles[index % 4], last_change_time: at, comment_count: bug.comment_count + 1 }
    await tx.update('bugs', { col: 'id', eq: bug.id }, set)
  }
  const third = last.filter((_, index) => index % 4 === 2)
  await tx.delete('bug_cc', {
    and: [
      { col: 'user_id', eq: id },
      { col: 'bug_id', in: third.map((bug) => bug.id) },
    ],
  })
  await tx.insert(
    'bug_cc',
    third.map((bug) => ({ bug_id: bug.id, user_id: id })),
  )
  const marks = last.filter((_, index) => index % 4 === 3)
  await tx.insert(
    'bug_marks',
    marks.map((bug) => markOf(id, bug.id)),
  )
  await tx.insert(
    'comments',
    last.map((bug, index) => commentOf(bug, other?.id ?? 0, new Date(now.getTime() - (index + 1) * 60_000))),
  )
}

type Owner = 'changer' | 'visitor'

/** The assignee of many bugs with a recent comment: by the owner, or seen by them. */
async function addOwner(tx: Writer, name: Owner): Promise<void> {
  const [id = 0] = await tx.insert('users', [accountOf(name)])
  const [other] = await tx.select({ from: 'users', where: { col: 'login', eq: author } })
  const by = name === 'changer' ? id : (other?.id ?? 0)
  const order = [{ col: 'id' }] as const
  const offset = name === 'changer' ? 0 : without
  const [where, columns] = [{ col: 'group_count', eq: 0 } as const, ['id', 'comment_count'] as const]
  const bugs = await tx.select({ from: 'bugs', where, order, offset, limit: without, columns })
  const timeOf = (index: number) => new Date(now.getTime() - (index + 1) * 60_000)
  for (const [index, bug] of bugs.entries()) {
    const changed = { last_change_time: timeOf(index), last_changer_id: by, others_changed_at: null }
    await tx.update('bugs', { col: 'id', eq: bug.id }, { ...changed, assigned_to_id: id })
  }
  await tx.insert(
    'comments',
    bugs.map((bug, index) => commentOf(bug, by, timeOf(index))),
  )
  if (name === 'changer') return
  await tx.insert(
    'bug_marks',
    bugs.map((bug, index) => ({ ...markOf(id, bug.id), following: null, seen_until: timeOf(index) })),
  )
}

function commentOf(bug: Pick<Row<'bugs'>, 'id' | 'comment_count'>, creator_id: number, creation_time: Date) {
  const text = 'It happens here too'
  const flags = { is_private: false, is_markdown: false, work_time: 0, type: 'normal' } as const
  const own = { bug_id: bug.id, count: bug.comment_count, creator_id, creation_time }
  return { ...flags, ...own, text, text_folded: fold(text) }
}

const markOf = (user_id: number, bug_id: number) => ({
  ...{ user_id, bug_id, last_visit_ts: null, seen_until: null, later_until: null },
  following: true,
})

function accountOf(name: string): NewRow<'users'> {
  const login = `${name}@example.com`
  const real = { real_name: name, real_name_folded: fold(name) }
  return { login, login_folded: login, ...real, email_enabled: true, login_denied_text: '', creation_time: now }
}

/** The same writes to a bug and a component with followers, and to others without that are alike otherwise. */
async function measureWriting(tracker: Tracker, raw: Store<TrackerSchema>): Promise<void> {
  const { bugs, comments } = tracker.as({ login: author })
  const product = 'Product 1'
  const system = tracker.asSystem()
  const openPlace = async (component: string) => {
    const part = { product, name: component, description: 'Measured', default_assignee: author }
    const { id } = await system.components.create(part)
    const place = { product, component, version: '1.0', summary: 'It stops', op_sys: 'All', platform: 'All' } as const
    return { componentId: id, place, bugId: (await bugs.create(place)).id }
  }
  const sides = { ours: await openPlace('Followed'), base: await openPlace('Others') }
  await raw.write((tx) => addFollowers(tx, sides.ours.componentId, sides.ours.bugId))
  const numbers = { ours: 0, base: 0 }
  const works = {
    create: (side: Side) => bugs.create(sides[side].place),
    update: (side: Side) => bugs.update({ ids: [sides[side].bugId], summary: `It stops ${numbers[side]++}` }),
    comment: (side: Side) => comments.create({ id: sides[side].bugId, comment: `Again ${numbers[side]++}` }),
  }
  for (const [what, work] of Object.entries(works)) {
    const { cpu } = await comparePairs(
      { ours: () => work('ours'), base: () => work('base') },
      { rounds: 41, calls: 20 },
    )
    report({
      what: `${what}, 10,000 followers of the component and of the bug : none`,
      ...cpu,
      unit: 'µs',
      aim: { atMost: 1.05 },
    })
  }
}

type Side = 'ours' | 'base'

async function addFollowers(tx: Writer, componentId: number, bugId: number): Promise<void> {
  const names = Array.from({ length: followers }, (_, index) => accountOf(`follower${index}`))
  const ids = await tx.insert('users', names)
  const follow = { kind: 'component', object_id: componentId, scope: 'all', by_mail: null } as const
  await tx.insert(
    'follows',
    ids.map((user_id) => ({ ...follow, user_id })),
  )
  await tx.insert(
    'bug_marks',
    ids.map((user_id) => markOf(user_id, bugId)),
  )
}
