import type {
  Column,
  ColumnType,
  Json,
  PlainOrder,
  PlainQuery,
  PlainRow,
  PlainCountByQuery,
  PlainCountByPart,
  PlainWhere,
  PlainWith,
  StoredValue,
} from '../store/index.js'
import { keyText, type EntityName } from './model.js'
import type { Random } from './random.js'
import { world } from './world.js'

/** Random rows, predicates, orders and queries over `world`, from pools so small that they often meet. */

// prettier-ignore
const pieces = [
  '', 'a', 'A', 'b', 'ab', 'ABC', 'abc', 'x', ' ', '%', '_', '*', '?', '"', "'", '\\', '[a]', '^', '-', 'OR', 'NOT ', '0',
  'null', '\n', '\t', '\u0001', '\u007f', '\u0301', 'e\u0301', '\u00e9', '\u00df', 'ss', '\u0130', 'i', '\u03c3', '\u03c2',
  '\ud7ff', '\ue000', '\uff01', '\u{10000}', '\u{1f600}', '\u{1f601}', '\u{10ffff}', '\u4f60\u597d', '\u200d', '\ufeff',
] as const
/** For columns that join. */
const names = ['', 'a', 'A', '\u00e9', 'e\u0301', '\uff01', '\u{1f600}', "o'x"] as const
const ints = [-(2 ** 53 - 1), -3, -1, 0, 1, 2, 3, 2 ** 31, 2 ** 53 - 1] as const
const reals = [-1e300, -0.5, 0, 0.1, 0.30000000000000004, 1, 3, 2 ** 53, 1e300] as const
const times = [-2_208_988_800_001, -1, 0, 1, 999, 1000, 1_582_979_696_789, 253_402_300_799_999] as const
const docs = [{}, [], '', 'text', 0, true, { a: [1, null, '\u{1f600}'] }] as const satisfies Json[]
/** Columns that join take few values, so that relations lead somewhere. */
const small: Readonly<Record<string, number>> = {
  rank: 4,
  no: 4,
  maker_no: 4,
  shelf: 3,
  value: 5,
  id: 60,
  parent_id: 45,
  item_id: 45,
}
const joiningTexts = new Set(['name', 'maker_name', 'label', 'slot'])

export const entityNames = ['item', 'maker', 'tag'] as const satisfies readonly EntityName[]

function columnsOf(entity: EntityName): [name: string, column: Column][] {
  return Object.entries(world[entity].columns)
}

function randomText(random: Random): string {
  const text = random.many(0, 4, () => random.pick(pieces)).join('')
  return random.chance(0.02) ? text.padEnd(3_000, 'lorem ipsum ') : text
}

function scalar(random: Random, type: ColumnType): Exclude<StoredValue, null> {
  switch (type) {
    case 'int':
      return random.pick(ints)
    case 'real':
      return random.pick(reals)
    case 'text':
      return randomText(random)
    case 'bool':
      return random.chance(0.5)
    case 'time':
      return new Date(random.pick(times))
    case 'bytes':
      return Uint8Array.from(random.many(0, 5, () => random.below(256)))
    case 'json':
      return random.pick(docs)
  }
}

/** A value, not null, that column may well hold. */
function valueFor(random: Random, name: string, column: Column): Exclude<StoredValue, null> {
  const end = small[name]
  if (end !== undefined) return 1 + random.below(end)
  if (joiningTexts.has(name)) return random.pick(names)
  return scalar(random, column.type)
}

function valueOrNull(random: Random, name: string, column: Column): StoredValue {
  return column.nullable && random.chance(0.35) ? null : valueFor(random, name, column)
}

/** A row to insert. With `givesId` it has a key so low that the store will not assign it any more. */
export function randomRow(random: Random, entity: EntityName, givesId = false): PlainRow {
  const row: PlainRow = {}
  for (const [name, column] of columnsOf(entity)) {
    if (name === 'id' && !givesId) continue
    const value = name === 'id' ? 1 + random.below(20) : valueOrNull(random, name, column)
    if (value !== null || random.chance(0.5)) row[name] = value
  }
  return row
}

/** Rows with every column, with existing and new keys, as input of `put`. */
export function randomWholeRows(random: Random, entity: EntityName): PlainRow[] {
  const rows = random.many(0, 3, () =>
    Object.fromEntries(columnsOf(entity).map(([name, column]) => [name, valueOrNull(random, name, column)])),
  )
  return [...new Map(rows.map((row) => [keyText(entity, row), row])).values()]
}

/** New values of some columns, as input of `update`. */
export function randomChange(random: Random, entity: EntityName): PlainRow {
  const names = columnsOf(entity).filter(([name]) => name !== 'id')
  const chosen = random.many(1, 3, () => random.pick(names))
  return Object.fromEntries(chosen.map(([name, column]) => [name, valueOrNull(random, name, column)]))
}

export function randomWhere(random: Random, entity: EntityName, depth = 4): PlainWhere {
  const roll = random.below(100)
  const inner = () => randomWhere(random, entity, depth - 1)
  if (depth === 0 || roll < 55) return randomLeaf(random, entity)
  if (roll < 66) return { and: random.many(0, 3, inner) }
  if (roll < 77) return { or: random.many(0, 3, inner) }
  if (roll < 87) return { not: inner() }
  const [relation, target] = randomRelation(random, entity)
  return random.chance(0.15) ? { some: relation } : { some: relation, where: randomWhere(random, target, depth - 1) }
}

function randomRelation(random: Random, entity: EntityName): [name: string, target: EntityName] {
  const relations = Object.entries(world[entity].relations) as [string, { entity: EntityName }][]
  const [name, { entity: target }] = random.pick(relations)
  return [name, target]
}

function randomLeaf(random: Random, entity: EntityName): PlainWhere {
  const [col, column] = random.pick(columnsOf(entity))
  const { type } = column
  if (column.nullable && random.chance(0.15)) return { col, eq: null }
  if (type === 'bytes' || type === 'json') return column.nullable ? { col, eq: null } : randomLeaf(random, entity)
  const value = valueFor(random, col, column)
  const other = columnsOf(entity).filter(([, { type: its }]) => its === type)
  if (random.chance(0.12)) return { col, eqCol: random.pick(other)[0] }
  if (type === 'bool') return { col, eq: value }
  if (typeof value === 'string' && random.chance(0.5)) return { col, contains: randomNeedle(random, value) }
  switch (random.below(7)) {
    case 0:
      return { col, lt: value }
    case 1:
      return { col, lte: value }
    case 2:
      return { col, gt: value }
    case 3:
      return { col, gte: value }
    case 4:
      return { col, eq: value }
    default:
      return { col, in: random.many(0, random.chance(0.05) ? 300 : 4, () => valueFor(random, col, column)) }
  }
}

function randomNeedle(random: Random, text: string): string {
  if (random.chance(0.5)) return random.pick(pieces)
  const points = Array.from(text)
  const start = random.below(points.length + 1)
  return points.slice(start, start + 1 + random.below(5)).join('')
}

function randomOrder(random: Random, entity: EntityName): PlainOrder {
  const direction = random.chance(0.5) ? { desc: true } : random.chance(0.5) ? { desc: false } : {}
  const via = random.chance(0.3)
  const [relation, target] = randomRelation(random, entity)
  const sortable = columnsOf(via ? target : entity).filter(
    ([, { type }]) => !['bytes', 'json', via ? 'bool' : ''].includes(type),
  )
  const [col] = random.pick(sortable)
  if (!via) {
    const isNumber = world[entity].columns[col as never]?.['type'] === 'int'
    const ranked = isNumber && random.chance(0.3) ? random.many(0, 4, () => random.below(6)) : undefined
    return { col, ...direction, ...(ranked && { ranked: [...new Set(ranked)] }) }
  }
  return { via: relation, col, ...direction, ...(random.chance(0.5) ? { where: randomWhere(random, target, 1) } : {}) }
}

function randomWith(random: Random, entity: EntityName): PlainWith {
  const lists = random.many(1, 2, () => {
    const [relation, target] = randomRelation(random, entity)
    const listed = columnsOf(target).filter(([, { type }]) => ['int', 'text', 'bool', 'time'].includes(type))
    const columns = random.many(1, 4, () => random.pick(listed)[0])
    return [relation, { columns: [...new Set(columns)] }] as const
  })
  return Object.fromEntries(lists)
}

export function randomQuery(random: Random): PlainQuery {
  const from = random.pick(entityNames)
  const names = columnsOf(from).map(([name]) => name)
  return {
    from,
    ...(random.chance(0.2) && { with: randomWith(random, from) }),
    where: random.chance(0.97) ? randomWhere(random, from) : undefined,
    order: random.chance(0.5) ? random.many(0, 3, () => randomOrder(random, from)) : undefined,
    limit: random.chance(0.35) ? random.below(12) : undefined,
    offset: random.chance(0.25) ? random.below(8) : undefined,
    columns: random.chance(0.25)
      ? undefined
      : random.chance(0.3)
        ? names.filter(() => random.chance(0.3))
        : [...world[from].key],
  }
}

export function randomCountByQuery(random: Random): PlainCountByQuery {
  const from = random.pick(entityNames)
  return {
    from,
    where: random.chance(0.8) ? randomWhere(random, from, 2) : undefined,
    by: random.many(1, 3, () => randomCountByPart(random, from)),
    limit: random.chance(0.7) ? 1_000 : random.below(6),
  }
}

function randomCountByPart(random: Random, entity: EntityName): PlainCountByPart {
  if (random.chance(0.6)) return randomCountByValue(random, entity)
  const [relation, target] = randomRelation(random, entity)
  const where = random.chance(0.5) ? { where: randomWhere(random, target, 1) } : {}
  return { via: relation, ...where, ...randomCountByValue(random, target) }
}

function randomCountByValue(random: Random, entity: EntityName): { readonly col: string } | { readonly day: string } {
  const times = columnsOf(entity).filter(([, { type }]) => type === 'time')
  if (times.length > 0 && random.chance(0.4)) return { day: random.pick(times)[0] }
  const countable = columnsOf(entity).filter(([, { type }]) => ['int', 'text', 'bool'].includes(type))
  return { col: random.pick(countable)[0] }
}
