import { compareText, StoreError, type Column } from '@trackerkit/core/store'
import type { Cell } from './cells.js'

/** A stored row. It is never changed, only replaced. */
export type StoredRow = Readonly<Record<string, Cell>>

/** The key of an index: the value of one column, or several values joined into one string. */
export type Key = boolean | number | string

export interface Index {
  readonly columns: readonly string[]
  readonly unique: boolean
  /** The keys of the rows that share a value. Rows with a NULL among the columns are in no entry. */
  entries: Map<Key, Set<Key>>
  /** `entries` belongs to others too, and is copied before it is changed. */
  isShared: boolean
  /** Of which values the entry is this table's own, and may be changed; undefined: of all. */
  owned: Set<Key> | undefined
}

export interface Table {
  readonly name: string
  /** The stored columns, which may be more than the current schema declares. */
  readonly columns: Readonly<Record<string, Column>>
  /** Values for columns that the writer of a row does not declare. */
  readonly fills: Readonly<Record<string, Cell>>
  readonly key: readonly string[]
  readonly autoId: boolean
  rows: Map<Key, StoredRow>
  /** `rows` belongs to others too, and is copied before it is changed. */
  isShared: boolean
  readonly indexes: readonly Index[]
  nextId: number
  /** True if `rows` is in key order, as it is when IDs are assigned. */
  ordered: boolean
  lastKey: Key | undefined
}

/** The values of `columns` as one key, or null when one of them is NULL. U+0000, which joins them, cannot occur in text. */
export function keyOf(columns: readonly string[], row: StoredRow): Key | null {
  const [only] = columns
  if (columns.length === 1 && only !== undefined) return toKey(row[only] ?? null)
  return joinCells(columns.map((col) => row[col] ?? null))
}

/** Several cells as one key, or null when one of them is NULL. */
export function joinCells(cells: readonly Cell[]): Key | null {
  if (cells.length === 1) return toKey(cells[0] ?? null)
  return cells.includes(null) ? null : cells.join('\0')
}

function toKey(cell: Cell): Key | null {
  return cell instanceof Uint8Array ? cell.join() : cell
}

/** Compares rows by the key of their table. */
export function compareKeys(columns: readonly string[], a: StoredRow, b: StoredRow): number {
  for (const col of columns) {
    const compared = compareCells(a[col] ?? null, b[col] ?? null)
    if (compared !== 0) return compared
  }
  return 0
}

/** NULL first, false before true, text by code point. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return Number(a) - Number(b)
}

/** An index of no rows. */
export function emptyIndex({ columns, unique }: Pick<Index, 'columns' | 'unique'>): Index {
  return { columns, unique, entries: new Map(), isShared: false, owned: undefined }
}

/**
 * Returns a table with the rows of `table`, which must not change from now on. The first change copies what is shared:
 * the rows, and of an index the entries of the changed values.
 */
export function forkTable(table: Table): Table {
  const indexes = table.indexes.map((index) => ({ ...index, isShared: true }))
  return { ...table, indexes, isShared: true }
}

/** Puts `next` in the place of the row with this key, or removes that row, and keeps the indexes true. */
export function put(table: Table, key: Key, next: StoredRow | undefined): void {
  const before = table.rows.get(key)
  for (const index of table.indexes) {
    const from = before ? keyOf(index.columns, before) : null
    const to = next ? keyOf(index.columns, next) : null
    if (from === to) continue
    if (from !== null) leave(index, from, key)
    if (to !== null) enter(index, to, key)
  }
  if (table.isShared) {
    table.rows = new Map(table.rows)
    table.isShared = false
  }
  if (!next) {
    table.rows.delete(key)
    return
  }
  if (!before) noteOrder(table, key)
  table.rows.set(key, next)
}

function enter(index: Index, value: Key, key: Key): void {
  const entry = ownEntry(index, value)
  if (entry) entry.add(key)
  else index.entries.set(value, new Set([key]))
}

function leave(index: Index, value: Key, key: Key): void {
  const entry = ownEntry(index, value)
  entry?.delete(key)
  if (entry?.size === 0) index.entries.delete(value)
}

/** The entry of `value`, if there is one, and from now on the index's own in any case. */
function ownEntry(index: Index, value: Key): Set<Key> | undefined {
  if (index.isShared) {
    index.entries = new Map(index.entries)
    index.isShared = false
    index.owned = new Set()
  }
  const entry = index.entries.get(value)
  if (!index.owned || index.owned.has(value)) return entry
  index.owned.add(value)
  if (!entry) return undefined
  const copy = new Set(entry)
  index.entries.set(value, copy)
  return copy
}

function noteOrder(table: Table, key: Key): void {
  if (table.rows.size === 0) table.ordered = table.key.length === 1
  else if (table.lastKey === undefined || compareCells(key, table.lastKey) < 0) table.ordered = false
  table.lastKey = key
}

/** @throws StoreError `unique` when another row has the values of `next` in columns that must be unique */
export function requireUnique(table: Table, key: Key, next: StoredRow): void {
  for (const index of table.indexes) {
    if (!index.unique) continue
    const value = keyOf(index.columns, next)
    const sharing = value === null ? undefined : index.entries.get(value)
    if (sharing && (sharing.size > 1 || !sharing.has(key))) throw notUnique(table, index.columns)
  }
}

export function notUnique(table: Table, columns: readonly string[]): StoreError {
  return new StoreError('unique', `two rows of ${table.name} would share ${columns.join(', ')}`, {
    entity: table.name,
    columns,
  })
}
