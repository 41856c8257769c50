// Empty stores of each kind, for tests that create their own tracker.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@trackerkit/adapter-memory'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { reusedDatabase } from '@trackerkit/test-postgres'
import type { Store } from '../src/store/index.js'
import { createTracker } from '../src/tracker/tracker.js'
import type { StoreName } from './chosen-stores.js'

interface EmptyStore {
  readonly store: Store
  readonly remove: () => void
}

const kinds: Readonly<Record<StoreName, () => EmptyStore | Promise<EmptyStore>>> = {
  memory: () => ({ store: memoryStore(), remove: () => undefined }),
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
    const file = join(folder, 'test.db')
    writeFileSync(file, await (emptyFile ??= makeFile()), { mode: 0o600 })
    return { store: sqliteStore(file, quick), remove: () => rmSync(folder, { recursive: true }) }
  },
  postgres: async () => {
    const { pool, release } = await reusedDatabase('an empty tracker', (empty) => setUp(postgresStore(empty)))
    return { store: postgresStore(pool), remove: release }
  },
}

// A busy machine ends no question of a test.
const quick = { durability: 'normal', queryTimeoutMs: 60_000 } as const

/** The bytes of a file with an empty tracker: to make one takes longer than to copy it. */
let emptyFile: Promise<Buffer> | undefined

async function makeFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
  const file = join(folder, 'test.db')
  await setUp(sqliteStore(file, quick))
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

/** At the time at which trackers for tests begin. */
async function setUp(store: Store): Promise<void> {
  const clock = () => new Date('2026-01-01T12:00:00Z')
  const tracker = await createTracker({ store, testing: { clock } })
  await tracker.close()
}

interface Closing {
  readonly close: () => Promise<unknown>
  readonly remove: () => void
}

const opened: Closing[] = []

/** The kind of store, and the number of trackers that are open. */
export const emptyStores = {
  kind: 'memory' as StoreName,
  count: () => opened.length,
  /** Closes the trackers opened after the first ones. */
  async close(kept: number): Promise<void> {
    for (const { close, remove } of opened.splice(kept)) {
      await close()
      remove()
    }
  },
}

/** Opens a tracker on an empty store of the kind that the tests around it use. It is closed after the test, or after all of them. */
export async function onEmptyStore<T extends { close(): Promise<unknown> }>(
  open: (store: Store) => Promise<T>,
): Promise<{ readonly tracker: T; readonly store: Store }> {
  const { store, remove } = await kinds[emptyStores.kind]()
  const tracker = await open(store)
  opened.push({ close: () => tracker.close(), remove })
  return { tracker, store }
}
