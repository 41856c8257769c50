import type { StoredValue } from './plain.js'
import type { Column } from './schema-types.js'

/**
 * Rejects values that `column` cannot store and values that drivers would silently change: NaN, an invalid Date, an int
 * beyond 2^53, a number for a string. NULL is accepted in nullable columns; a JSON column that is not nullable stores
 * it as JSON null.
 * @throws TypeError with the type of the value, not the value, which may be secret
 */
export function requireFit(name: string, column: Column, value: unknown): StoredValue {
  if (!fits(column, value)) throw new TypeError(`${name} must be of type ${column.type}, not ${describe(value)}`)
  return value
}

/** @throws RangeError for a limit or an offset that is not a whole number >= 0 */
export function requireWhole(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`${name} must be a whole number of at least 0, not ${describe(value)}`)
}

/** @throws RangeError that names the option, for a duration that is not a number greater than 0 */
export function requireDuration(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
  throw new RangeError(`${name} must be a number above 0, not ${describe(value)}`)
}

function fits({ type, nullable }: Column, value: unknown): value is StoredValue {
  if (value === null && nullable) return true
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
      return value !== undefined
  }
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return `the number ${value}`
  return value instanceof Date ? 'an invalid Date' : typeof value
}
