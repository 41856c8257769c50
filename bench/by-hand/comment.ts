// A comment as a developer would write it by hand: the rows that `comments.create` leaves, in one transaction.
import type { Database } from 'better-sqlite3'
import { prepareChangeEntry } from './change-entry.js'

/** Prepares the function that adds a comment to a bug. */
export function prepareComment(db: Database, userId: number): (bugId: number, text: string) => void {
  const countOf = db.prepare('select comment_count from bugs where id = ?').pluck()
  const insert = db.prepare(
    `insert into comments (bug_id, creator_id, count, text, text_folded, creation_time, is_private, work_time, type)
     values (?, ?, ?, ?, ?, ?, 0, 0, 'normal')`,
  )
  const updateBug = db.prepare(
    `update bugs set comment_count = comment_count + 1, public_comment_count = public_comment_count + 1,
     last_change_time = ?, last_changer_id = ? where id = ?`,
  )
  const writeChange = prepareChangeEntry(db)
  const write = db.transaction((bugId: number, text: string) => {
    const at = Date.now()
    const { lastInsertRowid } = insert.run(bugId, userId, countOf.get(bugId), text, text.toLowerCase(), at)
    updateBug.run(at, userId, bugId)
    writeChange({ bugId, userId, at, wasPublic: 1, payload: JSON.stringify({ comments: [Number(lastInsertRowid)] }) })
  })
  return (bugId, text) => write.immediate(bugId, text)
}
