import type { Column, StoredValue } from '@trackerkit/core/store'
import {
  daySql,
  tableNames,
  type Decode,
  type Dialect,
  type Encode,
  type Present,
  type StoredEntity,
} from '@trackerkit/core/sql'
import { counterTriggers } from './counter-triggers.js'
import { quote, quoteText } from './quote.js'
import { heartbeat } from './query-timeout.js'
import { hasRowId, trigrams } from './trigrams.js'

/**
 * SQL as SQLite speaks it. Tables are STRICT, so that a value of the wrong type is refused and not kept. Text is UTF-8 and
 * compared by its bytes, which is by code point.
 */
export function sqliteDialect(prefix = ''): Dialect {
  const names = tableNames(quote, { prefix })
  return {
    quote,
    ...names,
    parameter: () => '?',
    columnType: ({ type }) => columnTypes[type],
    autoIdType: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    tableOptions: (entity: StoredEntity) => (hasRowId(entity) ? ' STRICT' : ' STRICT, WITHOUT ROWID'),
    literal,
    countTables: (name) =>
      `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ${quoteText(name)} COLLATE NOCASE`,
    encoder: ({ type }) => encoders[type],
    decoder: ({ type }) => decoders[type],
    inList: (expression, _column, parameter) => `${expression} IN (SELECT value FROM json_each(${parameter}))`,
    listEncoder,
    contains: (expression, parameter) => `instr(${expression}, ${parameter}) > 0`,
    list: (value) => `json_group_array(${value})`,
    array: (expressions) => `json_array(${expressions.join(', ')})`,
    day: daySql,
    heartbeat,
    // SQLite chooses by statistics only after ANALYZE, and badly with outdated ones, so the compiler adds its
    // knowledge.
    withoutIndex: (expression) => `+${expression}`,
    readsBeforeSorting: true,
    nulls: () => '',
    page,
    rowsPerInsert,
    returning: false,
    substring: trigrams(names.stored),
    counters: counterTriggers(names),
  }
}

const columnTypes: Record<Column['type'], string> = {
  int: 'INTEGER',
  real: 'REAL',
  text: 'TEXT',
  bool: 'INTEGER',
  /** Milliseconds since 1970. */
  time: 'INTEGER',
  bytes: 'BLOB',
  json: 'TEXT',
}

const asIs: Encode = (value) => value

const encoders: Record<Column['type'], Encode> = {
  int: asIs,
  real: asIs,
  text: asIs,
  bool: (value) => (value === true ? 1 : 0),
  time: (value) => (value as Date).getTime(),
  bytes: asIs,
  json: (value) => JSON.stringify(value),
}

const decoders: Partial<Record<Column['type'], Decode>> = {
  bool: (stored) => stored === 1,
  time: (stored) => new Date(stored as number),
  bytes: (stored) => asBytes(stored as Buffer),
  json: (stored) => JSON.parse(stored as string) as StoredValue,
}

/** Returns the driver's Buffer as a plain array over the same memory, which is not shared. */
function asBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/**
 * Lists travel as JSON. A real is written with an exponent: SQLite would read 413441419859638600 as an integer, and compare
 * that exactly with the real, which is near it and not equal.
 */
function listEncoder({ type }: Column): (values: readonly Present[]) => string {
  if (type === 'real') return (values) => `[${values.map((value) => (value as number).toExponential()).join()}]`
  const encode = encoders[type]
  return (values) => JSON.stringify(values.map(encode))
}

function literal(column: Column, value: StoredValue): string {
  if (value === null) return 'NULL'
  const encoded = encoders[column.type](value)
  if (typeof encoded === 'number') return String(encoded)
  if (encoded instanceof Uint8Array) return `X'${Buffer.from(encoded).toString('hex')}'`
  return quoteText(String(encoded))
}

/**
 * With `LIMIT ?`, SQLite plans for the bound number and replans on every call: 22 µs for a select that takes 5. The
 * sign hides the number from the planner.
 */
function page(limit: string | undefined, offset: string | undefined): string {
  return `LIMIT ${limit === undefined ? '-1' : `+${limit}`}${offset === undefined ? '' : ` OFFSET +${offset}`}`
}

/**
 * A statement of one row, repeated, is as fast as one of many, except with a trigram index: FTS5 flushes its data to
 * the file after every statement, which for single rows takes ten times as long as everything else. The numbers of rows
 * are powers of two, to prepare few different statements.
 */
function rowsPerInsert(entity: StoredEntity, atMost: number): number {
  const hasTrigrams = hasRowId(entity) && Object.values(entity.columns).some((column) => column.substringIndex)
  return hasTrigrams ? 2 ** Math.floor(Math.log2(atMost)) : 1
}
