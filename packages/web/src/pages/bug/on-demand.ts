// Rarely used parts of the bug page, kept out of the main script.
import { conflictTexts } from '../../texts/english/conflict.js'
import { newAttachmentsTexts } from '../../texts/english/new-attachments.js'

export const texts = { conflict: conflictTexts, newAttachments: newAttachmentsTexts }
export { ConflictDialog } from './conflict-dialog.js'
export { NewAttachments } from './new-attachments.js'
