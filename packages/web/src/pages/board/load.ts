// The bugs of a list in columns, by the values of a field, and perhaps in rows by another.
import type { Bug, FieldOfMetadata } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import type { BugsBoardAnswer, ServerMetadataAnswer } from '@trackerkit/client/types'
import { metadataOf } from '../../page/metadata.js'
import { failureOfSearch } from '../../page/failure.js'
import { Moved, type Failure, type PageAddress } from '../../page/page.js'
import { changed, criteriaOf, hasCriteria, listPath } from '../query/query.js'

const cardFields = [
  'id',
  'summary',
  'status',
  'resolution',
  'dupe_of',
  'is_open',
  'priority',
  'severity',
  'assigned_to_detail',
  'last_change_time',
] as const

type CardBug = Pick<Bug, (typeof cardFields)[number]>
type Answer = BugsBoardAnswer<CardBug>

export interface Card extends CardBug {
  /** The value of its column. */
  readonly column: string
}

type Line = BugsBoardAnswer['columns'][number]

export interface Column extends Line {
  /** A closed status, whose cards are shown on demand. */
  readonly isClosed: boolean
  /** One for each row in which there are bugs; without rows, one at most. */
  readonly cells: readonly Cell[]
}

export interface Cell {
  /** Undefined without rows. */
  readonly row: Line | undefined
  /** All bugs in it, shown or not. */
  readonly count: number
  readonly cards: readonly Card[]
  /** The list of all of them. */
  readonly to: string
}

export interface BoardData {
  readonly metadata: ServerMetadataAnswer
  /** The name of the field of the columns in bugs. */
  readonly by: string
  /** That of the rows; empty without rows. */
  readonly rowsBy: string
  readonly columns: readonly Column[]
  readonly rows: readonly Line[]
  /** Columns and rows that are not shown. */
  readonly more: { readonly columns: number; readonly rows: number }
  readonly total: number
  readonly failure?: Failure
}

/** Fields with one value out of several. */
export function columnFields({ fields }: Pick<ServerMetadataAnswer, 'fields'>): readonly FieldOfMetadata[] {
  return fields.filter(
    ({ name_in_bugs, is_countable, control }) =>
      name_in_bugs !== null && is_countable && (control === 'select' || control === 'person'),
  )
}

/** @throws Moved where the address asks for nothing */
export async function loadBoard(operations: Client, { query }: PageAddress): Promise<BoardData> {
  const asked = queryOfList(query)
  if (!hasCriteria(asked)) throw new Moved(`/board?${new URLSearchParams([['status', '__open__'], ...query])}`)
  const [columns, rows] = [query.get('columns') || 'status', query.get('rows') ?? '']
  const [metadata, board] = await Promise.all([
    metadataOf(operations),
    ask(operations, asked, columns, rows).catch((error: unknown) => ({ failure: failureOfSearch(error, asked) })),
  ])
  const [by, rowsBy] = [nameInBugs(metadata, columns), nameInBugs(metadata, rows)]
  return {
    metadata,
    by,
    rowsBy,
    ...('failure' in board ? { ...empty, ...board } : linesOf(metadata, board, asked, by, rowsBy)),
  }
}

/** The name that bugs have for a field, of any name that addresses can have for it. */
function nameInBugs({ fields }: ServerMetadataAnswer, given: string): string {
  const isIt = (name: string | null) => name?.toLowerCase() === given.toLowerCase()
  return fields.find(({ name, name_in_bugs }) => isIt(name) || isIt(name_in_bugs))?.name_in_bugs ?? given
}

const empty = { columns: [], rows: [], more: { columns: 0, rows: 0 }, total: 0 }

/** The query of the list with the same bugs. */
export function queryOfList(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => name !== 'columns' && name !== 'rows'))
}

function ask({ bugs }: Client, query: URLSearchParams, columns: string, rows: string): Promise<Answer> {
  const order = query.get('order')
  return bugs.board({
    ...criteriaOf(query),
    columns,
    ...(rows !== '' && { rows }),
    ...(order !== null && { order }),
    include_fields: cardFields,
  })
}

function linesOf(
  { fields }: ServerMetadataAnswer,
  board: Answer,
  query: URLSearchParams,
  by: string,
  rowsBy: string,
): Pick<BoardData, 'columns' | 'rows' | 'more' | 'total'> {
  const statuses = by === 'status' ? (fields.find(({ name_in_bugs }) => name_in_bugs === by)?.values ?? []) : []
  const closed = new Set(statuses.flatMap(({ name, is_open }) => (is_open === false ? [name] : [])))
  const listOf = (values: Readonly<Record<string, string>>) =>
    listPath(changed(query, Object.fromEntries(Object.entries(values).flatMap(onlyOf))))
  const columns = board.columns.map((line): Column => {
    const cells = board.cells.filter(({ column }) => column === line.value)
    const asCell = ({ row, count, bugs }: (typeof cells)[number]): Cell => ({
      row: board.rows.find(({ value }) => value === row),
      count,
      cards: bugs.map((bug) => ({ ...bug, column: line.value })),
      to: listOf({ [by]: line.value, ...(row !== null && { [rowsBy]: row }) }),
    })
    return { ...line, isClosed: closed.has(line.value), cells: cells.map(asCell) }
  })
  const { rows, total, more_columns, more_rows } = board
  return { columns, rows, total, more: { columns: more_columns, rows: more_rows } }
}

/** A filter of the list for one value of a field, or none, in place of any other. */
function onlyOf([name, value]: readonly [string, string]): (readonly [string, string[]])[] {
  return [
    [name, value === '' ? [] : [value]],
    [`${name}_type`, value === '' ? ['isempty'] : []],
  ]
}
