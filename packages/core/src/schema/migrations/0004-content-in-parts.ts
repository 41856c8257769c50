import { bytes, int, type Migration } from '../../store/index.js'

/** Large attachments piece by piece. Content that is there already stays in one row. */
export const contentInParts: Migration = {
  id: 4,
  name: 'content in parts',
  // Older processes would find no content in attachments that have parts.
  breaking: true,
  steps: [
    {
      createEntity: 'attachment_parts',
      entity: { columns: { attachment_id: int(), part: int(), data: bytes() }, key: ['attachment_id', 'part'] },
    },
  ],
}
