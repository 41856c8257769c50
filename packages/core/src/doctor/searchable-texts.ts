import { isTextual, searchableText } from '../domain/attachments/content.js'
import { loadContents } from '../domain/attachments/stored-content.js'
import { derivation } from './check.js'

/** The text of attachments as searches look through it. */
export const searchableTexts = derivation({
  name: 'texts of attachments',
  holds: 'what searches find in an attachment is its content',
  entity: 'attachment_data',
  async derive(tx, rows) {
    const where = { col: 'id', in: rows.map((row) => row.attachment_id) } as const
    const attachments = await tx.select({ from: 'attachments', where, columns: ['id', 'size', 'content_type'] })
    const known = new Map(attachments.map((one) => [one.id, one]))
    const derived: { text_folded?: string | null }[] = []
    // One after the other: each may be large.
    for (const { attachment_id, text_folded } of rows) {
      const attachment = known.get(attachment_id)
      // The type of the content is unknown then; another check reports the missing attachment.
      if (!attachment) derived.push({})
      // Erased: whether no text is an empty one or none depends on how its content went.
      else if (attachment.size === 0) derived.push(text_folded ? { text_folded: null } : {})
      else if (!isTextual(attachment.content_type)) derived.push({ text_folded: null })
      else {
        const data = (await loadContents(tx, [attachment])).get(attachment_id) ?? new Uint8Array()
        derived.push({ text_folded: await searchableText(attachment.content_type, data) })
      }
    }
    return derived
  },
})
