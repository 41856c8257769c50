// A search as a table for spreadsheets: RFC 4180 in UTF-8.
import { Buffer } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import type { BugField } from '@trackerkit/core/types'
import { stringify } from 'csv-stringify/sync'
import { toJson } from '../http/response/encode.js'
import { nextPage } from '../http/response/next-page.js'
import type { List, ListRequest, SearchAnswer } from './list.js'

const defaultColumns = [
  'id',
  'summary',
  'status',
  'resolution',
  'product',
  'component',
  'version',
  'priority',
  'severity',
  'assigned_to',
  'creation_time',
  'last_change_time',
] satisfies readonly BugField[]

/** In bugs. */
const pageSize = 500
/** More than any search returns. */
const noLimit = 2 ** 31 - 1

type Row = SearchAnswer['bugs'][number]

/**
 * The IDs are found at once. The bugs are read while the table is sent, with the permissions of that moment: none is repeated, and
 * one that has become hidden is left out.
 */
export async function makeCsv({ request, input, search }: ListRequest): Promise<List> {
  const names = namesIn(input['include_fields'])
  const excluded = namesIn(input['exclude_fields'])
  const { exclude_fields: _, ...criteria } = input
  const limit = Number(input['limit'] ?? 0) || noLimit
  const { bugs, ...extent } = await search({ ...criteria, limit, count_total: true, include_fields: ['id'] })
  const ids = bugs.map(({ id }) => id as number)
  const fields = {
    include_fields: [...(names.length === 0 ? defaultColumns : names), 'id'],
    ...(excluded.length > 0 && { exclude_fields: excluded.filter((name) => name !== 'id') }),
  }
  const read = (page: readonly number[]) => readBugs(search, page, fields)
  const first = await read(ids.slice(0, pageSize))
  const isCut = extent.limit !== undefined
  return {
    type: 'text/csv; charset=utf-8; header=present',
    headers: {
      'Content-Disposition': 'attachment; filename="bugs.csv"',
      ...(isCut && { ...nextPage(request.target, extent), 'X-Total-Matches': String(extent.total_matches) }),
    },
    body: tableOf(columnsOf(names, excluded, first), first, ids.slice(pageSize), read),
  }
}

function namesIn(fields: unknown): readonly string[] {
  return Array.isArray(fields) ? fields.map(String) : []
}

/** In the order of the IDs. */
async function readBugs(
  search: ListRequest['search'],
  ids: readonly number[],
  fields: object,
): Promise<readonly Row[]> {
  if (ids.length === 0) return []
  const { bugs } = await search({ id: ids, limit: 0, ...fields })
  const byId = new Map(bugs.map((bug) => [bug['id'], bug]))
  return ids.map((id) => byId.get(id)).filter((bug) => bug !== undefined)
}

/** Shortcuts such as `_all` become the fields of the first bugs, and fields within fields the whole field. */
function columnsOf(names: readonly string[], excluded: readonly string[], first: readonly Row[]): readonly string[] {
  const returned = [...new Set(first.flatMap((bug) => Object.keys(bug)))]
  const selected = names.flatMap((name) => (name.startsWith('_') ? returned : (name.split('.')[0] ?? name)))
  return [...new Set(names.length === 0 ? defaultColumns : selected)].filter((name) => !excluded.includes(name))
}

async function* tableOf(
  columns: readonly string[],
  first: readonly Row[],
  rest: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${format([columns])}${rowsOf(columns, first)}`)
  for (let from = 0; from < rest.length; from += pageSize) {
    // Stores that read synchronously would serve nothing else until the last page.
    await setImmediate()
    yield Buffer.from(rowsOf(columns, await read(rest.slice(from, from + pageSize))))
  }
}

function rowsOf(columns: readonly string[], bugs: readonly Row[]): string {
  return format(bugs.map((bug) => columns.map((column) => textOf(bug[column]))))
}

/** Values that a spreadsheet would take for formulas get an apostrophe in front. */
function format(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' })
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  const json = toJson(value)
  return typeof value === 'string' ? value : value instanceof Date ? json.slice(1, -1) : json
}
