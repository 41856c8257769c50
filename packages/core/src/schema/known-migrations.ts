// Older processes keep running while a newer one migrates the store. They check here for changes that affect them.
import { StoreError, type Store, type WriteOptions } from '../store/index.js'
import type { Reader, Row, TrackerSchema, Writer } from './schema.js'
import { migrations } from './migrations/index.js'

/** The number of the last breaking migration of this version. */
export const lastBreaking = migrations.findLast((migration) => migration.breaking)?.id ?? 0

/** @throws StoreError `schema_newer` when this process does not know the last breaking migration of the store */
export function requireKnownVersion({ schema_version }: Pick<Row<'installation'>, 'schema_version'>): void {
  if (schema_version <= migrations.length) return
  throw new StoreError('schema_newer', `a newer version has changed the store: migration ${schema_version}`)
}

/** Returns the installation, which a store that is being set up lacks. @throws StoreError `schema_newer` */
export async function requireKnownSchema(tx: Reader): Promise<Row<'installation'> | undefined> {
  const [installation] = await tx.select({ from: 'installation' })
  if (installation) requireKnownVersion(installation)
  return installation
}

/** Writes outside of operations, unless the store has become too new. @throws StoreError `schema_newer` */
export function writeToKnownSchema<T>(
  store: Store<TrackerSchema>,
  work: (tx: Writer, installation: Row<'installation'> | undefined) => Promise<T>,
  options: Pick<WriteOptions, 'mayBeLost'> = {},
): Promise<T> {
  return store.write(async (tx) => work(tx, await requireKnownSchema(tx)), { ours: true, ...options })
}
