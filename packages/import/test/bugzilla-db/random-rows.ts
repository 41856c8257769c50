// Rows with random values that their columns can hold, for each table of an installation.
import { installation } from './installation.js'
import { columnsOf, insertRows, type Rows, type Value } from './tables.js'

type Kind = 'mysql' | 'postgres'
type Random = () => number

/** The same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const one = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const texts = [
  ...['', ' ', 'x', '0', '---', 'Widgets', 'alice@example.com', 'ALICE@example.com', 'FIXED', 'RESOLVED', 'normal'],
  ...[
    'a\nb',
    '\t',
    'x'.repeat(255),
    'ÄÖÜ',
    '\u{1F41E}',
    '\uFFFD',
    '\u200B',
    'count',
    '1',
    'a, b',
    '%',
    "';--",
    '\u2028',
  ],
  ...['NULL', 'cf_team', '../x', '<b>', '**', '*** Bug 1 ***', 'admin', 'secret', '?', '+', '-', 'a', 'b', '\u0130'],
  'x_axis_field=product&f1=noop&v1=1&chfieldto=Now',
]
const times = [
  ...[
    '2019-05-01 10:00:00',
    '2019-03-31 02:30:00',
    '2019-10-27 02:30:00',
    '1970-01-01 00:00:00',
    '9999-12-31 23:59:59',
  ],
  ...['0001-01-01 00:00:00', '2037-01-01 10:00:00'],
]
const impossible = ['0000-00-00 00:00:00', '2019-02-30 00:00:00', '2019-00-01 00:00:00']
const numbers = [0, 1, 2, 3, 4, 7, 20, 41, 43, 99, 501, 1001, -1, 2_147_483_647, -2_147_483_648, 2_000_000_000]

function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
}

function textFor(kind: Kind, random: Random, longest: number): Value {
  const isMysql = kind === 'mysql'
  if (random() < 0.15) return isMysql ? bytes(random, Math.floor(random() * 40)) : 'é'.repeat(40)
  if (random() < 0.05) return isMysql ? 'a\0b' : 'ab'
  if (random() < 0.1) return 'long '.repeat(longest / 5)
  return one(random, texts)
}

/** Columns that Bugzilla declares unique. */
const keys = ['bug_id', 'comment_id', 'attach_id', 'userid', 'id']

function valueFor(kind: Kind, random: Random, type: string, isKey: boolean): Value {
  if (isKey) return Math.floor(random() * 1_000_000)
  if (random() < 0.12) return null
  if (type === 'int') return random() < 0.7 ? one(random, numbers) : Math.floor(random() * 50)
  if (type === 'bool') return one(random, [0, 1, 1, 2, 3, -1, 127])
  if (type === 'dec') return one(random, ['0', '1.5', '-3', '99999.99', '-99999.99', '0.01'])
  if (type === 'blob') return bytes(random, Math.floor(random() * 100))
  if (type === 'time' || type === 'day') return one(random, kind === 'mysql' ? [...times, ...impossible] : times)
  return textFor(kind, random, type === 'str' ? 250 : 70_000)
}

/** The installation, with as many rows again in each table. A row of `keys` keeps what other tables refer to. */
export function randomStatements(kind: Kind, create: readonly string[], seed: number): string[] {
  const random = createRandom(seed)
  const base = installation(kind)
  const rows = Array.from(columnsOf(), ([table, columns]): [string, Rows] => {
    const made = Array.from({ length: 1 + Math.floor(random() * 8) }, () =>
      Object.fromEntries(
        columns.map(([name, type], at) => [
          name,
          valueFor(kind, random, type, at === 0 && keys.includes(name) && table !== 'cc'),
        ]),
      ),
    )
    // Some of the rows that are there get a random value.
    const given = (base[table] ?? []).map((row) => {
      const names = Object.keys(row).filter((name) => !keys.includes(name))
      const spoiled = random() < 0.3 ? one(random, names) : undefined
      const type = columns.find(([name]) => name === spoiled)?.[1]
      return spoiled === undefined || type === undefined
        ? row
        : { ...row, [spoiled]: valueFor(kind, random, type, false) }
    })
    return [table, [...given, ...made]]
  })
  return [...create, ...rows.flatMap(([table, all]) => insertRows(kind, table, all))]
}
