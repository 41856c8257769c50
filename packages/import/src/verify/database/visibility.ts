// Compares the visibility of bugs: by the rules of the source, from its tables, and by the tracker.
import { isTrackerError, type Tracker } from '@trackerkit/core'
import type { DbSource } from '../../bugzilla-db/connect.js'
import { isTrue, numberOf, plainText } from '../../bugzilla-db/text.js'
import type { Difference } from '../compare.js'

/** Parameters on which it depends. */
export interface Rules {
  readonly orGroups: boolean
  readonly useQaContact: boolean
  /** The group whose members see private comments. */
  readonly insiders: string
}

/** The groups of each person, by their IDs. */
export type Members = ReadonlyMap<number, ReadonlySet<number>>

interface Restricted {
  readonly groups: readonly number[]
  /** People who see it whatever its groups. */
  readonly people: ReadonlySet<number>
}

const mostPeople = 20

/** `present`: bugs that are here. */
export async function compareVisibility(
  source: DbSource,
  tracker: Tracker,
  {
    rules,
    members,
    present,
  }: { readonly rules: Rules; readonly members: Members; readonly present: ReadonlySet<number> },
): Promise<Difference[]> {
  const all = await readRestricted(source, rules)
  const bugs = new Map([...all].filter(([id]) => present.has(id)))
  const ids = [...bugs.keys()]
  const insiders = await readInsiders(source, rules.insiders)
  const secret = await readPrivateComment(source, present)
  const differences: Difference[] = []
  for (const { id, login } of await choosePeople(source, members)) {
    const groups = members.get(id) ?? new Set()
    const here = await visibleHere(tracker, login, ids)
    if (!here) continue
    let hidden = 0
    for (const [bug, { groups: wanted, people: seers }] of bugs) {
      const isIn = rules.orGroups
        ? wanted.some((group) => groups.has(group))
        : wanted.every((group) => groups.has(group))
      const there = isIn || seers.has(id)
      if (!there) hidden++
      if (there === here.has(bug)) continue
      const place = there ? `hidden from ${login}` : `VISIBLE HERE AND NOT THERE to ${login}`
      differences.push({ bug, place, there: String(there), here: String(!there) })
    }
    // Bugs in no group are public.
    const { total } = await tracker.as({ login }).bugs.count({})
    const there = present.size - hidden
    const more = bugs.size === here.size + hidden && total !== there
    if (more) differences.push({ bug: 0, place: `bugs visible to ${login}`, there: String(there), here: String(total) })
    if (secret && (!bugs.has(secret.bug) || here.has(secret.bug)) && secret.author !== id) {
      const seesThere = [...groups].some((group) => insiders.has(group))
      const seesHere = await seesComment(tracker, login, secret)
      if (seesThere !== seesHere) {
        const place = `comment ${secret.comment}: ${seesThere ? 'hidden from' : 'VISIBLE HERE AND NOT THERE to'} ${login}`
        differences.push({ bug: secret.bug, place, there: String(seesThere), here: String(seesHere) })
      }
    }
  }
  const isTooMuch = ({ place }: Difference) => place.includes('VISIBLE HERE')
  return differences.toSorted((a, b) => Number(isTooMuch(b)) - Number(isTooMuch(a)))
}

/** The group of insiders, if there is one. Administrators are members of it, as of every group. */
async function readInsiders(source: DbSource, name: string): Promise<ReadonlySet<number>> {
  const rows = await source.rows(`SELECT id FROM ${source.name('groups')} WHERE name = ?`, [name])
  return new Set(rows.map((row) => numberOf(row['id'])))
}

interface PrivateComment {
  readonly bug: number
  readonly comment: number
  readonly author: number
}

async function readPrivateComment(source: DbSource, present: ReadonlySet<number>): Promise<PrivateComment | undefined> {
  const rows = await source.rows(
    'SELECT bug_id, comment_id, who FROM longdescs WHERE isprivate = 1 ORDER BY comment_id LIMIT 100',
  )
  const comments = rows.map((row) => ({
    bug: numberOf(row['bug_id']),
    comment: numberOf(row['comment_id']),
    author: numberOf(row['who']),
  }))
  return comments.find(({ bug }) => present.has(bug))
}

async function seesComment(tracker: Tracker, login: string, { bug, comment }: PrivateComment): Promise<boolean> {
  const { bugs } = await tracker.as({ login }).comments.get({ ids: [bug], include_fields: ['id'] })
  return bugs[bug]?.comments.some(({ id }) => id === comment) ?? false
}

async function readRestricted(source: DbSource, { useQaContact }: Rules): Promise<Map<number, Restricted>> {
  const rows = await source.rows(
    'SELECT m.bug_id AS bug_id, m.group_id AS group_id, b.reporter, b.assigned_to, b.qa_contact, b.reporter_accessible, b.cclist_accessible FROM bug_group_map m JOIN bugs b ON b.bug_id = m.bug_id',
  )
  const bugs = new Map<number, { groups: number[]; people: Set<number>; isCcAccessible: boolean }>()
  for (const row of rows) {
    const id = numberOf(row['bug_id'])
    const people = new Set([numberOf(row['assigned_to'])])
    if (isTrue(row['reporter_accessible'])) people.add(numberOf(row['reporter']))
    if (useQaContact) people.add(numberOf(row['qa_contact']))
    const bug = bugs.get(id) ?? { groups: [], people, isCcAccessible: isTrue(row['cclist_accessible']) }
    bug.groups.push(numberOf(row['group_id']))
    bugs.set(id, bug)
  }
  for (const row of await source.rows(
    'SELECT cc.bug_id AS bug_id, cc.who AS who FROM cc JOIN bug_group_map m ON m.bug_id = cc.bug_id',
  )) {
    const bug = bugs.get(numberOf(row['bug_id']))
    if (bug?.isCcAccessible) bug.people.add(numberOf(row['who']))
  }
  return bugs
}

/** The groups of each person, also by other groups. */
export async function readMembers(source: DbSource): Promise<Members> {
  const members = new Map<number, Set<number>>()
  const direct = await source.rows(
    'SELECT user_id, group_id FROM user_group_map WHERE isbless = 0 AND grant_type IN (0, 2)',
  )
  for (const row of direct) {
    const id = numberOf(row['user_id'])
    members.set(id, (members.get(id) ?? new Set()).add(numberOf(row['group_id'])))
  }
  const inherited = new Map<number, number[]>()
  for (const row of await source.rows('SELECT member_id, grantor_id FROM group_group_map WHERE grant_type = 0')) {
    const member = numberOf(row['member_id'])
    inherited.set(member, [...(inherited.get(member) ?? []), numberOf(row['grantor_id'])])
  }
  const administrators = await source.rows(`SELECT id FROM ${source.name('groups')} WHERE name = 'admin'`)
  const admin = numberOf(administrators[0]?.['id'])
  const all = (await source.rows(`SELECT id FROM ${source.name('groups')}`)).map((row) => numberOf(row['id']))
  for (const groups of members.values()) {
    for (const group of groups) for (const other of inherited.get(group) ?? []) groups.add(other)
    // Members of admin are members of every group, here as there.
    if (groups.has(admin)) for (const group of all) groups.add(group)
  }
  return members
}

/** Enabled accounts: those with most groups, and some with none. */
async function choosePeople(source: DbSource, members: ReadonlyMap<number, ReadonlySet<number>>) {
  const rows = await source.rows('SELECT userid, login_name FROM profiles WHERE is_enabled = 1 ORDER BY userid')
  const people = rows.map((row) => ({ id: numberOf(row['userid']), login: plainText(row['login_name']) }))
  const byGroups = people.toSorted((a, b) => (members.get(b.id)?.size ?? 0) - (members.get(a.id)?.size ?? 0))
  return new Set([...byGroups.slice(0, mostPeople / 2), ...byGroups.slice(-mostPeople / 2)])
}

const atOnce = 200

/** Undefined for a login without an enabled account here. */
async function visibleHere(tracker: Tracker, login: string, ids: readonly number[]): Promise<Set<number> | undefined> {
  const found = new Set<number>()
  const { bugs } = tracker.as({ login })
  for (let start = 0; start < ids.length; start += atOnce)
    try {
      const some = await bugs.search({ id: ids.slice(start, start + atOnce), include_fields: ['id'], limit: atOnce })
      for (const { id } of some.bugs) found.add(id)
    } catch (error) {
      if (isTrackerError(error, 'invalid_username') || isTrackerError(error, 'account_disabled')) return undefined
      throw error
    }
  return found
}
