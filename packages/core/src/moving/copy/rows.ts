import { schema } from '../../schema/index.js'
import {
  pageAfter,
  pagesOf,
  type ColumnType,
  type Entity,
  type Json,
  type PagesQuery,
  type PlainReader,
  type PlainRow,
  type StoredValue,
} from '../../store/index.js'

/** Every entity of a tracker by name. */
export const entities: readonly (readonly [name: string, entity: Entity])[] = Object.entries(schema)

/** How many rows are in memory at once; few where each may hold a whole file. */
const rowsAtOnce = 1000
const filesAtOnce = 10

/** All rows of an entity in the order of its key, some at a time. */
export function rowsOf(tx: PlainReader, name: string, entity: Entity, limit?: number): AsyncGenerator<PlainRow[]> {
  return pagesOf(tx, pagesBy(name, entity, limit))
}

/** The rows that come after one in the order of the key, some of them. */
export function nextRows(
  tx: PlainReader,
  name: string,
  entity: Entity,
  last: PlainRow | undefined,
): Promise<PlainRow[]> {
  return pageAfter(tx, pagesBy(name, entity), last)
}

function pagesBy(from: string, { key, columns }: Entity, limit?: number): PagesQuery {
  const holdsFiles = Object.values(columns).some(({ type }) => type === 'bytes')
  return { from, by: key, limit: limit ?? (holdsFiles ? filesAtOnce : rowsAtOnce) }
}

/** A row as a line of text: rows that are the same give the same, whatever the kind of their store. */
export function lineOf(name: string, entity: Entity, row: PlainRow): string {
  return JSON.stringify([name, asJson(entity, row)])
}

function asJson({ columns }: Entity, row: PlainRow): Json {
  return Object.fromEntries(Object.keys(columns).map((column) => [column, valueAsJson(row[column] ?? null)]))
}

function valueAsJson(value: StoredValue): Json {
  if (value instanceof Date) return value.getTime()
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}

/** The row of a line that `lineOf` made. @throws Error with the fault */
export function rowFromJson(name: string, { columns }: Entity, row: unknown): PlainRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new Error(`has no row of ${name}`)
  const given = row as Readonly<Record<string, unknown>>
  const unknown = Object.keys(given).find((column) => !Object.hasOwn(columns, column))
  if (unknown !== undefined) throw new Error(`has a column ${JSON.stringify(unknown)}, which ${name} have not`)
  return Object.fromEntries(
    Object.entries(columns).map(([column, { type, nullable }]) => {
      const value = given[column]
      if (value === null && nullable) return [column, null]
      const read = value === undefined ? undefined : readers[type](value)
      if (read === undefined) throw new Error(`has no ${type} as ${column} of ${name}`)
      return [column, read]
    }),
  )
}

const asNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** The value of a column from its line; undefined if the column cannot hold it. */
const readers: Readonly<Record<ColumnType, (value: unknown) => StoredValue | undefined>> = {
  int: (value) => (Number.isSafeInteger(value) ? asNumber(value) : undefined),
  real: asNumber,
  text: (value) => (typeof value === 'string' ? value : undefined),
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  time: (value) =>
    Number.isInteger(value) && Math.abs(Number(value)) <= 8.64e15 ? new Date(Number(value)) : undefined,
  bytes: (value) =>
    typeof value === 'string' && isBase64.test(value) ? new Uint8Array(Buffer.from(value, 'base64')) : undefined,
  json: (value) => value as Json,
}

const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/
