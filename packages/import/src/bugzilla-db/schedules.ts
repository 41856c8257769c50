// Whines of accounts: saved searches that are sent by email at hours of days.
import { allRows, groupRows, leaveOut, leaveOutCounted, lineOf, textOf, type Reading } from './context.js'
import type { DbRow } from './connect.js'
import { ofPeople } from './of-people.js'
import type { People } from './people.js'
import type { Searches } from './searches.js'
import { isTrue, numberOf, plainText } from './text.js'
import { ownTiming, type Timing } from './whine-times.js'
import type { RecordOf } from '../passes/record-of.js'

type Schedule = NonNullable<RecordOf<'personal'>['schedules']>[number]
type Recipients = Schedule['to']

/** Schedules of a record. */
const mostSchedules = 20
const longestName = 64

interface Owner {
  readonly id: number
  readonly zone: string
  readonly mayUse: boolean
  readonly maySendToOthers: boolean
}

/** Returns the schedules of an account, whose time zone is `zone`, or UTC if that is empty. */
export async function readSchedules(
  reading: Reading,
  people: People,
  searches: Searches,
): Promise<(id: number, zone: string) => Schedule[] | undefined> {
  const events = await ofPeople(reading, people, 'whine_events', 'owner_userid', ['id'])
  const known = new Set([...events.values()].flat().map((row) => numberOf(row['id'])))
  const queries = await ofEvents(reading, 'whine_queries', known, ['eventid', 'sortkey', 'id'])
  const times = await ofEvents(reading, 'whine_schedules', known, ['eventid', 'id'])
  const toOthers = people.membersOf(['bz_canusewhineatothers'])
  const users = people.membersOf(['bz_canusewhines', 'bz_canusewhineatothers'])
  return (id, zone) => {
    const own = events.get(id)
    if (!own) return undefined
    const owner = { id, zone, mayUse: users.has(id), maySendToOthers: toOthers.has(id) }
    const found: Schedule[] = []
    for (const event of own) {
      const number = numberOf(event['id'])
      const parts = {
        queries: queriesOf(reading, searches, owner, queries.get(number) ?? []),
        times: timesOf(reading, people, owner, times.get(number) ?? []),
      }
      for (const one of schedulesOf(reading, owner, event, parts)) found.push(one)
    }
    return fitting(reading, id, found)
  }
}

/** The rows of events that exist, by event, counted as imported. */
async function ofEvents(reading: Reading, table: string, known: ReadonlySet<number>, order: readonly string[]) {
  const rows = await allRows(reading, table, order)
  const kept = rows.filter((row) => known.has(numberOf(row['eventid'])))
  reading.ledger.add(table, 'brought', kept.length)
  leaveOut(reading, table, 'a row of a missing whine is left out', rows.length - kept.length)
  return groupRows(kept, 'eventid')
}

interface Query {
  readonly search: string
  readonly title: string
}

function queriesOf(reading: Reading, searches: Searches, owner: Owner, rows: readonly DbRow[]): Query[] {
  return rows.flatMap((row) => {
    const whine = { kind: 'whine', id: numberOf(row['eventid']) }
    const given = plainText(row['query_name'])
    const search = searches.nameOf(owner.id, given)
    if (search === undefined) {
      leaveOutCounted(reading, 'whine_queries', 'a query without its saved search is left out')
      reading.addNote({ ...whine, problem: `its owner has no saved search '${given.slice(0, 255)}'` })
      return []
    }
    if (isTrue(row['onemailperbug']))
      reading.addNote({ ...whine, problem: `the bugs of '${search}' come in one email here, not in one each` })
    return [{ search, title: lineOf(reading, row['title'], whine, 'title') }]
  })
}

type Time = Timing & { readonly to: Recipients }

function timesOf(reading: Reading, people: People, owner: Owner, rows: readonly DbRow[]): Time[] {
  return rows.flatMap((row) => {
    const whine = { kind: 'whine', id: numberOf(row['eventid']) }
    const [day, time] = [plainText(row['run_day']), plainText(row['run_time'])]
    const timing = ownTiming(reading, { day, time }, owner.zone)
    const to = recipientsOf(people, owner, row)
    if (timing && to !== 'denied' && to !== 'gone') {
      if (timing.note) reading.addNote({ ...whine, problem: timing.note })
      return [{ ...timing, to }]
    }
    const shown = `${day}, ${time}`.slice(0, 80)
    const reason = timing
      ? to === 'denied'
        ? `its owner may not send '${shown}' to others`
        : `'${shown}' is for a missing account or group`
      : `'${shown}' is no hour of days of the week`
    leaveOutCounted(reading, 'whine_schedules', 'a time or recipient without a counterpart is left out')
    reading.addNote({ ...whine, problem: `${reason}; it is left out` })
    return []
  })
}

const ofGroup = 1

/** Undefined: the owner. */
function recipientsOf(people: People, { id, maySendToOthers }: Owner, row: DbRow): Recipients | 'denied' | 'gone' {
  const to = numberOf(row['mailto'])
  if (numberOf(row['mailto_type']) !== ofGroup) {
    if (to === id) return undefined
    if (!people.isAccount(to)) return 'gone'
    return maySendToOthers ? { users: [people.loginOf(to)] } : 'denied'
  }
  const group = people.groupNames.get(to)
  if (group === undefined) return 'gone'
  return maySendToOthers ? { groups: [group] } : 'denied'
}

interface Parts {
  readonly queries: readonly Query[]
  readonly times: readonly Time[]
}

function schedulesOf(reading: Reading, owner: Owner, event: DbRow, { queries, times }: Parts): Schedule[] {
  const whine = { kind: 'whine', id: numberOf(event['id']) }
  if (queries.length === 0 || times.length === 0) {
    const problem = 'a whine without searches or times is left out'
    leaveOutCounted(reading, 'whine_events', problem)
    leaveOutCounted(reading, 'whine_queries', problem, queries.length)
    leaveOutCounted(reading, 'whine_schedules', problem, times.length)
    reading.addNote({
      ...whine,
      problem: `it has ${queries.length} searches and ${times.length} times; it is left out`,
    })
    return []
  }
  const subject = lineOf(reading, event['subject'], whine, 'subject')
  const body = textOf(reading, event['body'], whine, 'body').trim()
  if (body !== '') reading.addNote({ ...whine, problem: `its text of ${body.length} characters is left out` })
  if (!owner.mayUse) reading.addNote({ ...whine, problem: 'its owner is not in bz_canusewhines; it is disabled here' })
  return queries.flatMap(({ search, title }) =>
    times.map(({ days, hours, isEnabled, to }) => ({
      ...{ kind: 'search' as const, saved_search: search, days, hours, ...(to && { to }) },
      name: (queries.length > 1 ? [subject, title].filter(Boolean).join(': ') : subject || title).slice(0, longestName),
      ...{ if_empty: isTrue(event['mailifnobugs']), is_enabled: isEnabled && owner.mayUse },
    })),
  )
}

function fitting({ addNote }: Reading, id: number, all: readonly Schedule[]): Schedule[] {
  const beyond = all.length - mostSchedules
  if (beyond > 0) addNote({ kind: 'user', id, problem: `${beyond} schedules beyond ${mostSchedules} are left out` })
  return all.slice(0, mostSchedules)
}
