// Compares how many saved searches, reports and schedules people have.
import { countPersonal, type PersonalCounts } from '@trackerkit/core/moving'
import { fold, type Store } from '@trackerkit/core/store'
import type { DbRow, DbSource } from '../../bugzilla-db/connect.js'
import { readTables } from '../../bugzilla-db/schema.js'
import { numberOf, plainText } from '../../bugzilla-db/text.js'
import type { Difference } from '../compare.js'
import { readLogins } from './people.js'
import type { Members } from './visibility.js'

type Counts = { -readonly [Name in keyof PersonalCounts]: number }

const none: PersonalCounts = { searches: 0, sharedSearches: 0, reports: 0, schedules: 0 }
const inWords = {
  searches: 'saved searches',
  sharedSearches: 'shared searches',
  reports: 'saved reports',
  schedules: 'schedules',
} as const

export async function comparePersonal(source: DbSource, store: Store, members: Members): Promise<Difference[]> {
  const [there, here] = [await countThere(source, members), await countPersonal(store)]
  const differences: Difference[] = []
  for (const [login, id] of await readLogins(source)) {
    const pair = { there: there.get(id) ?? none, here: here.get(login) ?? none }
    for (const name of Object.keys(inWords) as (keyof PersonalCounts)[])
      if (pair.there[name] !== pair.here[name])
        differences.push({
          ...{ bug: 0, place: `${inWords[name]} of ${login}` },
          ...{ there: String(pair.there[name]), here: String(pair.here[name]) },
        })
  }
  return differences
}

/** Of the rows that have a counterpart here. */
async function countThere(source: DbSource, members: Members): Promise<ReadonlyMap<number, PersonalCounts>> {
  const tables = await readTables(source)
  const found = new Map<number, Counts>()
  const of = (id: number) => {
    const counts = found.get(id) ?? { ...none }
    found.set(id, counts)
    return counts
  }
  const shared = new Set<number>()
  if (tables.has('namedquery_group_map'))
    for (const row of await source.rows(
      `SELECT m.namedquery_id AS id FROM namedquery_group_map m JOIN ${source.name('groups')} g ON g.id = m.group_id`,
    ))
      shared.add(numberOf(row['id']))
  const searches = new Map<number, Set<string>>()
  const queries = tables.has('namedqueries')
    ? await source.rows('SELECT id, userid, name, query FROM namedqueries')
    : []
  for (const row of queries.filter(hasCriteria)) {
    const user = numberOf(row['userid'])
    of(user).searches++
    if (shared.has(numberOf(row['id']))) of(user).sharedSearches++
    searches.set(user, (searches.get(user) ?? new Set()).add(fold(plainText(row['name']))))
  }
  const reports = tables.has('reports') ? await source.rows('SELECT user_id, query FROM reports') : []
  for (const row of reports.filter(hasCriteria)) of(numberOf(row['user_id'])).reports++
  const whines = ['whine_events', 'whine_queries', 'whine_schedules'].every((table) => tables.has(table))
  if (whines)
    for (const [user, count] of await countSchedules(source, members, searches))
      of(user).schedules = Math.min(count, mostSchedules)
  return found
}

const mostSchedules = 20
const longestQuery = 65_535
const ofPages = /^(token|list_id|cmdtype|remaction|namedcmd|known_name|query_based_on)$/

function hasCriteria(row: DbRow): boolean {
  const query = [...new URLSearchParams(plainText(row['query']).trim())]
  const kept = new URLSearchParams(query.filter(([name, value]) => value !== '' && !ofPages.test(name)))
  return kept.size > 0 && String(kept).length <= longestQuery
}

/** One for each search and time of a whine; `searches`: folded names by person. */
async function countSchedules(
  source: DbSource,
  members: Members,
  searches: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<ReadonlyMap<number, number>> {
  const groups = await source.rows(`SELECT id, name FROM ${source.name('groups')} ORDER BY id`)
  const known = new Set(groups.map((row) => numberOf(row['id'])))
  const others = numberOf(groups.find((row) => plainText(row['name']) === 'bz_canusewhineatothers')?.['id'])
  const people = new Set((await source.rows('SELECT userid FROM profiles')).map((row) => numberOf(row['userid'])))
  const rows = await source.rows(
    'SELECT e.owner_userid AS owner, q.query_name AS query_name, s.run_day AS run_day, s.run_time AS run_time, s.mailto AS mailto, s.mailto_type AS mailto_type FROM whine_events e JOIN whine_queries q ON q.eventid = e.id JOIN whine_schedules s ON s.eventid = e.id',
  )
  const counts = new Map<number, number>()
  for (const row of rows) {
    const [owner, to] = [numberOf(row['owner']), numberOf(row['mailto'])]
    const isOfGroup = numberOf(row['mailto_type']) === 1
    const isOwn = !isOfGroup && to === owner
    const isAllowed = isOwn || (members.get(owner)?.has(others) === true && (isOfGroup ? known : people).has(to))
    const isKept = isAllowed && isTimed(row) && searches.get(owner)?.has(fold(plainText(row['query_name']))) === true
    if (isKept) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  return counts
}

/** At hours of days of the week, or every few minutes. */
function isTimed(row: DbRow): boolean {
  const [day, time] = [plainText(row['run_day']), plainText(row['run_time'])]
  if (/^(15|30|60)min$/.test(time)) return true
  return /^(All|MF|Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/.test(day) && /^\d{1,2}$/.test(time) && Number(time) < 24
}
