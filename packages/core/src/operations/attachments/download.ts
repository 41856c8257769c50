import { z } from 'zod'
import { count, id } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineRead } from '../../call/define/operation.js'
import { content } from '../../domain/attachments/fields.js'
import { requireAttachments, type AttachmentRow } from '../../domain/attachments/find.js'
import { loadSlice } from '../../domain/attachments/stored-content.js'

// Contract: Attachments, in its style.
export const downloadAttachment = defineRead({
  name: 'attachments.download',
  summary: 'The content of an attachment',
  description:
    'The content of one attachment, as a file, or a slice of it.\n\n' +
    'Content never changes, so consecutive slices fit together, and a client can read a large file one megabyte ' +
    'at a time. A slice beyond the end is empty.\n\n' +
    'Fails with `object_does_not_exist`, also for one that the caller cannot see; `attachment_erased` if its ' +
    'content was erased.',
  errors: ['object_does_not_exist', 'attachment_erased'],
  examples: [
    { title: 'Download a file', code: 'const { file_name, data } = await alice.attachments.download({ id: 7 })' },
  ],
  access: 'optional',
  input: z.strictObject({
    id: id.meta({ description: 'The number of the attachment.' }),
    offset: count.default(0).meta({ description: 'From which byte on.' }),
    length: count.optional().meta({ description: 'How many bytes at most; all that follow when it is left out.' }),
  }),
  output: z.object({
    file_name: z.string().meta({ description: 'The name of the file.' }),
    content_type: z.string().meta({ description: 'The kind of content.' }),
    size: z.int().meta({ description: 'The size of the whole in bytes.' }),
    last_change_time: z.date().meta({ description: 'When the attachment was last changed.' }),
    data: content.meta({ description: 'The content, or the slice of it.' }),
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
