import type { Column, Json, StoredValue } from '@trackerkit/core/store'

/**
 * How a value is kept: a time as its milliseconds and JSON as its text, so that most of a row cannot be changed from outside
 * and compares without unwrapping.
 */
export type Cell = null | boolean | number | string | Uint8Array

/** The cell that keeps `value`; a copy, where the value could change later. */
export function toCell(where: string, column: Column, value: StoredValue): Cell {
  if (value === null) {
    if (column.nullable) return null
    throw new TypeError(`${where} may not be null`)
  }
  switch (column.type) {
    case 'int':
    case 'real':
      if (typeof value === 'number' && Number.isFinite(value)) return value
      break
    case 'text':
      if (typeof value === 'string') return value
      break
    case 'bool':
      if (typeof value === 'boolean') return value
      break
    case 'time':
      if (value instanceof Date && !Number.isNaN(value.getTime())) return value.getTime()
      break
    case 'bytes':
      if (value instanceof Uint8Array) return new Uint8Array(value)
      break
    case 'json':
      return JSON.stringify(value)
  }
  throw new TypeError(`${where} is of type ${column.type} and cannot hold ${describe(value)}`)
}

/** The value that `cell` keeps, the caller's own. */
export function fromCell(column: Column, cell: Cell): StoredValue {
  if (cell === null) return null
  if (column.type === 'time') return new Date(Number(cell))
  if (column.type === 'json') return JSON.parse(String(cell)) as Json
  if (cell instanceof Uint8Array) return new Uint8Array(cell)
  return cell
}

function describe(value: StoredValue): string {
  return typeof value === 'object' ? (value?.constructor.name ?? 'an object') : `${typeof value} ${String(value)}`
}
