// Content erased here for good, which no import restores.
import type { Reader } from '../../schema/index.js'

type Part = 'attachment' | 'bug' | 'comment'

const operationOf: Readonly<Record<Part, string>> = {
  attachment: 'attachments.erase',
  bug: 'bugs.delete',
  comment: 'comments.redact',
}

/** The deleted bugs, or the attachments and comments with erased content, among these IDs, from the audit log. */
export async function takenOut(tx: Reader, part: Part, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const where = { and: [{ col: 'class', eq: 'Erasure' } as const, { col: 'object_id', in: ids } as const] }
  const rows = await tx.select({ from: 'audit_log', where, columns: ['object_id', 'field'] })
  return new Set(rows.flatMap(({ object_id, field }) => (field.startsWith(operationOf[part]) ? [object_id] : [])))
}
