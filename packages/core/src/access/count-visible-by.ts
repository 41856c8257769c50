// Counts visible bugs by common values.
import type { Viewer } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'
import { schema, type Reader, type CountByPart, type Where } from '../schema/index.js'
import { matches, type PlainWhere, type GroupCount } from '../store/index.js'
import { isOfColumns } from './count-visible.js'
import { visibleBugs, withinLimits } from './visibility.js'

const mostGroups = 100_000

type Parts = readonly [CountByPart<'bugs'>, ...CountByPart<'bugs'>[]]

/** The columns that one index has all of, in its order. */
const indexed: readonly string[] = [
  'product_id',
  'component_id',
  'status_id',
  'resolution_id',
  'priority_id',
  'severity_id',
]

/** Those of them by which it finds bugs. */
const places: readonly string[] = indexed.slice(0, 2)

/**
 * How many of the bugs wanted the caller may see, for each combination of values. Most bugs are public: where indexes can count
 * those wanted, these are counted first, and the hidden ones among the few that are not public are taken off, instead of looking
 * at each bug.
 * @throws too_many_groups
 */
export async function countVisibleBy(
  tx: Reader,
  viewer: Viewer,
  asked: Where<'bugs'>,
  by: Parts,
  field: string,
): Promise<readonly GroupCount[]> {
  const wanted = withinLimits(viewer, asked)
  const visible = visibleBugs(viewer)
  if (!viewer.who.isSystem && isOfColumns(wanted)) {
    const all = (await countByIndex(tx, wanted, by)) ?? (await countBy(tx, wanted, by))
    const notPublic: Where<'bugs'> = { col: 'group_count', gt: 0 }
    const hidden = all && (await countBy(tx, { and: [notPublic, wanted, { not: visible }] }, by))
    if (hidden) return without(all, hidden)
  }
  const counts = await countBy(tx, { and: [wanted, visible] }, by)
  if (!counts) throw new TrackerError('too_many_groups', { field, limit: mostGroups })
  return counts
}

/** Undefined when there are too many. */
async function countBy(tx: Reader, where: Where<'bugs'>, by: Parts): Promise<readonly GroupCount[] | undefined> {
  const counts = await tx.countBy({ from: 'bugs', where, by, limit: mostGroups + 1 })
  return counts.length > mostGroups ? undefined : counts
}

/**
 * Counts from the index only, when it holds all the columns needed; unwanted groups are dropped afterwards. A database
 * without statistics would otherwise read every open bug.
 */
async function countByIndex(tx: Reader, wanted: Where<'bugs'>, by: Parts): Promise<readonly GroupCount[] | undefined> {
  const asked = by.map((part) => ('via' in part || 'day' in part ? '' : part.col))
  const members: readonly Where<'bugs'>[] = 'and' in wanted ? wanted.and : [wanted]
  const first = members.filter((member) => columnsIn(member).every((column) => places.includes(column)))
  const others = members.filter((member) => !first.includes(member))
  const needed = [...asked, ...others.flatMap(columnsIn)].map((column) => indexed.indexOf(column))
  if (needed.includes(-1)) return undefined
  const columns = indexed.slice(0, Math.max(...needed) + 1)
  const counts = await countBy(tx, { and: first }, columns.map((col) => ({ col })) as unknown as Parts)
  const isWanted = ({ key }: GroupCount) => {
    const row = Object.fromEntries(columns.map((column, at) => [column, key[at] ?? null]))
    return others.every((member) => matches(schema, {}, 'bugs', row, member as PlainWhere))
  }
  return (
    counts &&
    summed(
      counts.filter(isWanted),
      asked.map((column) => indexed.indexOf(column)),
    )
  )
}

/** The columns that a condition on nothing but columns is about. */
export function columnsIn(where: Where<'bugs'>): readonly string[] {
  if ('and' in where) return where.and.flatMap(columnsIn)
  if ('or' in where) return where.or.flatMap(columnsIn)
  if ('not' in where) return columnsIn(where.not)
  if ('some' in where) return []
  return 'eqCol' in where ? [where.col, where.eqCol] : [where.col]
}

/** Sums the counts by the values at some positions of the keys. */
function summed(counts: readonly GroupCount[], at: readonly number[]): GroupCount[] {
  const sums = new Map<string, { readonly key: GroupCount['key']; count: number }>()
  for (const { key, count } of counts) {
    const short = at.map((place) => key[place] ?? null)
    const sum = sums.get(short.join())
    if (sum) sum.count += count
    else sums.set(short.join(), { key: short, count })
  }
  return [...sums.values()]
}

function without(all: readonly GroupCount[], hidden: readonly GroupCount[]): readonly GroupCount[] {
  if (hidden.length === 0) return all
  const off = new Map(hidden.map(({ key, count }) => [key.join(), count]))
  const left = all.map(({ key, count }) => ({ key, count: count - (off.get(key.join()) ?? 0) }))
  return left.filter(({ count }) => count > 0)
}
