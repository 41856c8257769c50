// The context that all readers of a database share.
import { fold } from '@trackerkit/core/store'
import { decode, isTwiceEncoded, numberOf, oneLine } from './text.js'
import type { AddNote } from '../passes/notes.js'
import type { Cell, DbRow, DbSource } from './connect.js'
import type { Ledger } from './ledger.js'
import type { Tables } from './schema.js'
import type { Zone } from './times.js'

export interface Reading {
  readonly source: DbSource
  readonly tables: Tables
  readonly zone: Zone
  readonly ledger: Ledger
  readonly addNote: AddNote
  /** When the snapshot was taken, as the source sees it. */
  readonly now: Date
  readonly oddities: Oddities
}

/** Values that stay as they are or have an obvious reading: the report has their number only. */
export interface Oddities {
  encodedTwice: number
  shownTwice: number
  neverShown: number
  future: number
  unchained: number
}

export function createOddities(): Oddities {
  return { encodedTwice: 0, shownTwice: 0, neverShown: 0, future: 0, unchained: 0 }
}

const inWords: { readonly [K in keyof Oddities]: readonly [id: string, problem: string] } = {
  encodedTwice: ['texts', 'look as if they were encoded twice; they stay as they are'],
  shownTwice: [
    'times',
    'were shown twice by clocks; the first one is taken unless that is before the one preceding it',
  ],
  neverShown: ['times', 'were never shown by clocks; they are moved on by the gap'],
  future: ['times', 'are in the future; they stay'],
  unchained: ['history', 'changes do not begin where the change before ended; they stay'],
}

export function reportOddities({ addNote, oddities }: Reading): void {
  for (const name of Object.keys(inWords) as (keyof Oddities)[]) {
    const [id, problem] = inWords[name]
    if (oddities[name] > 0) addNote({ kind: 'source', id, problem: `${oddities[name]} ${problem}` })
  }
}

export interface Product {
  readonly name: string
  /** By number. */
  readonly components: ReadonlyMap<number, string>
}

/** The record that has the text or time. */
export interface Owner {
  readonly kind: string
  readonly id: number | string
}

/** Reads text, and reports changes. */
export function textOf(
  { addNote, oddities }: Reading,
  cell: Cell | undefined,
  { kind, id }: Owner,
  place: string,
): string {
  if (!cell || cell.length === 0) return ''
  const { text, foreign, nulls } = decode(cell)
  if (foreign > 0) addNote({ kind, id, problem: `${place}: ${foreign} bytes were not UTF-8` })
  if (nulls > 0) addNote({ kind, id, problem: `${place}: ${nulls} NUL characters were removed` })
  if (foreign === 0 && cell.length > text.length && isTwiceEncoded(text)) oddities.encodedTwice++
  return text
}

/** Names have one line and at most 255 characters. */
export function nameOf(reading: Reading, cell: Cell | undefined, owner: Owner, place: string): string {
  const whole = textOf(reading, cell, owner, place)
  const line = oneLine(whole)
  if (line.length <= longestName) return line
  reading.addNote({ ...owner, problem: `${place} was cut to ${longestName} characters` })
  const end = ` (${owner.id})`
  return line.slice(0, longestName - end.length) + end
}

const longestName = 255

/** One line of limited length. */
export function lineOf(reading: Reading, cell: Cell | undefined, owner: Owner, place: string): string {
  const line = textOf(reading, cell, owner, place).split('\n').join(' ').trim()
  if (line.length <= longestLine) return line
  reading.addNote({ ...owner, problem: `${place} was cut to ${longestLine} characters` })
  return line.slice(0, longestLine)
}

const longestLine = 4000

/** Reads a time; undefined, with a note, for one that cannot be. */
export function timeOf(
  reading: Reading,
  cell: Cell | undefined,
  owner: Owner,
  place: string,
  after?: number,
): Date | undefined {
  const text = cell?.toString('latin1') ?? ''
  const read = reading.zone.read(text, after)
  if (!read) {
    if (text !== '') reading.addNote({ ...owner, problem: `${place} is '${text.slice(0, 30)}', which is not a time` })
    return undefined
  }
  if (read.was === 'twice') reading.oddities.shownTwice++
  else if (read.was === 'never') reading.oddities.neverShown++
  if (read.time > reading.now) reading.oddities.future++
  return read.time
}

/** Counts rows that are left out, and reports why: once for all rows with the same reason. */
export function leaveOut({ ledger, addNote }: Reading, table: string, problem: string, count = 1): void {
  if (count === 0) return
  ledger.add(table, 'mended', count)
  addNote({ kind: table, id: 'rows', problem })
}

/** Leaves out rows that were counted as imported. */
export function leaveOutCounted(reading: Reading, table: string, problem: string, count = 1): void {
  reading.ledger.add(table, 'brought', -count)
  leaveOut(reading, table, problem, count)
}

/** The sort key of a row, within the limits of records. */
export function sortKeyOf(row: DbRow): number {
  return Math.trunc(Math.max(-32_768, Math.min(2_147_483_647, numberOf(row['sortkey']))))
}

/** All rows of a table, in the order of columns. */
export async function allRows(reading: Reading, table: string, order: readonly string[]): Promise<DbRow[]> {
  const { source, tables } = reading
  if (!tables.has(table)) return []
  const by = order.map((column) => source.name(column)).join(', ')
  return source.rows(`SELECT * FROM ${source.name(table)} ORDER BY ${by}`)
}

/** Groups rows by the number in a column, which is 0 for NULL. */
export function groupRows(rows: readonly DbRow[], column: string): Map<number, DbRow[]> {
  const found = new Map<number, DbRow[]>()
  for (const row of rows) {
    const id = numberOf(row[column])
    const group = found.get(id)
    if (group) group.push(row)
    else found.set(id, [row])
  }
  return found
}

/** The highest ID in records. */
export const highestId = 2_000_000_000

/** An account that is not there any more. */
export function goneUser(id: number): string {
  return `user-${id}@source.invalid`
}

/** The name, with its ID at the end if it is taken, and again while that is taken too. */
export function unusedName(name: string, id: number, taken: ReadonlySet<string>): string {
  let unique = name
  for (let end = ''; taken.has(fold(unique)); unique = name.slice(0, longestName - end.length) + end) end += ` (${id})`
  return unique
}

/** Makes names unique: two that differ only in case are one here. */
export function createUniqueNames(reading: Reading, kind: string): (name: string, id: number) => string {
  const taken = new Set<string>()
  return (name, id) => {
    const unique = unusedName(name === '' ? `${kind} ${id}` : name, id, taken)
    taken.add(fold(unique))
    if (unique !== name)
      reading.addNote({ kind, id, problem: `its name '${name}' is taken or empty; it is '${unique}' here` })
    return unique
  }
}
