import { pendingMigrations } from '@trackerkit/core/sql'
import {
  guarded,
  refuseUnknownOptions,
  StoreError,
  type OptionNames,
  type PlainStore,
  type Store,
} from '@trackerkit/core/store'
import type { Database } from './database.js'
import { applyMigration, indexedFor } from './migrate.js'
import { createReadWriteLock } from './read-write-lock.js'
import { contentsOf, createSnapshot, forkTables, type MemorySnapshot } from './snapshot.js'
import { begin, type Transaction } from './writer.js'

/** Options of `memoryStore`. */
export interface MemoryStoreOptions {
  /**
   * Initial contents. A snapshot of an older schema is migrated by `migrate`; one of a newer, incompatible schema is
   * rejected there (`schema_newer`). Default: empty.
   */
  readonly from?: MemorySnapshot | undefined
}

/** A store in memory, of which copies can be made. */
export interface MemoryStore extends Store {
  /**
   * A snapshot of everything that has been committed. Takes the same time for any size: rows and indexes are shared
   * until a store changes them.
   *
   * @throws StoreError `closed`
   * @example
   * const first = memoryStore()
   * const copy = memoryStore({ from: first.snapshot() })
   */
  snapshot(): MemorySnapshot
}

/**
 * A store in the memory of this process, for tests and short-lived programs. It has the same semantics as every other
 * store.
 *
 * Reads overlap; writes run one at a time, in order. JavaScript runs one of them at a time anyway, so waiting costs no
 * parallelism, and a read is a snapshot without versions of rows: nothing can change while it is open.
 *
 * @throws TypeError when `from` is no snapshot of a memory store
 * @throws TrackerError `invalid_options` for unknown options
 * @example
 * const tracker = await createTracker({ store: memoryStore() })
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  refuseUnknownOptions(options, { from: true } satisfies OptionNames<MemoryStoreOptions>, 'memoryStore')
  const { from } = options
  const start = from === undefined ? undefined : contentsOf(from)
  const turns = createReadWriteLock()
  const db: Database = { schema: {}, tables: start ? forkTables(start.tables) : new Map() }
  const applied = [...(start?.applied ?? [])]
  let writing: Transaction | undefined
  const listeners = new Set<() => void>()
  let isClosed = false

  const store: PlainStore = {
    migrate: (schema, migrations, { mustExist = false } = {}) =>
      turns.alone(async () => {
        if (mustExist && applied.length === 0) throw new StoreError('schema_older', 'the store is empty')
        const pending = pendingMigrations(applied, migrations)
        db.tables = indexedFor(pending.reduce(applyMigration, db.tables), schema)
        applied.push(...pending)
        db.schema = schema
      }),
    read: (work) => turns.shared(async () => work(begin(db).tx)),
    async write(work) {
      const result = await turns.alone(async () => {
        const transaction = begin(db)
        writing = transaction
        try {
          return await work(transaction.tx)
        } catch (error) {
          transaction.undo()
          throw error
        } finally {
          writing = undefined
        }
      })
      for (const listener of listeners) listener()
      return result
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      db.tables = new Map()
    },
  }

  function snapshot(): MemorySnapshot {
    if (isClosed) throw new StoreError('closed', 'the store is closed')
    const frozen = db.tables
    db.tables = forkTables(frozen)
    if (!writing) return createSnapshot({ tables: frozen, applied: [...applied] })
    const committed = forkTables(frozen)
    writing.undoIn(committed)
    return createSnapshot({ tables: committed, applied: [...applied] })
  }

  return { ...guarded(store), snapshot }
}
