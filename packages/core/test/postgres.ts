import { postgresStore } from '@trackerkit/adapter-postgres'
import { reusedDatabase } from '@trackerkit/test-postgres'
import type { Store } from '../src/store/index.js'

/**
 * A store in PostgreSQL that holds the test world, and what ends its use.
 *
 * @param make fills an empty store with the world
 */
export async function openSeeded(make: (store: Store) => Promise<unknown>) {
  const { pool, release } = await reusedDatabase('the world of core', (empty) => make(postgresStore(empty)))
  return { store: postgresStore(pool), isSeeded: true, remove: release }
}
