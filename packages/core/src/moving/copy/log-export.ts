import { isTrackerError } from '../../kernel/errors.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import { retrying } from '../../call/retry.js'
import { writeToKnownSchema } from '../../schema/known-migrations.js'
import type { NewRow, TrackerSchema, Writer } from '../../schema/index.js'
import { fold, type Store } from '../../store/index.js'

/** The name of the export in the audit log. */
export type Exported = 'tracker' | 'tracker without secrets' | 'records'

/**
 * Records in the audit log (class `Export`) that an export begins: an incomplete one has disclosed data too.
 * `exportTracker` does so itself; `exportRecords` only reads, as any user may. A read-only store is exported without an
 * entry.
 *
 * @param login the user whose permissions applied; default: the embedding program
 * @example await logExport(store, 'records', 'alice@example.com')
 */
export async function logExport(store: Store, what: Exported, login?: string): Promise<void> {
  const known = store as unknown as Store<TrackerSchema>
  try {
    await retrying(defaultEnvironment, () => writeToKnownSchema(known, (tx) => write(tx, what, login)))
  } catch (error) {
    if (!isTrackerError(error, 'store_full', 'store_read_only')) throw error
  }
}

async function write(tx: Writer, what: Exported, login: string | undefined): Promise<void> {
  // There is no log yet where nothing has been set up.
  if ((await tx.count('installation')) === 0) return
  const named = { col: 'login_folded', eq: fold(login?.trim() ?? '') } as const
  const [user] = login === undefined ? [] : await tx.select({ from: 'users', where: named, columns: ['id'] })
  // The export itself reports the unknown user.
  if (login !== undefined && !user) return
  const entry: NewRow<'audit_log'> = {
    class: 'Export',
    object_id: 0,
    user_id: user?.id ?? null,
    field: what,
    removed: null,
    added: null,
    at: defaultEnvironment.clock(),
  }
  await tx.insert('audit_log', [entry])
}
