// The bugs on a board.
import { visibleBugs } from '../../../access/visibility.js'
import type { Call } from '../../../call/context.js'
import { slicesOf } from '../../../kernel/collections.js'
import type { FieldFilter } from '../../../kernel/field-filter.js'
import type { Order, Reader, Row, Where } from '../../../schema/index.js'
import type { SinglePart, Value } from '../counts/groupings.js'
import type { Bug } from '../fields/bug.js'
import { loadBugViews } from '../view/load.js'
import type { BoardField, Line, Lines } from './lines.js'

const mostBugs = 1000

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

/** Loads the first bugs of each column. */
export async function loadCards(
  { tx, call, wanted, order, limit }: Wanted,
  columns: Side,
  rows: Side | undefined,
  filter: FieldFilter,
): Promise<Cards> {
  const filled = columns.lines.shown.filter(({ count }) => count > 0)
  const among = [wanted, visibleBugs(call), ...(rows && rows.lines.more > 0 ? [isIn(rows, rows.lines.shown)] : [])]
  const most = Math.min(limit, Math.floor(mostBugs / Math.max(filled.length, 1)))
  const idsOf = async (line: Line) => {
    const where: Where<'bugs'> = { and: [...among, isIn(columns, [line])] }
    return (await tx.select({ from: 'bugs', where, order, limit: most, columns: ['id'] })).map(({ id }) => id)
  }
  // Asked without waiting for each other: a database behind a network answers them in one go.
  const ids = await Promise.all(filled.map(idsOf))
  const bugs = await loadRows(tx, ids.flat())
  const [views, values] = await Promise.all([
    loadBugViews(tx, call, bugs, filter),
    rows ? valuesOf(tx, rows.field.part, bugs) : new Map<number, Value>(),
  ])
  const viewOf = new Map(bugs.map(({ id }, at) => [id, views[at] as Bug]))
  const cardOf = (id: number) => ({ row: values.get(id) ?? null, bug: viewOf.get(id) as Bug })
  return new Map(filled.map((line, at) => [line, (ids[at] ?? []).map(cardOf)]))
}

async function loadRows(tx: Reader, ids: readonly number[]): Promise<Row<'bugs'>[]> {
  const rows: Row<'bugs'>[] = []
  for (const slice of slicesOf(ids))
    for (const row of await tx.select({ from: 'bugs', where: { col: 'id', in: slice } })) rows.push(row)
  return rows
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
async function valuesOf(
  tx: Reader,
  part: SinglePart,
  bugs: readonly Row<'bugs'>[],
): Promise<ReadonlyMap<number, Value>> {
  if (!('via' in part)) return new Map(bugs.map((bug) => [bug.id, bug[part.col]]))
  const values = new Map<number, Value>()
  for (const slice of slicesOf(bugs.map(({ id }) => id))) {
    const where: Where<'custom_values'> = { and: [part.where, { col: 'bug_id', in: slice }] }
    const found = await tx.select({ from: part.via, where, columns: ['bug_id', 'value_id'] })
    for (const { bug_id, value_id } of found) values.set(bug_id, value_id)
  }
  return values
}
