// A store that records the statements made on it, to test query budgets.
import {
  typed,
  type PlainReader,
  type PlainRow,
  type PlainStore,
  type PlainWriter,
  type Store,
} from '../src/store/index.js'

interface CountingStore {
  readonly store: Store
  /** The entity of every select and count since it was last emptied. */
  readonly queries: string[]
  /** The relation of every list of related rows that was selected since it was last emptied. */
  readonly related: string[]
  /** The entity of every insert, put, update and delete since it was last emptied. */
  readonly writes: string[]
  /** How many rows each select answered since it was last emptied. */
  readonly rows: number[]
  /** Every select and count in full, with the number of returned rows, since it was last emptied. */
  readonly trace: string[]
  /** How many bytes of contents each select answered since it was last emptied. */
  readonly sizes: number[]
}

/** The same store, with an account of what goes through it. */
export function countingStore(store: Store): CountingStore {
  const queries: string[] = []
  const related: string[] = []
  const writes: string[] = []
  const rows: number[] = []
  const sizes: number[] = []
  const trace: string[] = []
  const plain = store as unknown as PlainStore
  const counted = <R extends PlainReader>(tx: R): R => ({
    ...tx,
    async select(query) {
      queries.push(query.from)
      related.push(...Object.keys(query.with ?? {}))
      const found = await tx.select(query)
      rows.push(found.length)
      trace.push(`${JSON.stringify(query)}: ${found.length}`)
      sizes.push(bytesIn(found))
      return found
    },
    async count(from, where, options) {
      queries.push(from)
      const found = await tx.count(from, where, options)
      // Index entries of hidden rows may be counted among candidates.
      trace.push(`${JSON.stringify({ count: from, where })}: ${options?.candidates ? 'candidates' : found}`)
      return found
    },
    async countBy(query) {
      queries.push(query.from)
      const found = await tx.countBy(query)
      trace.push(`${JSON.stringify({ countBy: query })}: ${found.length}`)
      return found
    },
  })
  const countedWriter = (tx: PlainWriter): PlainWriter => ({
    ...counted(tx),
    insert(into, rows) {
      writes.push(into)
      return tx.insert(into, rows)
    },
    put(into, rows) {
      writes.push(into)
      return tx.put(into, rows)
    },
    update(entity, where, set) {
      writes.push(entity)
      return tx.update(entity, where, set)
    },
    delete(from, where) {
      writes.push(from)
      return tx.delete(from, where)
    },
  })
  const counting: PlainStore = {
    ...plain,
    read: (work) => plain.read((tx) => work(counted(tx))),
    write: (work) => plain.write((tx) => work(countedWriter(tx))),
  }
  return { store: typed(counting), queries, related, writes, rows, sizes, trace }
}

function bytesIn(found: readonly PlainRow[]): number {
  const values = found.flatMap((row) => Object.values(row))
  return values.reduce((sum: number, value) => sum + (value instanceof Uint8Array ? value.byteLength : 0), 0)
}
