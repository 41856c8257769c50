import { pendingMigrations } from '@trackerkit/core/sql'
import { guarded, type Migration, type PlainStore, type Store } from '@trackerkit/core/store'
import type { Database } from './database.js'
import { applyMigration, indexedFor } from './migrate.js'
import { createReadWriteLock } from './read-write-lock.js'
import { begin } from './writer.js'

/**
 * A store that lives in the memory of this process and is gone with it: for tests and short-lived programs. It behaves as
 * every other store does, to the last semantic.
 *
 * Reads run together, writes alone, in the order of asking. JavaScript runs one of them at a time anyhow, so waiting costs
 * no parallelism, and a read needs no versions of rows to be a snapshot: nothing can change while it is open.
 *
 * @example
 * const tracker = await createTracker({ store: memoryStore() })
 */
export function memoryStore(): Store {
  const turns = createReadWriteLock()
  const db: Database = { schema: {}, tables: new Map() }
  const applied: Migration[] = []

  const store: PlainStore = {
    migrate: (schema, migrations) =>
      turns.alone(async () => {
        const pending = pendingMigrations(applied, migrations)
        db.tables = indexedFor(pending.reduce(applyMigration, db.tables), schema)
        applied.push(...pending)
        db.schema = schema
      }),
    read: (work) => turns.shared(async () => work(begin(db).tx)),
    write: (work) =>
      turns.alone(async () => {
        const transaction = begin(db)
        try {
          return await work(transaction.tx)
        } catch (error) {
          transaction.undo()
          throw error
        }
      }),
    close() {
      db.tables = new Map()
    },
  }
  return guarded(store)
}
