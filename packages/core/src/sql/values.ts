import { requireFit, requireWhole, type Column, type StoredValue } from '../store/index.js'
import type { Bound } from './shape.js'
import type { Dialect, Present } from './dialect.js'

/** Converts a value of a query to the driver's parameter. */
export type Binder = (value: Bound | undefined) => unknown

/** Binds a value that a column is compared with. `name` is for the message. */
export function comparisonBinder(dialect: Dialect, name: string, column: Column): Binder {
  const encode = dialect.encoder(column)
  const present = { ...column, nullable: false }
  return (value) => encode(requireFit(name, present, value) as Present)
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
      if (value !== null) present.push(requireFit(name, column, value) as Present)
    }
    return encode(present)
  }
}

/** Binds how many rows to return or to leave out. */
export function pageBinder(value: Bound | undefined): number {
  return requireWhole('a limit or an offset', value)
}
