// A digest of everything that two stores must have in common after the same import, whatever its interruptions.
import { createHash } from 'node:crypto'
import { exportStore } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'

/** Rows that depend on the course of an import: its interruptions and times. */
const passing: ReadonlySet<string> = new Set([
  ...['changes', 'feed_cursors', 'imports', 'installation', 'audit_log', 'tokens', 'mail_outbox', 'api_keys'],
  ...['login_attempts', 'import_refs', 'idempotency', 'sessions'],
])

/** Columns that say when a row was written, secrets, and numbers that no other row names. */
const passingColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['creation_time', 'password_hash', 'last_seen_time'],
  comment_reactions: ['at'],
  bug_history: ['id'],
  custom_values: ['id'],
}

/** By entity, a digest of its rows, in any order. */
export async function digestOf(store: Store): Promise<Readonly<Record<string, string>>> {
  const rows = new Map<string, string[]>()
  await exportStore(store, (line) => {
    const [entity, row] = JSON.parse(line) as [string, Record<string, unknown>]
    if (passing.has(entity)) return
    const kept = Object.entries(row).filter(([column]) => !passingColumns[entity]?.includes(column))
    const digest = createHash('sha256').update(JSON.stringify(kept)).digest('base64url')
    const all = rows.get(entity) ?? []
    all.push(digest)
    rows.set(entity, all)
  })
  const together = (all: readonly string[]) => createHash('sha256').update(all.toSorted().join()).digest('hex')
  return Object.fromEntries(Array.from(rows, ([entity, all]) => [entity, `${all.length} ${together(all)}`]))
}
