import { eachBug, isTrackerError, type Client } from '@trackerkit/client'
import Database from 'better-sqlite3'

/** Fields that the mirror stores. */
export const fields = ['id', 'summary', 'product', 'component', 'status', 'resolution', 'assigned_to'] as const

/** Renamed products and users, and new permissions of the reader, are not in the feed: a full copy each day. */
const day = 86_400_000

/** Opens the copy in a SQLite file, which others can read at the same time: `SELECT json FROM bugs`. */
export function openMirror(client: Client, path: string) {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE IF NOT EXISTS bugs (id INTEGER PRIMARY KEY, json TEXT NOT NULL)')
  db.exec('CREATE TABLE IF NOT EXISTS position (next TEXT NOT NULL, copied_at INTEGER NOT NULL)')
  const insert = db.prepare<[number, string]>('INSERT OR REPLACE INTO bugs VALUES (?, ?)')
  const remove = db.prepare<[number]>('DELETE FROM bugs WHERE id = ?')
  const move = db.prepare<[string]>('UPDATE position SET next = ?')
  const position = db.prepare<[], { next: string; copied_at: number }>('SELECT * FROM position')
  const put = (bug: { readonly id: number }) => insert.run(bug.id, JSON.stringify(bug))

  /** Copies all bugs that the reader can see. The old copy stays until the new one is complete. */
  async function copyAll(signal: AbortSignal): Promise<void> {
    // Before the bugs, so that changes made during the copy arrive through the feed.
    const { next } = await client.changes.get({ since: 'now' }, { signal })
    db.exec('BEGIN')
    try {
      db.exec('DELETE FROM bugs; DELETE FROM position')
      for await (const bug of eachBug(client, { include_fields: fields }, { signal })) put(bug)
      db.prepare('INSERT INTO position VALUES (?, ?)').run(next, Date.now())
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }

  /** Applies the changes after `since`; waits if there are none. */
  async function applyChanges(since: string, signal: AbortSignal): Promise<void> {
    const { changes, next } = await client.changes.get({ since, limit: 500, wait: 20 }, { signal })
    const ids = [...new Set(changes.flatMap(({ bug_id }) => bug_id ?? []))]
    const asked = { ids, permissive: true, include_fields: fields }
    const { bugs } = ids.length > 0 ? await client.bugs.get(asked, { signal }) : { bugs: [] }
    // Bugs and position in one transaction, so that it can be killed at any moment.
    db.transaction(() => {
      // Hidden and deleted bugs are not returned.
      for (const id of ids) remove.run(id)
      for (const bug of bugs) put(bug)
      move.run(next)
    })()
  }

  return {
    /** Keeps the copy up to date until the signal. Resumes where it stopped. */
    async follow(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          const known = position.get()
          if (known && Date.now() - known.copied_at < day) await applyChanges(known.next, signal)
          else await copyAll(signal)
        } catch (error) {
          if (signal.aborted) return
          // The changes since then are no longer available: take a new copy.
          if (!isTrackerError(error, 'changes_gone')) throw error
          db.exec('DELETE FROM position')
        }
      }
    },
    close: () => void db.close(),
  }
}
