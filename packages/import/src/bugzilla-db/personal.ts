// Reads the private data of a person: credentials, settings, searches, schedules, tags.
import { hash } from 'node:crypto'
import { allRows, leaveOut, leaveOutCounted, lineOf, timeOf, type Reading } from './context.js'
import type { DbRow } from './connect.js'
import { emailPreferences } from './email-preferences.js'
import { ofPeople } from './of-people.js'
import type { People } from './people.js'
import { readSchedules } from './schedules.js'
import { readSearches } from './searches.js'
import { isTrue, numberOf, plainText } from './text.js'
import type { RecordOf } from '../passes/record-of.js'

type PersonalRecord = RecordOf<'personal'>

interface Wanted {
  readonly passwords: boolean
  readonly personal: boolean
  readonly bugIds: ReadonlySet<number>
  /** Earlier visits would be deleted here. */
  readonly visitsSince: Date
  /** The login provider whose subjects are the `extern_id` of users. */
  readonly externIssuer: string | undefined
}

/** The records of all users with personal data. */
export async function readPersonal(reading: Reading, people: People, wanted: Wanted): Promise<PersonalRecord[]> {
  const passwords = await readPasswords(reading, wanted.passwords)
  const parts = wanted.personal ? await readParts(reading, people, wanted) : undefined
  const linked = await readExternIds(reading, wanted.externIssuer)
  return people.users.flatMap(({ id = 0, name }): PersonalRecord[] => {
    const own = {
      ...(passwords.has(id) && { password: passwords.get(id) ?? null }),
      ...(linked.has(id) && { linked_accounts: linked.get(id) ?? [] }),
      ...parts?.(id),
    }
    return Object.keys(own).length > 0 ? [{ kind: 'personal', user: name, ...own }] : []
  })
}

type Password = NonNullable<PersonalRecord['password']>

/** Passwords in a form that can be compared. For the rest only the form is counted. */
async function readPasswords({ source, addNote }: Reading, isWanted: boolean): Promise<Map<number, Password | null>> {
  const rows = await source.rows('SELECT userid, cryptpassword FROM profiles ORDER BY userid')
  const found = new Map<number, Password | null>()
  const others = new Map<string, number>()
  for (const row of rows) {
    const stored = plainText(row['cryptpassword'])
    const [, salt, digest] =
      /^([^,{}]{1,128}),([A-Za-z0-9+/]{43})\{SHA-256\}$/.exec(stored) ??
      /^(.{8})([A-Za-z0-9+/]{43})\{SHA-256\}$/.exec(stored) ??
      []
    if (!isWanted) found.set(numberOf(row['userid']), null)
    else if (salt !== undefined && digest !== undefined)
      found.set(numberOf(row['userid']), { scheme: 'bugzilla-sha256', salt, digest })
    else others.set(formOf(stored), (others.get(formOf(stored)) ?? 0) + 1)
  }
  for (const [form, count] of others)
    addNote({
      kind: 'password',
      id: form,
      problem: `${count} accounts have none that works here; users can reset it by email`,
    })
  return found
}

/** Only the administrator knows the provider of `extern_id`. */
async function readExternIds(reading: Reading, issuer: string | undefined) {
  const found = new Map<number, { issuer: string; subject: string }[]>()
  if (!reading.tables.get('profiles')?.has('extern_id')) return found
  const rows = await reading.source.rows(
    "SELECT userid, extern_id FROM profiles WHERE extern_id IS NOT NULL AND extern_id <> '' ORDER BY userid",
  )
  for (const row of rows) {
    const id = numberOf(row['userid'])
    const subject = lineOf(reading, row['extern_id'], { kind: 'user', id }, 'extern_id').slice(0, 255)
    if (issuer !== undefined && subject !== '') found.set(id, [{ issuer, subject }])
  }
  if (issuer === undefined && rows.length > 0)
    reading.addNote({
      kind: 'column',
      id: 'profiles.extern_id',
      problem: `${rows.length} accounts have one; --extern-issuer links them to a login provider`,
    })
  return found
}

function formOf(stored: string): string {
  if (stored === '' || stored === '*') return 'none'
  if (/^\$\d\$/.test(stored)) return stored.slice(0, 3)
  return /\{[A-Z0-9-]{1,20}\}$/.exec(stored)?.[0] ?? 'crypt'
}

const administering = [
  'admin',
  'tweakparams',
  'editusers',
  'creategroups',
  'editclassifications',
  'editcomponents',
  'editkeywords',
]

async function readParts(reading: Reading, people: People, { bugIds, visitsSince }: Wanted) {
  const administers = people.membersOf(administering)
  const keys = await ofPeople(reading, people, 'user_api_keys', 'user_id', ['id'])
  const email = await ofPeople(reading, people, 'email_setting', 'user_id', ['user_id', 'relationship', 'event'])
  const settings = await ofPeople(reading, people, 'profile_setting', 'user_id', ['user_id', 'setting_name'])
  const watches = await ofPeople(reading, people, 'watch', 'watcher', ['watcher', 'watched'])
  const ignored = await ofPeople(reading, people, 'email_bug_ignore', 'user_id', ['user_id', 'bug_id'])
  const visits = await ofPeople(reading, people, 'bug_user_last_visit', 'user_id', ['user_id', 'bug_id'])
  const searches = await readSearches(reading, people)
  const schedulesOf = await readSchedules(reading, people, searches)
  const tags = await readTags(reading, people, bugIds)
  const bugsOf = (table: string, rows: readonly DbRow[]) =>
    rows.filter((row) => {
      const isThere = bugIds.has(numberOf(row['bug_id']))
      if (!isThere) leaveOutCounted(reading, table, 'a row refers to a missing bug')
      return isThere
    })
  const visitsOf = (id: number) => {
    const table = 'bug_user_last_visit'
    const recent = bugsOf(table, visits.get(id) ?? []).flatMap((row) => {
      const time = timeOf(reading, row['last_visit_ts'], { kind: 'user', id }, 'last_visit_ts')
      const isRecent = time !== undefined && time >= visitsSince
      if (!isRecent) leaveOutCounted(reading, table, 'visits older than last_visit_keep_days are left out')
      return isRecent ? [{ bug: numberOf(row['bug_id']), time }] : []
    })
    const last = new Map(recent.toSorted((a, b) => Number(a.time) - Number(b.time)).map((visit) => [visit.bug, visit]))
    leaveOutCounted(reading, table, 'an earlier visit is left out', recent.length - last.size)
    return fitting(reading, table, [...last.values()])
  }
  return (id: number): Partial<PersonalRecord> => {
    const preferences = preferencesOf(reading, settings.get(id) ?? [])
    const own = {
      api_keys: keys.get(id)?.map((row) => apiKey(reading, row, administers.has(id))),
      email_preferences: email.has(id) ? emailPreferences(reading, email.get(id) ?? []) : undefined,
      preferences,
      watches: watches.get(id)?.map((row) => people.loginOf(numberOf(row['watched']))),
      ignored_bugs: ignored.has(id)
        ? fitting(reading, 'email_bug_ignore', bugsOf('email_bug_ignore', ignored.get(id) ?? [])).map((row) =>
            numberOf(row['bug_id']),
          )
        : undefined,
      saved_searches: searches.records.get(id),
      tags: tags.get(id),
      visits: visits.has(id) ? visitsOf(id) : undefined,
      schedules: schedulesOf(id, preferences?.time_zone ?? ''),
    }
    return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  }
}

/** Items in a list of a record. */
const mostItems = 10_000

/** Leaves out items for which a record has no room: with them, all of it would be rejected. */
function fitting<T>(reading: Reading, table: string, items: readonly T[]): T[] {
  const beyond = Math.max(0, items.length - mostItems)
  leaveOutCounted(reading, table, `rows beyond ${mostItems} of one person are left out`, beyond)
  return items.slice(0, mostItems)
}

const shortest = 20

/** Only the hash of the key is passed on. */
function apiKey(reading: Reading, row: DbRow, may_administer: boolean) {
  const key = plainText(row['api_key'])
  const owner = { kind: 'api_key', id: numberOf(row['id']) }
  const isShort = key.length < shortest
  if (isShort) reading.addNote({ ...owner, problem: `it has fewer than ${shortest} characters; it is revoked here` })
  const used = timeOf(reading, row['last_used'], owner, 'last_used')
  return {
    ...{ key_hash: hash('sha256', key, 'base64url'), prefix: isShort ? '' : key.slice(0, 6), may_administer },
    description: lineOf(reading, row['description'], owner, 'description'),
    is_revoked: isShort || isTrue(row['revoked']),
    last_used: used ?? null,
  }
}

function preferencesOf(reading: Reading, rows: readonly DbRow[]): PersonalRecord['preferences'] {
  const chosen: { time_zone?: string; language?: string; quicksearch_fulltext?: boolean } = {}
  for (const row of rows) {
    const [name, value] = [plainText(row['setting_name']), plainText(row['setting_value'])]
    if (name === 'timezone' && value !== 'local' && isTimeZone(value)) chosen.time_zone = value
    else if (name === 'lang' && /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(value)) chosen.language = value
    else if (name === 'quicksearch_fulltext') chosen.quicksearch_fulltext = value === 'on'
    else leaveOutCounted(reading, 'profile_setting', `the setting ${name} has no counterpart`)
  }
  return Object.keys(chosen).length > 0 ? chosen : undefined
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const longestName = 64
const mostTags = 1000

async function readTags(reading: Reading, people: People, bugIds: ReadonlySet<number>) {
  const { ledger } = reading
  const own = await ofPeople(reading, people, 'tag', 'user_id', ['id'])
  const bugs = new Map<number, number[]>()
  const known = new Set([...own.values()].flat().map((row) => numberOf(row['id'])))
  for (const row of await allRows(reading, 'bug_tag', ['tag_id', 'bug_id'])) {
    const [tag, bug] = [numberOf(row['tag_id']), numberOf(row['bug_id'])]
    const isKnown = known.has(tag) && bugIds.has(bug)
    if (!isKnown) {
      leaveOut(reading, 'bug_tag', 'a tag that is missing, or on a missing bug, is left out')
      continue
    }
    ledger.add('bug_tag', 'brought')
    const tagged = bugs.get(tag)
    if (tagged) tagged.push(bug)
    else bugs.set(tag, [bug])
  }
  return new Map(
    Array.from(own, ([user, rows]) => [
      user,
      rows.flatMap((row, index) => {
        const id = numberOf(row['id'])
        const name = lineOf(reading, row['name'], { kind: 'tag', id }, 'name').slice(0, longestName)
        const isKept = name !== '' && index < mostTags
        if (!isKept)
          leaveOutCounted(reading, 'tag', `tags without a name, and beyond ${mostTags} of one person, are left out`)
        return isKept ? [{ name, bugs: fitting(reading, 'bug_tag', bugs.get(id) ?? []) }] : []
      }),
    ]),
  )
}
