// How this database speaks SQL. It is SQLite, in as little as the suite lets pass: no index for parts of texts, no tuning.
import { daySql, tableNames, type Decode, type Dialect, type Encode } from '@trackerkit/core/sql'
import type { Column, StoredValue } from '@trackerkit/core/store'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`

const columnTypes: Record<Column['type'], string> = {
  int: 'INTEGER',
  real: 'REAL',
  text: 'TEXT',
  bool: 'INTEGER',
  time: 'INTEGER', // milliseconds since 1970
  bytes: 'BLOB',
  json: 'TEXT',
}

const asItIs: Encode = (value) => value

const encoders: Record<Column['type'], Encode> = {
  int: asItIs,
  real: asItIs,
  text: asItIs,
  bool: (value) => (value === true ? 1 : 0),
  time: (value) => (value as Date).getTime(),
  bytes: asItIs,
  json: (value) => JSON.stringify(value),
}

const decoders: Partial<Record<Column['type'], Decode>> = {
  bool: (stored) => stored === 1,
  time: (stored) => new Date(stored as number),
  bytes: (stored) => new Uint8Array(stored as Uint8Array),
  json: (stored) => JSON.parse(stored as string) as StoredValue,
}

export const dialect: Dialect = {
  quote,
  ...tableNames(quote, { prefix: '' }),
  parameter: () => '?',
  columnType: ({ type }) => columnTypes[type],
  autoIdType: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  tableOptions: () => ' STRICT',
  literal(column, value) {
    if (value === null) return 'NULL'
    const encoded = encoders[column.type](value)
    if (typeof encoded === 'number') return String(encoded)
    if (encoded instanceof Uint8Array) return `X'${Buffer.from(encoded).toString('hex')}'`
    return quoteText(String(encoded))
  },
  countTables: (name) => `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ${quoteText(name)}`,
  encoder: ({ type }) => encoders[type],
  decoder: ({ type }) => decoders[type],
  inList: (expression, _column, parameter) => `${expression} IN (SELECT value FROM json_each(${parameter}))`,
  listEncoder({ type }) {
    // With an exponent: see the traps.
    if (type === 'real') return (values) => `[${values.map((value) => (value as number).toExponential()).join()}]`
    return (values) => JSON.stringify(values.map(encoders[type]))
  },
  contains: (expression, parameter) => `instr(${expression}, ${parameter}) > 0`,
  list: (value) => `json_group_array(${value})`,
  array: (values) => `json_array(${values.join(', ')})`,
  day: daySql,
  nulls: () => '',
  page: (limit = '-1', offset = '0') => `LIMIT ${limit} OFFSET ${offset}`,
  rowsPerInsert: () => 1,
  returning: true,
}
