// An entry of the change feed as a developer would write it by hand, in the transaction of the change.
import type { Database } from 'better-sqlite3'

export interface HandWrittenChange {
  readonly bugId: number
  readonly userId: number
  readonly at: number
  readonly wasPublic: 0 | 1
  readonly payload: string
}

/** Prepares the statements that number an entry and write it. */
export function prepareChangeEntry(db: Database): (change: HandWrittenChange) => void {
  const count = db
    .prepare('update installation set change_seq = change_seq + 1 where id = 1 returning change_seq')
    .pluck()
  const insert = db.prepare(
    `insert into changes (seq, at, user_id, kind, bug_id, "set", was_public, payload) values (?, ?, ?, 'bug', ?, ?, ?, ?)`,
  )
  return ({ bugId, userId, at, wasPublic, payload }) => {
    const seq = count.get()
    insert.run(seq, at, userId, bugId, seq, wasPublic, payload)
  }
}
