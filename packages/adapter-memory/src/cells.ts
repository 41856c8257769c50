import { requireFit, type Column, type Json, type StoredValue } from '@trackerkit/core/store'

/**
 * How a value is kept: a time as its milliseconds and JSON as its text, so that most of a row cannot be changed from outside
 * and compares without unwrapping.
 */
export type Cell = null | boolean | number | string | Uint8Array

/** The cell that keeps `value`; a copy, where the value could change later. `name` calls the place if it does not fit. */
export function toCell(name: string, column: Column, value: StoredValue): Cell {
  const fitting = requireFit(name, column, value)
  if (fitting === null && column.nullable) return null
  if (column.type === 'json') return JSON.stringify(fitting)
  if (fitting instanceof Date) return fitting.getTime()
  if (fitting instanceof Uint8Array) return new Uint8Array(fitting)
  return fitting as boolean | number | string
}

/** The value that `cell` keeps, the caller's own. */
export function fromCell(column: Column, cell: Cell): StoredValue {
  if (cell === null) return null
  if (column.type === 'time') return new Date(Number(cell))
  if (column.type === 'json') return JSON.parse(String(cell)) as Json
  if (cell instanceof Uint8Array) return new Uint8Array(cell)
  return cell
}
