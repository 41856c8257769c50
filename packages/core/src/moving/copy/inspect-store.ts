// What a store says of itself before anything is done with it: for those who keep copies, and bring it up to date.
import { meaningToCallers } from '../../call/store-errors.js'
import { positionAt } from '../../feed/position.js'
import { migrations } from '../../schema/migrations/index.js'
import { requireKnownSchema } from '../../schema/known-migrations.js'
import { schema, type TrackerSchema } from '../../schema/index.js'
import { isStoreError, type Store, type StoreFault } from '../../store/index.js'

/** What a store holds. */
export interface StoreSummary {
  /** The last entry of its change feed, as `since` of changes.get takes it. */
  readonly head: string
  readonly bugs: number
  readonly comments: number
  readonly users: number
  /** What is wrong with how it keeps its rows. */
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
    await requireKnownSchema(tx)
    const [installation] = await tx.select({ from: 'installation' })
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
 * Which migrations this version would run on a store that was opened for reading only; none on an empty one, where nothing is changed.
 * @throws TrackerError `schema_newer`, `store_unavailable` and what else a tracker says that cannot be opened
 */
export async function pendingOf(store: Store): Promise<readonly PendingMigration[]> {
  try {
    await store.migrate(schema, migrations)
    return []
  } catch (error) {
    if (!isStoreError(error, 'schema_older')) throw meaningToCallers(error)
    return error.pending
  }
}
