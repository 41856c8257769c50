// The tracker that an import is for.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@trackerkit/core/store'
import { databaseOf } from '../store/database.js'
import { requireMigrated } from '../store/existing.js'
import { withStore } from '../store/store.js'

interface Target {
  readonly db?: string
  readonly dryRun?: boolean
}

/** Runs `work` on the tracker, or for a dry run on one that is removed afterwards. */
export async function withTarget<T>({ db, dryRun }: Target, work: (store: Store) => Promise<T>): Promise<T> {
  const closing = async (store: Store) => {
    const done = await work(store)
    await store.close()
    return done
  }
  if (!dryRun) {
    const database = databaseOf(db)
    await requireMigrated(database)
    return withStore(database, closing)
  }
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-import-'))
  try {
    return await withStore(join(folder, 'dry-run.db'), closing)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
