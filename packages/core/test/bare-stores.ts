// Stores without a tracker in them, of every kind. They are closed after the test.
import { memoryStore } from '@trackerkit/adapter-memory'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { freshDatabase } from '@trackerkit/test-postgres'
import { afterEach } from 'vitest'
import { isChosen } from './chosen-stores.js'
import type { Store } from '../src/store/index.js'

const kinds = {
  memory: () => memoryStore(),
  sqlite: () => sqliteStore(':memory:'),
  postgres: async () => postgresStore((await freshDatabase()).url),
}
export type BareKind = keyof typeof kinds

/** The kinds that tests run on. */
export const bareKinds: readonly BareKind[] = (['memory', 'sqlite', 'postgres'] as const).filter((kind) =>
  isChosen(kind),
)

const opened: Store[] = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

export async function openBare(kind: BareKind = 'memory'): Promise<Store> {
  return closedAfterwards(await kinds[kind]())
}

/** The store, which the test need not close. */
export function closedAfterwards(store: Store): Store {
  opened.push(store)
  return store
}
