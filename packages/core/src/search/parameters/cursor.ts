// Continues a search after the last bug of the previous page, whatever has been filed or deleted since.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { TrackerError } from '../../kernel/errors.js'
import { schema, type Order, type Row, type Where } from '../../schema/index.js'
import type { PlainWhere, StoredValue } from '../../store/index.js'

/** The cursor of the first page. */
const first = '*'

/** An order with cursors: by columns of the bugs themselves, and then by ID. */
export interface CursorPlan {
  /** The columns of the order, the id left out, which is always the last. */
  readonly parts: readonly ColumnPart[]
  /** Signs a cursor, so it is valid only for its search. */
  readonly sign: (payload: string) => Buffer
  /** The bugs after those of the page before; undefined at the first page. */
  readonly beyond: Where<'bugs'> | undefined
}

type ColumnPart = { readonly col: string; readonly ranked?: readonly number[]; readonly desc?: boolean }
type Position = readonly [id: number, ...values: StoredValue[]]

/**
 * Reads the cursor of a search.
 * @param fingerprint the same for the same criteria in the same order only
 * @throws cursor_not_possible for orders that are not by columns of the bugs, or by a long text; cursor_invalid for a cursor that
 * another search was given, or none
 */
export function readCursor(
  cursor: string,
  order: readonly Order<'bugs'>[],
  fingerprint: string,
  secret: string,
): CursorPlan {
  const parts = order.filter((part): part is Order<'bugs'> & ColumnPart => !('via' in part) && part.col !== longText)
  if (parts.length < order.length) throw new TrackerError('cursor_not_possible', { field: 'order' })
  const sign = (payload: string) => createHmac('sha256', secret).update(`${fingerprint} ${payload}`).digest()
  if (cursor === first) return { parts, sign, beyond: undefined }
  const position = positionIn(cursor, sign)
  if (!position) throw new TrackerError('cursor_invalid', { field: 'cursor', value: cursor })
  const [id, ...values] = position
  return { parts, sign, beyond: after(parts, values, id) as Where<'bugs'> }
}

/** Texts of this column can be longer than an address may be. */
const longText = 'whiteboard_folded'

/** The columns of bugs that cursors contain. */
export function columnsOfCursor({ parts }: CursorPlan): (keyof Row<'bugs'>)[] {
  return parts.map(({ col }) => col as keyof Row<'bugs'>)
}

/** The cursor that leads to the bugs after one. */
export function cursorAfter({ parts, sign }: CursorPlan, bug: Row<'bugs'>): string {
  const row = bug as unknown as Readonly<Record<string, StoredValue>>
  const position = [bug.id, ...parts.map(({ col }) => jsonOf(row[col] ?? null))]
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${payload}.${sign(payload).toString('base64url')}`
}

function positionIn(cursor: string, sign: CursorPlan['sign']): Position | undefined {
  const [, payload, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(cursor) ?? []
  if (payload === undefined || signature === undefined) return undefined
  if (!timingSafeEqual(sign(payload), Buffer.from(signature, 'base64url'))) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Position
}

function jsonOf(value: StoredValue) {
  return value instanceof Date ? value.getTime() : (value as string | number | boolean | null)
}

/**
 * Returns the bugs after a position in the order of the store: NULL first ascending and last descending, and ties by
 * ID.
 */
function after(
  [part, ...others]: readonly ColumnPart[],
  [value, ...values]: readonly StoredValue[],
  id: number,
): PlainWhere {
  if (!part) return { col: 'id', gt: id }
  const tied = { and: [sameAs(part, value ?? null), after(others, values, id)] }
  const either = { or: [...later(part, value ?? null), tied] }
  const bound = boundOf(part, value ?? null)
  return bound ? { and: [bound, either] } : either
}

function sameAs({ col, ranked }: ColumnPart, value: StoredValue): PlainWhere {
  if (ranked && !isIn(ranked, value)) return { not: { col, in: ranked } }
  return { col, eq: stored(col, value) }
}

/** Returns the condition for later values in one column: none, or one. */
function later({ col, ranked, desc }: ColumnPart, value: StoredValue): readonly PlainWhere[] {
  if (ranked) return laterByRank(col, ranked, value, desc)
  const { type, nullable } = columnOf(col)
  if (value === null) return desc ? [] : [{ not: { col, eq: null } }]
  if (type === 'bool') return Boolean(value) === Boolean(desc) ? [{ col, eq: !value }] : []
  const limit = stored(col, value)
  if (!desc) return [{ col, gt: limit }]
  return nullable
    ? [
        {
          or: [
            { col, lt: limit },
            { col, eq: null },
          ],
        },
      ]
    : [{ col, lt: limit }]
}

/** Values that have no rank come after all that have one. */
function laterByRank(col: string, ranked: readonly number[], value: StoredValue, desc = false): readonly PlainWhere[] {
  const rank = isIn(ranked, value) ? ranked.indexOf(Number(value)) : ranked.length
  if (desc) return [{ col, in: ranked.slice(0, rank) }]
  return rank === ranked.length ? [] : [{ not: { col, in: ranked.slice(0, rank + 1) } }]
}

/** The first condition is all that an index needs. */
function boundOf({ col, ranked, desc }: ColumnPart, value: StoredValue): PlainWhere | undefined {
  const { type, nullable } = columnOf(col)
  if (ranked || value === null || type === 'bool' || (desc && nullable)) return undefined
  const limit = stored(col, value)
  return desc ? { col, lte: limit } : { col, gte: limit }
}

function isIn(ranked: readonly number[], value: StoredValue): boolean {
  return typeof value === 'number' && ranked.includes(value)
}

function stored(col: string, value: StoredValue): StoredValue {
  return columnOf(col).type === 'time' && typeof value === 'number' ? new Date(value) : value
}

function columnOf(col: string) {
  const { columns } = schema.bugs
  return columns[col as keyof typeof columns]
}
