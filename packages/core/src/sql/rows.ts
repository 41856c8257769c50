import type { Entity, PlainRow, StoredValue } from '../store/index.js'
import type { Decode, Dialect } from './dialect.js'
import { columnOf } from './model.js'

/** Makes rows of the driver's arrays, with one member for each column. */
export type DecodeRows = (read: readonly (readonly unknown[])[]) => PlainRow[]

/** Column information is computed once, not per row. */
export function rowDecoder(dialect: Dialect, entityName: string, entity: Entity, names: readonly string[]): DecodeRows {
  const decoders = names.map((name) => dialect.decoder(columnOf(entity, entityName, name)))
  return (read) => {
    const rows = new Array<PlainRow>(read.length)
    for (let i = 0; i < read.length; i++) rows[i] = decodeRow(names, decoders, read[i] as readonly unknown[])
    return rows
  }
}

function decodeRow(
  names: readonly string[],
  decoders: readonly (Decode | undefined)[],
  read: readonly unknown[],
): PlainRow {
  const row: PlainRow = {}
  for (let i = 0; i < names.length; i++) {
    const stored = read[i]
    const decode = decoders[i]
    row[names[i] as string] = decode && stored !== null ? decode(stored) : (stored as StoredValue)
  }
  return row
}
