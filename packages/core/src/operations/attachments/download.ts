import { z } from 'zod'
import { count, id } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import { content } from '../../domain/attachments/fields.js'
import { requireAttachments, type AttachmentRow } from '../../domain/attachments/find.js'
import { loadSlice } from '../../domain/attachments/stored-content.js'

/**
 * The content of one attachment, to be kept as a file, or a slice of it. Contract: Attachments, in its style.
 *
 * `offset`, `length`: from which byte, and how many at most; all that follow when it is left out. Content never changes, so that
 * slices taken one after another fit together, and a large file need not be in memory as a whole: whoever has other things
 * to send meanwhile takes a megabyte at a time. Beyond the end there is nothing.
 *
 * @throws object_does_not_exist (51), also for one that the caller may not see
 * @example
 * const { file_name, data } = await alice.attachments.download({ id: 7 })
 */
export const downloadAttachment = defineRead({
  name: 'attachments.download',
  summary: 'The content of an attachment',
  access: 'optional',
  input: z.strictObject({ id, offset: count.default(0), length: count.optional() }),
  output: z.object({
    file_name: z.string(),
    content_type: z.string(),
    /** Bytes of the whole. */
    size: z.int(),
    last_change_time: z.date(),
    data: content,
  }),
  async run(tx, input, call) {
    const [found] = await requireAttachments(tx, call, [input.id], 'id')
    const attachment = found as AttachmentRow
    const { file_name, content_type, size, last_change_time } = attachment
    const data = await loadSlice(tx, attachment, input.offset, input.length ?? size)
    return { file_name, content_type, size, last_change_time, data }
  },
})
