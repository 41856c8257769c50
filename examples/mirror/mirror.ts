import { eachBug, isTrackerError, type Client } from '@trackerkit/client'
import Database from 'better-sqlite3'

/** What the mirror has of each bug. */
export const fields = ['id', 'summary', 'product', 'component', 'status', 'resolution', 'assigned_to'] as const

/** Renamed products and people, and rights of the reader's, are no changes of bugs: every day all is copied anew. */
const day = 86_400_000

/** Opens the copy in a SQLite file, which others may read at the same time: `SELECT json FROM bugs`. */
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

  /** All bugs that the reader may see. Until it is whole, and if it fails, the copy stays as it was. */
  async function copyAll(signal: AbortSignal): Promise<void> {
    // Before the bugs: what changes while they are read comes again by the feed, and nothing is missing.
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

  /** What has happened since `since`; waits when there is nothing. */
  async function goOn(since: string, signal: AbortSignal): Promise<void> {
    const { changes, next } = await client.changes.get({ since, limit: 500, wait: 20 }, { signal })
    const ids = [...new Set(changes.flatMap(({ bug_id }) => bug_id ?? []))]
    const asked = { ids, permissive: true, include_fields: fields }
    const { bugs } = ids.length > 0 ? await client.bugs.get(asked, { signal }) : { bugs: [] }
    // The bugs and how far they are known in one transaction: killed at any moment, it goes on from what it has.
    db.transaction(() => {
      // What is hidden or deleted is not among the bugs.
      for (const id of ids) remove.run(id)
      for (const bug of bugs) put(bug)
      move.run(next)
    })()
  }

  return {
    /** Keeps the copy up to date until the signal. Started again, it goes on where it was. */
    async follow(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          const known = position.get()
          if (known && Date.now() - known.copied_at < day) await goOn(known.next, signal)
          else await copyAll(signal)
        } catch (error) {
          if (signal.aborted) return
          // Of what has happened since then not all is known any more: a new copy takes the place of this one.
          if (!isTrackerError(error, 'changes_gone')) throw error
          db.exec('DELETE FROM position')
        }
      }
    },
    close: () => void db.close(),
  }
}
