// The tracker of commands that do not migrate it.
import type { Tracker, TrackerOptions } from '@trackerkit/core'
import { pendingOf } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { CommandError } from '../terminal/command.js'
import { isThere, kindOf, readDatabase, withoutPassword } from './database.js'
import { openTracker, requireThere, withExisting } from './store.js'

/** Opens a tracker that exists and that older processes can still use afterwards. @throws CommandError */
export async function openExisting(
  database: string,
  options: Pick<TrackerOptions, 'mail' | 'rules'> = {},
): Promise<Tracker> {
  requireThere(database)
  await requireMigrated(database)
  return openTracker(database, { ...options, mustExist: true })
}

/** The same as `withExisting`, for tasks that would migrate the store. @throws CommandError */
export async function withMigrated<T>(
  database: string,
  options: { readonly readonly?: boolean },
  task: (store: Store) => Promise<T>,
): Promise<T> {
  await requireMigrated(database)
  return withExisting(database, options, task)
}

/**
 * Opening a tracker migrates it. A command that only lists users must not stop the server of the older version, nor
 * migrate without the backup that `migrate` makes.
 * @throws CommandError if a breaking migration is pending
 */
export async function requireMigrated(database: string): Promise<void> {
  const { place } = readDatabase(database)
  // Only one process at a time opens a folder of PGlite, and opening it twice is slow.
  if (kindOf(place) === 'folder' || !isThere(place)) return
  const pending = await withExisting(database, { readonly: true }, pendingOf)
  if (!pending.some(({ breaking }) => breaking)) return
  throw new CommandError(
    `${withoutPassword(database)} is at an older version; stop the servers of that version, then run 'trackerkit migrate'`,
  )
}
