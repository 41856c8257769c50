// The test world in PostgreSQL. It is made once for each database; before a test, its rows are put back as they were.
import { postgresStore } from '@trackerkit/adapter-postgres'
import { remember, restore, sharedDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import type { Store } from '../src/store/index.js'

/** Connections that no test uses just now; they stay open, since opening them takes longer than many tests. */
const idle: pg.Pool[] = []

/**
 * A store that holds the test world, and what ends its use.
 *
 * @param make fills a new, empty store with the world
 */
export async function openFurnished(make: (store: Store) => Promise<unknown>) {
  const pool = idle.pop() ?? (await openDatabase(make))
  await restore(pool)
  return { store: postgresStore(pool), isFurnished: true, remove: () => void idle.push(pool) }
}

async function openDatabase(make: (store: Store) => Promise<unknown>): Promise<pg.Pool> {
  const { url, isNew } = await sharedDatabase('the world of core')
  const pool = new pg.Pool({ connectionString: url, max: 4, pipeline: true, allowExitOnIdle: true })
  if (!isNew) return pool
  await make(postgresStore(pool))
  await remember(pool)
  return pool
}
