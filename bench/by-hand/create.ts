// Creates a bug with handwritten SQL: the rows of `bugs.create`, in one transaction.
import type { Database } from 'better-sqlite3'
import { prepareChangeEntry } from './change-entry.js'

/** Makes the function that writes the rows of one new bug with its description, and returns its number. */
export function prepareCreate(db: Database): (summary: string) => number {
  const template = db.prepare('select * from bugs order by id limit 1').get() as Record<string, unknown>
  delete template['id']
  const columns = Object.keys(template)
  const insertBug = db.prepare(
    `insert into bugs (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  const insertComment = db.prepare(
    `insert into comments (bug_id, creator_id, count, text, text_folded, creation_time, is_private, work_time, type)
     values (?, ?, 0, ?, ?, ?, 0, 0, 'normal')`,
  )
  const writeChange = prepareChangeEntry(db)
  const write = db.transaction((summary: string, description: string) => {
    const now = Date.now()
    const userId = Number(template['creator_id'])
    const row = {
      ...template,
      summary,
      summary_folded: summary.toLowerCase(),
      creation_time: now,
      last_change_time: now,
      last_changer_id: userId,
    }
    const { lastInsertRowid } = insertBug.run(row)
    const bugId = Number(lastInsertRowid)
    const comment = insertComment.run(bugId, userId, description, description.toLowerCase(), now)
    const payload = JSON.stringify({ is_new: true, comments: [Number(comment.lastInsertRowid)] })
    writeChange({ bugId, userId, at: now, wasPublic: 0, payload })
    return bugId
  })
  return (summary) => write.immediate(summary, 'It happens every time, right after the start.')
}
