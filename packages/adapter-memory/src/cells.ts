import type { Column, Json, StoredValue } from '@trackerkit/core/store'

/**
 * How a value is kept: a time as its milliseconds and JSON as its text, so that most of a row cannot be changed from outside
 * and compares without unwrapping.
 */
export type Cell = null | boolean | number | string | Uint8Array

/**
 * The cell that keeps `value`; a copy, where the value could change later. JSON's own null is a value where NULL is not allowed.
 * @throws TypeError that calls the place by `name` and tells the kind of the value, which itself may be secret
 */
export function toCell(name: string, column: Column, value: StoredValue): Cell {
  if (value === null && column.nullable) return null
  switch (column.type) {
    case 'int':
      if (typeof value === 'number' && Number.isSafeInteger(value)) return value
      break
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
  throw new TypeError(`${name} takes ${column.type}, not ${describe(value)}`)
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
  if (value === null) return 'null'
  if (typeof value === 'number') return `the number ${value}`
  return value instanceof Date ? 'an invalid Date' : typeof value
}
