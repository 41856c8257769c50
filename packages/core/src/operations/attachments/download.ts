import * as z from 'zod'
import { count, id } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineRead } from '../../call/define/operation.js'
import { content } from '../../domain/attachments/fields.js'
import { requireAttachments, type AttachmentRow } from '../../domain/attachments/find.js'
import { loadSlice } from '../../domain/attachments/stored-content.js'

// Contract: Attachments, in its style.
export const downloadAttachment = defineRead({
  name: 'attachments.download',
  summary: 'Download an attachment',
  description:
    'Returns the content of an attachment, or a slice of it.\n\n' +
    'Content never changes, so consecutive slices fit together, and a client can read a large file one ' +
    'megabyte at a time. A slice beyond the end is empty.\n\n' +
    'Fails with `object_does_not_exist`, also for one that the caller cannot see; `attachment_erased` if ' +
    'its content was erased.',
  errors: ['object_does_not_exist', 'attachment_erased'],
  examples: [
    { title: 'Download a file', code: 'const { file_name, data } = await alice.attachments.download({ id: 7 })' },
  ],
  access: 'optional',
  input: z.strictObject({
    id: id.meta({ description: 'ID of the attachment.' }),
    offset: count.default(0).meta({ description: 'Offset of the first byte.' }),
    length: count.optional().meta({ description: 'Maximum number of bytes. Defaults to the rest.' }),
  }),
  output: z.object({
    file_name: z.string().meta({ description: 'File name.' }),
    content_type: z.string().meta({ description: 'Content type.' }),
    size: z.int().meta({ description: 'Size of the whole content in bytes.' }),
    last_change_time: z.date().meta({ description: 'Time of the last change of the attachment.' }),
    data: content.meta({ description: 'Content, or the slice of it.' }),
  }),
  async run(tx, input, call) {
    const [found] = await requireAttachments(tx, call, [input.id], 'id')
    const attachment = found as AttachmentRow
    const { file_name, content_type, size, last_change_time } = attachment
    // No attachment is made without content.
    if (size === 0) throw new TrackerError('attachment_erased', { field: 'id', value: input.id })
    const data = await loadSlice(tx, attachment, input.offset, input.length ?? size)
    return { file_name, content_type, size, last_change_time, data }
  },
})
