// The list of chosen files and how they are sent, kept out of the main script.
import { newAttachmentsTexts } from '../texts/english/new-attachments.js'

export const texts = { newAttachments: newAttachmentsTexts }
export { NewAttachments } from './new-attachments.js'
export { insertPictures } from './picture-references.js'
export { sendFiles, tooLarge } from './send-files.js'
