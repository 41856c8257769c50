import type { Column, StoredValue } from '../store/index.js'
import type { Bound } from './shape.js'
import type { Dialect, Present } from './dialect.js'

/** Turns what a query binds at one place into what the driver binds there. */
export type Binder = (value: Bound | undefined) => unknown

/** Binds a value that a column is compared with. `name` is for the message. */
export function comparisonBinder(dialect: Dialect, name: string, column: Column): Binder {
  const encode = dialect.encoder(column)
  return (value) => encode(requireValue(name, column, value))
}

/** Binds a value that a column is set to. */
export function columnBinder(dialect: Dialect, name: string, column: Column): Binder {
  const compare = comparisonBinder(dialect, name, column)
  return (value) => (value === null && column.nullable ? null : compare(value))
}

/** Binds a list; NULL among its values equals nothing and is left out. */
export function listBinder(dialect: Dialect, name: string, column: Column): Binder {
  const encode = dialect.listEncoder(column)
  return (values) => {
    const present: Present[] = []
    for (const value of values as readonly StoredValue[]) {
      if (value !== null) present.push(requireValue(name, column, value))
    }
    return encode(present)
  }
}

/** Binds how many rows to return or to leave out. */
export function pageBinder(value: Bound | undefined): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`limit and offset are whole numbers >= 0, not ${describe(value)}`)
}

/** Refuses what drivers would change in silence: NaN and an invalid Date become NULL, a number becomes text. */
function requireValue(name: string, column: Column, value: Bound | undefined): Present {
  if (!fits(column, value)) throw new TypeError(`${name} takes ${column.type}, not ${describe(value)}`)
  return value as Present
}

function fits({ type, nullable }: Column, value: Bound | undefined): boolean {
  switch (type) {
    case 'int':
      return Number.isSafeInteger(value)
    case 'real':
      return Number.isFinite(value)
    case 'text':
      return typeof value === 'string'
    case 'bool':
      return typeof value === 'boolean'
    case 'time':
      return value instanceof Date && !Number.isNaN(value.getTime())
    case 'bytes':
      return value instanceof Uint8Array
    case 'json':
      return value !== undefined && !(nullable && value === null)
  }
}

/** The kind of a value and not the value, which may be secret. */
function describe(value: Bound | undefined): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'number') return `the number ${value}`
  return value instanceof Date ? 'an invalid Date' : typeof value
}
