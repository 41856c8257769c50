import { tableNames, type Dialect } from '../../src/sql/index.js'

const quote = (name: string) => `"${name}"`

/**
 * A database that differs from SQLite wherever a dialect can: numbered placeholders, NULL last by default, keys returned from
 * INSERT, values and lists bound as they are.
 */
export const numberedDialect: Dialect = {
  quote,
  ...tableNames(quote, { prefix: '' }),
  parameter: (position) => `$${position}`,
  columnType: ({ type }) => type,
  autoIdType: 'serial PRIMARY KEY',
  tableOptions: () => '',
  literal: (_column, value) => JSON.stringify(value),
  countTables: (name) => `COUNT TABLES ${name}`,
  encoder: ({ type }) => (type === 'time' ? (value) => (value as Date).toISOString() : (value) => value),
  decoder: ({ type }) => (type === 'time' ? (stored) => new Date(stored as string) : undefined),
  inList: (expression, { type }, parameter) => `${expression} = ANY(${parameter}::${type}[])`,
  listEncoder: () => (values) => values,
  contains: (expression, parameter) => `strpos(${expression}, ${parameter}) > 0`,
  list: (value) => `LIST(${value})`,
  array: (expressions) => `ARRAY(${expressions.join(', ')})`,
  day: (time) => `day(${time})`,
  nulls: (desc) => (desc ? ' NULLS LAST' : ' NULLS FIRST'),
  page: (limit, offset) => [limit && `LIMIT ${limit}`, offset && `OFFSET ${offset}`].filter(Boolean).join(' '),
  rowsPerInsert: (_entity, atMost) => Math.min(3, atMost),
  returning: true,
  substring: {
    serves: () => true,
    create: (entity, _declared, column) => [`INDEX WORDS ${entity}.${column}`],
    drop: (entity, column) => [`FORGET WORDS ${entity}.${column}`],
    filter: ({ text }, parameter) => `${text} LIKE ${parameter}`,
    encode: (needle) => `%${needle}%`,
  },
}
