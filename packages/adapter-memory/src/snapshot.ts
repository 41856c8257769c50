import type { Migration } from '@trackerkit/core/store'
import type { Tables } from './migrate.js'
import { forkTable } from './table.js'

/**
 * The contents of a memory store at one moment. Immutable and garbage-collected; any number of stores can start from
 * it: `memoryStore({ from: snapshot })`.
 */
export interface MemorySnapshot {
  /** How many rows there are in it, of all kinds. */
  readonly rows: number
}

interface Contents {
  /** Never changed; stores fork them. */
  readonly tables: Tables
  readonly applied: readonly Migration[]
}

/** Only stores can read the contents of snapshots. */
const contents = new WeakMap<MemorySnapshot, Contents>()

export function createSnapshot(held: Contents): MemorySnapshot {
  const rows = [...held.tables.values()].reduce((sum, table) => sum + table.rows.size, 0)
  const snapshot = Object.freeze({ rows })
  contents.set(snapshot, held)
  return snapshot
}

/** @throws TypeError unless it is a snapshot of a memory store */
export function contentsOf(snapshot: MemorySnapshot): Contents {
  const held = contents.get(snapshot)
  if (!held) throw new TypeError('from must be a snapshot of a memory store')
  return held
}

/** Returns tables that share their rows with `tables`, which must not change from now on. */
export function forkTables(tables: Tables): Tables {
  return new Map([...tables].map(([name, table]) => [name, forkTable(table)]))
}
