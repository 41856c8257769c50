import { resource } from '../../call/define/resource.js'
import { createAttachment } from './create.js'
import { downloadAttachment } from './download.js'
import { eraseAttachments } from './erase.js'
import { getAttachments } from './get.js'
import { updateAttachments } from './update.js'

export const attachments = resource({
  name: 'attachments',
  one: 'attachment',
  title: 'Attachments',
  operations: {
    create: createAttachment,
    get: getAttachments,
    update: updateAttachments,
    download: downloadAttachment,
    erase: eraseAttachments,
  },
})
