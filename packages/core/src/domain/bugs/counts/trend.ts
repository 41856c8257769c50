// Open bugs over time. No counts are stored: they are computed backwards from today's count and the changes since.
import { countVisible, visibleAmong } from '../../../access/count-visible.js'
import { countVisibleBy } from '../../../access/count-visible-by.js'
import { visibleBugs } from '../../../access/visibility.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { CountByPart, Reader, Where } from '../../../schema/index.js'
import { add, backwards, summed, summedAfter, type ByDay } from './by-day.js'
import type { Counting } from './count.js'
import { hoursLeft } from './hours-left.js'
import { dayOf } from '../../../kernel/times.js'
import { dayText, startOf, startsBetween, timeOf, type Period } from './periods.js'

export interface Trend {
  readonly over: Period
  readonly points: {
    readonly start: string
    readonly opened: number
    readonly closed: number
    readonly open: number
    readonly remaining_time?: number
  }[]
}

/** The most combinations of days and resolutions that are read. */
const mostGroups = 100_000

/** Unless the caller chooses, trends up to the first limit are by day, and up to the second by week. */
const fewDays = 62
const fewWeeks = 2 * 371

/** By status: indexes hold it with the product. */
function isOpen({ catalogue }: Call): Where<'bugs'> {
  const open = catalogue.fields.named('bug_status')?.values.filter((status) => status.is_open === true) ?? []
  return { col: 'status_id', in: open.map(({ id }) => id) }
}

export interface TrendWish {
  readonly over?: Period | undefined
  /** Nothing before the period of this time. */
  readonly from?: Date | undefined
  /** Nothing after the period of this time. */
  readonly until?: Date | undefined
  /** The number of days up to today. Excludes everything before the period of the first day. */
  readonly days?: number | undefined
  readonly hours: boolean
}

/**
 * From the period of the first bug to that of today, or between the later and the earlier one that are wished.
 * @throws too_many_groups
 */
export async function trendOf(
  counting: Counting,
  { over: wish, from, until, days, hours: withHours }: TrendWish,
): Promise<Trend> {
  const { tx, call, wanted } = counting
  const first = await firstDay(counting)
  if (first === undefined) return { over: wish ?? 'day', points: [] }
  const today = dayOf(call.now)
  const earliest = Math.max(first, from ? dayOf(from) : first, days ? today - days + 1 : first)
  const last = Math.min(today, until ? dayOf(until) : today)
  const begin = Math.min(earliest, today)
  const over = wish ?? fitting(last - begin)
  if (startOf(last, over) < startOf(begin, over)) return { over, points: [] }
  const starts = startsBetween(begin, last, over)
  const since = timeOf(startOf(begin, over))
  const { opened, closed } = await movesSince(counting, since)
  const hours = withHours ? await hoursLeft(counting, since) : undefined
  const startOfDay = (day: number) => startOf(Math.min(day, today), over)
  const perPeriod = (changes: ByDay) => summed(changes, starts, startOfDay)
  const [ins, outs] = [perPeriod(opened), perPeriod(closed)]
  const openNow = await countVisible(tx, call, { and: [wanted, isOpen(call)] })
  const later = (changes: ByDay) => summedAfter(changes, startOf(last, over), startOfDay)
  const open = backwards(
    openNow - later(opened) + later(closed),
    ins.map((count, at) => count - (outs[at] ?? 0)),
  )
  const left = hours && backwards(hours.now - later(hours.changes), perPeriod(hours.changes))
  return {
    over,
    points: starts.map((start, at) => ({
      start: dayText(start),
      opened: ins[at] ?? 0,
      closed: outs[at] ?? 0,
      open: open[at] ?? 0,
      ...(left && { remaining_time: left[at] ?? 0 }),
    })),
  }
}

async function firstDay({ tx, call, wanted }: Counting): Promise<number | undefined> {
  const where = { and: [wanted, visibleBugs(call)] }
  const order = [{ col: 'creation_time' }] as const
  const [bug] = await tx.select({ from: 'bugs', where, order, limit: 1, columns: ['creation_time'] })
  return bug && dayOf(bug.creation_time)
}

function fitting(days: number): Period {
  if (days <= fewDays) return 'day'
  return days <= fewWeeks ? 'week' : 'month'
}

/**
 * The days on which bugs were opened and closed, with those of earlier bugs. A resolution means that a bug is closed, whatever
 * its statuses were called at the time. A bug was filed open if its later changes lead from there to its current state.
 */
async function movesSince(counting: Counting, since: Date): Promise<{ opened: ByDay; closed: ByDay }> {
  const { tx, call, wanted } = counting
  const created: Where<'bugs'> = { col: 'creation_time', gte: since }
  const stillOpen = { and: [wanted, isOpen(call), created] }
  const filed = await countVisibleBy(tx, call, stillOpen, [{ day: 'creation_time' }], 'over')
  const opened = new Map<number, number>()
  for (const { key, count } of filed) add(opened, key[0], count)
  const bugs = await visibleAmong(tx, call, wanted)
  const byCreation = await countResolutionsBy(tx, bugs, since, { via: 'bug', day: 'creation_time' })
  for (const { day, count, isReopening } of byCreation) add(opened, day, isReopening ? -count : count)
  const closed = new Map<number, number>()
  for (const { day, count, isReopening } of await countResolutionsBy(tx, bugs, since, { day: 'at' }))
    add(isReopening ? opened : closed, day, count)
  return { opened, closed }
}

/** How often bugs were closed and reopened, by a day that belongs to the change. */
async function countResolutionsBy(tx: Reader, bugs: Where<'bugs'>, since: Date, by: CountByPart<'bug_history'>) {
  const where: Where<'bug_history'> = {
    and: [
      { col: 'field', eq: 'resolution' },
      { col: 'at', gte: since },
      {
        or: [
          { col: 'removed', eq: '' },
          { col: 'added', eq: '' },
        ],
      },
      { some: 'bug', where: bugs },
    ],
  }
  const counts = await tx.countBy({ from: 'bug_history', where, by: [by, { col: 'added' }], limit: mostGroups + 1 })
  if (counts.length > mostGroups) throw new TrackerError('too_many_groups', { field: 'from', limit: mostGroups })
  return counts.map(({ key: [day, added], count }) => ({ day, count, isReopening: added === '' }))
}
