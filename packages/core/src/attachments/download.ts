import { z } from 'zod'
import { id } from '../inputs.js'
import { defineRead } from '../operation.js'
import { content } from './fields.js'
import { requireAttachments, type AttachmentRow } from './find.js'

/**
 * The content of one attachment, to be kept as a file. Contract: Attachments, in its style.
 *
 * @throws object_does_not_exist (51), also for one that the caller may not see
 * @example
 * const { file_name, data } = await alice.attachments.download({ id: 7 })
 */
export const downloadAttachment = defineRead({
  name: 'attachments.download',
  summary: 'The content of an attachment',
  access: 'optional',
  input: z.strictObject({ id }),
  output: z.object({ file_name: z.string(), content_type: z.string(), data: content }),
  async run(tx, input, call) {
    const [found] = await requireAttachments(tx, call, [input.id], 'id')
    const { id: attachment_id, file_name, content_type } = found as AttachmentRow
    const where = { col: 'attachment_id', eq: attachment_id } as const
    const [stored] = await tx.select({ from: 'attachment_data', where, columns: ['data'] })
    return { file_name, content_type, data: stored?.data ?? new Uint8Array() }
  },
})
