// Imports the contents of attachments.
import { searchableText } from '../../domain/attachments/content.js'
import { insertContent, loadContents } from '../../domain/attachments/stored-content.js'
import { RecordProblem, type Batch, type Outcome } from './batch.js'
import type { RecordOf } from './record.js'
import { takenOut } from './erased-items.js'

export async function putContent({ tx }: Batch, { id, data }: RecordOf<'attachment_content'>): Promise<Outcome> {
  const [attachment] = await tx.select({
    from: 'attachments',
    where: { col: 'id', eq: id },
    columns: ['id', 'size', 'content_type'],
  })
  if (!attachment) throw new RecordProblem('there is no attachment of that number')
  if ((await takenOut(tx, 'attachment', [id])).size > 0) throw new RecordProblem('its content was erased here')
  const { size, content_type } = attachment
  if (size === data.byteLength && isSame((await loadContents(tx, [attachment])).get(id), data)) return 'same'
  for (const entity of ['attachment_data', 'attachment_parts'] as const)
    await tx.delete(entity, { col: 'attachment_id', eq: id })
  await insertContent(tx, [id], data, await searchableText(content_type, data))
  await tx.update('attachments', { col: 'id', eq: id }, { size: data.byteLength })
  return size === 0 ? 'created' : 'replaced'
}

function isSame(stored: Uint8Array | undefined, data: Uint8Array): boolean {
  return stored !== undefined && Buffer.compare(stored, data) === 0
}
