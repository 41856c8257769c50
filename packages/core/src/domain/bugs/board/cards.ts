// The bugs on a board.
import { visibleBugs } from '../../../access/visibility.js'
import type { Call } from '../../../call/context.js'
import { slicesOf } from '../../../kernel/collections.js'
import type { FieldFilter } from '../../../kernel/field-filter.js'
import type { ColumnOf, Order, Reader, Row, Where } from '../../../schema/index.js'
import type { SinglePart, Value } from '../counts/groupings.js'
import type { Bug } from '../fields/bug.js'
import { loadBugs, viewLoadedBugs } from '../view/load.js'
import { planBugs } from '../view/view.js'
import type { BoardField, Line, Lines } from './lines.js'

const mostBugs = 1000

/** With rows, reads five times the bugs that are shown: the first ones can all be in the same row. */
const candidatesPerCard = 5

/** A field and those of its values that are shown. */
export interface Side {
  readonly field: BoardField
  readonly lines: Lines
}

/** The bugs of the columns that have any, each with the stored value of its row. */
export type Cards = ReadonlyMap<Line, readonly { readonly row: Value; readonly bug: Bug }[]>

interface Wanted {
  readonly tx: Reader
  readonly call: Call
  readonly wanted: Where<'bugs'>
  readonly order: readonly Order<'bugs'>[]
  /** Bugs of one column. */
  readonly limit: number
}

/** Loads the first bugs of each column; with rows, of each of its cells. */
export async function loadCards(
  { tx, call, wanted, order, limit }: Wanted,
  columns: Side,
  rows: Side | undefined,
  filter: FieldFilter,
): Promise<Cards> {
  const filled = columns.lines.shown.filter(({ count }) => count > 0)
  const among = [wanted, visibleBugs(call), ...(rows && rows.lines.more > 0 ? [isIn(rows, rows.lines.shown)] : [])]
  const most = Math.min(limit, Math.floor(mostBugs / Math.max(filled.length, 1)))
  const candidates = rows ? most * candidatesPerCard : most
  const part = rows?.field.part
  const row = part && !('via' in part) ? [part.col] : []
  const firstOf = async (line: Line) => {
    const where: Where<'bugs'> = { and: [...among, isIn(columns, [line])] }
    return tx.select({ from: 'bugs', where, order, limit: candidates, columns: ['id', ...row] })
  }
  // Asked without waiting for each other: a database behind a network answers them in one go.
  const found = await Promise.all(filled.map(firstOf))
  const rowOf = part ? await rowsOf(tx, part, found.flat()) : new Map<number, Value>()
  const chosen = found.map((bugs) => spread(bugs, rowOf, most))
  const plan = planBugs(call, filter)
  const bugs = await loadBugs(tx, plan, [...new Set(chosen.flat())])
  const views = await viewLoadedBugs(tx, plan, bugs)
  const viewOf = new Map(bugs.map(({ id }, at) => [id, views[at] as Bug]))
  const cardOf = (id: number) => ({ row: rowOf.get(id) ?? null, bug: viewOf.get(id) as Bug })
  return new Map(filled.map((line, at) => [line, (chosen[at] ?? []).map(cardOf)]))
}

/** A bug that can become a card, with the column by which it is in a row, if any. */
type Found = Pick<Row<'bugs'>, ColumnOf<'bugs', 'int'>>

/** Takes the first bug of each row before the second of any, and so on. Keeps the order. */
function spread(bugs: readonly Found[], rowOf: ReadonlyMap<number, Value>, most: number): readonly number[] {
  const seen = new Map<Value, number>()
  const ranked = bugs.map(({ id }, at) => {
    const row = rowOf.get(id) ?? null
    const rank = seen.get(row) ?? 0
    seen.set(row, rank + 1)
    return { id, at, rank }
  })
  const first = ranked.toSorted((a, b) => a.rank - b.rank || a.at - b.at).slice(0, most)
  return first.toSorted((a, b) => a.at - b.at).map(({ id }) => id)
}

/** The bugs with a value of one of the lines. */
function isIn({ field: { part } }: Side, lines: readonly Line[]): Where<'bugs'> {
  const stored = lines.flatMap((line) => line.stored)
  const known = stored.filter((value) => typeof value === 'number')
  const some = withValue(part, { col: part.col, in: known } as Where<'custom_values'>)
  if (!stored.includes(null)) return some
  const none = { col: part.col, eq: null } as Where<'custom_values'>
  return { or: [some, 'via' in part ? { not: withValue(part, { not: none }) } : withValue(part, none)] }
}

function withValue(part: SinglePart, is: Where<'custom_values'>): Where<'bugs'> {
  return 'via' in part ? { some: part.via, where: { and: [part.where, is] } } : (is as Where<'bugs'>)
}

/** The stored values of the field of the rows, by bug. */
async function rowsOf(tx: Reader, part: SinglePart, bugs: readonly Found[]): Promise<ReadonlyMap<number, Value>> {
  if (!('via' in part)) return new Map(bugs.map((bug) => [bug.id, bug[part.col]]))
  const rows = new Map<number, Value>()
  for (const slice of slicesOf(bugs.map(({ id }) => id))) {
    const where: Where<'custom_values'> = { and: [part.where, { col: 'bug_id', in: slice }] }
    const found = await tx.select({ from: part.via, where, columns: ['bug_id', 'value_id'] })
    for (const { bug_id, value_id } of found) rows.set(bug_id, value_id)
  }
  return rows
}
