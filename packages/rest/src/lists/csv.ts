// A search as a table for spreadsheets: RFC 4180 in UTF-8.
import { Buffer } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import type { BugField } from '@trackerkit/core/types'
import { stringify } from 'csv-stringify/sync'
import { toJson } from '../http/response/encode.js'
import { nextPage } from '../http/response/next-page.js'
import type { Found, List, ListAsked } from './list.js'

const usual = [
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

/** So many bugs are read at a time. */
const pageSize = 500
/** More than any search answers: as many as the installation allows. */
const everything = 2 ** 31 - 1

type Row = Found['bugs'][number]

/**
 * Which bugs there are is found at once, and the bugs themselves are read while the table goes out, with the rights of that moment:
 * none comes twice, and one that has been hidden meanwhile is left out.
 */
export async function makeCsv({ request, input, search }: ListAsked): Promise<List> {
  const names = namesIn(input['include_fields'])
  const excluded = namesIn(input['exclude_fields'])
  const { exclude_fields: _, ...criteria } = input
  const limit = Number(input['limit'] ?? 0) || everything
  const { bugs, ...extent } = await search({ ...criteria, limit, count_total: true, include_fields: ['id'] })
  const ids = bugs.map(({ id }) => id as number)
  const fields = {
    include_fields: [...(names.length === 0 ? usual : names), 'id'],
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

function namesIn(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : []
}

/** The bugs of these numbers, in this order. */
async function readBugs(search: ListAsked['search'], ids: readonly number[], fields: object): Promise<readonly Row[]> {
  if (ids.length === 0) return []
  const { bugs } = await search({ id: ids, limit: 0, ...fields })
  const byId = new Map(bugs.map((bug) => [bug['id'], bug]))
  return ids.map((id) => byId.get(id)).filter((bug) => bug !== undefined)
}

/** Names of groups of fields, such as `_all`, stand for what the first bugs have; fields within fields for the whole field. */
function columnsOf(names: readonly string[], excluded: readonly string[], first: readonly Row[]): readonly string[] {
  const told = [...new Set(first.flatMap((bug) => Object.keys(bug)))]
  const wanted = names.flatMap((name) => (name.startsWith('_') ? told : (name.split('.')[0] ?? name)))
  return [...new Set(names.length === 0 ? usual : wanted)].filter((name) => !excluded.includes(name))
}

async function* tableOf(
  columns: readonly string[],
  first: readonly Row[],
  rest: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${written([columns])}${rowsOf(columns, first)}`)
  for (let from = 0; from < rest.length; from += pageSize) {
    // Where reading needs no turn of the event loop, nothing else would be served until the last page.
    await setImmediate()
    yield Buffer.from(rowsOf(columns, await read(rest.slice(from, from + pageSize))))
  }
}

function rowsOf(columns: readonly string[], bugs: readonly Row[]): string {
  return written(bugs.map((bug) => columns.map((column) => textOf(bug[column]))))
}

/** What a spreadsheet would take for a formula begins with an apostrophe. */
function written(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' })
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  const json = toJson(value)
  return typeof value === 'string' ? value : value instanceof Date ? json.slice(1, -1) : json
}
