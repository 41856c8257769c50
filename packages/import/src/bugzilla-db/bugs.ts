// Bugs of a database, with everything that belongs to them: a batch by rising numbers, one SELECT for each table.
import { fieldTypes } from '@trackerkit/core/moving'
import type { Context } from './bug-context.js'
import { highestId } from './context.js'
import type { BugRecord } from './bug-parts.js'
import { createBugRecord } from './bug-record.js'
import { QueryError, type DbRow } from './connect.js'
import { numberOf } from './text.js'

export interface Batch {
  readonly ids: readonly number[]
  readonly records: readonly BugRecord[]
  /** How many rows of which table belong to a bug, to count them when it is refused. */
  readonly rows: ReadonlyMap<number, ReadonlyMap<string, number>>
  readonly attachments: readonly number[]
  /** Bugs that the database could not give. */
  readonly failed: readonly { readonly id: number; readonly problem: string }[]
}

/** Tables of parts with the column that names the bug, and their order. */
const parts: readonly (readonly [table: string, column: string, order: string])[] = [
  ['bugs_aliases', 'bug_id', 'alias'],
  ['cc', 'bug_id', 'who'],
  ['keywords', 'bug_id', 'keywordid'],
  ['dependencies', 'blocked', 'dependson'],
  ['bug_see_also', 'bug_id', 'id'],
  ['bug_group_map', 'bug_id', 'group_id'],
  ['duplicates', 'dupe', 'dupe_of'],
  ['longdescs', 'bug_id', 'bug_when, comment_id'],
  ['bugs_activity', 'bug_id', 'bug_when, id'],
  ['flags', 'bug_id', 'id'],
  ['votes', 'bug_id', 'who'],
]

/** Rows that belong to one bug by way of another table. */
const byComment: readonly string[] = ['longdescs_tags', 'longdescs_tags_activity']

/** Characters of comments in one batch. */
const largestBatch = 32_000_000

export const lowestNumber = -2_147_483_648

/** The bugs of a batch. */
export interface Range {
  readonly ids: readonly number[]
  /** With all IDs between these two, so that rows of deleted bugs are read too. */
  readonly between?: readonly [after: number, to: number]
}

/** Reads a batch; one that is too large or cannot be read in one go is read bug by bug. */
export async function* readRange(context: Context, range: Range): AsyncGenerator<Batch> {
  const { ids, between } = range
  const where = conditionOf(range)('bug_id')
  const [size] = await context.source.rows(`SELECT SUM(LENGTH(thetext)) AS n FROM longdescs WHERE ${where}`)
  if (ids.length <= 1 || numberOf(size?.['n']) <= largestBatch) {
    try {
      yield await readBatch(context, range)
      return
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      if (ids.length <= 1) {
        const failed = ids.map((id) => ({ id, problem: `it could not be read: ${error.message}` }))
        yield { ids, records: [], rows: new Map(), attachments: [], failed }
        return
      }
    }
  }
  for (const [index, id] of ids.entries()) {
    const after = index === 0 ? between?.[0] : ids[index - 1]
    const to = index === ids.length - 1 ? between?.[1] : id
    yield* readRange(context, {
      ids: [id],
      ...(between && after !== undefined && to !== undefined && { between: [after, to] }),
    })
  }
}

/** Selects the rows of a batch by the column that names the bug. All parts are numbers. */
function conditionOf({ ids, between }: Range): (column: string) => string {
  if (!between) return (column) => `${column} IN (${ids.join(', ')})`
  const [after, to] = between
  // Rows of no bug are read with the first ones, to be counted.
  if (after === lowestNumber) return (column) => `(${column} IS NULL OR ${column} <= ${to})`
  return (column) => `${column} > ${after} AND ${column} <= ${to}`
}

async function readBatch(context: Context, range: Range): Promise<Batch> {
  const { source, tables } = context
  const between = conditionOf(range)
  const select = async (sql: string) => source.rows(sql)
  const all = await select(`SELECT * FROM bugs WHERE ${between('bug_id')} ORDER BY bug_id`)
  const bugs = lastOfEach(context, 'bugs', all)
  const known = new Map(bugs.map((row) => [numberOf(row['bug_id']), new Map<string, DbRow[]>()]))
  /** Returns false for a row of a deleted bug. */
  const add = (table: string, row: DbRow, column: string): boolean => {
    const ofBug = row[column] ? known.get(numberOf(row[column])) : undefined
    const there = ofBug?.get(table)
    if (there) there.push(row)
    else ofBug?.set(table, [row])
    return ofBug !== undefined
  }
  const place = (table: string, rows: readonly DbRow[], column: string) =>
    context.dangling(table, lastOfEach(context, table, rows).filter((row) => !add(table, row, column)).length)
  for (const [table, column, order] of parts.filter(([name]) => tables.has(name)))
    place(table, await select(`SELECT * FROM ${table} WHERE ${between(column)} ORDER BY ${column}, ${order}`), column)
  const blocks = await select(`SELECT * FROM dependencies WHERE ${between('dependson')} ORDER BY blocked`)
  for (const row of blocks) add('blocks', row, 'dependson')
  for (const table of byComment)
    if (tables.has(table))
      place(
        table,
        await select(
          `SELECT x.*, c.bug_id AS of_bug FROM ${table} x JOIN longdescs c ON c.comment_id = x.comment_id WHERE ${between('c.bug_id')} ORDER BY x.id`,
        ),
        'of_bug',
      )
  place(
    'attachments',
    await select(
      `SELECT a.*, (SELECT COUNT(*) FROM attach_data d WHERE d.id = a.attach_id) AS contents FROM attachments a WHERE ${between('a.bug_id')} ORDER BY a.attach_id`,
    ),
    'bug_id',
  )
  for (const { name, type } of context.configuration.custom)
    if (type === fieldTypes.multiSelect)
      place(
        `bug_${name}`,
        await select(`SELECT * FROM ${source.name(`bug_${name}`)} WHERE ${between('bug_id')} ORDER BY bug_id, value`),
        'bug_id',
      )
  return batchOf(context, bugs, known)
}

/** Columns with the ID of a row, which databases without keys may have twice. */
const ids: ReadonlyMap<string, string> = new Map([
  ['bugs', 'bug_id'],
  ['longdescs', 'comment_id'],
  ['attachments', 'attach_id'],
])

/** Keeps the last of several rows with one ID. */
function lastOfEach({ ledger, addNote }: Context, table: string, rows: readonly DbRow[]): readonly DbRow[] {
  const column = ids.get(table)
  if (column === undefined) return rows
  const last = new Map(rows.map((row) => [numberOf(row[column]), row]))
  const repeated = rows.length - last.size
  if (repeated === 0) return rows
  ledger.add(table, 'mended', repeated)
  addNote({ kind: table, id: 'rows', problem: `${repeated} rows have the ID of another one, which is kept` })
  return [...last.values()]
}

function batchOf(
  context: Context,
  bugs: readonly DbRow[],
  known: ReadonlyMap<number, ReadonlyMap<string, readonly DbRow[]>>,
): Batch {
  const records: BugRecord[] = []
  const rows = new Map<number, Map<string, number>>()
  const attachments: number[] = []
  for (const bug of bugs) {
    const id = numberOf(bug['bug_id'])
    if (id < 1 || id > highestId) {
      context.addNote({ kind: 'bug', id, problem: `was rejected: IDs are from 1 to ${highestId}` })
      context.ledger.add('bugs', 'refused')
      for (const [table, rows] of known.get(id) ?? [])
        if (table !== 'blocks') context.ledger.add(table, 'refused', rows.length)
      continue
    }
    const of = known.get(id) ?? new Map<string, DbRow[]>()
    const { record, brought } = createBugRecord(context, id, { bug, of })
    records.push(record)
    rows.set(id, brought)
    for (const row of of.get('attachments') ?? []) attachments.push(numberOf(row['attach_id']))
  }
  return { ids: bugs.map((row) => numberOf(row['bug_id'])), records, rows, attachments, failed: [] }
}
