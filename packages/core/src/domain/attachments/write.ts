// Writes changed attachments: those that change alike by one statement.
import { groupBy } from '../../kernel/collections.js'
import type { Writer } from '../../schema/index.js'
import { isTextual, searchableText } from './content.js'
import type { AttachmentRow } from './find.js'
import { loadSlice } from './stored-content.js'

interface Change {
  readonly before: AttachmentRow
  readonly after: AttachmentRow
}

/** Writes the columns that differ. */
export async function writeAttachments(tx: Writer, changes: readonly Change[]): Promise<void> {
  const patches = changes.map(({ before, after }) => ({ id: before.id, patch: columnsThatDiffer(before, after) }))
  for (const alike of groupBy(patches, ({ patch }) => JSON.stringify(patch)).values()) {
    const patch: Partial<AttachmentRow> = alike[0]?.patch ?? {}
    if (Object.keys(patch).length === 0) continue
    await tx.update('attachments', { col: 'id', in: alike.map(({ id }) => id) }, patch)
  }
  await rewriteTexts(tx, changes)
}

function columnsThatDiffer(before: AttachmentRow, after: AttachmentRow): Partial<AttachmentRow> {
  return Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before[column as keyof AttachmentRow] !== value),
  )
}

type Stored = Pick<AttachmentRow, 'id' | 'size' | 'content_type'>

/** Content that is text, or was, is searched otherwise once its type is another one. Only then is it read. */
export async function rewriteTexts(
  tx: Writer,
  changes: readonly { readonly before: Pick<Stored, 'content_type'>; readonly after: Stored }[],
): Promise<void> {
  const turned = changes.filter(
    ({ before, after }) =>
      before.content_type !== after.content_type && [before, after].some(({ content_type }) => isTextual(content_type)),
  )
  for (const { after } of turned) {
    const data = await loadSlice(tx, after, 0, after.size)
    const text_folded = await searchableText(after.content_type, data)
    await tx.update('attachment_data', { col: 'attachment_id', eq: after.id }, { text_folded })
  }
}
