import { compareText, type PlainLeaf, type PlainWhere, type StoredValue } from '@trackerkit/core/store'
import { toCell, type Cell } from './cells.js'
import { columnOf, indexOver, relationOf, sameList, tableOf, type Database } from './database.js'
import { joinCells, type StoredRow } from './table.js'

export type Test = (row: StoredRow) => boolean

/** Turns a predicate over rows of `from` into a function, once per query, so that nothing is interpreted per row. */
export function compileWhere(db: Database, from: string, where: PlainWhere | undefined): Test {
  if (where === undefined) return () => true
  if ('and' in where) return all(where.and.map((part) => compileWhere(db, from, part)))
  if ('or' in where) return any(where.or.map((part) => compileWhere(db, from, part)))
  if ('not' in where) {
    const test = compileWhere(db, from, where.not)
    return (row) => !test(row)
  }
  if ('some' in where) {
    const related = compileRelation(db, from, where.some)
    const test = compileWhere(db, relationOf(db, from, where.some).entity, where.where)
    return (row) => related(row).some(test)
  }
  return compileLeaf(db, from, where)
}

/** A function that finds the rows that `relation` leads to. */
export function compileRelation(db: Database, from: string, name: string): (row: StoredRow) => readonly StoredRow[] {
  const { entity, on } = relationOf(db, from, name)
  const here = on.map((pair) => pair[0])
  const there = on.map((pair) => pair[1])
  const table = tableOf(db, entity)
  const value = (row: StoredRow) => joinCells(here.map((col) => row[col] ?? null))
  if (sameList(table.key, there)) {
    return (row) => {
      const key = value(row)
      const found = key === null ? undefined : table.rows.get(key)
      return found ? [found] : []
    }
  }
  const entries = indexOver(table, there)?.entries
  return (row) => {
    const key = value(row)
    const keys = key === null ? undefined : entries?.get(key)
    return keys ? Array.from(keys, (other) => table.rows.get(other)).filter((found) => found !== undefined) : []
  }
}

function all(tests: readonly Test[]): Test {
  const [first, second] = tests
  if (first && tests.length === 1) return first
  if (first && second && tests.length === 2) return (row) => first(row) && second(row)
  return (row) => tests.every((test) => test(row))
}

function any(tests: readonly Test[]): Test {
  const [only] = tests
  return only && tests.length === 1 ? only : (row) => tests.some((test) => test(row))
}

function compileLeaf(db: Database, from: string, leaf: PlainLeaf): Test {
  const { col } = leaf
  columnOf(db, from, col)
  if ('eq' in leaf) {
    const wanted = leaf.eq === null ? null : operand(db, from, col, leaf.eq)
    return (row) => row[col] === wanted
  }
  if ('eqCol' in leaf) {
    const { eqCol } = leaf
    columnOf(db, from, eqCol)
    return (row) => row[col] !== null && row[col] === row[eqCol]
  }
  if ('in' in leaf) {
    const wanted = new Set(operands(db, from, col, leaf.in))
    return (row) => wanted.has(row[col] ?? null)
  }
  if ('contains' in leaf) {
    const { contains } = leaf
    return (row) => {
      const text = row[col]
      return typeof text === 'string' && text.includes(contains)
    }
  }
  return compileComparison(db, from, leaf)
}

type Comparison = Exclude<PlainLeaf, { eq: unknown } | { eqCol: unknown } | { in: unknown } | { contains: unknown }>

function compileComparison(db: Database, from: string, leaf: Comparison): Test {
  const { col } = leaf
  if ('lt' in leaf) return compared(operand(db, from, col, leaf.lt), col, (sign) => sign < 0)
  if ('lte' in leaf) return compared(operand(db, from, col, leaf.lte), col, (sign) => sign <= 0)
  if ('gt' in leaf) return compared(operand(db, from, col, leaf.gt), col, (sign) => sign > 0)
  return compared(operand(db, from, col, leaf.gte), col, (sign) => sign >= 0)
}

/** The comparison of a column that is NULL is false. */
function compared(wanted: Cell, col: string, holds: (sign: number) => boolean): Test {
  if (typeof wanted === 'string') {
    return (row) => {
      const cell = row[col]
      return typeof cell === 'string' && holds(compareText(cell, wanted))
    }
  }
  return (row) => {
    const cell = row[col]
    return typeof cell === 'number' && typeof wanted === 'number' && holds(cell - wanted)
  }
}

/** Returns the operand of a comparison as the column would store it. Only `eq: null` compares with NULL. */
export function operand(db: Database, from: string, col: string, value: StoredValue): Cell {
  return toCell(`${from}.${col}`, { ...columnOf(db, from, col), nullable: false }, value)
}

/** The values of a list, each once, as they would be kept in that column. `in` never matches NULL. */
export function operands(db: Database, from: string, col: string, values: readonly StoredValue[]): Cell[] {
  const name = `${from}.${col}`
  const column = columnOf(db, from, col)
  const present = values.filter((value) => value !== null)
  return [...new Set(present.map((value) => toCell(name, column, value)))]
}
