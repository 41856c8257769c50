// Attachments by ID, as far as the caller may see them, and permission to change them.
import type { BugRow } from '../../access/find-bugs.js'
import { hasProductRight } from '../../access/permissions.js'
import { visibleAttachments, visibleBugs } from '../../access/visibility.js'
import type { Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { maxId } from '../../call/define/inputs.js'
import type { Reader, Row } from '../../schema/index.js'

export type AttachmentRow = Row<'attachments'>

/** In the order of their ids. */
export async function attachmentsOfBugs(tx: Reader, call: Call, bugIds: readonly number[]): Promise<AttachmentRow[]> {
  if (bugIds.length === 0) return []
  return tx.select({ from: 'attachments', where: { and: [{ col: 'bug_id', in: bugIds }, visibleAttachments(call)] } })
}

/**
 * The attachments, in the order asked, each once. One that the caller may not see is one that does not exist.
 * @throws object_does_not_exist for the first not found
 */
export async function requireAttachments(
  tx: Reader,
  call: Call,
  ids: readonly number[],
  field: string,
): Promise<AttachmentRow[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const known = { col: 'id', in: wanted.filter((id) => id <= maxId) } as const
  const where = { and: [known, visibleAttachments(call), { some: 'bug', where: visibleBugs(call) } as const] }
  const found = new Map((await tx.select({ from: 'attachments', where })).map((row) => [row.id, row]))
  return wanted.map((value) => {
    const row = found.get(value)
    if (row) return row
    throw new TrackerError('object_does_not_exist', { kind: 'attachment', field, value })
  })
}

/** The bugs of attachments that the caller sees, by id. */
export async function bugsOfAttachments(tx: Reader, rows: readonly AttachmentRow[]): Promise<Map<number, BugRow>> {
  const ids = [...new Set(rows.map((row) => row.bug_id))]
  const bugs = await tx.select({ from: 'bugs', where: { col: 'id', in: ids } })
  return new Map(bugs.map((bug) => [bug.id, bug]))
}

/**
 * True for the creator of the attachment and for users who may edit bugs of the product. Only for attachments that the
 * caller can see.
 */
export function mayChangeAttachment(call: Call, product: Product, attachment: AttachmentRow): boolean {
  return attachment.creator_id === call.who.user?.id || hasProductRight(call, product, 'editbugs')
}
