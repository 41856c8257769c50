// Gives a store the schema and contents of this version.
import { retrying } from '../call/retry.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { invalidOption } from '../kernel/renamed-options.js'
import { schema, type TrackerSchema } from '../schema/index.js'
import { migrations } from '../schema/migrations/index.js'
import { beginFeed } from '../seed/begin-feed.js'
import { seed } from '../seed/seed.js'
import { syncStandardFields } from '../seed/standard-fields.js'
import { isStoreError, type Store } from '../store/index.js'
import type { TrackerOptions } from './options.js'
import { noteRules } from './rules/note-rules.js'
import { sweep } from './sweeper.js'

/**
 * Migrates the store and fills it if it is empty. Returns whether it was.
 * @throws invalid_options for a closed store; no_tracker for an empty one with `mustExist`
 */
export async function prepareStore(
  store: Store<TrackerSchema>,
  environment: Environment,
  { mustExist, administrator, beforeSetUp, rules }: TrackerOptions,
): Promise<boolean> {
  await retrying(environment, () => migrate(store, mustExist)).catch((error: unknown) => {
    throw isTrackerError(error, 'tracker_closed') ? invalidOption('store', 'a closed store', 'an open store') : error
  })
  if (mustExist) await requireInstallation(store, environment)
  const isNew = await retrying(environment, () => seed(store, environment, administrator, beforeSetUp))
  if (!isNew) {
    await retrying(environment, () => syncStandardFields(store))
    await retrying(environment, () => beginFeed(store, environment))
    await sweep({ store, environment })
  }
  await noteRules(store, environment, rules)
  return isNew
}

/** @throws no_tracker */
async function migrate(store: Store<TrackerSchema>, mustExist: boolean | undefined): Promise<void> {
  try {
    await store.migrate(schema, migrations, { mustExist })
  } catch (error) {
    const isEmpty = mustExist && isStoreError(error, 'schema_older') && error.pending.length === 0
    throw isEmpty ? new TrackerError('no_tracker') : error
  }
}

async function requireInstallation(store: Store<TrackerSchema>, environment: Environment): Promise<void> {
  const count = await retrying(environment, () => store.read((tx) => tx.count('installation')))
  if (count === 0) throw new TrackerError('no_tracker')
}
