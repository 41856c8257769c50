// What was taken out here for good, which no import brings back.
import type { Reader } from '../schema/index.js'

type Part = 'attachment' | 'comment'

const operationOf: Readonly<Record<Part, string>> = { attachment: 'attachments.erase', comment: 'comments.redact' }

/** Those of the attachments or comments whose content or text an administrator has taken out, as the audit log tells. */
export async function takenOut(tx: Reader, part: Part, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const where = { and: [{ col: 'class', eq: 'Erasure' } as const, { col: 'object_id', in: ids } as const] }
  const rows = await tx.select({ from: 'audit_log', where, columns: ['object_id', 'field'] })
  return new Set(rows.flatMap(({ object_id, field }) => (field.startsWith(operationOf[part]) ? [object_id] : [])))
}
