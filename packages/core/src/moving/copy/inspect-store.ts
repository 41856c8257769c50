// Reads facts about a store without opening a tracker on it, for backups and migrations.
import { meaningToCallers } from '../../call/store-errors.js'
import { positionAt } from '../../feed/position.js'
import { migrations } from '../../schema/migrations/index.js'
import { requireKnownSchema } from '../../schema/known-migrations.js'
import { schema, type TrackerSchema } from '../../schema/index.js'
import { isStoreError, type Store, type StoreFault } from '../../store/index.js'

/** Facts about a store. */
export interface StoreSummary {
  /** The last entry of its change feed, as `since` of changes.get takes it. */
  readonly head: string
  readonly bugs: number
  readonly comments: number
  readonly users: number
  /** Faults in how the store keeps its rows. */
  readonly faults: readonly StoreFault[]
}

/** A migration that has not been run on a store. */
export interface PendingMigration {
  readonly id: number
  readonly name: string
  /** Older versions cannot use the store after it. */
  readonly breaking: boolean
}

/**
 * Looks at a store that is up to date, and whether it is in order.
 * @throws StoreError `schema_older`, `schema_newer`
 */
export async function inspectStore(store: Store): Promise<StoreSummary> {
  await store.migrate(schema, migrations)
  const faults = (await store.verify?.()) ?? []
  return (store as unknown as Store<TrackerSchema>).read(async (tx) => {
    const installation = await requireKnownSchema(tx)
    if (!installation) throw new Error('the store has not been set up')
    return {
      head: positionAt(installation, installation.change_seq),
      bugs: await tx.count('bugs'),
      comments: await tx.count('comments'),
      users: await tx.count('users'),
      faults,
    }
  })
}

/**
 * Returns the migrations that this version would run on a store opened as read-only, where nothing changes. Undefined
 * without a tracker.
 * @throws TrackerError `schema_newer`, `store_unavailable` and what else a tracker says that cannot be opened
 */
export async function pendingOf(store: Store): Promise<readonly PendingMigration[] | undefined> {
  try {
    await store.migrate(schema, migrations)
    const count = await (store as unknown as Store<TrackerSchema>).read((tx) => tx.count('installation'))
    return count > 0 ? [] : undefined
  } catch (error) {
    if (!isStoreError(error, 'schema_older')) throw meaningToCallers(error)
    return error.pending.length > 0 ? error.pending : undefined
  }
}
