// The tracker of commands that do not migrate it.
import type { Tracker, TrackerOptions } from '@trackerkit/core'
import { pendingOf, type PendingMigration } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { CommandError } from '../terminal/command.js'
import { isThere, kindOf, readDatabase, withoutPassword } from './database.js'
import { noTracker, openTracker, requireThere, withExisting } from './store.js'

/** Opens a tracker that exists and that older processes can still use afterwards. @throws CommandError */
export async function openExisting(
  database: string,
  options: Pick<TrackerOptions, 'mail' | 'rules'> = {},
): Promise<Tracker> {
  await requireTracker(database)
  return openTracker(database, { ...options, mustExist: true })
}

/** The same as `withMigrated`, for tasks that would create a tracker where there is none. @throws CommandError */
export async function withTracker<T>(
  database: string,
  options: { readonly readonly?: boolean },
  task: (store: Store) => Promise<T>,
): Promise<T> {
  await requireTracker(database)
  return withExisting(database, options, task)
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
  if (isOpenedOnce(database) || !isThere(readDatabase(database).place)) return
  requireCompatible(database, (await withExisting(database, { readonly: true }, pendingOf)) ?? [])
}

/** The same for a tracker that must be there: a mistyped name must not fill another database with its tables. */
async function requireTracker(database: string): Promise<void> {
  requireThere(database)
  if (!isOpenedOnce(database)) requireCompatible(database, await pendingOfTracker(database))
}

/** Returns the migrations that this version would run. @throws CommandError if there is no tracker */
export async function pendingOfTracker(database: string): Promise<readonly PendingMigration[]> {
  const pending = await withExisting(database, { readonly: true }, pendingOf)
  if (pending === undefined) throw noTracker(database)
  return pending
}

/** Only one process at a time opens a folder of PGlite, and opening it twice is slow. */
function isOpenedOnce(database: string): boolean {
  return kindOf(readDatabase(database).place) === 'folder'
}

function requireCompatible(database: string, pending: readonly PendingMigration[]): void {
  if (!pending.some(({ breaking }) => breaking)) return
  throw new CommandError(
    `${withoutPassword(database)} is at an older version; stop the servers of that version, then run 'trackerkit migrate'`,
  )
}
