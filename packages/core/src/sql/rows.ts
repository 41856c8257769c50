import type { Entity, PlainQuery, PlainRow, Schema, StoredValue } from '../store/index.js'
import { layoutOf } from '../store/layout.js'
import type { Decode, Dialect } from './dialect.js'
import { columnOf, entityOf, relationOf } from './model.js'
import { columnsOf, isPlainList, relatedColumns } from './select.js'

/** Makes rows of the driver's arrays, with one member for each column and each relation. */
export type DecodeRows = (read: readonly (readonly unknown[])[]) => PlainRow[]

/** Makes the decoder of a query. Column information is computed once, not per row. */
export function queryDecoder(dialect: Dialect, schema: Schema, query: PlainQuery): DecodeRows {
  const { from } = query
  const entity = entityOf(schema, from)
  const columns = columnsOf(entity, query)
  const related = relatedColumns(query)
  const lists = related.map(([relation, names]) => {
    const target = relationOf(entity, from, relation).entity
    return listDecoder(dialect, target, entityOf(schema, target), names)
  })
  const names = [...columns, ...related.map(([relation]) => relation)]
  return rowsDecoder(membersOf(names, [...columnDecoders(dialect, from, entity, columns), ...lists]))
}

/** Makes the decoder of the columns of one entity. */
export function rowDecoder(dialect: Dialect, entityName: string, entity: Entity, names: readonly string[]): DecodeRows {
  return rowsDecoder(membersOf(names, columnDecoders(dialect, entityName, entity, names)))
}

type Decoders = readonly (Decode | undefined)[]

/** The members of rows, in the order of the driver's arrays. */
interface Members {
  readonly names: readonly string[]
  readonly decoders: Decoders
  readonly layout: object
}

function membersOf(names: readonly string[], decoders: Decoders): Members {
  return { names, decoders, layout: layoutOf(names) }
}

function columnDecoders(dialect: Dialect, entityName: string, entity: Entity, names: readonly string[]): Decoders {
  return names.map((name) => dialect.decoder(columnOf(entity, entityName, name)))
}

function rowsDecoder(members: Members): DecodeRows {
  return (read) => {
    const rows = new Array<PlainRow>(read.length)
    for (let i = 0; i < read.length; i++) rows[i] = decodeRow(members, read[i] as readonly unknown[])
    return rows
  }
}

/** Decodes the JSON that `Dialect.list` makes of related rows. */
function listDecoder(dialect: Dialect, entityName: string, entity: Entity, names: readonly string[]): Decode {
  for (const name of names) {
    const { type } = columnOf(entity, entityName, name)
    if (!listed.has(type)) throw new Error(`${entityName}.${name}: lists have no values of type ${type}`)
  }
  const members = membersOf(names, columnDecoders(dialect, entityName, entity, names))
  const isPlain = isPlainList(names)
  return (stored) => {
    // Most lists are empty.
    if (stored === '[]') return []
    const list = JSON.parse(stored as string) as unknown[]
    return list.map((one) => decodeRow(members, isPlain ? [one] : (one as unknown[]))) as StoredValue
  }
}

/** The types that JSON keeps as drivers return them. */
const listed: ReadonlySet<string> = new Set(['int', 'text', 'bool', 'time'])

function decodeRow({ names, decoders }: Members, read: readonly unknown[]): PlainRow {
  const row: PlainRow = {}
  for (let i = 0; i < names.length; i++) {
    const stored = read[i]
    const decode = decoders[i]
    row[names[i] as string] = decode && stored !== null ? decode(stored) : (stored as StoredValue)
  }
  return row
}
