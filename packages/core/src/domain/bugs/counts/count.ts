// Counts of the bugs that a caller may see.
import { countVisible } from '../../../access/count-visible.js'
import { countVisibleBy } from '../../../access/count-visible-by.js'
import type { Call } from '../../../call/context.js'
import type { Reader, Where } from '../../../schema/index.js'
import type { GroupCount } from '../../../store/index.js'
import { axisOf, type Axis } from './axis.js'
import type { Grouping } from './groupings.js'
import { dayText, startOf, startsBetween, type Period } from './periods.js'

export interface Table {
  readonly total: number
  readonly x: string[]
  readonly y: string[]
  /** A list for each name of `x`, of a number for each name of `y`, or of one. */
  readonly counts: number[][]
}

export interface Course {
  readonly total: number
  readonly x: string[]
  /** A number for each name of `x`, or one. */
  readonly buckets: { readonly start: string; readonly counts: number[] }[]
}

/** The bugs to count, and the caller. */
export interface Counting {
  readonly tx: Reader
  readonly call: Call
  readonly wanted: Where<'bugs'>
}

/** By one field or two. @throws too_many_groups */
export async function countTable(counting: Counting, x: Grouping, y: Grouping | undefined): Promise<Table> {
  const { tx, call, wanted } = counting
  const counted = await countVisibleBy(tx, call, wanted, y ? [x.part, y.part] : [x.part], 'x')
  const rows = await axisFor(counting, 'x', x, counted, 0)
  const columns = y && (await axisFor(counting, 'y', y, counted, 1))
  const counts = rows.names.map(() => zeros(columns))
  for (const { key, count } of counted) {
    const row = counts[rows.placeOf(key[0] ?? null)] as number[]
    const column = columns ? columns.placeOf(key[1] ?? null) : 0
    row[column] = (row[column] ?? 0) + count
  }
  const isMany = x.isMany ?? y?.isMany ?? false
  const total = isMany ? await countVisible(tx, call, wanted) : sumOf(counted)
  return { total, x: rows.names, y: columns?.names ?? [], counts }
}

/** Over time, and by a field within each period. @throws too_many_groups */
export async function countOverTime(
  counting: Counting,
  period: Period,
  time: 'creation_time' | 'last_change_time',
  x: Grouping | undefined,
): Promise<Course> {
  const { tx, call, wanted } = counting
  const counted = await countVisibleBy(tx, call, wanted, x ? [{ day: time }, x.part] : [{ day: time }], 'over')
  const columns = x && (await axisFor(counting, 'x', x, counted, 1))
  const days = counted.map(({ key }) => Number(key[0]))
  const starts = days.length === 0 ? [] : startsBetween(least(days), most(days), period)
  const buckets = new Map(starts.map((start) => [start, zeros(columns)]))
  for (const { key, count } of counted) {
    const counts = buckets.get(startOf(Number(key[0]), period)) as number[]
    const column = columns ? columns.placeOf(key[1] ?? null) : 0
    counts[column] = (counts[column] ?? 0) + count
  }
  const total = x?.isMany ? await countVisible(tx, call, wanted) : sumOf(counted)
  const told = [...buckets].map(([start, counts]) => ({ start: dayText(start), counts }))
  return { total, x: columns?.names ?? [], buckets: told }
}

async function axisFor(
  { tx, call }: Counting,
  input: string,
  { labels }: Grouping,
  counted: readonly GroupCount[],
  place: number,
): Promise<Axis> {
  const occurring = new Set(counted.map(({ key }) => key[place] ?? null))
  return axisOf(input, await labels(tx, call, occurring), occurring)
}

function zeros(columns: Axis | undefined): number[] {
  return Array.from({ length: columns?.names.length ?? 1 }, () => 0)
}

function sumOf(counted: readonly GroupCount[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0)
}

// Loops: there may be more days than a call takes arguments.
function least(days: readonly number[]): number {
  return days.reduce((a, b) => Math.min(a, b))
}

function most(days: readonly number[]): number {
  return days.reduce((a, b) => Math.max(a, b))
}
